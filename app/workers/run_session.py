"""A run on screen: its events so far and, while it trains, the worker that works on it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from app.workers import endings
from app.workers.endings import Ending
from app.workers.events_file import EventsFile
from app.workers.lifecycle import JobState, Lifecycle, state_after
from app.workers.process import WorkerOutcome
from app.workers.run_model import RunModel
from core.shared import protocol as p
from core.shared.runs import Run

BASE_GRACE_S = 60.0  # for a worker to end when asked to: loading, a checkpoint, a first step of unknown length
GRACE_STEPS = 3  # besides: the step in progress is finished, and others may have been quicker


class RunSession(Lifecycle):
    """One run, live or reopened. `ending` is there when nothing works on it any more."""

    def __init__(self, run: Run, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.run = run
        self.model = RunModel()
        self.ending: Ending | None = None
        self.waits_for = ""  # why the machine has it pause, while that is so

    @classmethod
    def reopen(cls, folder: Path, parent: QObject | None = None) -> RunSession:
        """Read a run's files; a run that another program trains is followed while it goes on.

        Raises LuthierError `runs.not-a-run`.
        """
        session = cls(Run(folder), parent)
        session.run.info()
        file = EventsFile(session.run, session)
        for event in file.read():
            session._on_file_event(event)
        if session.run.status() == "running":
            session._follow(file)
        else:
            session._conclude_file()
        return session

    def start(self, job: p.TrainJob | p.ResumeJob) -> None:
        """Begin, or go on with, the run in a new worker."""
        self.ending, self.waits_for = None, ""
        self._begin(job)

    def resume(self) -> None:
        """Go on with an interrupted, stopped or failed run."""
        self.start(p.ResumeJob(run=str(self.run.folder)))

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
        self.ending = endings.of_events(self.model)

    def _grace_s(self) -> float:
        """The base, and some steps at the pace so far."""
        step = self.model.step
        if step is None or step.step >= step.steps:
            return BASE_GRACE_S
        return BASE_GRACE_S + GRACE_STEPS * step.seconds_left / (step.steps - step.step)

    def _take(self, event: p.Event) -> bool:
        self.model.add(event)
        return True

    def _conclude(self, outcome: WorkerOutcome) -> None:
        self.ending = endings.of_worker(outcome, self.model)
