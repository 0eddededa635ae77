"""Reading a data file in the background: some rows at once, then all of it; one request at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.workers.background_job import BackgroundJob
from app.workers.lifecycle import JobState
from core.shared import protocol as p
from core.shared.config import TrainConfig


class DataReading(QObject):
    """Signals:
    understood: how the file is read, an Understood; once for each look.
    rows: PreviewRows from a place on, and whether more follow. inspected: the finished job. cleaned: its result.
    failed: a Failed. working: the job that goes on, or None.
    """

    understood = Signal(object)
    rows = Signal(list, int, bool)
    inspected = Signal(object)
    cleaned = Signal(object)
    failed = Signal(object)
    working = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs: dict[type[p.Job], BackgroundJob] = {}  # at most one of a kind
        self._model, self._data, self._config = "", "", TrainConfig()

    def look(self, model: str, data: str, config: TrainConfig) -> None:
        """Read a file anew; what went on before is given up."""
        self.give_up()
        self._model, self._data, self._config = model, data, config
        self.read_rows(0)

    def read_rows(self, start: int) -> None:
        """Rows from the one at place `start` on; after the first ones the whole file is inspected."""
        job = p.PreviewJob(model=self._model, data=self._data, config=self._config, start=start)
        self._start(job, lambda done: self._on_rows(done, start))

    def clean(self, output: Path) -> None:
        """Write what can be used to a file; the dialog that gave its name has asked before one is replaced."""
        job = p.CleanJob(data=self._data, output=str(output), config=self._config, force=True)
        self._start(job, lambda done: self.cleaned.emit(done.result))

    def give_up(self) -> None:
        """End what goes on."""
        for kind in list(self._jobs):
            self._drop(kind)
        self._tell()

    def _on_rows(self, job: BackgroundJob, start: int) -> None:
        assert isinstance(job.result, p.PreviewResult)
        self.rows.emit(job.result.rows, start, job.result.more)
        if start == 0:  # later rows are read as the first ones were
            self.understood.emit(job.result)
            inspect = p.InspectJob(model=self._model, data=self._data, config=self._config, limit=0)
            self._start(inspect, self.inspected.emit)

    def _start(self, job: p.Job, then: Callable[[BackgroundJob], None]) -> None:
        self._drop(type(job))
        background = self._jobs[type(job)] = BackgroundJob(job, self)
        background.ended.connect(lambda: self._on_ended(background, then))
        background.start()
        self._tell()

    def _drop(self, kind: type[p.Job]) -> None:
        job = self._jobs.pop(kind, None)
        if job is not None:
            job.drop()

    def _tell(self) -> None:
        self.working.emit(next(reversed(self._jobs.values()), None))

    def _on_ended(self, job: BackgroundJob, then: Callable[[BackgroundJob], None]) -> None:
        del self._jobs[type(job.job)]
        self._tell()
        if job.failure is not None:
            self.failed.emit(job.failure)
        elif job.state is JobState.DONE:
            then(job)
        job.deleteLater()
