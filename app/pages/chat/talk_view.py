"""The scrolling conversation, newest at the bottom; it follows new text only while scrolled to the bottom."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.pages.chat.exchange_view import ExchangeView
from app.pages.chat.talk import Exchange
from app.widgets.controls import IconButton
from core.base.language import tr

AT_ONCE = 12  # exchanges shown first; as many earlier ones are added on each request
MOST = 3 * AT_ONCE  # views kept while new ones arrive: each one slows down resizing
_NEAR = 3 * GRID  # pixels from the bottom that count as the bottom


class TalkView(QScrollArea):
    """Holds the views of the newest exchanges, and creates earlier ones on request."""

    def __init__(self, empty: str, make: Callable[[Exchange], ExchangeView]) -> None:
        super().__init__(widgetResizable=True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr("Conversation"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumHeight(4 * GRID)
        self.views: list[ExchangeView] = []
        self._make = make
        self._earlier: list[Exchange] = []  # exchanges without a view yet
        self._follows = True
        self._held: int | None = None  # pixels from the bottom, kept when views are inserted above
        self._wanted = 0  # views still to be created, one per idle moment
        self._maker = QTimer(self, interval=0)
        self._maker.timeout.connect(self._make_one)
        self.empty = QLabel(empty, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        self.earlier = IconButton(tr("Show earlier"), "mdi6.chevron-up")
        self.earlier.hide()
        content = QWidget()
        self._column = layouts.column(inside=content, gap=2 * GRID, margins=(0, 0, GRID, GRID))
        layouts.put(self._column, (self.empty, 8), layouts.centred(self.earlier), ...)
        self.setWidget(content)
        self.earlier.clicked.connect(self._show_more)
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._on_range)
        bar.valueChanged.connect(lambda value: self._note_place(value))

    def add(self, view: ExchangeView) -> None:
        """Append a view and scroll to it."""
        self.empty.hide()
        self.views.append(view)
        self._column.insertWidget(self._column.count() - 1, view)
        self._follows = True
        while len(self.views) > MOST and not self._maker.isActive():
            oldest = self.views.pop(0)
            self._earlier.append(oldest.exchange)
            self._discard(oldest)
        self.earlier.setVisible(bool(self._earlier))

    def show_exchanges(self, exchanges: list[Exchange]) -> None:
        """Replace the shown exchanges."""
        self.clear()
        self._earlier = list(exchanges)
        self.empty.setVisible(not exchanges)
        self._follows = True
        self._show_more()

    def _show_more(self) -> None:
        self._wanted = AT_ONCE
        self._maker.start()

    def _make_one(self) -> None:
        """Insert the next earlier view without moving the visible ones."""
        if self._wanted and self._earlier:
            self._wanted -= 1
            bar = self.verticalScrollBar()
            if self._held is None:
                self._held = bar.maximum() - bar.value()
            view = self._make(self._earlier.pop())
            self._column.insertWidget(2, view)
            self.views.insert(0, view)
        else:
            self._maker.stop()
            self._held = None
        self.earlier.setVisible(bool(self._earlier))

    def drop_from(self, view: ExchangeView) -> None:
        """Remove this view and all below it."""
        place = self.views.index(view)
        for gone in self.views[place:]:
            self._discard(gone)
        del self.views[place:]
        self.empty.setVisible(not self.views and not self._earlier)

    def drop_after(self, view: ExchangeView) -> None:
        """Remove all views below this one."""
        place = self.views.index(view) + 1
        if place < len(self.views):
            self.drop_from(self.views[place])

    def clear(self) -> None:
        self._earlier, self._wanted = [], 0
        self.earlier.hide()
        if self.views:
            self.drop_from(self.views[0])
        self.empty.show()

    def _discard(self, view: ExchangeView) -> None:
        self._column.removeWidget(view)
        view.hide()
        view.deleteLater()

    def _note_place(self, value: int) -> None:
        self._follows = value >= self.verticalScrollBar().maximum() - _NEAR

    def _on_range(self, _least: int, most: int) -> None:
        if self._follows:
            bar = self.verticalScrollBar()  # never scroll back: the user may be reading farther down
            bar.setValue(max(bar.value(), min(most, self._farthest())))
        elif self._held is not None:
            self.verticalScrollBar().setValue(most - self._held)

    def _farthest(self) -> int:
        """Return how far down to scroll: the shorter of two answers stays in view while the longer is written on."""
        newest = self.views[-1] if self.views else None
        return newest.y() if newest is not None and newest.is_side_by_side else self.verticalScrollBar().maximum()
