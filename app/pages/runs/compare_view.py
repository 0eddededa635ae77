"""Two to six runs side by side: one plot, what differs, what they wrote."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QLabel, QSizePolicy, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID, SECTION, set_size, use_tabular_figures
from app.pages.runs.compare_plot import COLORS, ComparePlot, Heading
from app.widgets.controls import Card, FoldButton, IconButton, dim_label, selectable_label
from app.widgets.view_switch import ViewSwitch
from core.base.errors import LuthierError
from core.base.language import tr
from core.runs.compare import Compared, Row, differences, results, save_csv, who_is_ahead, written

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
        column = layouts.column(inside=self, gap=2 * GRID)
        folded = layouts.panel(Flow(GRID, self.axes, self.picture, self.table))
        self.more = FoldButton(tr("Mo&re"), folded)
        layouts.put(column, Flow(GRID, self.back, self.more), folded)
        for card in (self.verdict, self.samples, self.plot, self.results, self.differences):
            column.addWidget(card)
        column.addStretch(1)


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
    """Only in columns that have a least width and stretch: elsewhere Qt gives such a label no room at all."""
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label
