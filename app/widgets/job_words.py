"""How far a job in the background is, in words."""

from __future__ import annotations

from app.workers.background_job import BackgroundJob
from app.workers.lifecycle import JobState
from core.shared import protocol as p
from core.shared.texts.numbers import duration, size


def job_status(job: BackgroundJob) -> str:
    """Of one that goes on: Downloading · 1.20 GB of 4.10 GB · 12.3 MB/s · 3 min 55 s left."""
    match job.state:
        case JobState.CANCELLING | JobState.STOPPING:
            return "Ending…"
        case JobState.PAUSING:
            return "Pausing…"
        case JobState.PAUSED:
            return f"Paused · {_amount(job.progress)}" if job.progress else "Paused"
        case _:
            return _going(job)


def fraction_done(job: BackgroundJob) -> float:
    """Of the current phase, 0 to 1."""
    return job.progress.done / job.progress.total if job.progress is not None and job.progress.total else 0.0


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
