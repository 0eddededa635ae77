"""The sources to chat with: runs with an adapter, their checkpoints, and models."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import NamedTuple

import msgspec

from core import protocol as p
from core.base.errors import LuthierError
from core.base.language import tr
from core.base.paths import SAMPLE_MODEL
from core.runs import run as runs
from core.runs.run import Run
from core.runs.summary import RunStory, story_of

BEST = "best"


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """A run, or a model that Luthier did not train.

    run: its folder. model: as `--model` takes it. begun: when the run started, seconds since 1970.
    """

    name: str
    facts: str = ""
    run: str = ""
    model: str = ""
    begun: float = 0.0

    @property
    def key(self) -> tuple[str, str]:
        """The identity of a source, independent of its description."""
        return self.run, self.model

    def job(self, checkpoint: str, context: int, raw: bool | None) -> p.ConverseJob:
        """Return the job that chats with it. raw: continue texts; None: only if it was trained to."""
        if self.run:
            return p.ConverseJob(run=self.run, checkpoint=checkpoint, context=context, raw=raw)
        return p.ConverseJob(model=self.model, context=context, raw=raw)


class Saved(NamedTuple):
    """An existing checkpoint. loss: on held-out text at that step; None if it was not evaluated."""

    step: int
    loss: float | None


class Checkpoints(NamedTuple):
    """A run's checkpoints. newest: the step of its adapter, -1 if unknown. best: by evaluation."""

    newest: int
    best: int | None
    saved: list[Saved]


def source_of_run(run: Run) -> Source:
    """Return a run as a source. Raises LuthierError `runs.not-a-run`."""
    info = run.info()
    facts = tr("trained from {name}", name=Path(info.model).name)
    return Source(name=run.title, facts=facts, run=str(run.folder), begun=info.created)


def source_of_model(model: p.LocalModel) -> Source:
    facts = " · ".join(part for part in (model.quantization, model.source) if part)
    name = tr("The sample model") if model.path == str(SAMPLE_MODEL) else model.name
    return Source(name=name, facts=facts, model=model.model)


def sources_of_models(models: list[p.LocalModel]) -> list[Source]:
    """Return the readable models as sources, without the copies that Luthier made of the sample."""
    copies = f"{SAMPLE_MODEL.name} (", f"{SAMPLE_MODEL.name}-"
    return [
        source_of_model(model)
        for model in models
        if model.format and not (model.source == "Luthier" and model.name.startswith(copies))
    ]


def trained_runs() -> list[Source]:
    """Return the runs to chat with, newest first. Reads files: do not call it in the GUI thread."""
    return [source_of_run(run) for run in runs.list_runs().runs if run.adapter.is_file()]


def is_deleted(run: str) -> bool:
    """Return whether a run's folder is gone; an unreadable folder counts as existing."""
    try:
        return not Run(Path(run)).is_there
    except OSError:
        return False


def read_checkpoints(folder: str) -> Checkpoints:
    """Read a run's checkpoints from its events. Reads files: do not call it in the GUI thread."""
    run, story = Run(Path(folder)), RunStory()
    with contextlib.suppress(LuthierError):  # unreadable or newer events: checkpoints still count
        story = story_of(run)
    steps = sorted(int(name) for path in run.checkpoints_dir.glob("step-*") if (name := path.name[5:]).isdecimal())
    losses = story.losses
    return Checkpoints(story.saved, story.best(steps), [Saved(step, losses.get(step)) for step in reversed(steps)])
