"""The life of a worker process, the same for a run on screen and for any other job: begin, pause, end."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QObject, Signal

from app.workers.process import WorkerOutcome, WorkerProcess
from core import protocol as p


class JobState(Enum):
    """The state of a job. The protocol's states and outcomes are among them, by name."""

    NEW = "new"
    RUNNING = "running"
    PAUSING = "pausing"  # asked for, not yet confirmed by the worker; so are the next two
    RESUMING = "resuming"
    STOPPING = "stopping"
    CANCELLING = "cancelling"
    PAUSED = "paused"
    DONE = "done"
    STOPPED = "stopped"  # before its end, with what it has made so far
    CANCELLED = "cancelled"  # nothing is left of it
    FAILED = "failed"  # said so, or was lost


BASE_GRACE_S = 60.0  # for a training to end when asked to: loading, a checkpoint, a first step of unknown length
GRACE_STEPS = 3  # besides: the step in progress is finished, and others may have been quicker
_GOES_ON = (JobState.RUNNING, JobState.PAUSING, JobState.RESUMING, JobState.PAUSED)


class Lifecycle(QObject):
    """Holds at most one worker at a time; after its end another may begin. Subclasses say what its events mean.

    Signals:
        received: a protocol event, as it comes.
        changed: the state, or what `_take` made of an event, is another now.
        ended: the worker's process is gone.
    """

    received = Signal(object)
    changed = Signal()
    ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = JobState.NEW
        self._worker: WorkerProcess | None = None

    @property
    def is_active(self) -> bool:
        """Whether its worker is there."""
        return self._worker is not None

    @property
    def is_paused(self) -> bool:
        """Until the worker confirms that it goes on."""
        return self.state in (JobState.PAUSED, JobState.RESUMING)

    def pause(self) -> None:
        self._ask(JobState.PAUSING, p.Pause())

    def unpause(self) -> None:
        self._ask(JobState.RESUMING, p.Resume())

    def stop(self) -> None:
        """End and keep what there is, where the job can go on another time."""
        self._ask_to_end(JobState.STOPPING, p.Stop())

    def cancel(self) -> None:
        """End and leave nothing half-written."""
        self._ask_to_end(JobState.CANCELLING, p.Cancel())

    def kill(self) -> None:
        """End it at once."""
        if self._worker is not None:
            self._worker.kill()

    def _begin(self, job: p.Job) -> None:
        """Start a worker on a job."""
        self._worker = WorkerProcess(self)
        self._worker.received.connect(self._on_event)
        self._worker.finished.connect(self._on_finished)
        self._set_state(JobState.RUNNING)
        self._worker.start(job)

    def _grace_s(self) -> float:
        """Seconds in which a healthy worker ends when it is asked to; then it is terminated."""
        raise NotImplementedError

    def _take(self, event: p.Event) -> bool:
        """Remember what an event says; whether that changes what is shown."""
        raise NotImplementedError

    def _conclude(self, outcome: WorkerOutcome) -> None:
        """Remember what came of it; the worker is gone, and the state says how."""
        raise NotImplementedError

    def _ask(self, state: JobState, command: p.Command) -> None:
        if self._worker is not None and self.state in _GOES_ON:
            self._worker.send(command)
            self._set_state(state)

    def _ask_to_end(self, state: JobState, command: p.Command) -> None:
        if self._worker is not None:
            self._worker.stop(command, self._grace_s())
            self._set_state(state)

    def _set_state(self, state: JobState) -> None:
        self.state = state
        self.changed.emit()

    def _on_event(self, event: p.Event) -> None:
        if isinstance(event, p.State) and self.state in _GOES_ON:
            self.state = JobState(event.state)
        changed = self._take(event)
        self.received.emit(event)
        if changed:
            self.changed.emit()

    def _on_finished(self, outcome: WorkerOutcome) -> None:
        if self._worker is not None:
            self._worker.deleteLater()
            self._worker = None
        self.state = state_after(outcome.end)
        self._conclude(outcome)
        self.changed.emit()
        self.ended.emit()


def state_after(end: p.Finished | p.Failed | None) -> JobState:
    """What a worker's last word makes of its job; without one it was lost."""
    return JobState(end.outcome) if isinstance(end, p.Finished) else JobState.FAILED


def grace_of_training(newest: p.Step | None) -> float:
    """Seconds in which it ends when it is asked to: the base, and some steps at the pace so far."""
    if newest is None or newest.step >= newest.steps:
        return BASE_GRACE_S
    return BASE_GRACE_S + GRACE_STEPS * newest.seconds_left / (newest.steps - newest.step)
