"""Small controls that every page shares."""

from __future__ import annotations

from collections.abc import Callable

import qtawesome
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeySequence, QPalette, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.look.theme import CONTROL_HEIGHT, GRID, set_size, use_tabular_figures

_BY_MOUSE = Qt.TextInteractionFlag.TextSelectableByMouse
COPIED_MS = 2000  # for which a button says that it has copied
_COPY = "mdi6.content-copy"
SELECTABLE = _BY_MOUSE | Qt.TextInteractionFlag.TextSelectableByKeyboard  # text that is read only


class IconButton(QPushButton):
    """A button with an icon in the text's own colour, light or dark.

    lights_up: whether a checked one stands on the accent, as those of the side bar and of a switch do.
    """

    def __init__(
        self, text: str, icon: str, primary: bool = False, checkable: bool = False, lights_up: bool = True
    ) -> None:
        super().__init__(text, checkable=checkable)
        self._icon_name, self._lights_up = icon, lights_up
        self.setProperty("primary", primary)
        self.setMinimumHeight(CONTROL_HEIGHT)
        self._paint_icon()

    def set_look(self, text: str, icon: str) -> None:
        """Say and show something else; nothing happens when it already does."""
        if (text, icon) != (self.text(), self._icon_name):
            self.setText(text)
            self._icon_name = icon
            self._paint_icon()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._paint_icon()

    def _paint_icon(self) -> None:
        palette = QGuiApplication.palette()  # a style sheet changes the button's own
        lit = palette.color(QPalette.ColorRole.HighlightedText)
        plain = lit if self.property("primary") else palette.color(QPalette.ColorRole.ButtonText)
        checked = lit if self._lights_up else plain
        faded = palette.color(QPalette.ColorRole.PlaceholderText)
        self.setIcon(
            qtawesome.icon(
                self._icon_name,
                color=plain,
                color_active=plain,
                color_on=checked,
                color_on_active=checked,
                color_disabled=faded,
            )
        )


class CopyButton(IconButton):
    """Puts a text on the clipboard, and says for a moment that it did. source: gives the text when it is wanted."""

    def __init__(self, text: str, source: Callable[[], str]) -> None:
        super().__init__(text, _COPY)
        self._wording, self._source = text, source
        self._shown = QTimer(self, singleShot=True, interval=COPIED_MS)
        self._shown.timeout.connect(lambda: self.set_look(self._wording, _COPY))
        self.clicked.connect(self._copy)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._source())
        self.setMinimumWidth(self.width())  # nothing moves when the words change
        self.set_look("Copied", "mdi6.check")
        self._shown.start()


class Card(QFrame):
    """A titled area with a border; `body` takes the content, `header` what stands right of the title."""

    def __init__(self, title: str) -> None:
        super().__init__(objectName="card")
        self.header = QHBoxLayout(spacing=GRID)
        self.header.addWidget(section_title(title))
        self.header.addStretch(1)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(2 * GRID, 12, 2 * GRID, 12)
        self.body.setSpacing(GRID)
        self.body.addLayout(self.header)
        self.setAccessibleName(title)


class ShareBar(QProgressBar):
    """How much of something is done."""

    STEPS = 1000  # the bar's resolution

    def __init__(self, name: str = "Progress") -> None:
        super().__init__(maximum=self.STEPS, textVisible=False, accessibleName=name)

    def show_share(self, share: float) -> None:
        """share: from 0 to 1."""
        self.setValue(round(self.STEPS * share))


class Readout(QWidget):
    """A number that changes, under its name; wide enough for `widest`, so nothing moves."""

    def __init__(self, name: str, widest: str) -> None:
        super().__init__()
        self._name = name
        self._value = QLabel("–")
        set_size(self._value, 14, bold=True)
        use_tabular_figures(self._value)
        self._value.setMinimumWidth(self._value.fontMetrics().horizontalAdvance(widest))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(dim_label(name))
        layout.addWidget(self._value)

    def show_value(self, text: str) -> None:
        self._value.setText(text)
        self.setAccessibleName(f"{self._name}: {text}")

    @property
    def text(self) -> str:
        return self._value.text()


class PathLabel(QLabel):
    """A path or name on one line, its middle left out where there is no room; whole in the tooltip.

    points: bold and of this size; 0: text of second importance.
    """

    def __init__(self, text: str = "", points: float = 0) -> None:
        super().__init__()
        self._whole = ""
        if points:
            set_size(self, points, bold=True)
        else:
            self.setProperty("dim", True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.show_path(text)

    def show_path(self, text: str) -> None:
        self._whole = text
        self.setToolTip(text)
        self.setAccessibleName(text)
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        self.setText(self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideMiddle, self.width()))


def scrolled(content: QWidget) -> QScrollArea:
    """The content in an area that scrolls where there is less room than the content needs."""
    area = QScrollArea(widgetResizable=True, frameShape=QFrame.Shape.NoFrame)
    area.setWidget(content)
    return area


def on_ctrl_enter(page: QWidget, action: Callable[[], object]) -> None:
    """Ctrl and either Enter key do this while the page is shown."""
    for keys in ("Ctrl+Return", "Ctrl+Enter"):
        QShortcut(QKeySequence(keys), page, activated=action)


def breakable(text: str) -> str:
    """With places to break a line in paths, so that a long one does not widen the page."""
    return text.replace("/", "/\u200b")


def page_title(text: str) -> QLabel:
    label = QLabel(text)
    set_size(label, 20, bold=True)
    return label


def section_title(text: str) -> QLabel:
    label = QLabel(text)
    set_size(label, 14, bold=True)
    return label


def dim_label(text: str = "", wraps: bool = False) -> QLabel:
    """Text of second importance."""
    label = QLabel(text, wordWrap=wraps)
    label.setProperty("dim", True)
    return label


def selectable_label(keys: bool = False) -> QLabel:
    """Words that can be copied; with `keys` they are reached by Tab and marked by keys, too."""
    return QLabel(wordWrap=True, textInteractionFlags=SELECTABLE if keys else _BY_MOUSE)


def reason_label() -> QLabel:
    """Left of a page's button: why it cannot be pressed, or what it will take."""
    label = dim_label(wraps=True)
    label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return label


def error_label() -> QLabel:
    """What is wrong with the control above it; takes no room while nothing is."""
    label = selectable_label()
    label.hide()
    label.setProperty("error", True)
    return label


def show_error(label: QLabel, text: str) -> None:
    """Show the text, or hide the label when there is none."""
    label.setText(f"⚠ {text}" if text else "")
    label.setVisible(bool(text))
