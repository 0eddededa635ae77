"""A ring around the control that has the focus: the same for every kind, and easy to see."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QLabel, QScrollArea, QWidget
from shiboken6 import isValid

from app.look.theme import GRID

RING = 2  # pixels, of the line
GAP = 1  # pixels between the control and the ring, so that the ring is seen on the accent, too
ROUND = 7  # pixels, the corners
BELOW = 6 * GRID  # pixels that are brought into view with a control
_MOVES = (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.ZOrderChange)


class Ring(QWidget):
    """The ring itself; it takes no clicks."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Link), RING))
        half = RING / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), ROUND, ROUND)


class FocusRing(QObject):
    """Leads one ring through a window: it lies beside the control, in front, while keys lead the way."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._of, self._ring = window, Ring(window)
        self._around: QWidget | None = None
        self._watched: list[QObject] = []
        self._is_fitting = self._is_by_keys = False
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus)

    @property
    def ring(self) -> Ring:
        """The ring; a page that is no longer there has taken with it the one that lay on it."""
        if not isValid(self._ring):
            self._ring = Ring(self._of)
        return self._ring

    def follow_keys(self, by_keys: bool) -> None:
        """Show the ring from now on, or not: who moves by clicks knows where the last one went."""
        if by_keys != self._is_by_keys:
            self._is_by_keys = by_keys
            self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if watched in self._watched and event.type() in _MOVES:
            self._fit()
        return False

    def _on_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and new.window() is not self._of:
            new = None  # a dialog shows its own
        while new is not None and new.focusProxy() is not None:
            new = new.focusProxy()
        self._around = new if new is not None and new.focusPolicy() != Qt.FocusPolicy.NoFocus else None
        if self._around is not None and QApplication.mouseButtons() == Qt.MouseButton.NoButton:
            _bring_into_view(self._around)
        self._fit()

    def _fit(self) -> None:
        """Lay it around the control. What is shown or gets another parent has layouts settle, which moves what is
        watched; to move the ring in the midst of that ended the process.
        """
        if self._is_fitting:
            return
        self._is_fitting = True
        try:
            self._lay()
        finally:
            self._is_fitting = False

    def _lay(self) -> None:
        around, ring = self._around, self.ring
        if around is not None and not isValid(around):
            around = self._around = None
        host = _host(around) if around is not None else None
        self._watch(around, host)
        if around is None or host is None or not around.isVisible() or not self._is_by_keys:
            ring.hide()
            return
        if ring.parentWidget() is not host:
            ring.setParent(host)
        ring.setGeometry(_area(around, host) & host.rect())  # at the edge of what scrolls, else it would be cut
        ring.raise_()
        ring.show()

    def _watch(self, around: QWidget | None, host: QWidget | None) -> None:
        """The control and all between it and the host: each of them may move."""
        chain: list[QObject] = []
        while around is not None and around is not host:
            chain.append(around)
            around = around.parentWidget()
        if chain != self._watched:
            for one in self._watched:
                if isValid(one):
                    one.removeEventFilter(self)
            for one in chain:
                one.installEventFilter(self)
            self._watched = chain


def _bring_into_view(control: QWidget) -> None:
    """Bring a control into view with what stands below it, which is often a sentence about it. Not at a click: that has
    to hit what it meant.

    Qt does so only for Tab, and only from within what scrolls.
    """
    above = control.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(control, GRID, BELOW)
        above = above.parentWidget()


def _host(around: QWidget) -> QWidget | None:
    """What the ring lies in: the nearest around the control with room for it, and at most what a scroll area moves."""
    host = around.parentWidget()
    while host is not None and not host.rect().contains(_area(around, host)):
        above = host.parentWidget()
        if above is None or host.isWindow() or isinstance(above.parentWidget(), QAbstractScrollArea):
            break
        host = above
    return host


def _area(around: QWidget, host: QWidget) -> QRect:
    """Around a control; on the border of what is large and may fill its place."""
    margin = 0 if isinstance(around, (QAbstractScrollArea, QLabel)) else RING + GAP
    place = QRect(around.mapTo(host, QPoint(0, 0)), around.size())
    return place.adjusted(-margin, -margin, margin, margin)
