"""The list of runs with its filter, and what stands in its place where nothing is listed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from app.look import layouts
from app.look.theme import CONTROL_HEIGHT, GRID
from app.pages.runs import texts
from app.pages.runs.listed_run import ListedRun
from app.pages.runs.run_table import RunTable
from app.widgets.controls import IconButton, dim_label, text_field
from app.widgets.resume_strip import ResumeStrip
from app.widgets.skeleton import Skeleton
from core.base.language import tr


class RunList(QWidget):
    """`filter` stands elsewhere on the page."""

    def __init__(self) -> None:
        super().__init__()
        self.table = RunTable()
        self.filter = text_field(tr("Filter the runs"), tr("Filter"))
        self.filter.setFixedSize(28 * GRID, CONTROL_HEIGHT)
        self.start = IconButton(tr("&Begin with a model"), "mdi6.play", primary=True)
        self.clear = IconButton(tr("&Show all runs"), "mdi6.filter-off-outline")
        self._no_match = _words()
        self._said = dim_label()
        self.stopped = ResumeStrip()
        layout = layouts.column(self.stopped, inside=self, gap=GRID)
        no_runs, no_match = _centred(_words(texts.EMPTY), self.start), _centred(self._no_match, self.clear)
        self._layers = layouts.layers(layout, Skeleton(), self.table, no_runs, no_match)
        layout.addWidget(self._said)
        self.filter.textChanged.connect(self._on_filter)
        self.clear.clicked.connect(self.filter.clear)
        self.table.chosen.connect(self._say_how_many)

    def show_runs(self, runs: list[ListedRun]) -> None:
        self.table.show_runs(runs)
        self._show_layer()
        self._say_how_many()

    def _on_filter(self, text: str) -> None:
        self.table.filter(text)
        self._no_match.setText(texts.no_match(text))
        self._show_layer()
        self._say_how_many()
        self.table.chosen.emit()

    def _say_how_many(self) -> None:
        runs, shown = self.table.rows.runs, self.table.rows.rowCount()
        said = [texts.how_many(runs, shown)]
        if shown > 1 and len(self.table.selected) < 2:
            said.append(texts.TICK)
        self._said.setText("  ".join(filter(None, said)))

    def _show_layer(self) -> None:
        if not self.table.rows.runs:
            self._layers.setCurrentIndex(2)
        else:
            self._layers.setCurrentIndex(1 if self.table.rows.rowCount() else 3)


def _words(text: str = "") -> QLabel:
    return QLabel(text, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)


def _centred(words: QLabel, button: IconButton) -> QWidget:
    button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return layouts.panel(layouts.column(..., words, layouts.centred(button), ..., gap=2 * GRID))
