"""A run on screen: its events so far and, while it trains, the worker that works on it."""

from __future__ import annotations

import contextlib
from pathlib import Path

from PySide6.QtCore import QObject

from app.workers import endings
from app.workers.endings import Ending
from app.workers.events_file import EventsFile
from app.workers.hang_watch import HangWatch
from app.workers.lifecycle import JobState, Lifecycle, grace_of_training, state_after
from app.workers.process import WorkerOutcome
from app.workers.run_model import RunModel
from app.workers.thread_call import in_thread
from core import protocol as p
from core.base.errors import LuthierError
from core.runs.disk import delete_for_good
from core.runs.run import Run
from core.runs.sweeps import last_step

READ_AT_ONCE = 300_000  # bytes of events, read in some milliseconds; more are read beside the window


class RunSession(Lifecycle):
    """One run, live or reopened. `ending` is there when nothing works on it any more.

    is_loading: its events are being read; `changed` tells when they are there.
    """

    def __init__(self, run: Run, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.run = run
        self.model = RunModel()
        self.ending: Ending | None = None
        self.is_loading = self._resumes = self._together = False
        self._file = EventsFile(run, self)
        self.watch = HangWatch(self)
        self.watch.changed.connect(self.changed)
        self._title, self._until = "", 1.0  # that it was begun with
        self.waits_for = ""  # why the machine has it pause, while that is so

    @classmethod
    def reopen(cls, folder: Path, parent: QObject | None = None) -> RunSession:
        """Read a run's files; a run that another program trains is followed while it goes on.

        Raises LuthierError `runs.not-a-run`.
        """
        session = cls(Run(folder), parent)
        session.run.info()
        if session._file.size <= READ_AT_ONCE:
            session._settle(session._read_file())
        else:
            session.is_loading = True
            call = in_thread(session._read_file, session._on_loaded, session)
            call.failed.connect(lambda _error: session._on_loaded(RunModel()))
        return session

    def start(self, job: p.TrainJob | p.ResumeJob) -> None:
        """Begin, or go on with, the run in a new worker."""
        self.ending, self.waits_for = None, ""
        self._title, self._until = job.title if isinstance(job, p.TrainJob) else "", job.until
        self._begin(job)
        self.watch.begin()

    @property
    def title(self) -> str:
        """The run's; the one that it was begun with until its worker has written that down."""
        return self.run.title if self.run.notes_file.exists() else self._title or self.run.title

    @property
    def has_done_its_part(self) -> bool:
        """Whether it stopped by itself, where it was asked to do no more."""
        training = self.model.training
        is_at = training is not None and self.model.reached >= last_step(self._until, training.steps)
        return self.state is JobState.STOPPED and is_at

    def resume(self, together: bool = False, until: float = 1.0) -> None:
        """Go on with an interrupted, stopped or failed run; once what it has said is read.

        together: with the other computers, where it was begun with them. until: the share of its steps to be done.
        """
        self._together, self._until = together, until
        if self.is_loading:
            self._resumes = True
            return
        cluster = None
        with contextlib.suppress(LuthierError):  # a damaged run.json: the worker mends it, or says so
            cluster = self.run.info().cluster if together else None
        self.start(p.ResumeJob(run=str(self.run.folder), cluster=cluster, until=until))

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
        """What the model says to this now, and what it said before; the answers come as events."""
        if self._worker is not None:
            self._worker.send(p.TakeSample(prompt=prompt))

    def wait_for(self, reason: str) -> None:
        """Say why it pauses by itself; with "" it does so no longer."""
        self.waits_for = reason
        self.changed.emit()

    def stop(self) -> None:
        """Stop and keep; before the first step there is nothing to keep, so that cancels."""
        if self.model.training:
            super().stop()
        else:
            self.cancel()

    def _read_file(self) -> RunModel:
        model = RunModel()
        for event in self._file.read():
            model.add(event)
        return model

    def _on_loaded(self, model: RunModel) -> None:
        self.is_loading = False
        self._settle(model)
        if self._resumes:
            self.resume(self._together, self._until)
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
        if outcome.end is None and outcome.started:
            self.model.lose_worker()
        self.ending = endings.of_worker(outcome, self.model, self.run)
