"""Sweeps train one model on one data set with several settings, and rank the results.

A sweep is its runs: each names its sweep in run.json, so nothing else is stored. The runs' progress determines which to
train next; each is trained to its end.
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
from core.protocol.config import TrainConfig, with_settings
from core.protocol.specs import OfSweep
from core.runs import run as runs
from core.runs.run import Run, RunInfo
from core.runs.summary import FiguresReader, RunFigures, RunStory

AVOIDED_S = 60.0  # seconds to avoid a machine after it was lost or busy
_COMPUTERS = "computers"
_PASSING = ("computers.busy", "computers.lost", "computers.gone", "computers.unreachable", "computers.refused")
_OF_ALL = ("adapter", _COMPUTERS, "convert", "data", "files", "hub", "model", "ollama")

OF_CHOICES = {  # the settings that shape a preference loss, with their objectives
    "preference_beta": ("dpo", "kto", "orpo"), "length_normalized": ("dpo",), "label_smoothing": ("dpo",),
    "good_weight": ("kto",),
}  # fmt: skip
# Varying one of these would change the text, its parts or its length, so the losses could not be compared.
_OF_THE_LOSS = (
    "context", "eval_share", "test_share", "eval_tokens", "train_on", "thoughts", "format", "columns", "encoding",
    "sheet", "header", "duplicates", "objective", "best_by", *OF_CHOICES,
)  # fmt: skip


@dataclass(frozen=True)
class Trial:
    """A run of a sweep in its present state. story: the measurements on held-out text."""

    run: Run
    info: RunInfo
    figures: RunFigures
    story: RunStory

    @property
    def cost(self) -> float:
        """Return the cost of its best adapter: lower is better, infinity if nothing was measured."""
        return self.story.cost(self.figures.eval_best_step)

    @property
    def is_out(self) -> bool:
        """Return whether the trial is given up. One that lost another computer is continued."""
        figures = self.figures
        failed = figures.status == "failed" and figures.trouble_code.partition(".")[0] != _COMPUTERS
        return failed or figures.status == "cancelled"

    @property
    def is_over(self) -> bool:
        """Return whether the trial has nothing left to train: it is done (perhaps stopped early), or out."""
        return self.figures.status == "done" or self.is_out


def configs(base: TrainConfig, tries: Sequence[tuple[str, Sequence[str]]], cases: Sequence[str]) -> list[TrainConfig]:
    """Return every combination of `tries`, and each of `cases` ("rank=8 alpha=16") by itself, without duplicates.

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
    """Return a training job for each config, in a new folder. base: the rest of the job, and the beginning of the
    folders' names.

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
    """Return the settings of `one` that vary among all of them."""
    values: list[dict[str, Any]] = [msgspec.to_builtins(config) for config in all_]
    own: dict[str, Any] = msgspec.to_builtins(one)
    return {key: value for key, value in own.items() if any(other[key] != value for other in values)}


def in_a_line(settings: Mapping[str, Any]) -> str:
    """Return settings as one line: Rank 8, Learning rate 2e-4."""
    return ", ".join(f"{title_of(key)} {in_words(value)}" for key, value in settings.items())


def names() -> list[OfSweep]:
    """Return all sweeps, newest first."""
    found = [run.info().sweep for run in runs.list_runs().runs]
    return list({of.name: of for of in found if of is not None}.values())


def named(of: OfSweep, wanted: str) -> OfSweep:
    """Return the sweep with this name, numbered if the name is taken."""
    taken, name, number = {known.name for known in names()}, wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted}-{number}"
    return msgspec.structs.replace(of, name=name)


def trials(name: str) -> list[Trial]:
    """Return the trials in the order in which they began. Reads all their events: call it from a thread.

    Raises LuthierError `runs.unreadable`, `formats.newer`.
    """
    found = [run for run in runs.list_runs().runs if (of := run.info().sweep) is not None and of.name == name]
    return sorted(map(trial, found), key=lambda trial: trial.info.created)


def trial(run: Run) -> Trial:
    """Return a run as a trial in its present state. Raises LuthierError as `trials` does."""
    reader = FiguresReader(run)
    figures = reader.read()
    return Trial(run, run.info(), figures, reader.story)


def next_jobs(found: Sequence[Trial]) -> list[p.ResumeJob]:
    """Return jobs for all trials to continue, or to begin if only the folder exists; none if the sweep is over."""
    return [p.ResumeJob(run=str(one.run.folder)) for one in found if not one.is_over]


def done(of: OfSweep, found: Sequence[Trial]) -> float:
    """Return the finished share of all the sweep's steps, from 0 to 1. A failed trial counts as finished."""
    return sum(map(_part_of, found)) / of.trials


def percent_done(of: OfSweep, found: Sequence[Trial]) -> int:
    """Return the finished share in percent, rounded down like a single training's."""
    return math.floor(100 * done(of, found) + 1e-9)  # 29 of 100 is 28.999…


def _part_of(trial: Trial) -> float:
    figures = trial.figures
    return 1.0 if trial.is_over else figures.step / figures.steps if figures.steps else 0.0


def would_meet_all(code: str) -> bool:
    """Return whether all other trials would fail with this error on the same computer: settings did not cause it."""
    return code.partition(".")[0] in _OF_ALL


def is_of_the_training(code: str) -> bool:
    """Return whether this error would occur on every computer, since training itself failed."""
    return code.startswith("train.")


class Avoided:
    """The computers to avoid: for a minute one that was lost or busy, for good any other."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._until: dict[str, float] = {}

    def add(self, machine: str, code: str) -> None:
        """Avoid a machine on which a training ended with this error, which the training did not cause."""
        self._until[machine] = self._now() + (AVOIDED_S if code in _PASSING else math.inf)

    def __contains__(self, machine: str) -> bool:
        return self._until.get(machine, 0) > self._now()


def too_far(found: Sequence[Trial], named: Callable[[Trial], str]) -> str:
    """Return a sentence on trials that rank last because preferences moved them too far, or that all did; "" for none.

    named: returns a trial's name.
    """
    measured = [trial for trial in found if trial.figures.choices is not None]
    far = [named(trial) for trial in measured if trial.figures.is_far]
    return losses.too_far(far, are_all=len(far) == len(measured))


def ranked(found: Sequence[Trial]) -> list[Trial]:
    """Sort trials, best first."""
    return sorted(found, key=lambda trial: trial.cost)
