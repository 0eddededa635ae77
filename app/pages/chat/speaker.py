"""Questions to a worker that is there while it is used, and comes again when it is needed."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QTimer, Signal

from app.pages.chat.texts import LET_GO_TRAINING, LET_GO_UNUSED
from app.workers.background_job import BackgroundJob
from core import protocol as p
from core.base.language import tr

UNUSED_S = 15 * 60  # after which the model's memory is given back
LOOK_MS = 5000
SCARCE = 0.1  # of the memory: less than this share free is little beside a training


class Speaker(QObject):
    """Holds at most one worker, for one job; another job ends it.

    Signals:
        received: a protocol event. changed: what `worker` is at, or whether there is one.
        lost: it ended by itself; a p.Failed says why. let_go: it was ended to give its memory back, and why.
    """

    received = Signal(object)
    changed = Signal()
    lost = Signal(object)
    let_go = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.worker: ChatWorker | None = None
        self.asked: str = ""  # the id of the question that is being answered
        self.training = False  # whether a run trains beside it
        self._used = 0.0
        self._watch = QTimer(self, interval=LOOK_MS)
        self._watch.timeout.connect(self.look)

    @property
    def ready(self) -> p.Ready | None:
        return self.worker.ready if self.worker is not None else None

    def load(self, job: p.ConverseJob) -> None:
        """Have the model of this job ready; it may be on its way already."""
        if self.worker is not None and self.worker.job == job:
            return
        self.drop()
        self.worker = ChatWorker(job, self)
        self.worker.received.connect(self._on_event)
        self.worker.changed.connect(self.changed)
        self.worker.ended.connect(self._on_ended)
        self._used = time.monotonic()
        self._watch.start()
        self.worker.start()

    def ask(self, question: p.Ask) -> None:
        """Ask the worker that `load` has begun."""
        assert self.worker is not None
        self.asked, self._used = question.id, time.monotonic()
        self.worker.ask(question)

    def stop(self) -> None:
        """End the answer that is being written."""
        if self.worker is not None and self.asked:
            self.worker.stop_answer(self.asked)

    def drop(self) -> None:
        """Give the memory back now."""
        self._watch.stop()
        self.asked = ""
        if self.worker is not None:
            worker, self.worker = self.worker, None
            worker.drop()
            self.changed.emit()

    def answered(self) -> None:
        """Note that all that was asked has its answer."""
        self.asked, self._used = "", time.monotonic()

    def look(self) -> None:
        """Let the model go where it only takes room."""
        if self.worker is None or self.asked:
            return
        memory = self.worker.memory
        if self.training and memory is not None and memory.available < SCARCE * memory.total:
            self.drop()
            self.let_go.emit(LET_GO_TRAINING)
        elif time.monotonic() - self._used > UNUSED_S:
            self.drop()
            self.let_go.emit(LET_GO_UNUSED)

    def _on_event(self, event: p.Event) -> None:
        self.received.emit(event)

    def _on_ended(self) -> None:
        worker, self.worker = self.worker, None
        self._watch.stop()
        self.asked = ""
        assert worker is not None
        worker.deleteLater()
        failure = worker.failure or p.Failed(code="worker.ended", message=tr("The process that answers has ended."))
        self.changed.emit()
        self.lost.emit(failure)


class ChatWorker(BackgroundJob):
    """The worker that holds the model and answers.

    `received` brings its events; `ready` is there once the model is loaded.
    """

    def __init__(self, job: p.ConverseJob, parent: QObject | None = None) -> None:
        super().__init__(job, parent)
        self.hello: p.Hello | None = None
        self.ready: p.Ready | None = None
        self.memory: p.Memory | None = None  # the newest reading

    def ask(self, question: p.Ask) -> None:
        """Ask a question. It is answered after those before it; a model that is still being loaded first."""
        if self._worker is not None:
            self._worker.send(question)

    def stop_answer(self, question: str) -> None:
        """End the answer to the question with this id."""
        if self._worker is not None:
            self._worker.send(p.CancelAnswer(id=question))

    def _take(self, event: p.Event) -> bool:
        if isinstance(event, p.Ready):
            self.ready = event
            return True
        if isinstance(event, p.Hello):
            self.hello = event
        elif isinstance(event, p.Memory):
            self.memory = event
        return super()._take(event)
