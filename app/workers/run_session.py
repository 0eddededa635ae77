"""A run on screen: its events so far and, while it trains, the worker that works on it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.workers import endings
from app.workers.endings import Ending
from app.workers.events_file import EventsFile
from app.workers.process import WorkerOutcome, WorkerProcess
from app.workers.run_model import RunModel
from core.shared import protocol as p
from core.shared.runs import Run

PATIENCE_S = 60.0  # for a worker to end when asked to, before a step's length is known


class Session(QObject):
    """One run, live or reopened.

    Signals:
        changed: an event came in, or a request was sent.
        ended: the Ending; the worker's process is gone.
    """

    changed = Signal()
    ended = Signal(object)

    def __init__(self, run: Run, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.run = run
        self.model = RunModel()
        self.worker: WorkerProcess | None = None
        self.ending: Ending | None = None
        self.request = ""  # pause, resume, stop: asked for, not yet confirmed by the worker
        self._file: EventsFile | None = None  # while another program works on the run

    @classmethod
    def reopen(cls, folder: Path, parent: QObject | None = None) -> Session:
        """Read a run's files; a run that another program trains is followed while it goes on.

        Raises LuthierError `runs.not-a-run`.
        """
        session = cls(Run(folder), parent)
        session.run.info()
        file = EventsFile(session.run, session)
        for event in file.read():
            session.model.add(event)
        if session.run.status() == "running":
            session._follow(file)
        else:
            session.ending = endings.of_events(session.model)
        return session

    @property
    def is_ours(self) -> bool:
        """Whether this window's own worker is at it."""
        return self.worker is not None

    def start(self, job: p.TrainJob | p.ResumeJob) -> None:
        """Begin, or go on with, the run in a new worker."""
        self.ending, self.request = None, ""
        self.worker = WorkerProcess(self)
        self.worker.event.connect(self._on_event)
        self.worker.finished.connect(self._on_finished)
        self.worker.start(job)
        self.changed.emit()

    def resume(self) -> None:
        """Go on with an interrupted, stopped or failed run."""
        self.start(p.ResumeJob(run=str(self.run.folder)))

    def pause(self) -> None:
        self._ask("pause", p.Pause())

    def unpause(self) -> None:
        self._ask("resume", p.Resume())

    def stop(self) -> None:
        """Stop and keep; before the first step there is nothing to keep, so that cancels."""
        if self.worker is None:
            return
        self.request = "stop"
        command = p.Stop() if self.model.training else p.Cancel()
        self.worker.stop(self._patience(), command)
        self.changed.emit()

    def _follow(self, file: EventsFile) -> None:
        self._file = file
        file.event.connect(self._on_event)
        file.ended.connect(self._on_file_ended)
        file.follow()

    def _on_file_ended(self) -> None:
        self._file = None
        self._end(endings.of_events(self.model))

    def _ask(self, request: str, command: p.Command) -> None:
        if self.worker is not None:
            self.request = request
            self.worker.send(command)
            self.changed.emit()

    def _patience(self) -> float:
        """Seconds in which a healthy worker ends: a minute, and three steps at the pace so far."""
        step = self.model.step
        if step is None or step.step >= step.steps:
            return PATIENCE_S
        return PATIENCE_S + 3 * step.seconds_left / (step.steps - step.step)

    def _on_event(self, event: p.Event) -> None:
        self.model.add(event)
        if isinstance(event, p.State) and self.request != "stop":
            self.request = ""
        self.changed.emit()

    def _on_finished(self, outcome: WorkerOutcome) -> None:
        if self.worker is not None:
            self.worker.deleteLater()
            self.worker = None
        self._end(endings.of_worker(outcome, self.model))

    def _end(self, ending: Ending) -> None:
        self.ending, self.request = ending, ""
        self.changed.emit()
        self.ended.emit(ending)
