"""What the Monitor page says about a run."""

from __future__ import annotations

from app.workers.process import JobState
from app.workers.run_session import RunSession
from core import protocol as p
from core.base.language import tr
from core.base.numbers import NOTHING, count, duration, share

EMPTY = tr(
    "Nothing is training yet.\n\nStart one on the Train page, or open an earlier one on the Runs page; its "
    "graphs appear here."
)
NO_SAMPLES = tr(
    "Here you can read how the model's answers change while it learns.\n\nAsk it something above: it answers "
    "as it did before, and as it does now. Prompts that are written down on the Train page are answered by "
    "themselves at each evaluation."
)
NO_ANSWERS = tr(
    "Here you will read what the model answers: before the training, and now. If your data has no "
    "questions, ask something under Details, Answers over time."
)
LEARNT = tr("One of the questions that it learns from.")
VERDICT_LOOK = {
    "early": "info", "good": "good", "level": "info", "overfit": "warn", "hardly": "warn", "unstable": "bad",
}  # fmt: skip


def status(session: RunSession) -> str:
    """Say in a few words what goes on now."""
    model = session.model
    if session.is_loading:
        return tr("Reading the run's records…")
    if session.ending is not None:
        return session.ending.title
    if session.state is JobState.PAUSING:
        return tr("Pausing after this step…")
    if session.is_active and session.state in (JobState.STOPPING, JobState.CANCELLING):
        return tr("Stopping after this step…")
    if session.is_paused:
        return tr("Paused, {waits_for}", waits_for=session.waits_for) if session.waits_for else tr("Paused")
    where = "" if session.is_active else tr(" in another program")
    if session.on:
        where = tr(" on {computer}", computer=session.on)
    progress = model.progress
    if model.is_stepping:
        if progress is not None and progress.unit == "steps":
            return tr("Training{where}: step {step}", where=where, step=count(int(progress.done) + 1))
        return tr("Training{where}", where=where) if model.step else tr("Training{where}: the first step…", where=where)
    title = model.phase.title if model.phase else tr("Starting")
    if progress is None or not progress.total:
        return f"{title}…"
    left = tr(" · {seconds_left} left", seconds_left=duration(progress.seconds_left)) if progress.seconds_left else ""
    return f"{title}: {share(progress.done / progress.total)}{left}"


def time_left(session: RunSession) -> str:
    """Return the time that the remaining steps take."""
    return NOTHING if session.ending is not None else duration(session.model.seconds_left)


def why_no_sample(session: RunSession) -> str:
    """Return why the model cannot be asked now, "" when it can."""
    if session.ending is not None:
        if session.ending.can_resume and session.ending.kind != "done":
            return tr("The training has stopped. Resume it to ask here, or talk to it.")
        return tr("Training is finished: talk to it.") if session.ending.can_talk else tr("The training has ended.")
    if not session.is_active:
        return tr("Another program trains it.") if not session.is_loading else ""
    if session.model.training is None:
        return tr("You can ask it as soon as the training has begun.")
    return ""


def beginning(text: str, letters: int) -> str:
    """Return a text, or so many of its letters and an ellipsis."""
    return text if len(text) <= letters else f"{text[:letters].rstrip()}…"


def spoken_at(sample: p.Sample) -> str:
    """Return when an answer was given."""
    if sample.label == "base":
        return tr("Before training")
    return (
        tr("After {steps}", steps=tr("{n} steps", "{n} step", sample.step, n=count(sample.step)))
        if sample.step is not None
        else tr("After training")
    )


def hang_words(session: RunSession) -> tuple[str, str]:
    """Return title and text for a worker that hangs, and what may be done about it."""
    watch, model = session.watch, session.model
    if watch.hang == "silent":
        title = tr("The training process has gone silent")
        what = tr(
            "It has been silent for {silence}: something outside Luthier stopped it, or it is stuck.",
            silence=watch.silence,
        )
    else:
        title = tr("This step takes far longer than those before it")
        what = tr(
            "The training process is there, but has made no progress for {silence}: it may be stuck.",
            silence=watch.silence,
        )
    if model.checkpoint is None:
        kept = tr("No checkpoint has been saved yet: to begin anew, cancel it and start it again.")
    else:
        kept = tr(
            "If you restart it, everything up to the checkpoint of step {step} is kept.",
            step=count(model.checkpoint.step),
        )
    return title, tr("{what} Luthier does not end it by itself. {kept}", what=what, kept=kept)
