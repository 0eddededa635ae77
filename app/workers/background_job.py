"""A job in the background: how far it is, and how it ended. The window stays free meanwhile."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import QObject, Signal

from app.workers import endings
from app.workers.process import WorkerOutcome, WorkerProcess
from core.shared import protocol as p

PATIENCE_S = 20.0  # for a worker to end when asked to; then it is terminated
LOST = "The worker process was lost"
LOST_ADVICE = "Closing other programs helps when memory ran out. Try again."


class BackgroundJob(QObject):
    """One job in a worker of its own.

    `state`: new, running, pausing, paused, stopping, cancelling; then done, stopped, cancelled or failed.

    Signals:
        event: a protocol event, as it comes.
        changed: state, phase, progress or files are others now.
        ended: the worker's process is gone; `result` or `failure` says what came of it.
    """

    event = Signal(object)
    changed = Signal()
    ended = Signal()

    def __init__(self, job: p.Job, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.job = job
        self.state = "new"
        self.phase: p.Phase | None = None
        self.progress: p.Progress | None = None
        self.files: list[p.FileProgress] = []
        self.notices: list[p.Notice] = []
        self.result: msgspec.Struct | None = None  # once it is done: a p.Result, the one that its job has
        self.failure: p.Failed | None = None
        self._worker: WorkerProcess | None = None

    @property
    def is_active(self) -> bool:
        """Whether its worker is there."""
        return self._worker is not None

    def start(self) -> None:
        """Begin, or begin again after an end."""
        self.phase = self.progress = self.failure = None
        self.files, self.notices, self.result = [], [], None
        self._worker = WorkerProcess(self)
        self._worker.event.connect(self._on_event)
        self._worker.finished.connect(self._on_finished)
        self._set_state("running")
        self._worker.start(self.job)

    def pause(self) -> None:
        self._ask("pausing", p.Pause())

    def unpause(self) -> None:
        self._ask("running", p.Resume())

    def stop(self) -> None:
        """End and keep what there is, where the job can go on another time."""
        self._end("stopping", p.Stop())

    def cancel(self) -> None:
        """End and leave nothing half-written."""
        self._end("cancelling", p.Cancel())

    def kill(self) -> None:
        """End it at once."""
        if self._worker is not None:
            self._worker.kill()

    def _ask(self, state: str, command: p.Command) -> None:
        if self._worker is not None and self.state in ("running", "pausing", "paused"):
            self._worker.send(command)
            self._set_state(state)

    def _end(self, state: str, command: p.Command) -> None:
        if self._worker is not None:
            self._worker.stop(PATIENCE_S, command)
            self._set_state(state)

    def _set_state(self, state: str) -> None:
        self.state = state
        self.changed.emit()

    def _on_event(self, event: p.Event) -> None:
        match event:
            case p.Phase():
                self.phase, self.progress = event, None
            case p.Progress():
                self.progress = event
            case p.Files(files=files):
                self.files = files
            case p.Notice():
                self.notices.append(event)
            case p.State(state=state) if self.state in ("running", "pausing", "paused"):
                self.state = state
        self.event.emit(event)
        if isinstance(event, p.Phase | p.Progress | p.Files | p.Notice | p.State):
            self.changed.emit()

    def _on_finished(self, outcome: WorkerOutcome) -> None:
        if self._worker is not None:
            self._worker.deleteLater()
            self._worker = None
        match outcome.end:
            case p.Finished(outcome="done") as end:
                self.state, self.result = "done", p.result_of(end, p.result_type(type(self.job)))
            case p.Finished(outcome=word):
                self.state = word
            case p.Failed() as failure:
                self.state, self.failure = "failed", failure
            case None:
                self.state, self.failure = "failed", _lost(outcome)
        self.changed.emit()
        self.ended.emit()


def _lost(outcome: WorkerOutcome) -> p.Failed:
    message = f"{LOST}. {endings.cause(outcome)}"
    return p.Failed(code="worker.lost", message=message, hint=LOST_ADVICE, details=outcome.stderr)
