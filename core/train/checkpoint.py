"""A checkpoint is a folder that appears whole or not at all:

state.safetensors   adapter values and the optimizer's moments, F32
progress.json       where the run stands
adapter.gguf        the same adapter, ready to use
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load_file, save_file

from core.errors import LuthierError


class Progress(msgspec.Struct, kw_only=True):
    """Where a run stands. The data cursor is `step`; order and initial values follow from the seed in the settings."""

    step: int = 0
    updates: int = 0  # steps that changed the weights: the rest were skipped
    tokens_seen: int = 0
    tokens_trained: int = 0
    loss_first: float | None = None
    loss_last: float | None = None
    eval_loss_before: float | None = None
    eval_loss_best: float | None = None
    evals_without_improvement: int = 0
    seconds: float = 0.0
    data_fingerprint: str = ""

    @property
    def skipped(self) -> int:
        return self.step - self.updates


def save_checkpoint(
    folder: Path, progress: Progress, state: dict[str, np.ndarray], write_adapter: Callable[[Path], None], keep: int
) -> Path:
    """Write checkpoints/step-<n>, then remove all but the newest `keep`. Raises LuthierError `files.cannot-write`."""
    target = folder / f"step-{progress.step:06d}"
    partial = target.with_name(target.name + ".part")
    shutil.rmtree(partial, ignore_errors=True)
    try:
        partial.mkdir(parents=True)
        save_file(state, partial / "state.safetensors")
        (partial / "progress.json").write_bytes(msgspec.json.encode(progress))
        write_adapter(partial / "adapter.gguf")
        shutil.rmtree(target, ignore_errors=True)
        partial.rename(target)
    except OSError as error:
        raise LuthierError(
            "files.cannot-write", f"The checkpoint {target} could not be written: {error}.", "Is the disk full?"
        ) from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    for old in list_checkpoints(folder)[keep:]:
        shutil.rmtree(old, ignore_errors=True)
    return target


def list_checkpoints(folder: Path) -> list[Path]:
    """Newest first; a folder that was being written when the power went is not among them."""
    return sorted((path for path in folder.glob("step-*") if path.suffix != ".part"), reverse=True)


def load_newest(folder: Path) -> tuple[Progress, dict[str, np.ndarray], Path]:
    """The newest checkpoint that can be read. Raises LuthierError `resume.no-checkpoint`."""
    for path in list_checkpoints(folder):
        try:
            progress = msgspec.json.decode((path / "progress.json").read_bytes(), type=Progress)
            return progress, load_file(path / "state.safetensors"), path
        except (OSError, msgspec.DecodeError, SafetensorError):
            continue
    raise LuthierError(
        "resume.no-checkpoint",
        f"There is no usable checkpoint in {folder}.",
        "The run ended before its first checkpoint: start it anew.",
    )
