"""How a download or a conversion stands, in words."""

from __future__ import annotations

from typing import NamedTuple

from app.widgets import job_strip
from app.workers.background_job import BackgroundJob
from app.workers.event_texts import with_hint
from app.workers.process import JobState
from core import protocol as p
from core.advice.texts.language import tr
from core.advice.texts.numbers import duration, size

FILE_STATES = {
    "waiting": "waiting",
    "downloading": "",
    "retrying": tr("connection lost, trying again"),
    "checking": "checking",
    "done": "done",
}


class Look(NamedTuple):
    """How a button looks in some state."""

    text: str
    icon: str
    enabled: bool = True


_CANCEL, _DISMISS = Look(tr("Cancel"), "mdi6.close"), Look(tr("Dismiss"), "mdi6.close")
_DELETE = Look(tr("Delete"), "mdi6.delete-outline")


def buttons(state: JobState, downloads: bool) -> tuple[Look | None, Look | None]:
    """The two buttons of a row."""
    match state:
        case JobState.RUNNING | JobState.RESUMING:
            return (Look(tr("Pause"), "mdi6.pause") if downloads else None), _CANCEL
        case JobState.PAUSING | JobState.PAUSED:
            return Look(tr("Resume"), "mdi6.play"), _CANCEL
        case JobState.STOPPING | JobState.CANCELLING:
            return None, Look(tr("Cancel"), "mdi6.close", enabled=False)
        case JobState.NEW | JobState.STOPPED:
            return Look(tr("Resume"), "mdi6.play"), _DELETE
        case JobState.DONE:
            return Look(tr("Show it"), "mdi6.arrow-top-right"), _DISMISS
        case JobState.CANCELLED | JobState.FAILED:
            return Look(tr("Try again"), "mdi6.refresh"), _DISMISS


def transfer_status(job: BackgroundJob, before: tuple[int, int] | None = None) -> str:
    """One line. before: bytes here and in all, of a download that an earlier session began."""
    match job.state:
        case JobState.NEW:
            return (
                tr("Not finished · {done} of {total}", done=size(before[0]), total=size(before[1]))
                if before
                else tr("Waiting")
            )
        case JobState.FAILED if job.failure is not None:
            return with_hint(job.failure)
        case JobState.DONE:
            return _done(job)
        case JobState.STOPPED:
            return tr("Stopped. The part that was downloaded is kept.")
        case JobState.CANCELLED:
            return tr("Cancelled.")
        case _:
            return job_strip.job_status(job)


def fraction_here(job: BackgroundJob, before: tuple[int, int] | None = None) -> float:
    """How much has come or is made, 0 to 1. before: as above."""
    if job.state is JobState.DONE:
        return 1.0
    if job.state is JobState.NEW and before and before[1]:
        return before[0] / before[1]
    return job_strip.fraction_done(job)


def file_status(file: p.FileProgress) -> str:
    """One file of a download."""
    state = FILE_STATES.get(file.state, file.state)
    amount = (
        size(file.total)
        if file.state == "done"
        else tr("{done} of {total}", done=size(file.done), total=size(file.total))
    )
    return f"{amount} · {state}" if state else amount


def _done(job: BackgroundJob) -> str:
    match job.result:
        case p.FetchResult(bytes=n_bytes, seconds=seconds):
            return tr("Done: {size} in {seconds}, checksums right.", size=size(n_bytes), seconds=duration(seconds))
        case (
            p.ConvertResult(source_bytes=before, bytes=after, seconds=seconds)
            | p.QuantizeResult(source_bytes=before, bytes=after, seconds=seconds)
        ):
            notes = " ".join(notice.message for notice in job.notices)
            return tr(
                "Done in {seconds}: {before} before, {after} now. {notes}",
                seconds=duration(seconds),
                before=size(before),
                after=size(after),
                notes=notes,
            ).strip()
        case _:
            return tr("Done.")


def made(job: BackgroundJob) -> str:
    """The model that a job has ended with."""
    match job.result:
        case p.FetchResult(model=place) | p.ConvertResult(path=place) | p.QuantizeResult(path=place):
            return place
        case _:
            return ""
