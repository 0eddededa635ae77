"""Reading a data file in the background: some rows at once, then all of it; one request of a kind at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, Signal

from app.workers.background_job import BackgroundJob
from app.workers.process import JobState
from core import protocol as p
from core.protocol.config import TrainConfig

ROWS_AT_ONCE = 20


class DataReading(QObject):
    """Signals:
    understood: an Understood, how the file is read; once per `look`.
    rows: PreviewRows from a place on, and whether more follow. again: a PreviewRow, read again with its changes.
    inspected: the finished job. cleaned: its result.
    failed: a Failed, and its job: "rows", "again", "inspect" or "clean". working: the job in progress, or None; not
    one that is done in a moment.
    """

    understood = Signal(object)
    rows = Signal(list, int, bool)
    again = Signal(object)
    inspected = Signal(object)
    cleaned = Signal(object)
    failed = Signal(object, str)
    working = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs: dict[str, BackgroundJob] = {}  # at most one per kind
        self._counts_quietly = False
        self._model, self._data, self._config = "", "", TrainConfig()
        self._changes: tuple[p.RowChange, ...] = ()

    def look(self, model: str, data: str, config: TrainConfig, changes: tuple[p.RowChange, ...] = ()) -> None:
        """Read a file and its rows, with the changes applied; jobs in progress are cancelled."""
        self.give_up()
        self._model, self._data, self._config, self._changes = model, data, config, changes
        self._start("rows", self._preview(0, changes=changes), self._on_first_rows)

    def read_rows(
        self, start: int, search: str = "", changes: tuple[p.RowChange, ...] = (), *, doubted: bool = False
    ) -> None:
        """Read rows from place `start` on that contain a text, with the changes applied.

        doubted: only rows that carry a reason for review.
        """

        def done(job: BackgroundJob) -> None:
            assert isinstance(job.result, p.PreviewResult)
            self.rows.emit(job.result.rows, start, job.result.more)

        self._start("rows", self._preview(start, search=search, changes=changes, doubted=doubted), done)

    def read_again(self, place: int, changes: tuple[p.RowChange, ...]) -> None:
        """Read one row again, with the changes applied."""

        def done(job: BackgroundJob) -> None:
            assert isinstance(job.result, p.PreviewResult)
            for row in job.result.rows:
                self.again.emit(row)

        self._start("again", self._preview(place, limit=1, changes=changes), done)

    def inspect(self, config: TrainConfig, changes: tuple[p.RowChange, ...] = (), *, quietly: bool = False) -> None:
        """Recount; the shown rows stay. quietly: do not emit `working`.

        All rows are counted: how many are held out depends on the goal, which Train knows.
        """
        self._config, self._counts_quietly = config, quietly
        counted = msgspec.structs.replace(config, eval_share=0.0)
        job = p.InspectJob(model=self._model, data=self._data, config=counted, limit=0, changes=changes)
        self._start("inspect", job, self.inspected.emit)

    def clean(self, output: Path, changes: tuple[p.RowChange, ...] = (), keep_equal: bool = False) -> None:
        """Write the usable rows to a file; the file dialog has already asked before replacing one."""
        job = p.CleanJob(
            data=self._data, output=str(output), config=self._config, force=True, changes=changes, keep_equal=keep_equal
        )
        self._start("clean", job, lambda done: self.cleaned.emit(done.result))

    def give_up(self) -> None:
        """Cancel all jobs in progress."""
        for kind in list(self._jobs):
            self._drop(kind)
        self._tell()

    def _preview(
        self,
        start: int,
        limit: int = ROWS_AT_ONCE,
        search: str = "",
        changes: tuple[p.RowChange, ...] = (),
        *,
        doubted: bool = False,
    ) -> p.PreviewJob:
        return p.PreviewJob(
            model=self._model, data=self._data, config=self._config,
            start=start, limit=limit, search=search, doubted=doubted, changes=changes,
        )  # fmt: skip

    def _on_first_rows(self, job: BackgroundJob) -> None:
        assert isinstance(job.result, p.PreviewResult)
        self.rows.emit(job.result.rows, 0, job.result.more)
        self.understood.emit(job.result)
        self.inspect(self._config, self._changes)

    def _start(self, kind: str, job: p.Job, then: Callable[[BackgroundJob], None]) -> None:
        self._drop(kind)
        self._jobs[kind] = BackgroundJob(job, self)
        self._jobs[kind].run(lambda ended: self._on_ended(kind, ended, then))
        self._tell()

    def _drop(self, kind: str) -> None:
        job = self._jobs.pop(kind, None)
        if job is not None:
            job.drop()

    def _tell(self) -> None:
        quiet = {"again", "inspect" if self._counts_quietly else ""}
        self.working.emit(next((self._jobs[kind] for kind in reversed(self._jobs) if kind not in quiet), None))

    def _on_ended(self, kind: str, job: BackgroundJob, then: Callable[[BackgroundJob], None]) -> None:
        del self._jobs[kind]
        self._tell()
        if job.failure is not None:
            self.failed.emit(job.failure, kind)
        elif job.state is JobState.DONE:
            then(job)
