"""Reads the runs folder in a thread; asked for again meanwhile, it reads once more afterwards."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QObject, QTimer, Signal

from app.pages.runs.listed_run import Reading, read_all
from app.workers.thread_call import in_thread
from core.base.errors import LuthierError
from core.runs.summary import FiguresCache

LOOK_MS = 50  # how often it is asked what the thread has read meanwhile


class RunsReader(QObject):
    """Signals:
    partly: a Reading of the newest runs, before all are read. done: of all. failed: the LuthierError in its place.
    """

    partly = Signal(object)
    done = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._cache = FiguresCache()
        self._told = deque[Reading](maxlen=1)  # by the thread, which knows nothing of Qt's: that may be gone by then
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self._tell)
        self.busy = self._again = False

    def start(self) -> None:
        if self.busy:
            self._again = True
            return
        self.busy = True
        cache, told = self._cache, self._told
        call = in_thread(lambda: read_all(cache, told.append), self._on_read, self)
        call.failed.connect(self._on_failed)
        self._look.start()

    def _tell(self) -> None:
        if self._told:
            self.partly.emit(self._told.popleft())

    def _on_read(self, reading: Reading) -> None:
        self._end()
        self.done.emit(reading)

    def _on_failed(self, error: LuthierError) -> None:
        self._end()
        self.failed.emit(error)

    def _end(self) -> None:
        self._look.stop()
        self._told.clear()
        self.busy = False
        if self._again:
            self._again = False
            self.start()
