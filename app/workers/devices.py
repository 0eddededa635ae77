"""The graphics cards of this machine, looked for by a worker: a driver that crashes takes no window with it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.workers.background_job import BackgroundJob
from core.base.devices import DeviceReport
from core.protocol import DevicesResult, Failed, ListDevicesJob, Notice


class Devices(QObject):
    """What all pages know of them. reports: None while nothing is known. failure: why they could not be looked for.
    notices: of what could not be asked. busy_with: a training that goes on, which a test would disturb.

    Signals:
        changed: they are known now, or are being looked for.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None, known: list[DeviceReport] | None = None) -> None:
        super().__init__(parent)
        self.reports = known
        self.failure: Failed | None = None
        self.notices: list[Notice] = []
        self.busy_with = ""
        self._job: BackgroundJob | None = None

    @property
    def is_looking(self) -> bool:
        return self._job is not None

    def look(self) -> None:
        """Find out, where nothing is known yet; those without a verdict are tested."""
        if self.reports is None and self.failure is None:
            self._begin(ListDevicesJob(test=not self.busy_with))

    def test_again(self) -> None:
        """Test all devices again, whatever is known: a driver may be another now."""
        self._begin(ListDevicesJob(again=True))

    def give_up(self) -> None:
        """End the worker that looks."""
        if self._job is not None:
            self._job.drop()
            self._job = None

    def _begin(self, job: ListDevicesJob) -> None:
        if self._job is None:
            self.failure = None
            self._job = BackgroundJob(job, self)
            self._job.run(self._on_end)
            self.changed.emit()

    def _on_end(self, job: BackgroundJob) -> None:
        self._job = None
        if isinstance(job.result, DevicesResult):
            self.reports = job.result.devices
        self.failure, self.notices = job.failure, job.notices
        self.changed.emit()
