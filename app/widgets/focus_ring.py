"""A ring around the control that has the focus: the same for every kind, and easy to see."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QLabel, QMainWindow, QWidget

RING = 2  # pixels, of the line
GAP = 1  # pixels between the control and the ring, so that the ring is seen on the accent, too
ROUND = 7  # pixels, the corners
_MOVES = (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.ZOrderChange)


class FocusRing(QWidget):
    """One for each window; it lies beside the control, in front, and takes no clicks."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.hide()
        self._of = window
        self._around: QWidget | None = None
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if watched is self._around and event.type() in _MOVES:
            self._fit()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Link), RING))
        half = RING / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), ROUND, ROUND)

    def _on_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and new.window() is not self._of:
            new = None  # a dialog shows its own
        while new is not None and new.focusProxy() is not None:
            new = new.focusProxy()
        if self._around is not None:
            self._around.removeEventFilter(self)
        self._around = new if new is not None and not isinstance(new, QMainWindow) else None
        if self._around is not None:
            self._around.installEventFilter(self)
        self._fit()

    def _fit(self) -> None:
        around = self._around
        parent = around.parentWidget() if around is not None else None
        if around is None or parent is None or not around.isVisible():
            self.hide()
            return
        if self.parentWidget() is not parent:
            self.setParent(parent)
        self.setGeometry(_area(around))
        self.raise_()
        self.show()


def _area(around: QWidget) -> QRect:
    """Around a control; on the border of what is large and may fill its place."""
    inside = isinstance(around, (QAbstractScrollArea, QLabel))
    margin = 0 if inside else RING + GAP
    return around.geometry().adjusted(-margin, -margin, margin, margin)
