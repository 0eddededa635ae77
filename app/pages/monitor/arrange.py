"""Where everything on the Monitor page stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QLabel, QSizePolicy, QStackedLayout, QStackedWidget, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID
from app.pages.monitor.texts import EMPTY
from app.widgets.controls import IconButton, scrolled, switch

if TYPE_CHECKING:
    from app.pages.monitor.page import MonitorPage

VIEWS = {
    "graphs": ("Grap&hs", "mdi6.chart-line"),
    "samples": ("Samp&les", "mdi6.message-text-outline"),
    "settings": ("Settin&gs", "mdi6.tune-variant"),
    "story": ("&What happened", "mdi6.text-box-outline"),
}


class Views(QWidget):
    """The switch between the views; `stack` holds them in the order of VIEWS."""

    def __init__(self, widgets: list[QWidget], beside: QWidget, buttons: list[IconButton]) -> None:
        super().__init__()
        self.stack = QStackedWidget()
        self._group = QButtonGroup(self, exclusive=True)
        holder = switch()
        inside = Flow(GRID // 2)
        holder.setLayout(inside)
        for index, (widget, (title, icon)) in enumerate(zip(widgets, VIEWS.values(), strict=True)):
            self.stack.addWidget(widget)
            button = IconButton(title, icon, checkable=True)
            self._group.addButton(button, index)
            inside.addWidget(button)
        self._group.idClicked.connect(self.stack.setCurrentIndex)
        self.stack.currentChanged.connect(self._fit)
        self._fit(0)
        self._group.button(0).setChecked(True)
        row = layouts.row(self, gap=2 * GRID)
        row.addWidget(holder)
        row.addWidget(beside, 1)
        at_end = QWidget()
        flow = Flow(GRID)
        at_end.setLayout(flow)
        for button in buttons:
            flow.addWidget(button)
        row.addWidget(at_end)

    def _fit(self, shown: int) -> None:
        """As high as the view that is shown, and not as the highest."""
        for index in range(self.stack.count()):
            policy = QSizePolicy.Policy.Preferred if index == shown else QSizePolicy.Policy.Ignored
            if widget := self.stack.widget(index):
                widget.setSizePolicy(policy, policy)

    @property
    def current(self) -> str:
        return list(VIEWS)[self.stack.currentIndex()]

    def show_view(self, name: str) -> None:
        index = list(VIEWS).index(name)
        self._group.button(index).setChecked(True)
        self.stack.setCurrentIndex(index)


def arrange(page: MonitorPage) -> tuple[QStackedLayout, Views]:
    """Lay the page's parts out. Returns the empty page and the full one in layers, and the views."""
    empty = QLabel(EMPTY, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
    content, scrolling = QWidget(), QWidget()

    top = layouts.row(gap=2 * GRID)
    top.addWidget(page.name, 3)
    top.addWidget(page.live)
    top.addWidget(page.status, 2)
    page.live.hide()

    numbers = Flow(3 * GRID)
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
    column = layouts.column(content, gap=12)
    column.addWidget(page.bar)
    column.addWidget(scrolled(scrolling), 1)
    column.addLayout(buttons)
    outer = layouts.column(page, gap=12, margins=layouts.PAGE_MARGINS)
    outer.addLayout(top)
    return layouts.layers(outer, empty, content), views
