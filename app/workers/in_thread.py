"""Work that takes a while but no worker process: reading folders, moving them. Done in a thread, told in the window's.

Only what waits for the disk belongs here. What computes is a job (background_job.py).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QRunnable, Qt, QThreadPool, Signal, Slot

T = TypeVar("T")
Tell = Callable[[object], None]


class InThread(QObject, Generic[T]):
    """One piece of work at a time; asked for again meanwhile, it is done once more afterwards.

    Signals:
        partly: what the work told before its end. done: what it gave.
    """

    partly = Signal(object)
    done = Signal(object)
    _came = Signal(object)

    def __init__(self, work: Callable[[Callable[[T], object]], T], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._busy = self._again = False
        self._came.connect(self._on_came, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        return self._busy

    def start(self) -> None:
        if self._busy:
            self._again = True
            return
        self._busy = True
        QThreadPool.globalInstance().start(_Task(self._work, self.partly.emit, self._came.emit))

    @Slot(object)
    def _on_came(self, result: T) -> None:
        self._busy = False
        if self._again:
            self._again = False
            self.start()
        self.done.emit(result)


class _Task(QRunnable):
    def __init__(self, work: Callable[[Tell], object], partly: Tell, came: Tell) -> None:
        super().__init__()
        self._work, self._partly, self._came = work, partly, came

    def run(self) -> None:
        with contextlib.suppress(RuntimeError):  # the window was closed meanwhile, and what should be told is gone
            self._came(self._work(self._partly))
