"""A job on one line: what it does, how far it is, in words, and Cancel."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.look import layouts
from app.look.theme import GRID, use_tabular_figures
from app.widgets.controls import IconButton, PathLabel, ShareBar
from app.workers.background_job import BackgroundJob
from app.workers.process import JobState
from core import protocol as p
from core.base.language import tr
from core.base.numbers import duration, size

BAR = 10 * GRID  # pixels; the words take the rest


class JobStrip(QWidget):
    """Signals:
    cancelled: the user does not want to wait for it.
    """

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._job: BackgroundJob | None = None
        self.status = PathLabel(words=True)
        use_tabular_figures(self.status)
        self.bar = ShareBar()
        self.cancel = IconButton(tr("Cancel"), "mdi6.close")
        self.cancel.clicked.connect(self.cancelled)
        self.bar.setFixedWidth(BAR)
        layouts.row((self.status, 1), self.bar, self.cancel, inside=self, gap=GRID)

    def watch(self, job: BackgroundJob | None) -> None:
        """Show this job from now on, or nothing new."""
        if self._job is not None:
            self._job.changed.disconnect(self._refresh)
        self._job = job
        if job is not None:
            job.changed.connect(self._refresh)
            self._refresh()

    def run(self, job: p.Job, ended: Callable[[BackgroundJob], None]) -> None:
        """Begin a job of its own and show it. ended: is given it at its end; it is gone after that."""
        background = BackgroundJob(job, self)
        self.watch(background)
        background.run(lambda job: self._conclude(job, ended))

    def stop(self) -> None:
        """Ask the job that goes on to end."""
        if self._job is not None:
            self._job.cancel()

    def drop(self) -> None:
        """End the job that goes on at once; nobody is told."""
        if (job := self._job) is not None:
            self.watch(None)
            job.drop()

    @property
    def is_busy(self) -> bool:
        """Whether it shows a job."""
        return self._job is not None

    def _conclude(self, job: BackgroundJob, ended: Callable[[BackgroundJob], None]) -> None:
        self.watch(None)
        ended(job)

    def _refresh(self) -> None:
        if self._job is not None and self._job.is_active:
            self.status.show_path(job_status(self._job))
            self.bar.show_share(fraction_done(self._job))


def job_status(job: BackgroundJob) -> str:
    """Return a job's state; in progress: Downloading · 1.20 GB of 4.10 GB · 12.3 MB/s · 3 min 55 s left."""
    match job.state:
        case JobState.CANCELLING | JobState.STOPPING:
            return tr("Ending…")
        case JobState.PAUSING:
            return tr("Pausing…")
        case JobState.PAUSED:
            return tr("Paused · {amount}", amount=_amount(job.progress)) if job.progress else tr("Paused")
        case _:
            return _going(job)


def fraction_done(job: BackgroundJob) -> float:
    """Return the share of the current phase that is done, 0 to 1."""
    return job.progress.done / job.progress.total if job.progress is not None and job.progress.total else 0.0


def _going(job: BackgroundJob) -> str:
    title = job.phase.title if job.phase else tr("Starting")
    if job.progress is None:
        return f"{title}…"
    retrying = any(file.state == "retrying" for file in job.files)
    parts = [tr("Connection lost, trying again") if retrying else "" if job.files else title, _amount(job.progress)]
    progress = job.progress
    if progress.unit == "bytes" and progress.rate and not retrying:
        parts.append(f"{size(progress.rate)}/s")
    if progress.seconds_left and not retrying:
        parts.append(tr("{seconds_left} left", seconds_left=duration(progress.seconds_left)))
    return " · ".join(part for part in parts if part)


def _amount(progress: p.Progress) -> str:
    if progress.unit == "bytes":
        return tr("{done} of {total}", done=size(progress.done), total=size(progress.total))
    return tr("{done} of {total} {unit}", done=round(progress.done), total=round(progress.total), unit=progress.unit)
