"""The input of an export, and the run that an export came from, which it records itself."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from core import protocol as p
from core.adapters.peft_write import run_of as run_of_peft
from core.base import paths
from core.base.callbacks import Notify
from core.base.errors import LuthierError
from core.data.example import Example
from core.engine.lora.adapter_file import Adapter
from core.export.elsewhere.folder import read_manifest
from core.export.mmproj import find_mmproj
from core.export.ollama.folder import read_contents
from core.export.turns import Turns, learnt_conversations, read_turns
from core.gguf.header import Header
from core.gguf.kind import run_of as run_of_gguf
from core.jobs.context import JobContext
from core.jobs.data.prepare import prepare_data
from core.jobs.models.convert import sample, thinned
from core.jobs.models.run_adapter import RunAdapter, held_out_of
from core.runs.learnt_thoughts import read_thoughts
from core.runs.run import Run, RunInfo

_ASKED = 4096  # tokens of training rows from which questions are taken


@dataclass(frozen=True)
class Trained:
    """The input of every kind of export. model: the base. source: the adapter's file.

    notice: called for damaged files of the run.
    """

    run: Run
    info: RunInfo
    adapter: Adapter
    model: Header
    source: RunAdapter
    notice: Notify = lambda code, message, hint: None

    @cached_property
    def held_out(self) -> list[Example]:
        """Return the run's held-out rows, read once; empty if it has none."""
        return held_out_of(self.run, self.notice)

    @property
    def reported_loss(self) -> float | None:
        """Return the evaluation loss of exactly this adapter; None if it was not evaluated."""
        return self.source.loss

    @cached_property
    def mmproj(self) -> Path | None:
        """Return the base's encoder of images or sound, which also works for the trained model; None if it has none."""
        return find_mmproj(self.info.model, self.model, self.notice)

    def turns(self, context: JobContext) -> Turns:
        """Return the turns that the model was trained with, including how they end."""
        context.phase("read", "Reading the chat template")
        conversations = learnt_conversations(Path(self.info.data), self.info.config, self.held_out)
        think = read_thoughts(self.run).think
        return read_turns(self.model, context.renderer, self.info.config, conversations=conversations, think=think)


def rows_to_ask(run: Run, held_out: Sequence[Example], model: Header, context: JobContext) -> Sequence[Example]:
    """Return rows to ask another program: held-out ones, else, with a notice, some training rows; none if these cannot
    be read any more.

    model: with the training's template.
    """
    if held_out:
        return held_out
    try:
        rows = _sample(run.info(), model, context, _ASKED)
    except LuthierError as error:
        context.notice(
            "export.no-questions", f"No questions of the run can be asked, so others are: {error.message}", error.hint
        )
        return []
    context.notice(
        "export.asks-trained",
        "There are no held-out questions, so those asked are some of what the run was trained on.",
    )
    return rows


def training_sample(trained: Trained, context: JobContext, most: int) -> list[Example]:
    """Return about `most` tokens of the run's training examples, without the held-out ones.

    Notices about the data, sent at the training's start, are not repeated. Raises LuthierError `data.*`.
    """
    return _sample(trained.info, trained.model, context, most)


def _sample(info: RunInfo, model: Header, context: JobContext, most: int) -> list[Example]:
    with _quietly(context) as quiet:
        data = prepare_data(model, info.data, info.eval_data, info.config, quiet, datetime.fromtimestamp(info.created))
    return thinned(data.dataset.of_good_answers().train, most)  # for choices, the good answers


class General(NamedTuple):
    """General conversations in six languages, in the model's template, which a run should not change."""

    to_fit: list[Example]
    to_measure: list[Example]  # for measuring, not fitting


def general_talk(trained: Trained, context: JobContext, most: int) -> General:
    """Return about `most` tokens to fit weights to, and as many to measure them with. Raises LuthierError `data.*`."""
    with _quietly(context) as quiet:
        rows = sample(trained.model, paths.GENERAL_TALK, sys.maxsize, quiet)
    to_fit = thinned(rows, most)
    fitted = set(map(id, to_fit))
    return General(to_fit, thinned([row for row in rows if id(row) not in fitted], most))


@contextmanager
def _quietly(context: JobContext) -> Iterator[JobContext]:
    def tell(event: p.Event) -> None:
        if isinstance(event, p.Phase | p.Progress):
            context.emit(event)

    with JobContext(tell, context.control) as quiet:
        yield quiet


def runs_of(place: Path) -> set[str]:
    """Return the names of the runs whose exports are at a place; for a folder, in it and one level below.

    Empty if no file names its run.
    """
    try:
        inside = sorted(place.iterdir()) if place.is_dir() else []
    except OSError:
        inside = []
    found = {run_of(one) for one in (place, *inside)}
    return {run for run in found if run}


def run_of(place: Path) -> str:
    """Return the run that an export, a file or a folder, came from; "" if unknown."""
    if place.is_file():
        return (run_of_gguf(place) or "") if place.suffix == ".gguf" else ""
    manifest = read_manifest(place)
    return manifest.run if manifest is not None else _run_of_contents(place) or run_of_peft(place)


def _run_of_contents(place: Path) -> str:
    try:
        return read_contents(place).run
    except LuthierError:
        return ""
