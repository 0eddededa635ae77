"""Sweeps: one model and data trained with several settings, and which of them is best.

A sweep is its runs: each says in run.json that it is one of it, so that nothing else has to be kept. What is to be
trained next follows from how far they are: each is trained to its end.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from core import protocol as p
from core.advice import losses
from core.advice.training_settings import in_words, title_of
from core.base.errors import Do, LuthierError
from core.protocol.cluster import OfSweep
from core.protocol.config import TrainConfig, with_settings
from core.runs import run as runs
from core.runs.run import Run, RunInfo
from core.runs.summary import FiguresReader, RunFigures, RunStory

AVOIDED_S = 60.0  # after a machine was lost or busy
_CLUSTER = "cluster"
_PASSING = ("cluster.busy", "cluster.lost", "cluster.no-guest", "cluster.no-machine", "cluster.unreachable")
_OF_ALL = ("adapter", _CLUSTER, "convert", "data", "files", "hub", "model", "ollama")

OF_CHOICES = {  # the settings with which the loss of choices is computed, and of which objectives
    "preference_beta": ("dpo", "kto", "orpo"), "length_normalized": ("dpo",), "label_smoothing": ("dpo",),
    "good_weight": ("kto",),
}  # fmt: skip
# With these others the losses would be of another text, or of other parts of it, or another number of it.
_OF_THE_LOSS = (
    "context", "eval_share", "test_share", "eval_tokens", "train_on", "thoughts", "format", "columns", "encoding",
    "sheet", "header", "duplicates", "objective", "best_by", *OF_CHOICES,
)  # fmt: skip


@dataclass(frozen=True)
class Trial:
    """A run of a sweep, as far as it is. story: what was measured on unseen text."""

    run: Run
    info: RunInfo
    figures: RunFigures
    story: RunStory

    @property
    def cost(self) -> float:
        """Return what its best adapter is judged by, the lower the better; infinity if nothing was measured."""
        return self.story.cost(self.figures.eval_best_step)

    @property
    def is_out(self) -> bool:
        """Whether the trial is not gone on with. Where another computer was lost, it is."""
        figures = self.figures
        failed = figures.status == "failed" and figures.trouble_code.partition(".")[0] != _CLUSTER
        return failed or figures.status == "cancelled"

    @property
    def is_over(self) -> bool:
        """Whether nothing of the trial is left to train: it is done, or out. It may have stopped early."""
        return self.figures.status == "done" or self.is_out


def configs(base: TrainConfig, tries: Sequence[tuple[str, Sequence[str]]], cases: Sequence[str]) -> list[TrainConfig]:
    """Return every combination of what is tried, and each case ("rank=8 alpha=16") by itself; the same ones once.

    Raises LuthierError `sweep.not-comparable`, `sweep.too-few`, and as with_settings does.
    """
    grid = [[f"{key}={value}" for value in values] for key, values in tries]
    wanted = [list(settings) for settings in itertools.product(*grid)] if grid else []
    wanted += [case.split() for case in cases]
    keys = {setting.partition("=")[0].strip() for settings in wanted for setting in settings}
    if spoilt := sorted(keys & set(_OF_THE_LOSS)):
        raise LuthierError(
            "sweep.not-comparable",
            f"With other values of {' and '.join(spoilt)} the losses could not be compared.",
            "Set it for all of them.",
        )
    found = list(dict.fromkeys(with_settings(base, settings) for settings in wanted))
    if len(found) < 2:
        raise LuthierError("sweep.too-few", "Nothing differs between the trainings.", "Give at least two values.")
    return found


def jobs(of: OfSweep, base: p.TrainJob, wanted: Sequence[TrainConfig]) -> list[p.TrainJob]:
    """Return a training for each, in a folder that is not there yet. base: all else, and what these folders are called
    by.

    Raises LuthierError `sweep.no-evaluation`.
    """
    if not base.eval_data and not base.config.eval_share:
        raise LuthierError(
            "sweep.no-evaluation",
            "Nothing of the data is held out, so nothing would say which is best.",
            Do.set("eval_share", 0.1),
        )
    free = (run for number in itertools.count(1) if not Path(run := f"{base.run}-{number}").exists())
    return [
        msgspec.structs.replace(
            base,
            run=run,
            config=config,
            title=f"{of.name}: {in_a_line(differing(wanted, config))}",
            sweep=of,
        )
        for run, config in zip(free, wanted, strict=False)
    ]


def differing(all_: Sequence[TrainConfig], one: TrainConfig) -> dict[str, Any]:
    """Return the settings of one that are not the same in all of them."""
    values: list[dict[str, Any]] = [msgspec.to_builtins(config) for config in all_]
    own: dict[str, Any] = msgspec.to_builtins(one)
    return {key: value for key, value in own.items() if any(other[key] != value for other in values)}


def in_a_line(settings: Mapping[str, Any]) -> str:
    """Rank 8, Learning rate 2e-4."""
    return ", ".join(f"{title_of(key)} {in_words(value)}" for key, value in settings.items())


def names() -> list[OfSweep]:
    """Return all sweeps, the newest first."""
    found = [run.info().sweep for run in runs.list_runs().runs]
    return list({of.name: of for of in found if of is not None}.values())


def named(of: OfSweep, wanted: str) -> OfSweep:
    """Return the sweep with this name, or with a number behind it if the name is taken."""
    taken, name, number = {known.name for known in names()}, wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted}-{number}"
    return msgspec.structs.replace(of, name=name)


def trials(name: str) -> list[Trial]:
    """Return the trials in the order in which they were begun. Reads all their events: for a thread.

    Raises LuthierError `runs.unreadable`, `formats.newer`.
    """
    found = [run for run in runs.list_runs().runs if (of := run.info().sweep) is not None and of.name == name]
    return sorted(map(trial, found), key=lambda trial: trial.info.created)


def trial(run: Run) -> Trial:
    """Return a run's trial in its present state. Raises LuthierError as `trials` does."""
    reader = FiguresReader(run)
    figures = reader.read()
    return Trial(run, run.info(), figures, reader.story)


