"""A checkpoint is a folder that appears whole or not at all:

    state.safetensors   adapter values and the optimizer's moments, F32
    progress.json       the step, the losses so far and the state of the loss watch
    adapter.gguf        the same adapter, ready to use
    checksums.sha256    of these three, as `sha256sum -c` reads them; older versions wrote none

A checkpoint from a newer version is refused, not skipped: a later checkpoint would overwrite it.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load_file, save_file

from core.base import formats
from core.base.bounded_file import open_plain, read_plain
from core.base.errors import LuthierError, in_words
from core.base.files import cannot_write, flush_tree, make_folder
from core.base.formats import Format
from core.base.systems.disk import flush_folder, take_place
from core.engine.train.loss_watch import LossWatch
from core.runs.files import OF_A_CHECKPOINT, delete_checkpoint, is_checkpoint

OptimizerState = dict[str, np.ndarray]  # values and Adam's moments m, v; each F32 [n]
Count = Annotated[int, msgspec.Meta(ge=0)]

STATE, PROGRESS, ADAPTER, CHECKSUMS = "state.safetensors", "progress.json", "adapter.gguf", "checksums.sha256"
CHECKPOINT_FILES = OF_A_CHECKPOINT
VECTORS = ("values", "m", "v")
_SYSTEM_ERROR = re.compile(r"\(os error (\d+)\)")  # how safetensors quotes an operating-system error


class WentBack(msgspec.Struct, frozen=True):
    """A training went wrong by step `at` and continued from step `to`, for this reason."""

    at: Count
    to: Count
    reason: str


class TrainingProgress(msgspec.Struct, kw_only=True):
    """The state of a run. The data cursor is `step`; order and initial values follow from the seed in the settings.

    good_step: the checkpoint to roll back to when training goes wrong. maybe_good: the checkpoint after it, a candidate
    until training has gone well for a while. Both depend only on the step, not on when somebody paused or stopped.
    eval_loss_best, best_loss: what those evaluations are judged by (Measure.cost), of all and of those that judge.
    """

    step: Count = 0
    updates: Count = 0  # steps that changed the weights: the rest were skipped
    tokens_seen: Count = 0
    tokens_trained: Count = 0
    loss_first: float | None = None
    loss_last: float | None = None
    eval_loss_before: float | None = None
    eval_loss_best: float | None = None
    best_step: Count | None = None  # of the adapter with the best evaluation, whether or not the base is better
    best_loss: float | None = None
    evals_without_improvement: Count = 0
    seconds: float = 0.0
    data_fingerprint: str = ""
    watch: LossWatch = msgspec.field(default_factory=LossWatch)
    good_step: Count = 0
    maybe_good: Count | None = None
    went_back: list[WentBack] = []

    @property
    def skipped(self) -> int:
        return self.step - self.updates


FORMAT = Format(TrainingProgress, has_checksum=False)  # CHECKSUMS covers it


class Checkpoint(NamedTuple):
    """A checkpoint as loaded. passed_over: newer checkpoints that cannot be used, each with the reason."""

    path: Path
    progress: TrainingProgress
    state: OptimizerState
    passed_over: list[tuple[Path, str]]


class _Unusable(Exception):  # noqa: N818 - the reason why a checkpoint is passed over
    """Raised for an unusable checkpoint. The message completes the sentence "it cannot be used:"."""


def save_checkpoint(
    folder: Path, progress: TrainingProgress, state: OptimizerState, write_adapter: Callable[[Path], None], keep: int
) -> Path:
    """Write checkpoints/step-<n>, then delete old checkpoints. Raises LuthierError `files.cannot-write`.

    Kept are the best by evaluation, those for a rollback, the newest `keep` up to this step, and all later ones: the
    run continued from an older checkpoint.
    """
    target = checkpoint_path(folder, progress.step)
    partial = target.with_name(target.name + ".part")
    shutil.rmtree(partial, ignore_errors=True)
    try:
        make_folder(partial)
        _write_state(state, partial / STATE)
        (partial / PROGRESS).write_bytes(formats.encoded(progress, FORMAT))
        write_adapter(partial / ADAPTER)
        lines = "".join(f"{line}\n" for line in _checksums(partial).values())
        (partial / CHECKSUMS).write_bytes(lines.encode())  # bytes: the same line endings on every system
        flush_tree(partial)
        delete_checkpoint(target)
        if target.exists():  # somebody keeps a file of their own in it
            for name in (ADAPTER, STATE, PROGRESS, CHECKSUMS):
                take_place(partial / name, target / name)
        else:
            take_place(partial, target)
        flush_folder(folder)  # before deleting others, so that one is always safe
    except (OSError, LuthierError) as error:
        cause = error.__cause__ if isinstance(error, LuthierError) else error
        if not isinstance(cause, OSError):
            raise
        raise cannot_write(target, cause, "The run goes on from its last checkpoint when it is resumed.") from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    remove_unwanted(folder, progress, keep)
    return target


def remove_unwanted(folder: Path, progress: TrainingProgress, keep: int) -> None:
    """Delete all checkpoints except those that save_checkpoint keeps. progress: as it was saved."""
    there = list_checkpoints(folder)
    at = there.index(checkpoint_path(folder, progress.step))
    wanted = (progress.best_step, progress.good_step, progress.maybe_good)
    for other in (*there[:at], *there[at + keep :]):
        if _step_of(other) not in wanted:
            with suppress(OSError):
                delete_checkpoint(other)


def checkpoint_path(folder: Path, step: int) -> Path:
    """Return the folder of a step's checkpoint, whether or not it exists."""
    return folder / f"step-{step:06d}"


