"""A run on screen: its events so far and, while it trains, the worker that works on it.

A run's events.jsonl is read on while another program trains it. A worker that says nothing any more, or is at a step
for far too long, is reported and never ended.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal

from app.workers import endings
from app.workers.computers import on_computer
from app.workers.endings import Ending
from app.workers.process import JobState, Lifecycle, WorkerOutcome, grace_of_training, state_after
from app.workers.run_model import RunModel
from app.workers.thread_call import in_thread
from core import protocol as p
from core.base.bounded_file import NewLines
from core.base.errors import LuthierError
from core.base.formats import DamagedError
from core.base.numbers import duration
from core.memory.monitor import Patience
from core.runs.disk import delete_for_good
from core.runs.recorded import event_of
from core.runs.run import Run, is_alive, unreadable

READ_AT_ONCE = 300_000  # bytes of events, read in some milliseconds; more are read beside the window

INTERVAL_MS = 500
QUIET_TICKS = 6  # a living worker writes a memory reading every half second

Hang = Literal["", "silent", "stuck"]
TICK_MS = 1000
SILENT_TICKS = 60  # a worker tells of its memory twice a second, from a thread of its own


class RunSession(Lifecycle):
    """One run, live or reopened. `ending` is there when nothing works on it any more.

    is_loading: its events are being read; `changed` tells when they are read.
    """

    def __init__(self, run: Run, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.run = run
        self.model = RunModel()
        self.ending: Ending | None = None
        self.is_loading = False
        self._resumes: Callable[[], None] | None = None  # once it is read
        self._file = EventsFile(run, self)
        self.watch = HangWatch(self)
        self.watch.changed.connect(self.changed)
        self._title = ""  # that it was begun with
        self.on = ""  # the computer that trains it; "" for this one
        self._is_left = False
        self.waits_for = ""  # why the machine has it pause, while that is so

    @classmethod
    def reopen(cls, folder: Path, parent: QObject | None = None) -> RunSession:
        """Read a run's files; a run that another program trains is followed while it goes on.

        Raises LuthierError `runs.not-a-run`.
        """
        session = cls(Run(folder), parent)
        session.on = session.run.info().on
        if session._file.size <= READ_AT_ONCE:
            session._settle(session._read_file())
        else:
            session.is_loading = True
            call = in_thread(session._read_file, session._on_loaded, session)
            call.failed.connect(lambda _error: session._on_loaded(RunModel()))
        return session

    def start(self, job: p.TrainJob | p.ResumeJob) -> None:
        """Begin, or go on with, the run in a new worker."""
        self.ending, self.waits_for, self._is_left = None, "", False
        self._title = job.title if isinstance(job, p.TrainJob) else ""
        self.on = job.on.machine if job.on is not None else ""
        self._begin(job)
        self.watch.begin()

    @property
    def title(self) -> str:
        """The run's title; the one that it was begun with until its worker has written that down."""
        return self.run.title if self.run.notes_file.exists() else self._title or self.run.title

    def resume(self, *, here: bool = False) -> None:
        """Go on with an interrupted, stopped or failed run, on the computer that trained it; once what it has said is
        read. here: on this one in any case.
        """
        if self.is_loading:
            self._resumes = partial(self.resume, here=here)
            return
        self.start(p.ResumeJob(run=str(self.run.folder), on=None if here else on_computer(self.on)))

    @property
    def is_unbegun(self) -> bool:
        """Whether it ended before its first step, with nothing of it kept."""
        return self.ending is not None and self.model.training is None and not self.run.has_checkpoint()

    def discard(self) -> None:
        """Delete the folder of a new run that is unbegun, unless another run was in it or another worker is at it."""
        is_other = isinstance(self.model.end, p.Failed) and self.model.end.code in ("runs.exists", "runs.other-files")
        if self.is_unbegun and not is_other:
            with contextlib.suppress(LuthierError):  # nothing is there, or it cannot go
                delete_for_good(self.run)

    def save_checkpoint(self) -> None:
        """Save a checkpoint after the step in progress."""
        if self._worker is not None:
            self._worker.send(p.SaveCheckpoint())

    def take_sample(self, prompt: str) -> None:
        """Ask what the model says to this now, and what it said before; the answers come as events."""
        if self._worker is not None:
            self._worker.send(p.TakeSample(prompt=prompt))

    def wait_for(self, reason: str) -> None:
        """Say why the training pauses by itself; with "" it does so no longer."""
        self.waits_for = reason
        self.changed.emit()

    def stop(self) -> None:
        """Stop and keep; before the first step there is nothing to keep, so that cancels."""
        if self.model.training:
            super().stop()
        else:
            self.cancel()

    @property
    def goes_on_alone(self) -> bool:
        """Whether another computer trains it, which needs nobody here."""
        return bool(self.on) and self.model.training is not None

    def leave(self) -> None:
        """Let the other computer go on with it alone. Here it counts as stopped, so that a queue rests."""
        self._is_left = True
        self.kill()

    def _read_file(self) -> RunModel:
        model = RunModel()
        for event in self._file.read():
            model.add(event)
        return model

    def _on_loaded(self, model: RunModel) -> None:
        self.is_loading = False
        self._settle(model)
        if self._resumes is not None:
            self._resumes()
        self.changed.emit()

    def _settle(self, model: RunModel) -> None:
        """This is what the file says; follow it while its worker lives."""
        self.model = model
        if model.end is None and self._file.is_alive:
            self.state = JobState(model.state)
            self._follow(self._file)
        else:
            self._conclude_file()

    def _follow(self, file: EventsFile) -> None:
        file.received.connect(self._on_file_event)
        file.ended.connect(self._on_file_ended)
        file.follow()

    def _on_file_event(self, event: p.Event) -> None:
        """A worker's of an earlier session or of another program."""
        if isinstance(event, p.Hello):
            self.state = JobState.RUNNING
        self._on_event(event)

    def _on_file_ended(self) -> None:
        self._conclude_file()
        self.changed.emit()
        self.ended.emit()

    def _conclude_file(self) -> None:
        self.state = state_after(self.model.end)
        if self.model.end is None and self.model.hello is not None:
            self.model.lose_worker()
        self.ending = endings.of_events(self.model)

    def _grace_s(self) -> float:
        return grace_of_training(self.model.step)

    def _take(self, event: p.Event) -> bool:
        self.watch.hear(event)
        self.model.add(event)
        return True

    def _conclude(self, outcome: WorkerOutcome) -> None:
        self.watch.end()
        if self._is_left:
            self.state = JobState.STOPPED
        if outcome.end is None and outcome.started:
            self.model.lose_worker()
        self.ending = endings.of_worker(outcome, self.model, self.run)


