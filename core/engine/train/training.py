"""A training in progress: engine, optimizer, data and progress. core/jobs/training/loop.py drives it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from math import inf
from pathlib import Path

from core.base import paths
from core.base.cache import BoundedFolder
from core.base.callbacks import Notify, ReportProgress
from core.base.errors import LuthierError
from core.engine.lora.adapter import LoraAdapter
from core.engine.lora.adapter_file import write_adapter
from core.engine.model.copies import hold_copies_on_disk
from core.engine.model.on_device import ModelOnDevice
from core.engine.model.weights import LoadedModel
from core.engine.train.checkpoint import (
    TrainingProgress,
    WentBack,
    checkpoint_path,
    load_newest,
    remove_unwanted,
    save_checkpoint,
)
from core.engine.train.engine import Engine, Evaluated
from core.engine.train.hold import Hold
from core.engine.train.loss_watch import NEWEST
from core.engine.train.objective import objective_of
from core.engine.train.optimizer import AdamW, learning_rate
from core.engine.train.plan.draft import Plan
from core.engine.train.plan.placement import DevicePlan
from core.engine.train.reference import Reference, ask_reference, known_reference, remember_reference
from core.engine.train.rows import Batches, PackedRow, Rows, fingerprint, longest
from core.engine.train.step import ReportShare, StepResult, train_step
from core.protocol.config import TrainConfig
from core.protocol.measure import Measure

GONE_WELL = 32  # steps without trouble after a checkpoint, before a rollback may use it
BASE_TOKENS = 2048  # tokens of the first rows, at most, whose loss is measured before training; one row at the least


@dataclass(frozen=True)
class Measured:
    """The result and the cost of one step. tokens: of its rows, and of the text that holds the model. trouble: why
    training has gone wrong, or "".
    """

    result: StepResult
    learning_rate: float
    tokens: int
    seconds: float
    trouble: str = ""


class Training:
    """Built once per worker; `restore` brings it to where an earlier worker stopped."""

    def __init__(
        self,
        loaded: LoadedModel,
        config: TrainConfig,
        train_rows: Sequence[PackedRow],
        eval_rows: Sequence[PackedRow],
        plan: Plan,
        report: ReportProgress,
        notice: Notify = lambda code, message, hint: None,
        judges: bool = True,
        held_rows: Sequence[PackedRow] = (),
    ) -> None:
        """judges: whether held-out rows choose the best adapter; if not, the newest is the best. held_rows: ordinary
        text, on which the model is held to its reference (hold.py).
        """
        self.loaded, self.config, self.plan, self._notice, self.judges = loaded, config, plan, notice, judges
        self.batches = Batches(train_rows, config)
        self._eval_rows = eval_rows
        self._asked: Reference | None = None
        model = loaded.model
        self._copies = hold_copies_on_disk(
            loaded.backend,
            model.linears,
            plan.layouts,
            report,
            model.file.release,
            BoundedFolder(paths.copies_dir()),
            notice,
            model.file,
        )
        self.adapter = LoraAdapter(loaded.backend, loaded.model, config)
        self.adapter.initialize(config.seed)
        max_tokens = longest(train_rows, eval_rows, held_rows)
        self.engine = Engine(
            loaded,
            self.adapter,
            max_tokens,
            objective=objective_of(config),
            config=config,
            saved_layers=plan.memory.kept_layers,
            there=_placed(loaded, plan.device, report) if plan.device else None,
            saved_there=plan.device.saved_layers if plan.device else 0,
        )
        self.hold = Hold(self.engine, held_rows, config) if held_rows else None
        self.optimizer = AdamW(loaded.backend, self.engine.scratch, self.adapter, config)
        read = (fingerprint(rows) for rows in (train_rows, held_rows) if rows)
        self.progress = TrainingProgress(data_fingerprint=" ".join(read))

    @property
    def measure(self) -> Measure:
        """Return how to show its objective's numbers."""
        return self.engine.objective.measure

    def know_reference(self, file: Path, report: ReportProgress, *, may_ask: bool = True) -> None:
        """Give rows of choices the reference model's log-probabilities; call it before the first step and before
        `restore`.

        file: where the run stores them. may_ask: whether the adapter is still the one that the run began with.
        Raises LuthierError `resume.no-reference`, `model.changed`.
        """
        rows, eval_rows = self.batches.rows, self._eval_rows
        if not self.engine.objective.compares or not isinstance(rows, Rows):
            return
        known = known_reference(file, rows, eval_rows)
        if known is None:
            if not may_ask:
                raise LuthierError(
                    "resume.no-reference",
                    f"{file} is missing or damaged: it has what the adapter said of the choices that this run began "
                    "with, and the run goes on from a later one.",
                    "Put the file back, or start a new run with the newest adapter of this one.",
                )
            known = self._asked = ask_reference(self.engine, rows, eval_rows, report)
            self.loaded.model.file.require_unchanged()
        knowing, held_out = known.known_to(rows, eval_rows if isinstance(eval_rows, Rows) and eval_rows else None)
        self.batches = Batches(knowing, self.config)
        self._eval_rows = eval_rows if held_out is None else held_out

    def keep_reference(self, file: Path) -> None:
        """Store newly computed reference values with the run, once it is certain that these are its rows.

        Raises LuthierError `files.cannot-write`.
        """
        if self._asked is not None:
            remember_reference(self._asked, file, self.batches.rows, self._eval_rows)
            self._asked = None

    @property
    def finished(self) -> bool:
        patience = self.config.early_stopping_patience
        out_of_patience = bool(patience) and self.progress.evals_without_improvement >= patience
        return self.progress.step >= self.batches.steps or out_of_patience

    def step(self, report: ReportShare = lambda share: None) -> Measured:
        """Do the next optimizer step. report: the share of it that is done; it may raise to cancel.

        Raises LuthierError `model.changed`.
        """
        progress, started = self.progress, time.monotonic()
        rows = self.batches.rows_of(progress.step)
        rate = learning_rate(self.config, progress.step, self.batches.steps) * self.rate_factor
        result = train_step(self.engine, self.optimizer, rows, rate, progress.step, report, self.hold)
        self.loaded.model.file.require_unchanged()
        progress.step += 1
        progress.updates = self.optimizer.updates
        progress.tokens_seen += sum(row.n_tokens for row in rows)
        if result.updated:
            progress.tokens_trained += sum(row.n_supervised for row in rows)
            progress.loss_first = result.loss if progress.loss_first is None else progress.loss_first
            progress.loss_last = result.loss
        trouble = progress.watch.take(result.loss, result.updated, self.measure.far)
        if not trouble and progress.maybe_good is not None:
            self._confirm(progress.maybe_good)
        seconds = time.monotonic() - started
        progress.seconds += seconds
        tokens = sum(row.n_tokens for row in rows) + (self.hold.tokens(progress.step - 1) if self.hold else 0)
        return Measured(result, rate, tokens, seconds, trouble)

    def _confirm(self, step: int) -> None:
        progress = self.progress
        if progress.step - step >= GONE_WELL and progress.watch.is_calm:
            progress.good_step, progress.maybe_good = step, None

    @property
    def rate_factor(self) -> float:
        """Return the factor on the settings' learning rate: one half for each rollback so far."""
        return 0.5 ** len(self.progress.went_back)

    def measure_base(self, report: ReportProgress) -> None:
        """Measure the loss of some rows before the first step. report: as for evaluate."""
        losses: list[float] = []
        tokens = 0
        for row in chain.from_iterable(map(self.batches.rows_of, range(min(NEWEST, self.batches.steps_per_epoch)))):
            tokens += row.n_tokens
            if losses and (tokens > BASE_TOKENS or len(losses) == NEWEST):
                break
            losses.append(self.engine.evaluate([row], report).loss)
        self.progress.watch.know_base(losses)

    @property
    def evaluates(self) -> bool:
        """Return whether any rows are held out."""
        return bool(self._eval_rows)

    def evaluate(self, report: ReportProgress) -> Evaluated | None:
        """Measure the held-out rows; None when nothing is held out.

        Raises LuthierError `model.changed`.
        """
        if not self._eval_rows:
            return None
        measured = self.engine.evaluate(self._eval_rows, report)
        self.loaded.model.file.require_unchanged()
        progress, cost = self.progress, self.measure.cost(measured)
        if progress.step == 0:
            progress.eval_loss_before = measured.loss
        if cost < (inf if progress.eval_loss_best is None else progress.eval_loss_best):
            progress.eval_loss_best, progress.evals_without_improvement = cost, 0
        else:
            progress.evals_without_improvement += 1
        is_best = cost < (inf if progress.best_loss is None else progress.best_loss)
        if self.judges and progress.updates and is_best:
            progress.best_step, progress.best_loss = progress.step, cost
        return measured

    def save(self, folder: Path, notes: dict[str, str]) -> Path:
        """Write a checkpoint below `folder`. Raises LuthierError `files.cannot-write`."""
        return save_checkpoint(
            folder,
            self.progress,
            self.optimizer.state(),
            lambda path: self.write_adapter(path, notes),
            self.config.keep_checkpoints,
        )

    def end(self, folder: Path) -> None:
        """Delete the rollback checkpoints of a finished training, after its last checkpoint."""
        self.progress.good_step, self.progress.maybe_good = self.progress.step, None
        remove_unwanted(folder, self.progress, self.config.keep_checkpoints)

    def restore(self, folder: Path, suspect: str = "The data or the model") -> Path:
        """Restore the newest usable checkpoint; `notice` receives the reasons for skipping others.

        suspect: what must have changed if the run was started with something else.
        Raises LuthierError `resume.no-checkpoint`, `resume.changed`.
        """
        path, progress, state, passed_over = load_newest(folder, self.batches.steps, self.progress.data_fingerprint)
        if progress.data_fingerprint != self.progress.data_fingerprint or state["values"].size != self.adapter.n_values:
            raise LuthierError(
                "resume.changed",
                f"{suspect} is not what this run was started with, so it cannot go on where it stopped.",
                "Put the original files back, or start a new run. If they are as they were, this version of Luthier "
                "reads them otherwise: a new run can go on from this one's adapter.",
            )
        for damaged, reason in passed_over:
            self._notice(
                "resume.passed-over",
                f"The checkpoint {damaged} cannot be used: {reason}.",
                f"The run goes on from the newest good one instead, of step {progress.step:,}.",
            )
        self.optimizer.load_state(state, progress.updates)
        self.progress = progress
        if not checkpoint_path(folder, progress.good_step).exists():  # a version that did not keep it wrote this
            progress.good_step = progress.step
        return path

    def go_back(self, folder: Path, reason: str) -> WentBack:
        """Roll back to the newest checkpoint from before the trouble, and halve the learning rate from now on.

        Call `save` afterwards: it writes the checkpoint anew and deletes those after it.
        Raises LuthierError `resume.no-checkpoint`.
        """
        gone_wrong = self.progress
        found = load_newest(folder, gone_wrong.good_step, gone_wrong.data_fingerprint)
        self.optimizer.load_state(found.state, found.progress.updates)
        self.progress = found.progress
        self.progress.good_step, self.progress.maybe_good = found.progress.step, None
        back = WentBack(gone_wrong.step, self.progress.step, reason)
        self.progress.went_back = [*gone_wrong.went_back, back]
        return back

    def write_adapter(self, path: Path, notes: dict[str, str]) -> None:
        """Write the current adapter. llama.cpp scales by alpha / rank: rsLoRA's alpha is written as scale * rank."""
        architecture = self.loaded.model.shape.architecture.name
        alpha = self.adapter.scale * self.adapter.rank
        write_adapter(
            path, architecture, self.adapter.factors(), alpha, notes=notes, magnitudes=self.adapter.magnitudes()
        )


def _placed(loaded: LoadedModel, plan: DevicePlan, report: ReportProgress) -> ModelOnDevice:
    assert loaded.device is not None
    return ModelOnDevice(
        loaded.device,
        loaded.model,
        plan.first_layer,
        plan.transposed,
        has_head=plan.has_head,
        progress=report,
    )