def list_checkpoints(folder: Path) -> list[Path]:
    """Return the checkpoints, newest first, without a folder that a power cut left half-written."""
    return sorted(filter(is_checkpoint, folder.glob("step-*")), key=_step_of, reverse=True)


def load_newest(folder: Path, steps: int, data_fingerprint: str) -> Checkpoint:
    """Load the newest complete, undamaged checkpoint. steps, data_fingerprint: of the run with its present data.

    Raises LuthierError `resume.no-checkpoint` with the fault of each checkpoint, `formats.newer`.
    """
    passed_over: list[tuple[Path, str]] = []
    for path in list_checkpoints(folder):
        try:
            progress, state = _read(path)
            if progress.step > steps and progress.data_fingerprint == data_fingerprint:
                raise _Unusable(f"it is of step {progress.step:,}, and the run has {steps:,}")
            return Checkpoint(path, progress, state, passed_over)
        except _Unusable as reason:
            passed_over.append((path, str(reason)))
    found = "; ".join(f"{path.name}: {reason}" for path, reason in passed_over) or "there is none"
    raise LuthierError(
        "resume.no-checkpoint",
        f"No checkpoint in {folder} can be used ({found}).",
        "Put back a copy of one if you have it. Without any there, the run is resumed from its first step.",
    )


def _step_of(path: Path) -> int:
    return int(path.name.removeprefix("step-"))


def _write_state(state: OptimizerState, path: Path) -> None:
    """Write the adapter's values and the optimizer's moments. Raises OSError."""
    try:
        save_file(state, path)
    except SafetensorError as error:
        number = _SYSTEM_ERROR.search(str(error))
        raise OSError(int(number[1]) if number else None, str(error)) from error


def _checksums(folder: Path, names: Iterable[str] = (STATE, PROGRESS, ADAPTER)) -> dict[str, str]:
    """Return each file's line for the checksum file. Raises OSError."""
    lines = {}
    for name in names:
        with open_plain(folder / name) as file:
            lines[name] = f"{hashlib.file_digest(file, 'sha256').hexdigest()}  {name}"
    return lines


def _read(path: Path) -> tuple[TrainingProgress, OptimizerState]:
    """Read a checkpoint. Raises _Unusable, and LuthierError `formats.newer` after looking at the version alone."""
    try:
        _require_as_written(path, PROGRESS)
        progress = _read_progress(path / PROGRESS)
        _require_as_written(path, STATE, ADAPTER)
        open_plain(path / STATE).close()  # refuses pipes
        state = load_file(path / STATE)
    except FileNotFoundError as error:
        missing = Path(error.filename).name if error.filename else STATE  # safetensors' own error has no file name
        raise _Unusable(f"{missing} is missing") from error
    except OSError as error:
        raise _Unusable(f"it cannot be read: {error.strerror or error}") from error
    except (SafetensorError, ValueError, KeyError, TypeError, AttributeError) as error:  # unexpected types or names
        raise _Unusable(f"{STATE} is damaged: {in_words(error)}") from error
    if progress.step != _step_of(path) or progress.updates > progress.step:
        raise _Unusable(f"{PROGRESS} says step {progress.step:,} with {progress.updates:,} updates")
    _require_sound(state)
    return progress, state


def _read_progress(file: Path) -> TrainingProgress:
    """Read a checkpoint's progress. Raises OSError or _Unusable."""
    try:
        return formats.read(file, FORMAT)
    except ValueError as error:  # not JSON, not text, or not a number where one is required
        raise _Unusable(f"{PROGRESS} is damaged: {in_words(error)}") from error


def _require_as_written(path: Path, *names: str) -> None:
    """Require files that match their checksums. Raises OSError or _Unusable."""
    sums = path / CHECKSUMS
    if not sums.exists():  # written by an older version
        return
    written = read_plain(sums).split(b"\n")
    for name, line in _checksums(path, names).items():
        if line.encode() not in written:
            raise _Unusable(f"{name} is damaged, it has another checksum than when it was written")


def _require_sound(state: OptimizerState) -> None:
    """Require finite values. Raises _Unusable."""
    sizes = {name: state[name].size if name in state else 0 for name in VECTORS}
    if len(set(sizes.values())) > 1 or not sizes["values"]:
        raise _Unusable(f"{STATE} is not whole: " + ", ".join(f"{size:,} of {name}" for name, size in sizes.items()))
    for name in VECTORS:
        if state[name].dtype != np.float32 or not np.isfinite(state[name]).all():
            raise _Unusable(f"{STATE} holds {name} that are not finite numbers")
    if state["v"].min() < 0:
        raise _Unusable(f"{STATE} holds v that are negative")
