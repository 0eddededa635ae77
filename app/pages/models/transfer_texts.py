"""How a download or a conversion stands, in words."""

from __future__ import annotations

from typing import NamedTuple

from app.workers.background_job import BackgroundJob
from core.shared import protocol as p
from core.shared.texts.numbers import duration, size

FILE_STATES = {
    "waiting": "waiting",
    "downloading": "",
    "retrying": "connection lost, trying again",
    "checking": "checking",
    "done": "done",
}
ENDED = {"stopped": "Stopped. What has come is kept.", "cancelled": "Cancelled."}


class Look(NamedTuple):
    """How a button looks in some state."""

    text: str
    icon: str
    enabled: bool = True


_CANCEL, _DISMISS = Look("Cancel", "mdi6.close"), Look("Dismiss", "mdi6.close")
_DELETE = Look("Delete", "mdi6.delete-outline")


def buttons(state: str, downloads: bool) -> tuple[Look | None, Look | None]:
    """The two buttons of a row."""
    match state:
        case "running":
            return (Look("Pause", "mdi6.pause") if downloads else None), _CANCEL
        case "pausing" | "paused":
            return Look("Resume", "mdi6.play"), _CANCEL
        case "stopping" | "cancelling":
            return None, Look("Cancel", "mdi6.close", enabled=False)
        case "new" | "stopped":
            return Look("Resume", "mdi6.play"), _DELETE
        case "done":
            return Look("Show it", "mdi6.arrow-top-right"), _DISMISS
        case _:
            return Look("Try again", "mdi6.refresh"), _DISMISS


def standing(job: BackgroundJob) -> str:
    """One line: Downloading · 1.20 GB of 4.10 GB · 12.3 MB/s · 3 min 55 s left."""
    match job.state:
        case "failed" if job.failure is not None:
            return f"{job.failure.message} {job.failure.hint}".strip()
        case "done":
            return _done(job)
        case "stopped" | "cancelled":
            return ENDED[job.state]
        case "cancelling" | "stopping":
            return "Ending…"
        case "pausing":
            return "Pausing…"
        case "paused":
            return f"Paused · {_amount(job.progress)}" if job.progress else "Paused"
        case _:
            return _going(job)


def waiting(before: tuple[int, int] | None) -> str:
    """Of a download that an earlier session began."""
    if before is None:
        return "Waiting"
    return f"Not finished · {size(before[0])} of {size(before[1])}"


def share(job: BackgroundJob, before: tuple[int, int] | None = None) -> float:
    """Done, 0 to 1."""
    if job.state == "done":
        return 1.0
    if job.progress is not None and job.progress.total:
        return job.progress.done / job.progress.total
    return before[0] / before[1] if before and before[1] and job.state == "new" else 0.0


def file_standing(file: p.FileProgress) -> str:
    """One file of a download."""
    state = FILE_STATES.get(file.state, file.state)
    amount = size(file.total) if file.state == "done" else f"{size(file.done)} of {size(file.total)}"
    return f"{amount} · {state}" if state else amount


def _going(job: BackgroundJob) -> str:
    title = job.phase.title if job.phase else "Starting"
    if job.progress is None:
        return f"{title}…"
    retrying = any(file.state == "retrying" for file in job.files)
    parts = ["Connection lost, trying again" if retrying else "" if job.files else title, _amount(job.progress)]
    progress = job.progress
    if progress.unit == "bytes" and progress.rate and not retrying:
        parts.append(f"{size(progress.rate)}/s")
    if progress.seconds_left and not retrying:
        parts.append(f"{duration(progress.seconds_left)} left")
    return " · ".join(part for part in parts if part)


def _amount(progress: p.Progress) -> str:
    if progress.unit == "bytes":
        return f"{size(progress.done)} of {size(progress.total)}"
    return f"{round(progress.done)} of {round(progress.total)} {progress.unit}"


def _done(job: BackgroundJob) -> str:
    match job.result:
        case p.FetchResult(bytes=n_bytes, seconds=seconds):
            return f"Done: {size(n_bytes)} in {duration(seconds)}, checksums right."
        case (
            p.ConvertResult(source_bytes=before, bytes=after, seconds=seconds)
            | p.QuantizeResult(source_bytes=before, bytes=after, seconds=seconds)
        ):
            notes = " ".join(notice.message for notice in job.notices)
            return f"Done in {duration(seconds)}: {size(before)} before, {size(after)} now. {notes}".strip()
        case _:
            return "Done."


def made(job: BackgroundJob) -> str:
    """The model that a job has ended with."""
    match job.result:
        case p.FetchResult(model=place) | p.ConvertResult(path=place) | p.QuantizeResult(path=place):
            return place
        case _:
            return ""
