"""Selects what to export: the run, its checkpoint, and the kind of export, one card per kind."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QWidget

from app.look import layouts
from app.look.theme import GRID, use_tabular_figures
from app.pages.export.texts import WAYS, Way, checkpoint_name
from app.widgets.controls import FoldButton, captioned, dim_label, drop_down, told_apart
from app.widgets.pick_card import PickCard
from core import protocol as p
from core.base.language import tr, within

BEST, NEWEST = "best", "newest"  # saved instead of a step, so that they follow later training
_ROLE = Qt.ItemDataRole.UserRole + 1


class RunChoice(QWidget):
    """Chooses a run; `checkpoint_row`, which stands elsewhere, its checkpoint.

    Signals:
    run_chosen: the folder of another run.
    changed: another checkpoint of the same run.
    """

    run_chosen = Signal(str)
    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.runs, self.checkpoints = drop_down(tr("Run"), letters=28), drop_down(tr("Checkpoint"), letters=24)
        layouts.column(captioned(tr("R&un"), self.runs), inside=self)
        self.checkpoint_row = layouts.panel(captioned(tr("Chec&kpoint"), self.checkpoints))
        self.runs.activated.connect(lambda _row: self.run_chosen.emit(self.run))
        self.checkpoints.currentIndexChanged.connect(lambda _row: self.changed.emit())

    @property
    def run(self) -> str:
        """The folder of the chosen run, "" if there are no runs."""
        return self.runs.currentData() or ""

    @property
    def checkpoint(self) -> str:
        """The chosen step, as a job takes it; "" if the run does not record it."""
        return self.checkpoints.currentData() or ""

    @property
    def picked(self) -> str:
        """The choice in the form to save: best and newest stay symbolic, as their steps may change."""
        return self.checkpoints.currentData(_ROLE) or self.checkpoint

    @property
    def learnt(self) -> bool:
        """Whether the run has a checkpoint to export."""
        return bool(self.checkpoints.count())

    def show_looking(self, run: str) -> str:
        """Show another run before its checkpoints are known; return its name, "" if it is not in the list."""
        row = self.runs.findData(run)
        if row < 0:
            return ""
        self.runs.setCurrentIndex(row)
        self.checkpoints.blockSignals(True)
        self.checkpoints.clear()
        self.checkpoints.setEnabled(False)
        self.checkpoints.blockSignals(False)
        return self.runs.currentText()

    def show_runs(self, result: p.ExportsResult, wanted: str) -> None:
        """Show the runs. wanted: a checkpoint; the best one if it does not exist."""
        for combo in (self.runs, self.checkpoints):
            combo.blockSignals(True)
            combo.clear()
        names = told_apart([(run.name, run.created) for run in result.runs])
        for name, run in zip(names, result.runs, strict=True):
            self.runs.addItem(name if run.learnt else tr("{name} (nothing learnt yet)", name=name), run.folder)
        self.runs.setCurrentIndex(self.runs.findData(result.run))
        current = next((run for run in result.runs if run.folder == result.run), None)
        rows = _rows(result.checkpoints) if current and current.learnt else []
        for row in rows:
            self.checkpoints.addItem(row.text, row.step)
            self.checkpoints.setItemData(self.checkpoints.count() - 1, row.role, _ROLE)
        self.checkpoints.setCurrentIndex(
            next((n for n, row in enumerate(rows) if wanted and wanted in (row.role, row.step)), 0)
        )
        self.checkpoints.setEnabled(self.checkpoints.count() > 1)
        for combo in (self.runs, self.checkpoints):
            combo.setToolTip(combo.currentText())
            combo.blockSignals(False)


class _Row(NamedTuple):
    text: str
    step: str
    role: str = ""


def _rows(found: list[p.ExportCheckpoint]) -> list[_Row]:
    """Return a row per checkpoint with its step fixed now, so that further training does not change the export."""
    if not found:
        return [_Row(tr("Newest"), "", NEWEST)]
    newest, *others = found
    best = next((one for one in found if one.best), None)
    rows = (
        [_Row(tr("Best: {name}", name=within(checkpoint_name(best))), str(best.step), BEST)] if best is not None else []
    )
    if newest is not best:
        rows.append(
            _Row(
                tr("Newest: {name}", name=within(checkpoint_name(newest))),
                str(newest.step),
                NEWEST,
            )
        )
    return rows + [_Row(checkpoint_name(one), str(one.step)) for one in others if one is not best]


class WayCard(PickCard):
    """A card with an icon, a title and a summary; at the right the progress of its export."""

    def __init__(self, way: Way) -> None:
        super().__init__(way.title, way.icon)
        self.way = way
        self.setAccessibleName(f"{way.title}: {way.brief}")
        self._mark, brief = dim_label(), dim_label(way.brief)
        use_tabular_figures(self._mark)
        row = layouts.row(inside=self, gap=12, margins=(12, 10, 12, 10))
        row.addWidget(self.mark)
        row.addLayout(layouts.column(self.title, brief, gap=2), 1)
        row.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        self.let_clicks_through(brief, self._mark)

    def say(self, mark: str) -> None:
        """Show a mark at the right: a percentage, or "" for none."""
        self._mark.setText(mark)
        self.setAccessibleDescription(mark)


class WayList(QWidget):
    """Signals:
    chosen: the key of the newly chosen way.
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.cards = {key: WayCard(way) for key, way in WAYS.items()}
        self._group = QButtonGroup(self, exclusive=True)
        for card in self.cards.values():
            self._group.addButton(card)
            card.clicked.connect(lambda _checked=False, key=card.way.key: self.chosen.emit(key))
        usual = [card for card in self.cards.values() if card.way.is_usual]
        others = layouts.panel(
            layouts.column(*(card for card in self.cards.values() if not card.way.is_usual), gap=GRID)
        )
        self.others = FoldButton(tr("O&ther ways"), others)
        layouts.column(*usual, layouts.left(self.others), others, ..., inside=self, gap=GRID)
        self.setAccessibleName(tr("Where to"))

    @property
    def key(self) -> str:
        """The key of the chosen card."""
        return next(key for key, card in self.cards.items() if card.isChecked())

    def choose(self, key: str) -> None:
        """Choose a card, as if it was clicked."""
        self.cards[key].setChecked(True)
        self.others.setChecked(not WAYS[key].is_usual)
        self.chosen.emit(key)
