"""Which run, and which of its checkpoints: the best by evaluation comes first."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

from app.look import layouts
from app.look.columns import Columns
from app.look.theme import GRID
from app.pages.export.texts import checkpoint_name
from app.widgets.controls import drop_down
from core.shared import protocol as p

BEST, NEWEST = "best", ""  # what a job takes besides the number of a step


class RunChoice(Columns):
    """Signals:
    run_chosen: the folder of another run.
    changed: another checkpoint of the same run.
    """

    run_chosen = Signal(str)
    changed = Signal()

    def __init__(self) -> None:
        super().__init__(2 * GRID)
        self.runs, self.checkpoints = _combo("Run", 28), _combo("Checkpoint", 24)
        self.add(_labelled("R&un", self.runs), 1)
        self.add(_labelled("Chec&kpoint", self.checkpoints), 1)
        self.runs.activated.connect(lambda _row: self.run_chosen.emit(self.run))
        self.checkpoints.currentIndexChanged.connect(lambda _row: self.changed.emit())

    @property
    def run(self) -> str:
        """The folder of the chosen run, "" where there is none."""
        return self.runs.currentData() or ""

    @property
    def checkpoint(self) -> str:
        """As a job takes it."""
        return self.checkpoints.currentData() or NEWEST

    @property
    def learnt(self) -> bool:
        """Whether there is anything to export."""
        return bool(self.checkpoints.count())

    def show_runs(self, result: p.ExportsResult, wanted: str | None) -> None:
        """wanted: a checkpoint; the best where it is none of them, or None."""
        for combo in (self.runs, self.checkpoints):
            combo.blockSignals(True)
            combo.clear()
        for run in result.runs:
            self.runs.addItem(run.name if run.learnt else f"{run.name} (nothing learnt yet)", run.folder)
        self.runs.setCurrentIndex(self.runs.findData(result.run))
        current = next((run for run in result.runs if run.folder == result.run), None)
        for text, value in _choices(result.checkpoints) if current and current.learnt else ():
            self.checkpoints.addItem(text, value)
        self.checkpoints.setCurrentIndex(0 if wanted is None else max(0, self.checkpoints.findData(wanted)))
        self.checkpoints.setEnabled(self.checkpoints.count() > 1)
        for combo in (self.runs, self.checkpoints):
            combo.setToolTip(combo.currentText())
            combo.blockSignals(False)


def _choices(found: list[p.ExportCheckpoint]) -> list[tuple[str, str]]:
    if not found:
        return [("Newest", NEWEST)]
    newest, *others = found
    best = next((one for one in found if one.best), None)
    rows = [(f"Best: {checkpoint_name(best).lower()}", BEST)] if best is not None else []
    if newest is not best:
        rows.append((f"Newest: {checkpoint_name(newest).lower()}", NEWEST))
    return rows + [(checkpoint_name(one), str(one.step)) for one in others if one is not best]


def _combo(name: str, letters: int) -> QComboBox:
    combo = drop_down(name)
    combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    combo.setMinimumContentsLength(letters)
    return combo


def _labelled(text: str, combo: QComboBox) -> QWidget:
    holder = QWidget()
    row = layouts.row(holder, gap=GRID)
    label = QLabel(text)
    label.setBuddy(combo)
    row.addWidget(label)
    row.addWidget(combo, 1)
    return holder
