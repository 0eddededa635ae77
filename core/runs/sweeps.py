"""Sweeps: one model and data trained with several settings, and which of them is best.

A sweep is its runs: each says in run.json that it is one of it, so that nothing else has to be kept. What is to be
trained next follows from how far they are. With halving (successive halving, Jamieson and Talwalkar, arXiv:1502.07943,
with the 3 of Hyperband, arXiv:1603.06560) all are trained for a part of their steps, the best third of them three times
as long, and so on; only those that are left come to the end. Each runs by the schedule of its whole length, so that
what is stopped can still be resumed.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from core import protocol as p
from core.advice.texts import losses
from core.advice.texts.training_settings import in_words, title_of
from core.base.errors import LuthierError
from core.protocol.cluster import OfSweep
from core.protocol.config import TrainConfig, with_settings
from core.runs import run as runs
from core.runs.run import Run, RunInfo
from core.runs.story import RunStory
from core.runs.summary import FiguresReader, RunFigures

KEPT = 3  # one of so many goes on
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

    def is_at(self, share: float) -> bool:
        """Return whether so much of the trial's steps is done, or it is over: it may have stopped early."""
        figures = self.figures
        return figures.status == "done" or (figures.steps > 0 and figures.step >= last_step(share, figures.steps))

    def cost_at(self, share: float) -> float:
        """Return the cost of the adapter that the trial had when so much was done or it was over."""
        step = last_step(share, self.figures.steps)
        return self.story.cost(max((one for one in self.story.evaluations if one <= step), default=-1))


def last_step(share: float, steps: int) -> int:
    """Return the last step of a training that ends after this share of its steps."""
    return max(1, math.ceil(share * steps - 1e-9))  # a third of 3 is 1


def shares(of: OfSweep) -> list[float]:
    """Return how much of their steps a sweep's runs are trained: all of them the first, the best third the second, …"""
    rungs = math.floor(math.log(of.trials, KEPT) + 1e-9) if of.halving else 0
    return [KEPT ** (rung - rungs) for rung in range(rungs + 1)]


def whole(of: OfSweep) -> float:
    """Return how many trainings from beginning to end its trainings take as long as, all together."""
    return sum(count * (share - before) for count, before, share in _rungs(of))


def _rungs(of: OfSweep) -> Iterator[tuple[int, float, float]]:
    """Yield how many of its trainings go from which share of their steps to which."""
    before = 0.0
    for number, share in enumerate(shares(of)):
        yield max(1, of.trials // KEPT**number), before, share
        before = share


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
            "Hold out a part of it (eval_share).",
        )
    first = shares(of)[0]
    free = (run for number in itertools.count(1) if not Path(run := f"{base.run}-{number}").exists())
    return [
        msgspec.structs.replace(
            base,
            run=run,
            config=config,
            title=f"{of.name}: {in_a_line(differing(wanted, config))}",
            sweep=of,
            until=first,
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


def next_jobs(of: OfSweep, found: Sequence[Trial]) -> list[p.ResumeJob]:
    """Return what is to be gone on with, or begun where only its folder is there; nothing where the sweep is over.

    Those that failed by themselves are out.
    """
    left = list(found)
    for number, share in enumerate(shares(of)):
        behind = [trial for trial in left if not trial.is_at(share) and not trial.is_out]
        if behind:
            return [p.ResumeJob(run=str(trial.run.folder), cluster=trial.info.cluster, until=share) for trial in behind]
        there = sorted((trial for trial in left if trial.is_at(share)), key=lambda trial: trial.cost_at(share))
        left = there[: max(1, of.trials // KEPT ** (number + 1))]
    return []


def done(of: OfSweep, found: Sequence[Trial]) -> float:
    """Return how much of all the sweep's steps is done, from 0 to 1, of those that go on and those that fell behind.

    What failed has done what it could: the share up to which it was to be trained then counts.
    """
    parts = [_part_of(trial, shares(of)) for trial in found]
    there = 0.0
    for count, before, share in _rungs(of):
        steps = (min(max(part - before, 0.0), share - before) for part in parts)
        there += sum(sorted(steps, reverse=True)[:count])
    return there / whole(of)


def percent_done(of: OfSweep, found: Sequence[Trial]) -> int:
    """Return how much of a sweep is done in percent, rounded down, as of one training."""
    return math.floor(100 * done(of, found) + 1e-9)  # 29 of 100 is 28.999…


def _part_of(trial: Trial, of_all: list[float]) -> float:
    figures = trial.figures
    part = 1.0 if figures.status == "done" else figures.step / figures.steps if figures.steps else 0.0
    return next(share for share in of_all if share >= part) if trial.is_out else part


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
