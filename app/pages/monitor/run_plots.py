"""The four plots of a run, drawn from its RunModel."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from app.look import layouts, theme
from app.look.columns import Columns
from app.pages.monitor.axes import StepAxis, TimeAxis
from app.pages.monitor.live_plot import Curve, LivePlot
from app.pages.monitor.save_plots import SaveButton
from app.widgets.controls import IconButton
from app.workers.run_model import RunModel
from core.shared.texts.numbers import NOTHING, count, significant, size, small

FOLLOW_MS = 16  # between what is drawn of two plots
NARROW = 100 * theme.GRID  # pixels, below which plots stand below each other: two legends need so much


class RunPlots(QWidget):
    """Loss, tokens/s, memory, and learning rate with gradient norm."""

    def __init__(self) -> None:
        super().__init__()
        self._model: RunModel | None = None
        self.loss = LivePlot(
            "Loss",
            StepAxis("bottom"),
            [
                Curve("each step", theme.TRAIN_LOSS, width=1, faint=True),
                Curve("smoothed", theme.TRAIN_LOSS, width=2.5, smooth=True),
                Curve("evaluation", theme.EVAL_LOSS, markers=True),
            ],
            marked=True,
        )
        self.speed = LivePlot("Speed", StepAxis("bottom"), [Curve("tokens/s", theme.SPEED, widest="00 000")])
        self.memory = LivePlot(
            "Memory, GB",
            TimeAxis("bottom"),
            [
                Curve("worker", theme.WORKER_MEMORY),
                Curve("peak", theme.WORKER_MEMORY, width=1.5, dashed=True),
                Curve("free (right)", theme.SYSTEM_FREE, right=True, widest="00.0"),
            ],
        )
        self.rates = LivePlot(
            "Learning",
            StepAxis("bottom"),
            [
                Curve("rate", theme.LEARNING_RATE, widest="0.00e-0"),
                Curve("gradient norm (right)", theme.GRADIENT_NORM, width=1.5, right=True),
            ],
        )
        self._by_step = (self.loss, self.speed, self.rates)
        self._zoomed: LivePlot | None = None  # the one that the others follow
        self._behind: list[LivePlot] = []  # those that have yet to follow it
        self._following = QTimer(self, interval=FOLLOW_MS)
        self._following.timeout.connect(self._follow)
        self.all = IconButton("Show all", "mdi6.fit-to-page-outline")
        self.save = SaveButton(self, lambda: self._model)
        self.buttons = [self.all, self.save]
        self._connect()
        rows = layouts.column(self, gap=2 * theme.GRID)
        for pair in ((self.loss, self.speed), (self.rates, self.memory)):
            row = Columns(2 * theme.GRID, narrow=NARROW)
            for plot in pair:
                row.add(plot, 1)
            rows.addWidget(row, 1)

    def begin(self) -> None:
        """Another run comes: with axes of its own."""
        self._behind.clear()
        for plot in (*self._by_step, self.memory):
            plot.show_all()
            plot.point_at(None)
        self._update()

    def show_buttons(self, shown: bool) -> None:
        """They are for what is in view only; their room stays."""
        for button in self.buttons:
            button.setVisible(shown)

    def draw(self, model: RunModel) -> None:
        """Show everything the model holds."""
        self._model = model
        self.save.setEnabled(len(model.steps) > 0)
        self._draw_loss(model)
        self._draw_speed(model)
        self._draw_memory(model)
        self._draw_rates(model)

    def show_all(self) -> None:
        """The way back from any zoom."""
        self._behind.clear()
        for plot in (*self._by_step, self.memory):
            plot.show_all()
        self._update()

    def _update(self) -> None:
        self.all.setEnabled(any(plot.is_zoomed for plot in (self.loss, self.speed, self.rates, self.memory)))

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

    def _connect(self) -> None:
        self.all.clicked.connect(self.show_all)
        self.all.setToolTip("The wheel zooms, dragging moves; this shows everything again.")
        for plot in (*self._by_step, self.memory):
            plot.zoomed.connect(self._update)
        for plot in self._by_step:
            plot.zoomed.connect(lambda plot=plot: self._show_same_steps(plot))
            for other in self._by_step:
                plot.pointed.connect(other.point_at)
        self.memory.pointed.connect(self.memory.point_at)
        self._update()

    def _draw_loss(self, model: RunModel) -> None:
        steps, evaluations, plot = model.steps, model.evaluations, self.loss
        plot.draw("each step", steps["step"], steps["loss"])
        plot.draw("smoothed", steps["step"], steps["smoothed"])
        plot.draw("evaluation", evaluations["step"], evaluations["loss"])
        plot.show_marks(model.marks)
        best = evaluations["step"] == (-1 if model.best_step is None else model.best_step)
        best &= np.isfinite(evaluations["loss"])
        plot.best.setData(x=evaluations["step"][best], y=evaluations["loss"][best])
        loss, smoothed = significant(steps.last("loss")), significant(steps.last("smoothed"))
        evaluated = significant(evaluations.last("loss"))
        plot.say("each step", loss)
        plot.say("smoothed", smoothed)
        plot.say("evaluation", evaluated)
        if len(steps):
            plot.summarize(
                f"Loss over {count(len(steps))} steps: {significant(steps['loss'][0])} at first, {loss} now, "
                f"{smoothed} smoothed, {evaluated} at the last of {count(len(evaluations))} evaluations."
            )

    def _draw_speed(self, model: RunModel) -> None:
        speeds = model.steps["tok_s"]
        self.speed.draw("tokens/s", model.steps["step"], speeds)
        self.speed.say("tokens/s", significant(model.steps.last("tok_s")))
        if len(speeds):
            self.speed.summarize(
                f"Speed: {significant(speeds[-1])} tokens per second now, {significant(speeds.mean())} on average."
            )

    def _draw_memory(self, model: RunModel) -> None:
        memory, plot = model.memory, self.memory
        for name, column in (("worker", "rss"), ("peak", "peak"), ("free (right)", "available")):
            plot.draw(name, memory["seconds"], memory[column] / 1e9)
            plot.say(name, significant(memory[column][-1] / 1e9) if len(memory) else NOTHING)
        if len(memory):
            plot.summarize(
                f"Memory: the training process uses {size(memory['rss'][-1])}, at most {size(memory['peak'][-1])} "
                f"so far; the system has {size(memory['available'][-1])} free."
            )

    def _draw_rates(self, model: RunModel) -> None:
        steps, plot = model.steps, self.rates
        plot.draw("rate", steps["step"], steps["learning_rate"])
        plot.draw("gradient norm (right)", steps["step"], steps["grad_norm"])
        rate, norm = small(steps.last("learning_rate")), significant(steps.last("grad_norm"))
        plot.say("rate", rate)
        plot.say("gradient norm (right)", norm)
        if len(steps):
            plot.summarize(f"Learning rate {rate}, gradient norm {norm} at the last step.")
