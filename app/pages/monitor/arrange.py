"""Where everything on the Monitor page stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QStackedLayout, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID
from app.pages.monitor.texts import EMPTY
from app.widgets.controls import IconButton, scrolled
from app.widgets.view_stack import ViewStack
from app.widgets.view_switch import ViewSwitch

if TYPE_CHECKING:
    from app.pages.monitor.page import MonitorPage

_VIEWS = (
    ("graphs", "Grap&hs", "mdi6.chart-line"),
    ("samples", "Samp&les", "mdi6.message-text-outline"),
    ("settings", "Settin&gs", "mdi6.tune-variant"),
    ("story", "&What happened", "mdi6.text-box-outline"),
)
VIEWS = [key for key, _words, _icon in _VIEWS]


class Views(QWidget):
    """The switch between the views; `stack` holds them in the order of VIEWS."""

    def __init__(self, widgets: list[QWidget], beside: QWidget, buttons: list[IconButton]) -> None:
        super().__init__()
        self.stack = ViewStack(*widgets)
        self._switch = ViewSwitch("What to see of the run", _VIEWS)
        self._switch.chosen.connect(self.show_view)
        row = layouts.row(self, gap=2 * GRID)
        row.addWidget(self._switch)
        row.addWidget(beside, 1)
        at_end = QWidget()
        flow = Flow(GRID)
        at_end.setLayout(flow)
        for button in buttons:
            flow.addWidget(button)
        row.addWidget(at_end)

    @property
    def current(self) -> str:
        return VIEWS[self.stack.currentIndex()]

    def show_view(self, name: str) -> None:
        self._switch.choose(name)
        self.stack.setCurrentIndex(VIEWS.index(name))


def arrange(page: MonitorPage) -> tuple[QStackedLayout, Views]:
    """Lay the page's parts out. Returns the empty page and the full one in layers, and the views."""
    empty = QLabel(EMPTY, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
    content, scrolling = QWidget(), QWidget()

    top = layouts.row(gap=2 * GRID)
    top.addWidget(page.name, 5)
    top.addWidget(page.live)
    top.addWidget(page.status, 2)
    page.live.hide()

    numbers = Flow(2 * GRID, line_gap=GRID // 2, aligned=True)
    for readout in page.readouts.values():
        numbers.addWidget(readout)

    views = Views([page.plots, page.samples, page.settings, page.story], page.story.newest, page.plots.buttons)
    views.stack.currentChanged.connect(lambda index: page.plots.show_buttons(index == 0))
    buttons = Flow(GRID)
    for button in (page.stop, page.save, page.sample, page.again, page.export):
        buttons.addWidget(button)
    buttons.add_at_end(page.main)

    inside = layouts.column(scrolling, gap=12)
    inside.addLayout(numbers)
    inside.addWidget(page.message)
    inside.addWidget(views)
    inside.addWidget(views.stack, 1)
    column = layouts.column(content, gap=2 * GRID)
    column.addWidget(page.bar)
    column.addWidget(scrolled(scrolling), 1)
    column.addLayout(buttons)
    outer = layouts.page(page)
    outer.addLayout(top)
    return layouts.layers(outer, empty, content), views