def next_jobs(found: Sequence[Trial]) -> list[p.ResumeJob]:
    """Return what is to be gone on with, or begun where only its folder is there; nothing where the sweep is over."""
    return [p.ResumeJob(run=str(one.run.folder), cluster=one.info.cluster) for one in found if not one.is_over]


def done(of: OfSweep, found: Sequence[Trial]) -> float:
    """Return how much of all the sweep's steps is done, from 0 to 1. What failed has done what it could."""
    return sum(map(_part_of, found)) / of.trials


def percent_done(of: OfSweep, found: Sequence[Trial]) -> int:
    """Return how much of a sweep is done in percent, rounded down, as of one training."""
    return math.floor(100 * done(of, found) + 1e-9)  # 29 of 100 is 28.999…


def _part_of(trial: Trial) -> float:
    figures = trial.figures
    return 1.0 if trial.is_over else figures.step / figures.steps if figures.steps else 0.0


def would_meet_all(code: str) -> bool:
    """Return whether all others would fail with this error on the same computer: it does not come from settings."""
    return code.partition(".")[0] in _OF_ALL


def is_of_the_training(code: str) -> bool:
    """Return whether this error would be met on every computer: training went wrong."""
    return code.startswith("train.")


class Avoided:
    """The computers that trainings are not handed to: one that was lost or busy for a minute, any other for good."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._until: dict[str, float] = {}

    def add(self, machine: str, code: str) -> None:
        """Avoid a machine on which a training ended with this error, which is not of the training itself."""
        self._until[machine] = self._now() + (AVOIDED_S if code in _PASSING else math.inf)

    def __contains__(self, machine: str) -> bool:
        return self._until.get(machine, 0) > self._now()


def too_far(found: Sequence[Trial], named: Callable[[Trial], str]) -> str:
    """Say which trials are ranked last because choices have moved them too far, or that all of them were; "" for none.

    named: what a trial is called.
    """
    measured = [trial for trial in found if trial.figures.choices is not None]
    far = [named(trial) for trial in measured if trial.figures.is_far]
    return losses.too_far(far, are_all=len(far) == len(measured))


def ranked(found: Sequence[Trial]) -> list[Trial]:
    """Sort trials, the best first."""
    return sorted(found, key=lambda trial: trial.cost)