class EventsFile(QObject):
    """The events of a run, from its file.

    Signals:
        received: one event, after `follow`.
        ended: the worker said its last word or is gone.
    """

    received = Signal(object)
    ended = Signal()

    def __init__(self, run: Run, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._run = run
        self._lines = NewLines(run.events_file)
        self._quiet = 0
        self._hello: p.Hello | None = None
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self._read_on)

    def read(self) -> Iterator[p.Event]:
        """Yield what the file holds after what was read before. A line that is still being written waits.

        Raises LuthierError `formats.newer`, `runs.unreadable`.
        """
        if not self._run.events_file.exists():
            return
        try:
            yield from self._new()
        except OSError as error:
            raise unreadable(self._run.events_file, error) from error

    def _new(self) -> Iterator[p.Event]:
        for line in self._lines:
            try:
                event = event_of(line)
            except DamagedError:
                continue  # or cut off by a crash; the next worker went on in a new line or after it
            if isinstance(event, p.Hello):
                self._hello = event
            if event is not None:
                yield event

    @property
    def size(self) -> int:
        """The file's size in bytes."""
        return self._run.events_file.stat().st_size if self._run.events_file.exists() else 0

    @property
    def is_alive(self) -> bool:
        """Whether the worker whose events were read last still lives."""
        return self._hello is not None and is_alive(self._hello)

    def follow(self) -> None:
        """Go on reading until the worker ends."""
        self._timer.start()

    def _read_on(self) -> None:
        self._quiet += 1
        try:
            for event in self.read():
                self._quiet = 0
                self.received.emit(event)
                if isinstance(event, p.Finished | p.Failed):
                    self._end()
                    return
        except LuthierError:  # a newer Luthier goes on with it
            self._end()
            return
        if self._quiet >= QUIET_TICKS:
            self._quiet = 0
            if not self.is_alive:
                self._end()

    def _end(self) -> None:
        self._timer.stop()
        self.ended.emit()


class HangWatch(QObject):
    """Ticks are counted, not seconds: while the computer sleeps, or the window itself stands still, there are none.

    Signals:
        changed: `hang` is another now.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.hang: Hang = ""
        self._silent = 0  # ticks since anything came
        self._is_waited_for = False  # the user has said so; until there is a sign of life
        self._patience = Patience()
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(self._tick)

    def begin(self) -> None:
        """Watch a worker that was started."""
        self._silent, self._is_waited_for, self._patience = 0, False, Patience()
        self._timer.start()
        self._find("")

    def end(self) -> None:
        """Stop watching: the worker is gone."""
        self._timer.stop()
        self._find("")

    def hear(self, event: p.Event) -> None:
        """Follow an event of the worker."""
        if not self._timer.isActive():  # another program's, which that watches
            return
        self._silent = 0
        is_stuck = self._patience.is_over(event)
        if self.hang == "silent" or not isinstance(event, p.Memory | p.Log):
            self._is_waited_for = False
        if not self._is_waited_for:
            self._find("stuck" if is_stuck else "")

    def keep_waiting(self) -> None:
        """Say no more of the worker until it has moved."""
        self._is_waited_for = True
        self._find("")

    @property
    def silence(self) -> str:
        """The time without progress, in words."""
        return duration(self._silent * TICK_MS / 1000 if self.hang == "silent" else self._patience.limit_s)

    def _tick(self) -> None:
        self._silent += 1
        if self._silent >= SILENT_TICKS and not self._is_waited_for:
            self._find("silent")

    def _find(self, hang: Hang) -> None:
        if hang != self.hang:
            self.hang = hang
            self.changed.emit()
