"""Grey bars in the place of rows that are being loaded; who does not see them is told by the words beside them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QShowEvent
from PySide6.QtWidgets import QWidget

from app.look.skin import MARK
from app.look.theme import GRID

LATE_MS = 300  # rows that come sooner need no bars: they would flicker
MOST = 6  # rows; more would be a pattern, and say no more
_LONG, _SHORT = 0.62, 0.36  # of the width: the lower bar of a row, and the upper one


class Skeleton(QWidget):
    """Begins to be seen a moment after it is shown. over: a view that it covers while it is there."""

    def __init__(self, over: QWidget | None = None) -> None:
        super().__init__(over)
        self._over, self._is_late = over, False
        self.late = QTimer(self, interval=LATE_MS, singleShot=True)
        self.late.timeout.connect(self._on_late)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        if over is not None:
            self.hide()
            over.installEventFilter(self)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's names, here and below
        super().showEvent(event)
        self._is_late = False
        self.late.start()
        if self._over is not None:
            self.setGeometry(self._over.rect())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if watched is self._over and event.type() == QEvent.Type.Resize and self._over is not None:
            self.setGeometry(self._over.rect())
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        if not self._is_late:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().color(QPalette.ColorRole.Midlight))
        line = self.fontMetrics().lineSpacing()
        width, high = self.width() - 4 * GRID, line - GRID // 2
        for top in list(range(2 * GRID, self.height() - 2 * line, 2 * line + 2 * GRID))[:MOST]:
            for share, below in ((_SHORT, 0), (_LONG, line)):
                painter.drawRoundedRect(QRect(2 * GRID, top + below, int(width * share), high), MARK, MARK)

    def _on_late(self) -> None:
        self._is_late = True
        self.update()
