"""The live plan: a worker that has read the model's header and the data, and is asked as often as a knob is moved."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from app.workers.process import JobState, Lifecycle, WorkerOutcome
from core import protocol as p
from core.base.errors import hint_of
from core.base.language import tr
from core.protocol.config import TrainConfig

SETTLED_MS = 60  # after the last change of a knob, before it is asked about
BEGIN_MS = 150  # after a model or data was chosen, before a worker is started for them
LOST = p.Failed(
    code="worker.lost",
    message=tr("The plan was lost: its process ended."),
    hint=tr("Training can be started all the same."),
)


class PlanWorker(Lifecycle):
    """One PlanJob. What it says comes by `received`."""

    def __init__(self, job: p.PlanJob, parent: QObject) -> None:
        super().__init__(parent)
        self.failure: p.Failed | None = None
        self._job = job

    def start(self) -> None:
        self._begin(self._job)

    def ask(self, question: p.AskPlan) -> None:
        if self._worker is not None:
            self._worker.send(question)

    def _grace_s(self) -> float:
        return 5.0

    def _take(self, _event: p.Event) -> bool:
        return False

    def _conclude(self, outcome: WorkerOutcome) -> None:
        if self.state == JobState.FAILED:
            self.failure = outcome.end if isinstance(outcome.end, p.Failed) else LOST


class Planning(QObject):
    """Keeps a worker for the model and the data that are chosen, and asks it about the newest settings.

    Signals:
        described: the Described of the model. data_read: the DataFacts. planned: the TrainingPlan of the newest
        settings. data_refused: the Refused of the data. failed: the Failed of the model, or of the worker.
        progress: how far the data is read, 0 to 1.
    """

    described = Signal(object)
    data_read = Signal(object)
    planned = Signal(object)
    data_refused = Signal(object)
    failed = Signal(object)
    progress = Signal(float)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._worker: PlanWorker | None = None
        self._wanted: p.PlanJob | None = None  # what it should be about
        self._job: p.PlanJob | None = None  # what it is about
        self._config: TrainConfig | None = None
        self._asked = 0
        self.is_reading = False  # the data, whose facts the settings follow from
        self._settled = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settled.timeout.connect(self._ask)
        self._soon = QTimer(self, singleShot=True, interval=BEGIN_MS)
        self._soon.timeout.connect(self._begin)

    def look_at(self, job: p.PlanJob | None) -> None:
        """Plan with this model and this data from now on; None: with nothing."""
        self._wanted = job
        if job is None:
            self.give_up()
        elif job != self._job or self._worker is None:
            self.is_reading = bool(job.data)
            self._soon.start()

    def ask(self, config: TrainConfig) -> None:
        """Ask what training would take with these settings."""
        self._config = config
        self._settled.start()

    def take_back(self) -> None:
        """Take the question back: its settings are not wanted any more."""
        self._settled.stop()
        self._config = None
        self._asked += 1

    def give_up(self) -> None:
        """End the worker, to give its memory back; `look_at` begins again."""
        self._soon.stop()
        if self._worker is not None:
            self._worker.drop()
        self._worker = self._job = None
        self.is_reading = False

    def _begin(self) -> None:
        self.give_up()
        if self._wanted is None:
            return
        self.is_reading = bool(self._wanted.data)
        self._job = self._wanted
        self._worker = PlanWorker(self._job, self)
        self._worker.received.connect(self._on_event)
        self._worker.ended.connect(self._on_ended)
        self._worker.start()
        self._ask()

    def _ask(self) -> None:
        if self._worker is not None and self._config is not None:
            self._asked += 1
            self._worker.ask(p.AskPlan(id=str(self._asked), config=self._config))

    def _on_event(self, event: p.Event) -> None:
        match event:
            case p.Described():
                self.described.emit(event)
            case p.DataRead(facts=facts):
                self.is_reading = False
                self.data_read.emit(facts)
                self._ask()
            case p.Progress(done=done, total=total) if total:
                self.progress.emit(done / total)
            case p.Planned(id=name, plan=plan) if name == str(self._asked):
                self.planned.emit(plan)
            case p.Refused(id="data"):
                self.is_reading = False
                self._job = None  # the file may be mended: it is read anew when it is wanted next
                self.data_refused.emit(event)
            case p.Refused(id=name) if name == str(self._asked):
                failure = p.Failed(code=event.code, message=event.message, hint=hint_of(event))
                self.failed.emit(failure)

    def _on_ended(self) -> None:
        worker, self._worker, self.is_reading = self._worker, None, False
        if worker is not None and worker.failure is not None:
            self.failed.emit(worker.failure)
        if worker is not None:
            worker.deleteLater()
