"""What a sweep's runs have to go on with, into the queue as soon as it is known."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.workers.helpers import Helpers
from app.workers.queue import RunQueue
from app.workers.sessions import Sessions
from app.workers.thread_call import in_thread
from core import protocol as p
from core.base.errors import LuthierError
from core.protocol.sweep import OfSweep
from core.runs import sweeps
from core.runs.run import Run


class SweepQueue(QObject):
    """Looks whenever a run of a sweep has ended, and adds something once none of it is still to be trained so far."""

    def __init__(self, queue: RunQueue, sessions: Sessions, helpers: Helpers) -> None:
        super().__init__(queue)
        self._queue = queue
        sessions.ended.connect(lambda session: self._look_at(session.run))
        helpers.ended.connect(lambda entry: self._look_at(Run(entry.folder)))

    def _look_at(self, run: Run) -> None:
        of = _sweep_of(run)
        if of is not None and of.halving:
            in_thread(lambda: (of, sweeps.next_jobs(of, sweeps.trials(of.name))), self._add, self)

    def _add(self, found: tuple[OfSweep, list[p.ResumeJob]]) -> None:
        of, jobs = found
        entries = self._queue.entries
        if any(_is_of(entry.job, of) for entry in entries if entry.state != "failed"):
            return
        taken = {entry.job.run for entry in entries}  # also what failed: a person decides whether to try it again
        for job in jobs:
            if job.run not in taken:
                self._queue.add(job)
        self._queue.follow()


def _sweep_of(run: Run) -> OfSweep | None:
    try:
        return run.info().sweep
    except LuthierError:  # it came to nothing
        return None


def _is_of(job: p.TrainJob | p.ResumeJob, of: OfSweep) -> bool:
    return isinstance(job, p.TrainJob) and job.sweep is not None and job.sweep.name == of.name
