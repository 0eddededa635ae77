"""A list with the card of its current row beside it, or below it on a narrow page."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSplitter, QStackedLayout, QWidget

from app.look import layouts
from app.look.theme import GRID

LEAST_LIST, LEAST_WIDTH = 30 * GRID, 40 * GRID  # minimum widths of list and card side by side, in pixels
LEAST_CARD = 25 * GRID  # pixels of height
_ACROSS, _DOWN = Qt.Orientation.Horizontal, Qt.Orientation.Vertical


class ListAndCard(QSplitter):
    """A list and its card. `lists` is the column for the list and its controls.

    parts: the card's widgets, stacked. nothing: the text shown while no row is chosen.
    """

    def __init__(self, parts: Sequence[QWidget], nothing: str) -> None:
        super().__init__(_ACROSS, childrenCollapsible=False)
        self.setHandleWidth(2 * GRID)
        left = QWidget()
        self.lists = layouts.column(inside=left, gap=GRID)
        card = QWidget()
        card.setObjectName("card")
        layouts.column(*parts, ..., inside=card, gap=2 * GRID, margins=layouts.CARD_MARGINS)
        right = QWidget()
        words = QLabel(nothing, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        words.setMinimumHeight(LEAST_CARD)
        words.setObjectName("card")
        self._layers = QStackedLayout(right)
        self._layers.addWidget(words)
        self._card = _CardArea(card)
        self._layers.addWidget(self._card)
        self._halves = (left, right)
        for half in self._halves:
            self.addWidget(half)
        self.setStretchFactor(0, 2)
        self.setStretchFactor(1, 3)
        self.setSizes([400, 600])

    def show_card(self, shown: bool) -> None:
        """Show the card, or the placeholder text. Call it again when the card's content changes."""
        self._layers.setCurrentIndex(1 if shown else 0)
        self._turn()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._turn()

    def _turn(self) -> None:
        lists, card = self._widths()
        needed = max(LEAST_LIST, lists) + self.handleWidth() + max(LEAST_WIDTH, card)
        wanted = _ACROSS if self.width() >= needed else _DOWN
        if wanted != self.orientation():
            self.setOrientation(wanted)
            self._card.is_whole = wanted == _DOWN
            self._card.updateGeometry()
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the width of the wider half only, so that a page can shrink below the sum of both."""
        return QSize(max(self._widths()), super().minimumSizeHint().height())

    def _widths(self) -> list[int]:
        """Return the minimum width of each half, in pixels."""
        return [half.minimumSizeHint().width() for half in self._halves]


class _CardArea(QScrollArea):
    """Scrolls vertically and is never narrower than its content.

    is_whole: it is as high as its content, because the page around it already scrolls.
    """

    def __init__(self, content: QWidget) -> None:
        super().__init__(widgetResizable=True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.is_whole, self._content = False, content
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(content)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        width = self._content.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        height = self._content.heightForWidth(max(width, self.width())) if self.is_whole else LEAST_CARD
        return QSize(width, height)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        if self.is_whole:  # wrapped content changes its height with the width
            self.updateGeometry()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # the content's height changed
            self.updateGeometry()
        return super().event(event)
