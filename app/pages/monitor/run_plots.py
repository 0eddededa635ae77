"""The plots of a run, and how they go together: the loss large, the others below it where somebody wants them."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.look import layouts, theme
from app.look.flow import Columns
from app.pages.monitor.gauges import Gauges
from app.pages.monitor.live_plot import LivePlot
from app.pages.monitor.save_plots import SaveButton
from app.pages.monitor.which_plots import KINDS
from app.widgets.controls import IconButton
from app.workers.run_model import RunModel
from core.base.language import tr

FOLLOW_MS = 16  # between what is drawn of two plots
BY_TIME = ("memory", "free")  # their axis is time, not steps
LOSS_HEIGHT = 28 * theme.GRID  # pixels, at least
NARROW = 100 * theme.GRID  # pixels, below which plots stand below each other: two legends need so much


class RunPlots(QWidget):
    """The loss with what stands beside it, and in the details speed, memory, learning rate and gradient norm."""

    def __init__(self, answers: QWidget | None = None) -> None:
        """answers: stand beside the loss, below the gauges; where the page is narrow, the gauges stand above all."""
        super().__init__()
        self.gauges = Gauges()
        self._is_narrow: bool | None = None  # not known before it is laid out
        self._model: RunModel | None = None
        self._made: dict[str, LivePlot] = {}
        self._places: dict[str, QVBoxLayout] = {}
        self._holders: dict[str, QWidget] = {}
        self._zoomed: LivePlot | None = None  # the one that the others follow
        self._behind: list[LivePlot] = []  # those that have yet to follow it
        self._following = QTimer(self, interval=FOLLOW_MS)
        self._following.timeout.connect(self._follow)
        self._making = QTimer(self, interval=0)
        self._making.timeout.connect(self._make_next)
        self.all = IconButton(tr("Show all"), "mdi6.fit-to-page-outline")
        self.all.setToolTip(tr("The wheel zooms, dragging moves; this button shows everything again."))
        self.all.clicked.connect(self.show_all)
        self.save = SaveButton(self, lambda: self._model)
        self.buttons = [self.all, self.save]
        self._update()
        self._more = QWidget()
        loss = self._place("loss")
        loss.setMinimumHeight(LOSS_HEIGHT)
        above = layouts.panel(layouts.column((loss, 3), (self._place("moved"), 1), gap=2 * theme.GRID))
        first = Columns(2 * theme.GRID, (above, 5), narrow=NARROW)
        self._over = layouts.column()
        self._beside = layouts.column(self.gauges, (answers or QWidget(), 1), gap=2 * theme.GRID)
        first.add(layouts.panel(self._beside), 4)
        below = layouts.column(inside=self._more, gap=2 * theme.GRID)
        for names in (("speed", "memory"), ("rates", "norm"), ("free", "choices")):
            below.addWidget(Columns(2 * theme.GRID, *((self._place(name), 1) for name in names), narrow=NARROW), 1)
        self._show_those_of(RunModel())
        layouts.column(self._over, (first, 1), (self._more, 1), inside=self, gap=2 * theme.GRID)
        self._more.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        if (is_narrow := self.width() < NARROW) != self._is_narrow:
            self._is_narrow = is_narrow
            self.gauges.be_line(is_narrow)
            (self._over if is_narrow else self._beside).insertWidget(0, self.gauges)

    def _place(self, name: str) -> QWidget:
        place = QWidget()
        self._places[name] = layouts.column(inside=place)
        self._holders[name] = place
        return place

    def _show_those_of(self, model: RunModel) -> None:
        for name, kind in KINDS.items():
            self._holders[name].setHidden(not kind.is_of(model))

    def show_more(self, shown: bool) -> None:
        """Show the other plots, too; they are made then."""
        self._more.setVisible(shown)
        if shown and not self.is_whole:
            self._making.start()

    @property
    def is_whole(self) -> bool:
        """Whether all that are wanted are there."""
        return not self._missing

    def begin(self) -> None:
        """Clear the plots for another run, with axes of its own."""
        self._model = None
        for plot in self._made.values():
            plot.point_at(None)
            plot.forget()
        self.show_all()

    def show_buttons(self, shown: bool) -> None:
        """Show or hide the buttons, which are for what is in view only; their room stays."""
        for button in self.buttons:
            button.setVisible(shown)

    def draw(self, model: RunModel) -> None:
        """Show everything the model holds; in plots that are not there yet as soon as they are."""
        self._model = model
        self.save.setEnabled(len(model.steps) > 0)
        self._show_those_of(model)
        for name, plot in self._made.items():
            KINDS[name].draw(plot, model)
        if not self.is_whole:
            self._making.start()

    def show_all(self) -> None:
        """Show all: the way back from any zoom."""
        self._behind.clear()
        for plot in self._made.values():
            plot.show_all()
        self._update()

    def plot(self, name: str) -> LivePlot:
        """Return a plot, by its key in KINDS. It is made when it is first wanted: that takes a third of the time for
        which the window may be busy.
        """
        if name not in self._made:
            plot = self._made[name] = KINDS[name].make()
            self._places[name].addWidget(plot)
            self._connect(name, plot)
            if self._model is not None:
                KINDS[name].draw(plot, self._model)
            if self._zoomed is not None and self._zoomed.is_zoomed and name not in BY_TIME:
                plot.show_range(*self._zoomed.range)
        return self._made[name]

    def _make_next(self) -> None:
        if missing := self._missing:
            self.plot(missing[0])
        else:
            self._making.stop()

    @property
    def _missing(self) -> list[str]:
        wanted = ["loss", "moved"] if self._more.isHidden() else [*KINDS]
        return [name for name in wanted if name not in self._made and not self._holders[name].isHidden()]

    def _update(self) -> None:
        self.all.setEnabled(any(plot.is_zoomed for plot in self._made.values()))

    @property
    def _by_step(self) -> list[LivePlot]:
        return [plot for name, plot in self._made.items() if name not in BY_TIME]

    def _show_same_steps(self, chosen: LivePlot) -> None:
        """The others follow one after the other: all in one frame would take longer than a frame may."""
        self._zoomed = chosen
        self._behind += [plot for plot in self._by_step if plot not in (chosen, *self._behind)]
        if not self._following.isActive():
            self._following.start()

    def _follow(self) -> None:
        if self._behind and self._zoomed is not None:
            self._behind.pop(0).show_range(*self._zoomed.range)
        else:
            self._following.stop()

    def _point_at(self, place: float | None) -> None:
        """Point at a place in all plots that go by steps."""
        for plot in self._by_step:
            plot.point_at(place)

    def _connect(self, name: str, plot: LivePlot) -> None:
        plot.zoomed.connect(self._update)
        if name in BY_TIME:
            plot.pointed.connect(plot.point_at)
        else:
            plot.zoomed.connect(lambda: self._show_same_steps(plot))
            plot.pointed.connect(self._point_at)
