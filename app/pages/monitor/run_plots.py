"""The four plots of a run, drawn from its RunModel."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.look import layouts, theme
from app.look.columns import Columns
from app.pages.monitor.live_plot import Curve, LivePlot
from app.workers.run_model import RunModel
from core.shared.texts.numbers import NOTHING, count, significant, size, small

NARROW = 64 * theme.GRID  # pixels, below which plots stand below each other


class RunPlots(QWidget):
    """Loss, tokens/s, memory, and learning rate with gradient norm."""

    def __init__(self) -> None:
        super().__init__()
        self.loss = LivePlot(
            "Loss",
            "step",
            [
                Curve("each step", theme.TRAIN_LOSS, width=1, faint=True),
                Curve("smoothed", theme.TRAIN_LOSS, width=2.5),
                Curve("evaluation", theme.EVAL_LOSS, markers=True),
            ],
        )
        self.speed = LivePlot("Speed", "step", [Curve("tokens/s", theme.SPEED)])
        self.memory = LivePlot(
            "Memory, GB",
            "minutes",
            [
                Curve("worker", theme.WORKER_MEMORY),
                Curve("peak", theme.WORKER_MEMORY, width=1.5, dashed=True),
                Curve("system free", theme.SYSTEM_FREE),
            ],
        )
        self.rates = LivePlot(
            "Learning",
            "step",
            [
                Curve("rate", theme.LEARNING_RATE),
                Curve("gradient norm (right)", theme.GRADIENT_NORM, width=1.5, right=True),
            ],
        )
        rows = layouts.column(self, gap=2 * theme.GRID)
        for pair in ((self.loss, self.speed), (self.rates, self.memory)):
            row = Columns(2 * theme.GRID, narrow=NARROW)
            for plot in pair:
                row.add(plot, 1)
            rows.addWidget(row, 1)

    def draw(self, model: RunModel) -> None:
        """Show everything the model holds."""
        self._draw_loss(model)
        self._draw_speed(model)
        self._draw_memory(model)
        self._draw_rates(model)

    def _draw_loss(self, model: RunModel) -> None:
        steps, evaluations, plot = model.steps, model.evaluations, self.loss
        plot.draw("each step", steps["step"], steps["loss"])
        plot.draw("smoothed", steps["step"], steps["smoothed"])
        plot.draw("evaluation", evaluations["step"], evaluations["loss"])
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
        minutes = memory["seconds"] / 60
        for name, column in (("worker", "rss"), ("peak", "peak"), ("system free", "available")):
            plot.draw(name, minutes, memory[column] / 1e9)
            plot.say(name, f"{memory[column][-1] / 1e9:.2f}" if len(memory) else NOTHING)
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
