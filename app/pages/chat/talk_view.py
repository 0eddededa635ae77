"""The conversation, the newest at the bottom; it follows what is written only while one looks at the bottom."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.pages.chat.exchange_view import ExchangeView
from app.pages.chat.talk import Exchange
from app.widgets.controls import IconButton

AT_ONCE = 20  # exchanges that are shown; those before them when they are wanted
_NEAR = 3 * GRID  # pixels from the bottom that count as there


class TalkView(QScrollArea):
    """Holds the views of the newest exchanges, and makes those of earlier ones when they are wanted."""

    def __init__(self, empty: str, make: Callable[[Exchange], ExchangeView]) -> None:
        super().__init__(widgetResizable=True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Conversation")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.views: list[ExchangeView] = []
        self._make = make
        self._earlier: list[Exchange] = []  # that have no view yet
        self._follows = True
        self.empty = QLabel(empty, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        self.earlier = IconButton("Show earlier", "mdi6.chevron-up")
        self.earlier.hide()
        content = QWidget()
        self._column = layouts.column(content, gap=2 * GRID, margins=(0, 0, GRID, GRID))
        self._column.addWidget(self.empty, 1)
        self._column.addWidget(self.earlier, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addStretch(1)
        self.setWidget(content)
        self.earlier.clicked.connect(self._show_earlier)
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._on_range)
        bar.valueChanged.connect(lambda value: self._note_place(value))

    def add(self, view: ExchangeView) -> None:
        """Put one at the bottom, and look there."""
        self.empty.hide()
        self.views.append(view)
        self._column.insertWidget(self._column.count() - 1, view)
        self._follows = True

    def show_exchanges(self, exchanges: list[Exchange]) -> None:
        """Show these instead."""
        self.clear()
        self._earlier = exchanges[:-AT_ONCE]
        self.earlier.setVisible(bool(self._earlier))
        for exchange in exchanges[-AT_ONCE:]:
            self.add(self._make(exchange))

    def _show_earlier(self) -> None:
        """Some more above; what is looked at stays where it is."""
        bar = self.verticalScrollBar()
        from_bottom = bar.maximum() - bar.value()
        self._follows = False
        views = [self._make(exchange) for exchange in self._earlier[-AT_ONCE:]]
        del self._earlier[-AT_ONCE:]
        for number, view in enumerate(views):
            self._column.insertWidget(2 + number, view)
        self.views[:0] = views
        self.earlier.setVisible(bool(self._earlier))
        self._column.activate()
        bar.setValue(bar.maximum() - from_bottom)

    def drop_from(self, view: ExchangeView) -> None:
        """Take away this and all below it."""
        place = self.views.index(view)
        for gone in self.views[place:]:
            self._column.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        del self.views[place:]
        self.empty.setVisible(not self.views and not self._earlier)

    def clear(self) -> None:
        self._earlier = []
        self.earlier.hide()
        if self.views:
            self.drop_from(self.views[0])
        self.empty.show()

    def _note_place(self, value: int) -> None:
        self._follows = value >= self.verticalScrollBar().maximum() - _NEAR

    def _on_range(self, _least: int, most: int) -> None:
        if self._follows:
            self.verticalScrollBar().setValue(most)
