"""Two to six runs side by side: one plot by steps, tokens or time, what differs, what they wrote."""

from __future__ import annotations

from html import escape
from pathlib import Path

import numpy as np
import pyqtgraph
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QLabel, QSizePolicy, QWidget

from app.look import layouts
from app.look.colors import EVAL_LOSS, LEARNING_RATE, SPEED, SYSTEM_FREE, TRAIN_LOSS, WORKER_MEMORY
from app.look.flow import Flow
from app.look.theme import GRID, SECTION, ink, set_size, use_tabular_figures
from app.widgets.controls import Card, FoldButton, IconButton, dim_label, selectable_label
from app.widgets.plot_card import PlotCard
from app.widgets.view_switch import ViewSwitch
from core.base.errors import LuthierError
from core.base.language import tr
from core.base.numbers import significant
from core.runs.compare import Compared, Row, differences, results, save_csv, who_is_ahead, written
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
    label.setText(f"<span style='color:{color}'>━ ◆</span> {escape(name)}")
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
        color = ink(self._color).name()
        self.setText(f"<span style='color:{color}'>◆</span> <b>{escape(self._name)}</b>")


_AXES = [("step", tr("S&teps"), "mdi6.stairs"), ("tokens", tr("To&kens"), "mdi6.format-letter-case"),
         ("seconds", tr("Ti&me"), "mdi6.clock-outline")]  # fmt: skip
LEAST = 9 * GRID  # pixels, of a column


class CompareView(QWidget):
    """Signals:
    left: back to the list. saved: the file that was written. failed: what could not be saved, in words.
    """

    left = Signal()
    saved = Signal(Path)
    failed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.runs: list[Compared] = []
        self.back = IconButton(tr("&Back to the list"), "mdi6.arrow-left")
        self.axes = ViewSwitch(tr("Horizontal axis of the losses"), _AXES)
        self.axes.choose("step")
        self.picture = IconButton(tr("Save the &picture…"), "mdi6.image-outline")
        self.table = IconButton(tr("Save the &numbers…"), "mdi6.table-arrow-down")
        self.verdict = selectable_label()
        set_size(self.verdict, SECTION, bold=True)
        self.plot = ComparePlot()
        self.results = _Table(tr("Results"))
        self.differences = _Table(tr("Differences"))
        self.samples = _Table(tr("What they write"))
        self.back.clicked.connect(self.left)
        self.axes.chosen.connect(lambda axis: self.plot.show_runs(self.runs, axis))
        self.picture.clicked.connect(self._save_picture)
        self.table.clicked.connect(self._save_table)
        self._arrange()

    def show_runs(self, runs: list[Compared]) -> None:
        self.runs = runs
        self.verdict.setText(who_is_ahead(runs))
        names = [run.name for run in runs]
        self.plot.show_runs(runs, self.axes.key)
        self.results.show_rows(names, results(runs))
        rows = differences(runs)
        self.differences.show_rows(names, rows, "" if rows else tr("Model, data and all settings are the same."))
        samples = written(runs)
        self.samples.setVisible(bool(samples))
        self.samples.show_rows(names, samples)

    def _save_picture(self) -> None:
        path, _ = QFileDialog.getSaveFileName(self, tr("Save the picture"), "losses.png", tr("Pictures (*.png)"))
        if not path:
            return
        if self.plot.grab().save(path, "PNG"):
            self.saved.emit(Path(path))
        else:
            self.failed.emit(tr("{path} could not be written. Choose another folder.", path=path))

    def _save_table(self) -> None:
        path, _ = QFileDialog.getSaveFileName(self, tr("Save the numbers"), "losses.csv", tr("Tables (*.csv)"))
        if path:
            try:
                save_csv(self.runs, Path(path))
            except LuthierError as error:
                self.failed.emit(str(error))
            else:
                self.saved.emit(Path(path))

    def _arrange(self) -> None:
        folded = layouts.panel(Flow(GRID, self.axes, self.picture, self.table))
        self.more = FoldButton(tr("Mo&re"), folded)
        cards = (self.verdict, self.samples, self.plot, self.results, self.differences)
        layouts.column(Flow(GRID, self.back, self.more), folded, *cards, ..., inside=self, gap=2 * GRID)


class _Table(Card):
    """Words in columns: what a row is, then a column for each run, in its colour."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self._said = dim_label(wraps=True)
        self._holder = QWidget()
        self.put(self._said, self._holder)

    def show_rows(self, names: list[str], rows: list[Row], otherwise: str = "") -> None:
        """Show rows. otherwise: said where there are none."""
        self._said.setText(otherwise)
        self._said.setVisible(bool(otherwise))
        holder = QWidget()
        grid = layouts.grid(2 * GRID, GRID, 0, inside=holder)
        for column, (name, color) in enumerate(zip(names, COLORS, strict=False), start=1):
            grid.setColumnStretch(column, 1)
            grid.setColumnMinimumWidth(column, LEAST)
            if rows:
                grid.addWidget(_as_wide_as_others(Heading(name, color)), 0, column)
        for line, (what, values) in enumerate(rows, start=1):
            grid.addWidget(dim_label(what, wraps=True), line, 0, Qt.AlignmentFlag.AlignTop)
            for column, value in enumerate(values, start=1):
                cell = selectable_label()
                cell.setText(value)
                cell.setAccessibleName(f"{what}, {names[column - 1]}: {value}")
                use_tabular_figures(cell)
                grid.addWidget(_as_wide_as_others(cell), line, column, Qt.AlignmentFlag.AlignTop)
        self.body.replaceWidget(self._holder, holder)
        self._holder.deleteLater()
        self._holder = holder


def _as_wide_as_others(label: QLabel) -> QLabel:
    """Return a label that takes its column's width. Without a least width and a stretch, Qt gives it no room at all."""
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label
