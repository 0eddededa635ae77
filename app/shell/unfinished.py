"""Runs that were left unfinished, and the words that offer to resume them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from core.base import settings
from core.base.errors import LuthierError
from core.base.language import tr
from core.base.numbers import count
from core.runs.run import Run
from core.runs.summary import FiguresReader, RunFigures

LONGEST = 28  # letters of a run's name on a button


class Unfinished(NamedTuple):
    """The run, what to say of it, and what a button says that goes on with it."""

    folder: Path
    text: str
    resume: str


def unfinished(training: str = "") -> Unfinished | None:
    """Return the run that was worked on last, if its worker is gone without a last word. For a thread: events can be
    many.

    training: the folder of the run that went on when the window was lost. Its worker has stopped in good order, or left
    the training to another computer.
    """
    files = sorted(settings.runs_dir().glob("*/events.jsonl"), key=_modified)
    if not files:
        return None
    run = Run(files[-1].parent)
    try:
        figures = FiguresReader(run).read()
        was_cut_off = figures.status in ("stopped", "failed") and str(run.folder) == training
        return _told(run, figures) if figures.status == "interrupted" or was_cut_off else None
    except LuthierError:
        return None


def stopped(folder: str) -> Unfinished | None:
    """Return a run, if it can go on. For a thread."""
    run = Run(Path(folder))
    try:
        figures = FiguresReader(run).read()
        return None if figures.status in ("done", "running") else _told(run, figures)
    except (LuthierError, OSError):  # it was deleted, or its disk is gone
        return None


def _told(run: Run, figures: RunFigures) -> Unfinished:
    """Raises LuthierError if the run cannot be read."""
    if not figures.steps:
        text = tr("Your run {title} stopped before its first step.", title=run.title)
        return Unfinished(run.folder, text, tr("&Resume {title}", title=_on_button(run.title)))
    step, steps = count(figures.step), count(figures.steps)
    where = tr("at step {step} of {steps}", step=step, steps=steps)
    resume = tr("&Resume {title} ({step} of {steps})", title=_on_button(run.title), step=step, steps=steps)
    text = tr("Your run {title} stopped {where}.", title=run.title, where=where)
    if (on := run.info().on) and figures.status != "stopped":  # it may go on there
        text = tr("Your run {title} was {where} when {on} was last heard.", title=run.title, where=where, on=on)
    return Unfinished(run.folder, text, resume)


def _on_button(title: str) -> str:
    """Return a run's name as a button can say it: short, and without a letter for Alt."""
    return (title if len(title) <= LONGEST else f"{title[: LONGEST - 1].rstrip()}…").replace("&", "&&")


def _modified(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0
