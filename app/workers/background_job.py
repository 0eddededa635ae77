"""A job in the background: how far it is, and how it ended. The window stays free meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from PySide6.QtCore import QObject

from app.workers import endings
from app.workers.process import JobState, Lifecycle, WorkerOutcome
from core import protocol as p
from core.base.errors import LuthierError
from core.base.language import tr

GRACE_S = 20.0  # for a worker to end when asked to; a job looks for that often, between rows, tensors or blocks
NOT_UNDERSTOOD = tr("The worker process reported a result that cannot be understood.")
NOT_UNDERSTOOD_ADVICE = tr("This is a bug: please report the details.")
LOST = tr("The worker process was lost")
LOST_ADVICE = tr("Closing other programs helps when memory ran out. Try again.")


class BackgroundJob(Lifecycle):
    """One job in a worker of its own.

    `changed` tells of the state, phase, progress, files and notices; after `ended`, `result` or `failure` says what
    came of it.
    """

    def __init__(self, job: p.Job, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.job = job
        self.phase: p.Phase | None = None
        self.progress: p.Progress | None = None
        self.files: list[p.FileProgress] = []
        self.notices: list[p.Notice] = []
        self.result: msgspec.Struct | None = None  # once it is done: a p.Result, the one that its job has
        self.failure: p.Failed | None = None
        self._then: Callable[[BackgroundJob], object] | None = None

    def start(self) -> None:
        """Begin, or begin again after an end."""
        self.phase = self.progress = self.failure = None
        self.files, self.notices, self.result = [], [], None
        self._begin(self.job)

    def run(self, then: Callable[[BackgroundJob], object]) -> None:
        """Begin; at its end call `then` with this job, which is deleted after that."""
        self._then = then
        self.ended.connect(self._hand_over)  # no lambda that holds this object: freed with it, it crashes PySide
        self.start()

    def _hand_over(self) -> None:
        if (then := self._then) is not None:
            self._then = None
            then(self)
            self.deleteLater()

    def _grace_s(self) -> float:
        return GRACE_S

    def _take(self, event: p.Event) -> bool:
        match event:
            case p.Phase():
                self.phase, self.progress = event, None
            case p.Progress():
                self.progress = event
            case p.Files(files=files):
                self.files = files
            case p.Notice():
                self.notices.append(event)
        return isinstance(event, p.Phase | p.Progress | p.Files | p.Notice | p.State)

    def _conclude(self, outcome: WorkerOutcome) -> None:
        match outcome.end:
            case p.Finished(outcome="done") as end:
                self._take_result(end)
            case p.Finished():
                pass
            case p.Failed() as failure:
                self.failure = failure
            case None:
                self.failure = _lost(outcome)

    def _take_result(self, end: p.Finished) -> None:
        try:
            self.result = p.result_of(end, p.result_type(type(self.job)))
        except LuthierError as error:  # JSON has null for a number that is not finite
            self.state = JobState.FAILED
            self.failure = p.Failed(
                code=error.code, message=NOT_UNDERSTOOD, hint=NOT_UNDERSTOOD_ADVICE, details=str(error)
            )


def _lost(outcome: WorkerOutcome) -> p.Failed:
    message = f"{LOST}. {endings.cause(outcome)}"
    return p.Failed(code="worker.lost", message=message, hint=LOST_ADVICE, details=outcome.stderr)
