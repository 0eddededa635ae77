"""What was left at the end of an earlier session, and the offer to go on with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QTimer

from app.workers.thread_call import in_thread
from core.base import settings
from core.base.errors import LuthierError
from core.base.language import tr
from core.base.numbers import count
from core.runs.run import Run
from core.runs.summary import FiguresReader, RunFigures

if TYPE_CHECKING:
    from app.shell.memory import Memory
    from app.shell.notice import Notice
    from app.shell.run_life import RunLife
    from app.shell.window import MainWindow
    from app.workers.queue import RunQueue
    from app.workers.sessions import Sessions

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


LOOK_MS = 200  # after the start, which comes first


def offer_what_was_left(window: MainWindow, memory: Memory, sessions: Sessions, queue: RunQueue, life: RunLife) -> None:
    """Offer the queue at once, where runs wait in it; a run that was interrupted when it has been found."""

    def offer(run: Unfinished | None) -> None:
        """One that the user let be is not offered again, nor one that the queue goes on with."""
        if run is None or sessions.active is not None or memory.let_be == str(run.folder):
            return
        if not any(entry.folder == run.folder for entry in queue.waiting):
            _offer_unfinished(window.notice, run, life, let_be=partial(setattr, memory, "let_be", str(run.folder)))

    training, memory.training = memory.training, ""
    find = partial(unfinished, training)
    QTimer.singleShot(LOOK_MS, window, lambda: in_thread(find, offer, window))
    if queue.asks:
        _offer_queue(window.notice, queue, life)


def _offer_unfinished(notice: Notice, run: Unfinished, life: RunLife, let_be: Callable[[], object]) -> None:
    notice.say_when_free(
        run.text,
        (tr("&Resume"), "mdi6.play", lambda: life.resume(run.folder)),
        (tr("&Look at it"), "mdi6.chart-line", lambda: life.open(run.folder)),
        (tr("&Not now"), "mdi6.close", let_be),
    )


def _offer_queue(notice: Notice, queue: RunQueue, life: RunLife) -> None:
    n = len(queue.waiting)
    who = tr("{n} runs wait", "1 run waits", n, n=n)
    notice.say_when_free(
        tr("{who} in the queue from last time. Continue the training?", who=who),
        (tr("&Go on"), "mdi6.play", queue.go_on),
        (tr("&Look at the queue"), "mdi6.tray-full", life.show_queue),
        (tr("&Not now"), "mdi6.close", lambda: None),
    )
