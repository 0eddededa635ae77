"""What the queue says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.workers.queue import Rest, RunQueue
from app.workers.queue_file import Entry
from core.shared import protocol as p
from core.shared.texts.numbers import count, duration, small

if TYPE_CHECKING:
    from app.workers.run_session import RunSession

EMPTY = (
    "Nothing waits.\n\nWhile one run is trained, more can be added here on the Train page. "
    "They are trained one after the other; one that fails does not keep the others."
)


def rest(queue: RunQueue, trains: bool) -> str:
    """Whether the next begins by itself, and why not."""
    n = len(queue.waiting)
    if not n:
        words = "Nothing waits."
    else:
        who = "1 run waits" if n == 1 else f"{n} runs wait"
        match queue.rest:
            case Rest.NO:
                words = f"{who}. The next begins when the one before it has ended."
            case Rest.RESTARTED:
                words = f"{who} from last time. Shall they go on?"
            case Rest.BESIDE:
                words = f"{who} until the training has ended that another window or a terminal does on this computer."
            case Rest.STOPPED:
                words = f"{who}. You stopped a run, so the next does not begin by itself."
            case Rest.ASKED:
                after = ", also when the one that is trained has ended" if trains else ""
                words = f"{who}. The queue is paused{after}."
            case _:
                words = f"{who}. None begins before you start the queue."
    return f"{words}\n{queue.trouble}".strip()


def go(queue: RunQueue) -> str:
    return "&Start the queue" if queue.rest is Rest.IDLE else "&Go on with the queue"


def tab(queue: RunQueue) -> str:
    """As many as wait."""
    n = len(queue.waiting)
    return f"&Queue ({n})" if n else "&Queue"


def name(entry: Entry, at: int) -> str:
    return f"⚠ {entry.title}" if entry.state == "failed" else f"{at + 1}.  {entry.title}"


def facts(entry: Entry) -> str:
    if entry.state == "failed":
        return " ".join(entry.trouble.split())
    if isinstance(entry.job, p.ResumeJob):
        return "Goes on where it stopped"
    job, config = entry.job, entry.job.config
    much = f"{count(config.max_steps)} steps" if config.max_steps else f"{config.epochs:g} epochs"
    parts = (
        Path(job.model).name,
        Path(job.data).name,
        much,
        f"rank {config.rank}",
        f"rate {small(config.learning_rate)}",
    )
    return " · ".join(parts)


def how_far(session: RunSession) -> tuple[float, str]:
    """From 0 to 1, and in words."""
    step = session.model.step
    if session.is_paused:
        return (step.step / step.steps if step else 0.0), "Paused"
    if step is None or not session.model.is_stepping:
        return (
            step.step / step.steps if step else 0.0
        ), session.model.phase.title if session.model.phase else "Starting"
    return step.step / step.steps, f"step {count(step.step)} / {count(step.steps)} · {duration(step.seconds_left)} left"
