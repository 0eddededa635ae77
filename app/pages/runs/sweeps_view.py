"""A sweep's runs as a group: which settings, what they came to, the best first, and their losses in one plot."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID, SECTION, set_size, use_tabular_figures
from app.pages.runs import texts
from app.pages.runs.compare_view import COLORS, ComparePlot, Heading
from app.widgets.controls import Card, IconButton, dim_label, drop_down
from app.workers.thread_call import Reader
from core import protocol as p
from core.advice.losses import all_beside_the_loss
from core.advice.training_settings import in_words, title_of
from core.base.language import tr
from core.base.numbers import NOTHING, count, significant
from core.runs import sweeps
from core.runs.compare import MOST_COMPARED, Compared, read_compared
from core.runs.sweeps import Trial

_Cell = Qt.AlignmentFlag


class Found(NamedTuple):
    """The chosen sweep, None if there is none: its runs, the best first, and the curves of the best."""

    names: list[p.OfSweep]
    chosen: p.OfSweep | None
    trials: list[Trial]
    compared: list[Compared]


def find(name: str) -> Found:
    """Find a sweep, in a thread."""
    known = sweeps.names()
    chosen = next((of for of in known if of.name == name), None)
    found = sweeps.ranked(sweeps.trials(chosen.name)) if chosen is not None else []
    compared = read_compared([trial.run for trial in found[:MOST_COMPARED]])
    return Found(known, chosen, found, [replace(one, name=texts.short(one.name)) for one in compared])


class SweepsView(QWidget):
    """Signals:
    left: back to the list. open_requested: a run's folder. failed: they cannot be read; with the LuthierError.
    chat_requested: the folder of the best run, to talk to.
    """

    left = Signal()
    open_requested = Signal(Path)
    failed = Signal(object)
    chat_requested = Signal(Path)

    def __init__(self) -> None:
        super().__init__()
        self._best: Path | None = None
        self._wanted = ""
        self._reader = Reader(self)
        self._reader.done.connect(self._show)
        self._reader.failed.connect(self.failed)
        self.choice = drop_down(tr("Sweep"))
        self.said, self.plot, self.table = dim_label(wraps=True), ComparePlot(), TrialTable()
        self.best = QLabel(wordWrap=True)
        set_size(self.best, SECTION, bold=True)
        self.talk = IconButton(tr("Talk to the b&est"), "mdi6.chat-outline", primary=True)
        self.talk.clicked.connect(self._talk)
        self.table.open_requested.connect(self.open_requested)
        self.choice.activated.connect(lambda _index: self.show_sweep(self.choice.currentData()))
        self.back = IconButton(tr("&Back to the list"), "mdi6.arrow-left")
        self.back.clicked.connect(self.left)
        line = Flow(GRID, self.back, self.choice, at_end=self.talk)
        layouts.column(line, self.best, self.said, self.table, self.plot, ..., inside=self, gap=2 * GRID)
        for widget in (self.choice, self.talk, self.best, self.table, self.plot):
            widget.hide()

    def show_sweep(self, name: str) -> None:
        """Show this sweep from now on."""
        self._wanted = name
        self.refresh()

    def refresh(self) -> None:
        """Read the sweeps again."""
        wanted = self._wanted
        self._reader.start(lambda _tell: find(wanted))

    def _show(self, found: Found) -> None:
        if [self.choice.itemData(i) for i in range(self.choice.count())] != [of.name for of in found.names]:
            self.choice.clear()
            for of in found.names:
                self.choice.addItem(of.name, of.name)
        for widget in (self.choice, self.table, self.plot):
            widget.setVisible(found.chosen is not None)
        if found.chosen is None:  # none of its runs has begun
            self.said.setText(tr("Getting ready…"))
            self.best.hide()
            self.talk.hide()
            return
        self.choice.setCurrentIndex(self.choice.findData(found.chosen.name))
        self._show_best(found.chosen, found.trials)
        self.said.setText(texts.sweep(found.chosen, found.trials))
        self.table.show_trials(found.trials, found.chosen.trials)
        self.plot.show_runs(found.compared, "step")

    def _show_best(self, of: p.OfSweep, found: list[Trial]) -> None:
        """Say which is the best once all are over; talk to it as soon as it has learnt something."""
        first = found[0] if found and found[0].figures.eval_best is not None else None
        self._best = first.run.folder if first is not None and first.run.adapter.is_file() else None
        self.talk.setVisible(self._best is not None)
        self.best.setVisible(first is not None and _is_over(of.trials, found))
        if first is not None:
            self.best.setText(texts.best(first))

    def _talk(self) -> None:
        if self._best is not None:
            self.chat_requested.emit(self._best)


def _is_over(wanted: int, found: list[Trial]) -> bool:
    return len(found) == wanted and not any(trial.figures.status in ("new", "running") for trial in found)


class TrialTable(Card):
    """A line a run, the best first; those that are in the plot have their curve's colour.

    Signals:
        open_requested: a run's folder.
    """

    open_requested = Signal(Path)

    def __init__(self) -> None:
        super().__init__(tr("Results"))
        self.rows: list[list[str]] = []
        self._holder = QWidget()
        self.body.addWidget(self._holder)

    def show_trials(self, found: list[Trial], wanted: int) -> None:
        """Show trials in place of those before. wanted: how many there will be."""
        configs = [trial.info.config for trial in found]
        keys = list(dict.fromkeys(key for one in configs for key in sweeps.differing(configs, one)))
        beside = all_beside_the_loss([trial.figures for trial in found])
        heads = ["", *map(title_of, keys), *beside, tr("Loss on unseen text"), tr("Steps"), tr("State")]
        best = tr("★ Best") if _is_over(wanted, found) else tr("★ Best so far")
        rows = [
            _cells(trial, keys, [texts[place] for texts in beside.values()], "" if place else best)
            for place, trial in enumerate(found)
        ]
        if rows == self.rows:
            return
        self.rows, holder = rows, QWidget()
        grid = layouts.grid(2 * GRID, GRID, len(heads), inside=holder)
        for column, head in enumerate(heads):
            grid.addWidget(dim_label(head), 0, column)
        for line, (trial, cells) in enumerate(zip(found, rows, strict=True), start=1):
            grid.addWidget(_place(line, trial), line, 0, _Cell.AlignLeft | _Cell.AlignVCenter)
            for column, text in enumerate(cells, start=1):
                label = QLabel(text)
                label.setAccessibleName(f"{heads[column]}: {text}")
                use_tabular_figures(label)
                grid.addWidget(label, line, column, _Cell.AlignLeft | _Cell.AlignVCenter)
            button = IconButton(tr("Open"), "mdi6.chart-line")
            button.setAccessibleDescription(trial.run.title)
            button.clicked.connect(lambda _checked=False, run=trial.run: self.open_requested.emit(run.folder))
            grid.addWidget(button, line, len(heads), _Cell.AlignRight)
        self.body.replaceWidget(self._holder, holder)
        self._holder.deleteLater()
        self._holder = holder


def _place(line: int, trial: Trial) -> QLabel:
    """Return a line's number with the mark of its curve, if it has one."""
    label = Heading(str(line), COLORS[line - 1]) if line <= len(COLORS) else QLabel(str(line))
    label.setToolTip(trial.run.title)
    return label


def _cells(trial: Trial, keys: list[str], beside: list[str], praise: str) -> list[str]:
    """beside: the loss. praise: said of the best in place of its state."""
    values, figures = trial.info.config, trial.figures
    best, at = figures.eval_best, count(figures.eval_best_step)
    return [
        *(in_words(getattr(values, key)) for key in keys),
        *beside,
        NOTHING if best is None else f"{significant(best)} ({at})",
        f"{count(figures.step)} / {count(figures.steps)}" if figures.steps else NOTHING,
        praise if praise and best is not None else texts.STATUS_WORDS[figures.status],
    ]
