"""What the queue says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.widgets.question import Question
from app.workers.helpers import Help
from app.workers.queue import Rest, RunQueue
from app.workers.queue_file import Entry
from core import protocol as p
from core.base.language import tr
from core.base.numbers import count, duration, small

if TYPE_CHECKING:
    from app.workers.run_session import RunSession

EMPTY = tr(
    "The queue is empty.\n\nWhile a run is training, you can add more on the Train page. They train one after the "
    "other; one that fails does not stop the others."
)


def rest(queue: RunQueue, trains: bool) -> str:
    """Return whether the next begins by itself, and why not."""
    n = len(queue.waiting)
    if not n:
        words = tr("Nothing waits.")
    else:
        who = tr("{n} runs wait", "1 run waits", n, n=n)
        match queue.rest:
            case Rest.NO:
                words = tr("{who}. Each starts when the one before it ends.", who=who)
            case Rest.RESTARTED:
                words = tr("{who} from last time. Continue with them?", who=who)
            case Rest.BESIDE:
                words = tr(
                    "{who} until a training in another window or a terminal ends.",
                    who=who,
                )
            case Rest.STOPPED:
                words = tr("{who}. You stopped a run, so the next does not start by itself.", who=who)
            case Rest.ASKED:
                after = tr(", and stays so when this run ends") if trains else ""
                words = tr("{who}. The queue is paused{after}.", who=who, after=after)
            case _:
                words = tr("{who}. Start the queue to train them.", who=who)
    return f"{words}\n{queue.trouble}".strip()


def go(queue: RunQueue) -> str:
    return tr("&Start the queue") if queue.rest is Rest.IDLE else tr("&Go on with the queue")


def tab(queue: RunQueue) -> str:
    """Return the tab's title, with the number of waiting runs."""
    n = len(queue.waiting)
    return tr("&Queue ({n})", n=n) if n else tr("&Queue")


def name(entry: Entry, at: int) -> str:
    return f"⚠ {entry.title}" if entry.state == "failed" else f"{at + 1}.  {entry.title}"


def facts(entry: Entry) -> str:
    if entry.trouble:
        return " ".join(entry.trouble.split())
    if isinstance(entry.job, p.ResumeJob):
        return tr("Continues where it stopped")
    job, config = entry.job, entry.job.config
    much = (
        tr("{max_steps} steps", max_steps=count(config.max_steps))
        if config.max_steps
        else tr("{epochs:g} epochs", epochs=config.epochs)
    )
    parts = (
        Path(job.model).name,
        Path(job.data).name,
        much,
        tr("rank {rank}", rank=config.rank),
        tr("rate {learning_rate}", learning_rate=small(config.learning_rate)),
    )
    return " · ".join(parts)


def helped(n: int) -> Question:
    """Return the question before the window is closed."""
    return Question(
        tr("Other computers train {n} runs of the queue.", "Another computer trains a run of the queue.", n, n=n),
        tr("They finish the step and stop; what was learnt is kept, and the queue can continue it another time."),
        tr("&Stop and close"),
    )


def helped_facts(help_: Help) -> str:
    """Return where a run is trained, and how far it is."""
    before = help_.phase.title if help_.phase else tr("Starting")
    done = _at(help_.step) if help_.step is not None else before
    return tr("On {machine} · {done}", machine=help_.machine, done=done)


def how_far(session: RunSession) -> tuple[float, str]:
    """Return how far a run is, from 0 to 1, and in words."""
    step = session.model.step
    if session.is_paused:
        return (step.step / step.steps if step else 0.0), tr("Paused")
    if step is None or not session.model.is_stepping:
        return (step.step / step.steps if step else 0.0), session.model.phase.title if session.model.phase else tr(
            "Starting"
        )
    return step.step / step.steps, _at(step)


def _at(step: p.Step) -> str:
    return tr(
        "step {step} / {steps} · {seconds_left} left",
        step=count(step.step),
        steps=count(step.steps),
        seconds_left=duration(step.seconds_left),
    )
