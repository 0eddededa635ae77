"""The choice of the source to chat with (a run and checkpoint, or a model), and the card of the voices."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec
from PySide6.QtCore import QSignalBlocker, Qt, Signal

from app.look.theme import GRID
from app.pages.chat.sources import (
    BEST,
    Checkpoints,
    Source,
    is_deleted,
    read_checkpoints,
    sources_of_models,
    trained_runs,
)
from app.pages.chat.texts import checkpoint_words, vote_count
from app.widgets.controls import Card, IconButton, dim_label, drop_down, told_apart
from app.widgets.letters import CheckBox
from app.workers.background_job import BackgroundJob
from app.workers.thread_call import in_thread
from core import protocol as p
from core.base.errors import LuthierError
from core.base.language import tr
from core.base.paths import SAMPLE_MODEL
from core.runs.run import Run
from core.runs.votes import Tally, votes_file

Voices = Literal["both", "tuned", "base"]
_VOICES: dict[Voices, str] = {
    "both": tr("Before and after, side by side"),
    "tuned": tr("Only after training"),
    "base": tr("Only before training"),
}
_NONE = Checkpoints(-1, None, [])
_RUNS = ("", "")  # stands for a source's key while runs are listed again, after the chosen one was deleted


class SourceCard(Card):
    """Signals:
    changed: another run, checkpoint or model is chosen. voices_changed: other voices were selected.
    moved: the chosen run was moved; its old and new folder.
    replaced: the choice changed because the chosen source was deleted; with a message.
    unlisted: the same, but the runs cannot be listed; with the error.
    export_wanted: export the chosen run. assess_wanted: assess it.
    votes_wanted: continue training this run on the votes in this file.
    """

    changed = Signal()
    moved = Signal(str, str)
    replaced = Signal(str)
    unlisted = Signal(object)
    voices_changed = Signal()
    export_wanted = Signal()
    assess_wanted = Signal()
    votes_wanted = Signal(Path, str)

    def __init__(self) -> None:
        super().__init__(tr("Whose answers"))
        self.runs: list[Source] = []
        self.models: list[Source] = []
        self.checkpoints = _NONE
        self._wanted: Source | None = None  # shown before the lists are loaded
        self._is_picked = False  # the user chose the checkpoint; else it follows the best or newest
        self._lost = ""  # the message to show once a replacement is chosen
        self._reading: tuple[str, str] | None = None  # key of the source whose checkpoints are being read
        self._job: BackgroundJob | None = None
        self.source = drop_down(tr("Run or model"))
        self.checkpoint = drop_down(tr("Checkpoint"))
        self.voices = drop_down(tr("Which answers"), _VOICES)
        self.blind = CheckBox(tr("&Hide the names until I choose"))
        self.status = dim_label(wraps=True)
        self.votes = dim_label(wraps=True)
        self.learn = IconButton(tr("Train on yo&ur votes"), "mdi6.thumbs-up-down-outline")
        self.learn.setToolTip(
            tr(
                "It learns which of two answers you like better. An answer that you edited counts as better than the "
                "model's own. To change how it answers other questions, it takes about a hundred of these."
            )
        )
        self.learn.hide()
        self.assess = IconButton(tr("Is it &better?"), "mdi6.scale-balance")
        self.export = IconButton(tr("Ta&ke it to Ollama"), "mdi6.export-variant")
        for combo in (self.source, self.checkpoint, self.voices):
            combo.setSizeAdjustPolicy(combo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.source.setMaximumWidth(40 * GRID)
        self.put(self.voices, self.blind, self.status, self.votes, self.learn, self.export)
        self.source.activated.connect(lambda _index: self._on_chosen())
        self.checkpoint.activated.connect(lambda _index: self._on_picked())
        self.voices.activated.connect(lambda _index: self.voices_changed.emit())
        self.export.clicked.connect(self.export_wanted)
        self.assess.clicked.connect(self.assess_wanted)
        self.learn.clicked.connect(self._on_learn)
        self._update()

    @property
    def chosen(self) -> Source | None:
        found: Source | None = self.source.currentData()
        return found

    @property
    def chosen_checkpoint(self) -> str:
        """The checkpoint as a job takes it: a step, or "" for the newest."""
        return str(self.checkpoint.currentData() or "") if self.chosen and self.chosen.run else ""

    @property
    def step(self) -> int:
        """The step of the chosen checkpoint; -1 if that is not known."""
        return int(self.chosen_checkpoint) if self.chosen_checkpoint else self.checkpoints.newest

    @property
    def heard(self) -> Voices:
        """The selected voices; a model without an adapter has one."""
        if self.chosen is None or not self.chosen.run:
            return "base"
        voices: Voices = self.voices.currentData()
        return voices

    def show_votes(self, tally: Tally) -> None:
        """Show the votes for the chosen checkpoint's answers."""
        self.votes.setText(vote_count(tally))
        self.votes.setVisible(bool(self.votes.text()) and self.voices.isVisibleTo(self))
        self.learn.setVisible(self.votes.isVisibleTo(self) and tally.choices > 0)

    @property
    def is_settled(self) -> bool:
        """Whether the chosen source and its checkpoints are loaded."""
        return self._reading is None

    def reload(self) -> None:
        """List the runs and checkpoints again, and the first time also the models."""
        in_thread(trained_runs, self._on_runs, self)
        if (source := self.chosen) is not None and source.run and self.is_settled:
            in_thread(lambda: read_checkpoints(source.run), lambda found: self._on_more(source, found), self)
        if not self.models and self._job is None:
            self._job = BackgroundJob(p.ListModelsJob(paths=[str(SAMPLE_MODEL)]), self)
            self._job.run(self._on_models)

    def replace_lost(self, *, is_loaded: bool = False) -> bool:
        """Choose a replacement if the chosen run was deleted, or its checkpoint during training.

        is_loaded: whether the checkpoint is in memory and can answer without its file. Returns whether a replacement
        is being chosen; `changed` and `replaced` follow then.
        """
        source, checkpoint = self.chosen, self.chosen_checkpoint
        if source is None or not source.run or not self.is_settled:
            return False
        if is_deleted(source.run):
            self._reading = _RUNS
            in_thread(trained_runs, self._on_runs, self).failed.connect(self._on_no_runs)
            return True
        if checkpoint and not is_loaded and not Run(Path(source.run)).checkpoint_dir(int(checkpoint)).is_dir():
            self._lost = tr("Step {step} is no longer kept, so another checkpoint answers.", step=checkpoint)
            self._read_checkpoints("")
            return True
        return False

    def give_up(self) -> None:
        """Cancel all lookups in progress."""
        if self._job is not None:
            self._job.drop()
            self._job = None

    def choose(self, source: Source, checkpoint: str = "") -> None:
        """Choose who answers.

        checkpoint: "" for the best by evaluation, or the newest if nothing was evaluated; "best"; or a step.
        """
        self._wanted, self._is_picked = source, checkpoint not in ("", BEST)
        self._fill()
        self._read_checkpoints(checkpoint)

    def state(self) -> dict[str, Any]:
        chosen = self.chosen
        return {
            "source": msgspec.to_builtins(chosen) if chosen else None,
            "checkpoint": self.chosen_checkpoint if self._is_picked else "",
            "voices": self.voices.currentData(),
            "blind": self.blind.isChecked(),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Restore what `state` gave. Raises msgspec.ValidationError if the state is malformed."""
        place = self.voices.findData(state.get("voices"))
        self.voices.setCurrentIndex(max(place, 0))
        self.blind.setChecked(state.get("blind") is True)
        if state.get("source"):
            self.choose(msgspec.convert(state["source"], Source), str(state.get("checkpoint") or ""))

    def _on_learn(self) -> None:
        if (source := self.chosen) is not None and source.run:
            run = Run(Path(source.run))
            self.votes_wanted.emit(run.folder, str(votes_file(run)))

    def _on_no_runs(self, error: LuthierError) -> None:
        """Report the error; the choice stays, as the alternatives are unknown."""
        if self._reading == _RUNS:
            self._reading = None
            self.unlisted.emit(error)

    def _on_runs(self, found: list[Source]) -> None:
        is_waited_for = self._reading == _RUNS
        if is_waited_for:
            self._reading = None
        before, self.runs = self._wanted or self.chosen, found
        is_lost = before is not None and bool(before.run) and is_deleted(before.run)
        if before is not None and is_lost:
            name = Path(before.run).name
            if again := next((source for source in found if Path(source.run).name == name), None):
                self.moved.emit(before.run, again.run)  # moved together with the runs folder
                self.choose(again, self.chosen_checkpoint if self._is_picked else "")
                return
            self._wanted = None
            self._lost = tr("{name} is no longer where it was, so something else is chosen.", name=before.name)
            self.source.setCurrentIndex(-1)
        self._fill()
        if is_lost or (before is None and self.chosen is not None):
            self._on_chosen()
        elif is_waited_for:  # its folder exists again
            self.changed.emit()

    def _on_models(self, job: BackgroundJob) -> None:
        self._job = None
        if isinstance(job.result, p.ListModelsResult):
            self.models = sources_of_models(job.result.models)
            self._fill()

    def _fill(self) -> None:
        """Fill the list, runs before models; keep the choice even if it is not listed (yet)."""
        current = self._wanted or self.chosen
        known = [*self.runs, *self.models]
        if current is not None and current.key not in {source.key for source in known}:
            known = [current, *known]
        with QSignalBlocker(self.source):
            self.source.clear()
            names = told_apart([(source.name, source.begun) for source in known])
            for name, source in zip(names, known, strict=True):
                if self.source.count() and source.model and self.source.itemData(self.source.count() - 1).run:
                    self.source.insertSeparator(self.source.count())
                self.source.addItem(name, source)
                self.source.setItemData(
                    self.source.count() - 1, f"{source.name}\n{source.facts}", Qt.ItemDataRole.ToolTipRole
                )
            if current is not None:
                self.source.setCurrentIndex(self._place(current))
        self._update()

    def _place(self, wanted: Source) -> int:
        sources = (self.source.itemData(number) for number in range(self.source.count()))
        return next((number for number, source in enumerate(sources) if source and source.key == wanted.key), 0)

    def _on_picked(self) -> None:
        self._is_picked = True
        self.changed.emit()

    def _on_chosen(self) -> None:
        self._wanted, self._is_picked = None, False
        self._read_checkpoints("")

    def _read_checkpoints(self, checkpoint: str) -> None:
        source = self.chosen
        if source is None or not source.run:
            self._take_checkpoints(_NONE, "")
            return

        def take(found: Checkpoints) -> None:
            if self._reading == source.key:
                self._take_checkpoints(found, checkpoint)

        self._reading = source.key
        in_thread(lambda: read_checkpoints(source.run), take, self).failed.connect(lambda _error: take(_NONE))

    def _take_checkpoints(self, found: Checkpoints, wanted: str) -> None:
        self._reading, self.checkpoints = None, found
        self._show_checkpoints(wanted)
        self.changed.emit()
        lost, self._lost = self._lost, ""
        if lost:
            self.replaced.emit(lost)

    def _on_more(self, source: Source, found: Checkpoints) -> None:
        """Update the checkpoints after more training; keep the user's choice while it exists."""
        if self.is_settled and self.chosen is not None and self.chosen.key == source.key and found != self.checkpoints:
            before, self.checkpoints = self.chosen_checkpoint, found
            self._show_checkpoints(before if self._is_picked else "")
            if self.chosen_checkpoint != before:
                self.changed.emit()

    def _show_checkpoints(self, wanted: str) -> None:
        found = self.checkpoints
        best = found.best if wanted in ("", BEST) else None
        with QSignalBlocker(self.checkpoint):
            self.checkpoint.clear()
            if not any(saved.step == found.newest for saved in found.saved):
                self.checkpoint.addItem(tr("The newest"), "")
            for saved in found.saved:
                self.checkpoint.addItem(checkpoint_words(saved, found), str(saved.step))
            place = self.checkpoint.findData(str(best) if best is not None else wanted)
            self.checkpoint.setCurrentIndex(max(place, 0))
        self._update()

    def _update(self) -> None:
        is_run = self.chosen is not None and bool(self.chosen.run)
        self.checkpoint.setVisible(is_run)
        self.votes.setVisible(is_run and bool(self.votes.text()))
        self.voices.setVisible(is_run)
        self.blind.setVisible(is_run)
        self.export.setVisible(is_run)
        self.assess.setVisible(is_run)
        self.source.setEnabled(self.source.count() > 0)
        self.source.setToolTip(self.chosen.facts if self.chosen else "")
