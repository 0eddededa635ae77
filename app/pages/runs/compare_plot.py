"""The losses of some runs in one plot, by steps, tokens or time; and their names with the marks of their curves."""

from __future__ import annotations

import numpy as np
import pyqtgraph
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QLabel

from app.look import layouts
from app.look.colors import EVAL_LOSS, LEARNING_RATE, SPEED, SYSTEM_FREE, TRAIN_LOSS, WORKER_MEMORY
from app.look.flow import Flow
from app.look.theme import GRID, ink
from app.widgets.plot_card import PlotCard
from core.base.language import tr
from core.base.numbers import significant
from core.runs.compare import Compared
from core.runs.summary import CurvePoint

COLORS = (TRAIN_LOSS, EVAL_LOSS, SPEED, WORKER_MEMORY, LEARNING_RATE, SYSTEM_FREE)  # one for each run, in their order
AXES = {"step": (tr("Steps"), 1.0), "tokens": (tr("Tokens read, thousands"), 1e3), "seconds": (tr("Minutes"), 60.0)}
_SMOOTHING = 0.9  # as on the Monitor page
_HEIGHT = 38 * GRID


class ComparePlot(PlotCard):
    """Plots each run's smoothed loss as a line, and evaluations as diamonds, in its colour."""

    def __init__(self) -> None:
        super().__init__(tr("Loss"), pyqtgraph.PlotWidget())
        self.plot.setFixedHeight(_HEIGHT)
        self.plot.setMouseEnabled(x=False, y=False)
        self._item.hideButtons()
        self._item.setDownsampling(auto=True, mode="peak")
        self._item.setClipToView(True)
        self._item.getAxis("left").setWidth(7 * GRID)
        self._legend = Flow(2 * GRID)
        self.body.insertLayout(1, self._legend)
        self._runs: list[Compared] = []
        self._axis = "step"

    def show_runs(self, runs: list[Compared], axis: str) -> None:
        """Show the curves of runs. axis: a key of AXES."""
        self._runs, self._axis = runs, axis
        self._draw()

    def _paint(self) -> None:
        super()._paint()
        if hasattr(self, "_runs"):  # colours of curves are another with the palette
            self._draw()

    def _draw(self) -> None:
        self._item.clear()
        layouts.clear(self._legend)
        title, _ = AXES[self._axis]
        self._item.setLabel("bottom", title)
        for run, color in zip(self._runs, COLORS, strict=False):
            pen = pyqtgraph.mkPen(ink(color), width=2)
            line = pyqtgraph.mkPen(ink(color), width=1, style=Qt.PenStyle.DashLine)
            self._item.plot(self._across(run.curve), smoothed(run.curve), pen=pen, antialias=len(run.curve) < 400)
            self._item.plot(
                self._across(run.evaluations), [point.loss for point in run.evaluations], pen=line, symbol="d",
                symbolSize=11, symbolBrush=ink(color), symbolPen=None, antialias=True,
            )  # fmt: skip
            self._legend.addWidget(_legend(run, ink(color).name()))
        names = ", ".join(f"{run.name}: {significant(_last(run))}" for run in self._runs)
        self.summarize(
            tr(
                "Loss of {runs} runs by {title}. In the end {names}.",
                runs=len(self._runs),
                title=title.lower(),
                names=names,
            )
        )

    def _across(self, points: list[CurvePoint]) -> list[float]:
        unit = AXES[self._axis][1]
        return [getattr(point, self._axis) / unit for point in points]


def smoothed(points: list[CurvePoint]) -> np.ndarray:
    """Return the exponential mean, without the bias towards its start."""
    values, mean = np.empty(len(points)), 0.0
    for at, point in enumerate(points):
        mean = _SMOOTHING * mean + (1 - _SMOOTHING) * point.loss
        values[at] = mean / (1 - _SMOOTHING ** (at + 1))
    return values


def _last(run: Compared) -> float | None:
    points = run.evaluations or run.curve
    return points[-1].loss if points else None


def _legend(run: Compared, color: str) -> QLabel:
    label = QLabel(textFormat=Qt.TextFormat.RichText)
    name = run.name if len(run.name) <= 40 else f"{run.name[:19]}…{run.name[-20:]}"
    escaped = name.replace("&", "&amp;").replace("<", "&lt;")
    label.setText(f"<span style='color:{color}'>━ ◆</span> {escaped}")
    label.setToolTip(run.name)
    return label


class Heading(QLabel):
    """A run's name, and the mark of its curve."""

    def __init__(self, name: str, color: str) -> None:
        super().__init__(wordWrap=True, textFormat=Qt.TextFormat.RichText)
        self._name, self._color = name, color
        self.setToolTip(name)
        self._paint()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_name"):
            self._paint()

    def _paint(self) -> None:
        escaped = self._name.replace("&", "&amp;").replace("<", "&lt;")
        self.setText(f"<span style='color:{ink(self._color).name()}'>◆</span> <b>{escaped}</b>")
