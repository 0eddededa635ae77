"""Owns one worker process: commands in, events out, and an ending whatever happens to it.

Its life is the same for a run on screen and for any other job: begin, pause, end.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QObject, QProcess, QTimer, Signal

from core import protocol as p
from core.base.child_process import Lines
from core.base.errors import LuthierError
from core.base.language import tr
from core.base.logs import Crash, crash_of
from core.base.own_process import own_process

STDERR_LINES = 200  # the newest ones, for bug reports
TEXT_CHARACTERS = 2000  # of a line that is shown as it came
GARBLED = tr("The worker writes lines that this version of Luthier does not understand. They are skipped.")
GARBLED_ADVICE = tr("If nothing else is wrong, it can continue; Copy details has the lines for a report.")


@dataclass(frozen=True)
class WorkerOutcome:
    """The end of a worker."""

    end: p.Finished | p.Failed | None  # its last word; None when it could not say one
    exit_code: int  # the signal's number when it was killed (POSIX)
    crashed: bool  # ended by a signal or a native crash, not by its own exit
    started: bool  # False: the process could not be created
    stderr: str  # the newest lines
    crash: Crash | None = None  # what it left, where it crashed in native code


class WorkerProcess(QObject):
    """Runs `python -m core.worker` for one job.

    Signals:
        received: one decoded protocol event. Lines that are none, and stderr, arrive as `Log` events; that there are
            such lines is told once, in a notice.
        finished: the WorkerOutcome; always sent, once, after the last event.
    """

    received = Signal(object)
    finished = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stdout = Lines()
        self._stderr = Lines()
        self._stderr_tail: deque[str] = deque(maxlen=STDERR_LINES)
        self._end: p.Finished | p.Failed | None = None
        self._process = QProcess(self)
        self._process.started.connect(self._take_pid)
        self._process.readyReadStandardOutput.connect(self._read_stdout)
        self._process.readyReadStandardError.connect(self._read_stderr)
        self._process.finished.connect(self._on_finished)
        self._process.errorOccurred.connect(self._on_error)
        self._grace = QTimer(self, singleShot=True)
        self._grace.timeout.connect(self._escalate)
        self._terminated = self._is_garbled = False
        self._pid = 0

    def start(self, job: p.Job, command: Sequence[str] = ()) -> None:
        """Create the process and hand it its job. command: another than the worker's."""
        program, *arguments = command or own_process("core.worker")
        self._process.start(program, arguments)
        self.send(p.Start(job=job))

    def send(self, command: p.Command) -> None:
        """Pass a command on; a worker that has ended no longer hears it."""
        if self.is_running:
            self._process.write(p.encode(command))

    def stop(self, command: p.Command, grace_s: float) -> None:
        """Ask the worker to end, by Stop or Cancel; after `grace_s` terminate it, after as long again kill it.

        A step in progress is finished first, so the grace period has to be longer than a step.
        """
        self.send(command)
        self._grace.start(round(grace_s * 1000))

    def kill(self) -> None:
        """End the process at once; what was not saved is lost."""
        self._process.kill()
        self._process.waitForFinished()

    def drop(self) -> None:
        """End the process at once, and listen to it no more."""
        self._process.blockSignals(True)
        self.kill()

    @property
    def is_running(self) -> bool:
        return self._process.state() != QProcess.ProcessState.NotRunning

    def _escalate(self) -> None:
        if self._terminated:
            self._process.kill()
        else:
            self._terminated = True
            self._process.terminate()
            self._grace.start()

    def _take_pid(self) -> None:
        self._pid = self._process.processId()  # which is forgotten when it ends

    def _read_stdout(self) -> None:
        for line in self._stdout.feed(bytes(self._process.readAllStandardOutput().data())):
            self._take(line)

    def _take(self, line: bytes) -> None:
        try:
            event = p.decode_event(line)
        except LuthierError:
            if not self._is_garbled:
                self._is_garbled = True
                self.received.emit(p.Notice(code="worker.garbled", message=GARBLED, hint=GARBLED_ADVICE))
            event = p.Log(level="info", source="stdout", text=_text(line))
        if isinstance(event, p.Finished | p.Failed):
            self._end = event
        self.received.emit(event)

    def _read_stderr(self) -> None:
        for line in self._stderr.feed(bytes(self._process.readAllStandardError().data())):
            self._take_stderr(line)

    def _take_stderr(self, line: bytes) -> None:
        self._stderr_tail.append(_text(line))
        self.received.emit(p.Log(level="info", source="stderr", text=_text(line)))

    def _on_finished(self, exit_code: int, status: QProcess.ExitStatus) -> None:
        self._grace.stop()
        self._read_stdout()
        self._read_stderr()
        for line in self._stdout.rest():
            self._take(line)
        for line in self._stderr.rest():
            self._take_stderr(line)
        self._report(exit_code, crashed=status == QProcess.ExitStatus.CrashExit)

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:  # the only error after which `finished` does not come
            self._stderr_tail.append(self._process.errorString())
            self._report(-1, crashed=False, started=False)

    def _report(self, exit_code: int, crashed: bool, started: bool = True) -> None:
        self.finished.emit(
            WorkerOutcome(
                end=self._end,
                exit_code=exit_code,
                crashed=crashed,
                started=started,
                stderr="\n".join(self._stderr_tail),
                crash=crash_of(self._pid) if crashed else None,
            )
        )


def _text(line: bytes) -> str:
    return line[:TEXT_CHARACTERS].decode("utf-8", "replace").rstrip("\r")


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
        """Return whether it is paused, until the worker confirms that it continues."""
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
        """End the worker at once."""
        if self._worker is not None:
            self._worker.kill()

    def drop(self) -> None:
        """End the worker at once and tell nobody; it is not to be used any more."""
        self.blockSignals(True)
        if self._worker is not None:
            self._worker.drop()
            self._worker = None
        self.deleteLater()

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
    """Return what a worker's last word makes of its job; without one it was lost."""
    return JobState(end.outcome) if isinstance(end, p.Finished) else JobState.FAILED


def grace_of_training(newest: p.Step | None) -> float:
    """Return the seconds in which a worker ends when it is asked to: the base, and some steps at the pace so far."""
    if newest is None or newest.step >= newest.steps:
        return BASE_GRACE_S
    return BASE_GRACE_S + GRACE_STEPS * newest.seconds_left / (newest.steps - newest.step)
