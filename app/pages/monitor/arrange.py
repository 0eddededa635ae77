"""The layout of the Monitor page, and the switch between its views."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QStackedLayout, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID
from app.pages.monitor.numbers import Numbers, Story
from app.pages.monitor.run_plots import RunPlots
from app.pages.monitor.texts import EMPTY
from app.widgets.controls import IconButton, scrolled
from app.widgets.view_switch import ViewStack, ViewSwitch
from core.base.language import tr

_VIEWS = (
    ("graphs", tr("Grap&hs"), "mdi6.chart-line"),
    ("samples", tr("Answers over ti&me"), "mdi6.message-text-outline"),
    ("settings", tr("Settin&gs"), "mdi6.tune-variant"),
    ("story", tr("&What happened"), "mdi6.text-box-outline"),
)
VIEWS = [key for key, _words, _icon in _VIEWS]


class Views(QWidget):
    """The switch between the views; `stack` holds them in the order of VIEWS."""

    def __init__(self, widgets: list[QWidget], beside: QWidget, buttons: list[IconButton]) -> None:
        super().__init__()
        self.stack = ViewStack(*widgets)
        self._switch = ViewSwitch(tr("Views of the run"), _VIEWS)
        self._switch.chosen.connect(self.show_view)
        layouts.row(self._switch, (beside, 1), layouts.panel(Flow(GRID, *buttons)), inside=self, gap=2 * GRID)

    @property
    def current(self) -> str:
        return VIEWS[self.stack.currentIndex()]

    def show_view(self, name: str) -> None:
        self._switch.choose(name)
        self.stack.setCurrentIndex(VIEWS.index(name))


class Top(NamedTuple):
    """The first line: the run's name, the way to another that is trained, the run's state, the way to a new one."""

    name: QWidget
    live: QWidget
    status: QWidget
    new: QWidget


class Bottom(NamedTuple):
    """The last line: buttons, and the main one at its end; and a message above it."""

    said: QWidget
    buttons: list[IconButton]
    main: IconButton


def arrange(
    page: QWidget,
    top: Top,
    figures: tuple[QWidget, Numbers, QWidget, QWidget],
    views: tuple[RunPlots, QWidget, QWidget, Story],
    bottom: Bottom,
) -> tuple[QStackedLayout, Views]:
    """Lay out the page. Return the empty page and the full one in layers, and the views.

    figures: the bar, the numbers, the button of the details, the headline. views: in the order of VIEWS.
    """
    content, scrolling = QWidget(), QWidget()
    (bar, numbers, details, message), (plots, *_, story) = figures, views

    top.live.hide()

    switch_ = Views(list(views), story.newest, plots.buttons)
    switch_.stack.currentChanged.connect(lambda index: plots.show_buttons(index == 0))

    first = layouts.row((message, 1), layouts.top(numbers.readouts["left"]), gap=2 * GRID)
    layouts.column(first, numbers, switch_, (switch_.stack, 1), inside=scrolling, gap=12)
    buttons = Flow(GRID, *bottom.buttons, at_end=bottom.main)
    layouts.column(bar, (scrolled(scrolling), 1), bottom.said, buttons, inside=content, gap=2 * GRID)
    outer = layouts.page(page, layouts.row((top.name, 5), top.live, (top.status, 2), details, top.new, gap=2 * GRID))
    return layouts.layers(outer, QLabel(EMPTY, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True), content), switch_
