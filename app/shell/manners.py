"""How fields and labels behave, whichever page they are on."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QAbstractSlider, QAbstractSpinBox, QApplication, QComboBox, QLabel, QScrollBar, QWidget

_FIELDS = (QComboBox, QAbstractSpinBox, QAbstractSlider)


class Manners(QObject):
    """Teaches each widget as it is first shown, and watches the wheel; a child of the window that it is for.

    What is typed into a field stays what was typed: nothing completes it. The wheel scrolls the page, and changes a
    field only after a click into it. Labels and tooltips show text as it is: their words come from files, too, and what
    looks like HTML there is none. A label that is meant to be rich text says so.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._clicked: QObject | None = None  # the field that the last click went into, while it has the focus
        application = QApplication.instance()
        assert application is not None  # no widget can be there without one
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        match event.type():
            case QEvent.Type.Polish:
                _teach(watched)
            case QEvent.Type.MouseButtonPress:
                self._clicked = next((one for one in (watched, watched.parent()) if _is_field(one)), None)
            case QEvent.Type.FocusOut if watched is self._clicked and _loses(event):
                self._clicked = None
            case QEvent.Type.Wheel if _is_field(watched) and watched is not self._clicked:
                event.ignore()  # so that it goes on to the page
                return True
        return False


def _is_field(watched: QObject | None) -> bool:
    return isinstance(watched, _FIELDS) and not isinstance(watched, QScrollBar)


def _loses(event: QEvent) -> bool:
    """Whether the focus goes for good, and not only to the field's own list or to another window."""
    going = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
    return isinstance(event, QFocusEvent) and event.reason() not in going


def _teach(watched: QObject) -> None:
    if isinstance(watched, QLabel) and watched.textFormat() == Qt.TextFormat.AutoText:
        watched.setTextFormat(Qt.TextFormat.PlainText)
    if isinstance(watched, QComboBox) and watched.isEditable():
        watched.setCompleter(None)  # type: ignore[arg-type]  # Qt takes it: none at all
    if isinstance(watched, QWidget) and _is_field(watched):
        watched.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # not by the wheel
