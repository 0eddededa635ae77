"""Reads the runs folder in a thread; asked for again meanwhile, it reads once more afterwards."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.pages.runs.listed_run import Reading, read_all
from app.workers.thread_call import in_thread
from core.shared.run_summary import FiguresCache


class RunsReader(QObject):
    """Signals:
    partly: a Reading of the newest runs, before all are read. done: of all.
    """

    partly = Signal(object)
    done = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._cache = FiguresCache()
        self.busy = self._again = False

    def start(self) -> None:
        if self.busy:
            self._again = True
            return
        self.busy = True
        in_thread(lambda: read_all(self._cache, self.partly.emit), self._on_read, self)

    def _on_read(self, reading: Reading) -> None:
        self.busy = False
        if self._again:
            self._again = False
            self.start()
        self.done.emit(reading)
