"""The worker that holds the model and answers."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.workers.background_job import BackgroundJob
from core.shared import protocol as p


class ChatWorker(BackgroundJob):
    """`received` brings its events; `ready` is there once the model is loaded."""

    def __init__(self, job: p.ConverseJob, parent: QObject | None = None) -> None:
        super().__init__(job, parent)
        self.hello: p.Hello | None = None
        self.ready: p.Ready | None = None
        self.memory: p.Memory | None = None  # the newest reading

    def ask(self, question: p.Ask) -> None:
        """It is answered after those before it; a model that is still being loaded first."""
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
