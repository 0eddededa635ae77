"""A list and, beside it, the card of its current row; on a narrow page the card is below."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSplitter, QStackedLayout, QVBoxLayout, QWidget

from app.theme import GRID

LEAST_LIST, LEAST_CARD = 30 * GRID, 25 * GRID  # pixels: the list's width beside the card, and the card's height
_ACROSS, _DOWN = Qt.Orientation.Horizontal, Qt.Orientation.Vertical


class ListAndCard(QSplitter):
    """`lists` is the column that takes the list and what belongs to it.

    parts: what the card shows, one below the other. nothing: said as long as no row is chosen.
    """

    def __init__(self, parts: Sequence[QWidget], nothing: str) -> None:
        super().__init__(_ACROSS, childrenCollapsible=False)
        self.setHandleWidth(2 * GRID)
        left = QWidget()
        self.lists = QVBoxLayout(left)
        self.lists.setContentsMargins(0, 0, 0, 0)
        self.lists.setSpacing(GRID)
        card = QWidget(objectName="card")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(2 * GRID, 12, 2 * GRID, 12)
        inside.setSpacing(2 * GRID)
        for part in parts:
            inside.addWidget(part)
        inside.addStretch(1)
        right = QWidget()
        right.setMinimumHeight(LEAST_CARD)
        self._layers = QStackedLayout(right)
        self._layers.addWidget(QLabel(nothing, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True))
        self._layers.addWidget(_Below(card))
        self.addWidget(left)
        self.addWidget(right)
        self.setStretchFactor(0, 2)
        self.setStretchFactor(1, 3)
        self.setSizes([400, 600])

    def show_card(self, shown: bool) -> None:
        """The card, or the words that stand in for it. To be called again when the card shows something else."""
        self._layers.setCurrentIndex(1 if shown else 0)
        self._turn()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._turn()

    def _turn(self) -> None:
        lists, card = self._widths()
        needed = max(LEAST_LIST, lists) + self.handleWidth() + card
        wanted = _ACROSS if self.width() >= needed else _DOWN
        if wanted != self.orientation():
            self.setOrientation(wanted)
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As wide as the wider half: narrower than both, so that a page can become that narrow."""
        return QSize(max(self._widths()), super().minimumSizeHint().height())

    def _widths(self) -> list[int]:
        """The least of each half, pixels."""
        return [self.widget(number).minimumSizeHint().width() for number in range(self.count())]


class _Below(QScrollArea):
    """Scrolls up and down, and is never narrower than what is in it."""

    def __init__(self, content: QWidget) -> None:
        super().__init__(widgetResizable=True, frameShape=QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(content)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        width = self.widget().minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        return QSize(width, super().minimumSizeHint().height())
