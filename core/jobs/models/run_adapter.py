"""Finds a run's adapter: the newest, a step's, or the best on held-out rows.

Also reads the held-out rows. Damaged files cause a notice and are never used.
"""

from __future__ import annotations

import filecmp
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from core.base.callbacks import Notify
from core.base.errors import Do, Hint, LuthierError
from core.data.example import Example, read_examples
from core.engine.lora.adapter_file import read_adapter, write_adapter
from core.engine.train.checkpoint import ADAPTER, list_checkpoints
from core.runs.run import Run
from core.runs.summary import RunStory, story_of

BEST = "best"


class RunAdapter(NamedTuple):
    """An adapter of a run. loss: on held-out rows at exactly this step, as reported by training, in nats per token;
    None if it was not evaluated, or the run had another objective, whose loss llama.cpp does not compute.
    """

    file: Path
    step: int
    loss: float | None


def find_adapter(run: Run, wanted: str = "", notice: Notify = lambda code, message, hint: None) -> RunAdapter:
    """Find an adapter of a run. wanted: "" for the newest, "best", or a step's number. If the newest is damaged, the
    newest good checkpoint's is used, with a notice.

    Raises LuthierError `export.no-adapter`, `runs.no-checkpoint` (which lists the existing ones), `runs.not-evaluated`.
    """
    story = story_of(run)
    if not run.adapter.is_file():
        raise LuthierError(
            "export.no-adapter",
            f"{run.folder} holds no adapter yet.",
            "Train until the first checkpoint, or choose another run.",
        )
    files = {int(path.name.removeprefix("step-")): path / ADAPTER for path in list_checkpoints(run.checkpoints_dir)}
    if not wanted or (wanted == BEST and story.losses and not story.judges):  # nothing decides which is the best
        return _newest(run, files, story, notice)
    step = story.best(files) if wanted == BEST else _number(wanted)
    if step is None:
        raise LuthierError(
            "runs.not-evaluated",
            f"No checkpoint of {run.name} that is still there was evaluated, so which is the best is not known.",
            Do.by("Choose one by its step.", "or train with eval_every as large as save_every"),
        )
    if step not in files:
        raise LuthierError(
            "runs.no-checkpoint",
            f"{run.name} has no checkpoint '{wanted}'.",
            Hint(
                f"There are: {', '.join(map(str, sorted(files))) or 'none'}.",
                Do.by("Older ones are deleted as training goes on.", "keep_checkpoints"),
            ),
        )
    return RunAdapter(files[step], step, _reported(story, step))


@contextmanager
def at_strength(file: Path, strength: float) -> Iterator[Path]:
    """Yield a temporary adapter file at another strength; 1 is as trained.

    Raises LuthierError `adapter.dora-strength`, and as read_adapter does.
    """
    if strength == 1:
        yield file
        return
    learnt = read_adapter(file)
    if learnt.magnitudes:
        raise dora_has_one_strength()
    with TemporaryDirectory(prefix="luthier-", ignore_cleanup_errors=True) as folder:
        scaled, alpha = Path(folder) / file.name, learnt.alpha * strength
        write_adapter(scaled, learnt.architecture, learnt.tensors, alpha, name=learnt.name, notes=learnt.notes)
        yield scaled


def dora_has_one_strength() -> LuthierError:
    """Return the error for a DoRA adapter, whose strength cannot be changed."""
    return LuthierError(
        "adapter.dora-strength",
        "The strength of a DoRA adapter cannot be changed: it is more than what is added to a model.",
        "Leave the strength at 1.",
    )


def held_out_of(run: Run, notice: Notify = lambda code, message, hint: None) -> list[Example]:
    """Return the run's held-out rows; empty if it has none, or (with a notice) if they are damaged."""
    if not run.evaluation.is_file():
        return []
    try:
        return read_examples(run.evaluation)
    except LuthierError as error:
        hint = f"No loss is compared. `luthier train --resume {run.name}` writes it again, even for a finished run."
        notice(error.code, error.message, hint)
        return []


def _newest(run: Run, files: dict[int, Path], story: RunStory, notice: Notify) -> RunAdapter:
    """Return the run's own adapter, else the newest readable checkpoint's; if none is readable the run's own, which
    will be refused.
    """
    try:
        read_adapter(run.adapter)
    except LuthierError as error:
        for step in sorted(files, reverse=True):
            if _is_good(files[step]):
                notice("export.adapter-damaged", error.message, f"That of the checkpoint of step {step:,} is taken.")
                return RunAdapter(files[step], step, _reported(story, step))
    step = next((step for step, file in files.items() if _is_same(file, run.adapter)), story.saved)
    return RunAdapter(run.adapter, step, _reported(story, step))


def _reported(story: RunStory, step: int) -> float | None:
    return story.losses.get(step) if story.measure.is_per_token else None


def _is_good(file: Path) -> bool:
    try:
        read_adapter(file)
    except LuthierError:
        return False
    return True


def _is_same(file: Path, other: Path) -> bool:
    try:
        return filecmp.cmp(file, other, shallow=False)
    except OSError:
        return False


def _number(wanted: str) -> int:
    return int(wanted) if wanted.isdecimal() else -1
