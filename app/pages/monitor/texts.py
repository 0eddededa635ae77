"""What the Monitor page says about a run."""

from __future__ import annotations

from app.workers.lifecycle import JobState
from app.workers.run_session import RunSession
from core.shared import protocol as p
from core.shared.texts.numbers import NOTHING, count, duration, plural

EMPTY = (
    "Nothing is training yet.\n\nStart one on the Train page, or open an earlier one on the Runs page; "
    "its graphs appear here."
)
NO_SAMPLES = (
    "Here you can read how the model's answers change while it learns.\n\n"
    "Ask it something above: it answers as it did before, and as it does now. Prompts that are written down on the "
    "Train page are answered by themselves at each evaluation."
)
VERDICT_LOOK = {
    "early": "info", "good": "good", "level": "info", "overfit": "warn", "hardly": "warn", "unstable": "bad",
}  # fmt: skip


def status(session: RunSession) -> str:
    """In a few words: what goes on now."""
    model = session.model
    if session.is_loading:
        return "Reading what was written down…"
    if session.ending is not None:
        return session.ending.title
    if session.state is JobState.PAUSING:
        return "Pausing after this step…"
    if session.is_active and session.state in (JobState.STOPPING, JobState.CANCELLING):
        return "Stopping after this step…"
    if session.is_paused:
        return f"Paused, {session.waits_for}" if session.waits_for else "Paused"
    where = "" if session.is_active else " in another program"
    progress = model.progress
    if model.is_stepping:
        if progress is not None and progress.unit == "steps":
            return f"Training{where}: step {count(int(progress.done) + 1)}, {progress.done % 1:.0%} of it"
        return f"Training{where}" if model.step else f"Training{where}: the first step…"
    title = model.phase.title if model.phase else "Starting"
    if progress is None or not progress.total:
        return f"{title}…"
    left = f" · {duration(progress.seconds_left)} left" if progress.seconds_left else ""
    return f"{title}: {progress.done / progress.total:.0%}{left}"


def time_left(session: RunSession) -> str:
    """Of the steps."""
    return NOTHING if session.ending is not None else duration(session.model.seconds_left)


def why_no_sample(session: RunSession) -> str:
    """Why the model cannot be asked now, "" when it can."""
    if session.ending is not None:
        return "The training has ended: talk to it instead." if session.ending.can_talk else "The training has ended."
    if not session.is_active:
        return "Another program trains it." if not session.is_loading else ""
    if session.model.training is None:
        return "It can be asked as soon as the training has begun."
    return ""


def spoken_at(sample: p.Sample) -> str:
    """When an answer was given."""
    if sample.label == "base":
        return "Before training"
    return f"After {plural(sample.step, 'step', 'steps')}" if sample.step is not None else "After training"


def hang_words(session: RunSession) -> tuple[str, str]:
    """Title and text for a worker that hangs, and what may be done about it."""
    watch, model = session.watch, session.model
    if watch.hang == "silent":
        title = "The training process says nothing any more"
        what = f"Nothing has come from it for {watch.silence}: it was stopped from outside, or it is stuck."
    else:
        title = "This step takes far longer than those before it"
        what = f"The training process is there, but it has not gone on for {watch.silence}: it may be stuck."
    if model.checkpoint is None:
        kept = "No checkpoint has been saved yet: to begin anew, cancel it and start it again."
    else:
        kept = f"Restarting loses nothing up to the checkpoint of step {count(model.checkpoint.step)}."
    return title, f"{what} It is not ended by itself. {kept}"
