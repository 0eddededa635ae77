"""Where everything stands on the Data page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStackedWidget, QWidget

from app.look import layouts
from app.look.columns import Columns
from app.look.theme import CONTROL_HEIGHT, GRID
from app.pages.data.guide import Guide
from app.pages.data.job_strip import JobStrip
from app.pages.data.problem_list import ProblemList
from app.pages.data.row_browser import RowBrowser
from app.pages.data.statistics_view import StatisticsView
from app.pages.data.summary_card import HEIGHT, SummaryCard
from app.widgets.controls import Card, PathLabel, page_title, scrolled
from app.widgets.message_bar import MessageBar
from app.widgets.view_stack import ViewStack
from app.widgets.view_switch import ViewSwitch
from core.shared import protocol as p
from core.shared.texts.numbers import count

if TYPE_CHECKING:
    from app.pages.data.page import DataPage

_TABS = (
    ("rows", "Ro&ws", "mdi6.format-list-text"),
    ("notes", "Notes and f&igures", "mdi6.chart-bar"),
    ("unused", "Not use&d", "mdi6.playlist-remove"),
)
_FORM_WIDTH = 42 * GRID
LEAST_FOOT = 30 * GRID  # pixels: words, a bar and Cancel; with less, the buttons stand below them


class DataLayout:
    """What is chosen stands on the left; on the right what came of it, or a guide while there is nothing."""

    def __init__(self, page: DataPage) -> None:
        self.guide, self.card, self.message, self.strip = Guide(), SummaryCard(), MessageBar(), JobStrip()
        self.rows, self.statistics, self.unused = RowBrowser(), StatisticsView(), ProblemList()
        self.foot = PathLabel(words=True)
        self.tabs = ViewSwitch("What to see of the data", _TABS)
        self._views = ViewStack(self.rows, self.statistics, self.unused)
        self._top, self._right, self._foot = QStackedWidget(), QStackedWidget(), QStackedWidget()
        self._right.addWidget(self.guide)
        self._right.addWidget(self._found(page))
        halves = Columns(2 * GRID, narrow=110 * GRID)
        halves.add(self._chosen(page))
        halves.add(self._right, 1)
        content = QWidget()
        layouts.column(content).addWidget(halves, 1)
        layout = layouts.page(page)
        layout.addWidget(page_title("Data"))
        layout.addWidget(scrolled(content), 1)
        layout.addWidget(self._bottom(page))
        self.message.dismissed.connect(lambda: self._top.setCurrentIndex(0))
        self.card.more_wanted.connect(lambda: self.show_tab(1))

    @property
    def tab(self) -> int:
        """Which of the views over the data is shown."""
        return self._views.currentIndex()

    def show_tab(self, tab: int) -> None:
        """Show one of the views."""
        if 0 <= tab < len(_TABS):
            self.tabs.buttons[_TABS[tab][0]].click()

    def show_guide(self) -> None:
        """There is no data."""
        self._right.setCurrentIndex(0)

    def show_data(self) -> None:
        """There is data, and nothing wrong with it so far."""
        self._right.setCurrentIndex(1)
        self._top.setCurrentIndex(0)

    def show_failure(self, title: str, failure: p.Failed) -> None:
        """It takes the summary's place, so that nothing moves."""
        self.message.say_failure(title, failure)
        self._top.setCurrentIndex(1)

    def watch(self, job: object) -> None:
        """How far it is stands where the last line stood."""
        self.strip.watch(job)  # type: ignore[arg-type]  # a BackgroundJob or None, through a signal
        self._foot.setCurrentIndex(0 if job is None else 1)

    def name_tabs(self, notes: int, unused: int) -> None:
        """With how much is to be found there."""
        for (key, name, _), number in zip(_TABS, (0, notes, unused), strict=True):
            self.tabs.name(key, f"{name} ({count(number)})" if number else name)

    def _chosen(self, page: DataPage) -> QWidget:
        what = Card("What to learn from")
        what.body.addWidget(page.data)
        page.data.buttons.addWidget(page.sample)
        reader = layouts.row(gap=GRID)
        reader.addWidget(page.model, 1)
        reader.addWidget(page.other_model)
        what.body.addLayout(reader)
        what.body.addWidget(page.mapping)
        left = QWidget()
        left.setMinimumWidth(_FORM_WIDTH)
        column = layouts.column(left)
        column.addWidget(what)
        column.addStretch(1)
        return left

    def _found(self, page: DataPage) -> QWidget:
        self.message.add_action(page.again)
        failed = scrolled(self.message)
        self._top.addWidget(self.card)
        self._top.addWidget(failed)
        self._top.setFixedHeight(HEIGHT)
        self.tabs.chosen.connect(lambda key: self._views.setCurrentIndex(list(self.tabs.buttons).index(key)))
        self._views.setMinimumHeight(40 * GRID)
        found = QWidget()
        column = layouts.column(found, gap=GRID)
        column.addWidget(self._top)
        column.addWidget(self.tabs)
        column.addWidget(self._views, 1)
        return found

    def _bottom(self, page: DataPage) -> QWidget:
        self._foot.addWidget(self.foot)
        self._foot.addWidget(self.strip)
        self._foot.setFixedHeight(CONTROL_HEIGHT)
        self._foot.setMinimumWidth(LEAST_FOOT)
        buttons = QWidget()
        row = layouts.row(buttons, gap=GRID)
        row.addStretch(1)
        row.addWidget(page.save)
        row.addWidget(page.use)
        bottom = Columns(GRID)
        bottom.add(self._foot, 1)
        bottom.add(buttons)
        return bottom
