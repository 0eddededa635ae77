"""What the page asks workers besides the export itself: short questions, the newest of each kind alone is answered."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.workers.background_job import BackgroundJob
from core import protocol as p


class Questions(QObject):
    """Signals:
    answered: the result of a job.
    failed: the kind of the job that could not, and the Failed.
    """

    answered = Signal(object)
    failed = Signal(type, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.jobs: dict[type[p.Job], BackgroundJob] = {}

    def ask(self, job: p.Job) -> None:
        """An earlier one of the same kind is given up."""
        self.drop(type(job))
        asked = self.jobs[type(job)] = BackgroundJob(job, self)
        asked.ended.connect(lambda: self._on_ended(asked))
        asked.start()

    def is_asking(self, kind: type[p.Job]) -> bool:
        """Whether the answer has yet to come."""
        return kind in self.jobs

    def drop(self, kind: type[p.Job]) -> None:
        """Not to be answered any more."""
        if (job := self.jobs.pop(kind, None)) is not None:
            job.drop()

    def give_up(self) -> None:
        """None of them is to be answered."""
        for kind in list(self.jobs):
            self.drop(kind)

    def _on_ended(self, asked: BackgroundJob) -> None:
        kind = type(asked.job)
        if self.jobs.get(kind) is asked:
            del self.jobs[kind]
            if asked.failure is not None:
                self.failed.emit(kind, asked.failure)
            elif asked.result is not None:
                self.answered.emit(asked.result)
        asked.deleteLater()
