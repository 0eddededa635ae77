"""The one thing at a time that the page has done: an export, an upload, a measurement, or what comes home."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.pages.export.made import Wish
from app.pages.export.orders import forced
from app.workers.background_job import BackgroundJob
from core.shared import protocol as p


class Work(QObject):
    """Signals:
    changed: how far it is.
    measured: a TypeCost, and what the work is for.
    ended: what the work was for, and its job, which goes after that.
    """

    changed = Signal()
    measured = Signal(object, object)
    ended = Signal(object, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.job: BackgroundJob | None = None
        self.wish: Wish | None = None  # that the job is for
        self._failed: tuple[Wish, p.Job] | None = None

    def start(self, wish: Wish, job: p.Job) -> BackgroundJob:
        """Begin; nothing else may be going on."""
        self.wish = wish
        self.job = BackgroundJob(job, self)
        self.job.received.connect(self._on_event)
        self.job.changed.connect(self.changed)
        self.job.ended.connect(self._on_ended)
        self.job.start()
        return self.job

    @property
    def forced(self) -> tuple[Wish, p.Job] | None:
        """What failed last, to be done whatever it replaces; it may be of another run than is shown by now."""
        return (self._failed[0], forced(self._failed[1])) if self._failed is not None else None

    def cancel(self) -> None:
        """Where anything goes on."""
        if self.job is not None:
            self.job.cancel()

    def _on_event(self, event: p.Event) -> None:
        if isinstance(event, p.TypeMeasured):
            self.measured.emit(event.cost, self.wish)

    def _on_ended(self) -> None:
        job, wish = self.job, self.wish
        assert job is not None and wish is not None
        self.job = self.wish = None
        self._failed = (wish, job.job) if job.failure is not None else None
        self.ended.emit(wish, job)
        job.deleteLater()
