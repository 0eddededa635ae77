"""Functions that read files or wait, done by a thread, so that the window stays free."""

from __future__ import annotations

import threading
import traceback
from collections import deque
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from core.base.errors import LuthierError, in_words
from core.base.language import tr

LOOK_MS = 10  # how often it is asked whether the thread is through
PARTLY_MS = 50  # how often it is asked what a thread has read so far

Tell = Callable[[Any], object]


class ThreadCall(QObject):
    """Calls once; its maker may be gone before it is over. Signals, in the window's thread:

    done: what the function returned. failed: the LuthierError that it raised, or that tells of any other error.
    """

    done = Signal(object)
    failed = Signal(object)

    def __init__(self, work: Callable[[], Any], parent: QObject) -> None:
        super().__init__(parent)
        self._thread = threading.Thread(target=self._run, args=(work, results := list[Any]()), daemon=True)
        self._results = results  # the thread knows this list and nothing of Qt's, which may be gone when it is through
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self._tell)

    def start(self) -> None:
        self._thread.start()
        self._look.start()

    @staticmethod
    def _run(work: Callable[[], Any], results: list[Any]) -> None:
        try:
            results.append(work())
        except LuthierError as error:
            results.append(error)
        except Exception as error:  # nobody foresaw it, and its caller must not wait for ever
            traceback.print_exc()
            hint = tr("Save a report on the Settings page: it helps to find out why.")
            results.append(
                LuthierError("window.unforeseen", tr("This did not work: {in_words}.", in_words=in_words(error)), hint)
            )

    def _tell(self) -> None:
        if self._thread.is_alive():
            return
        self._look.stop()
        self.deleteLater()
        for result in self._results:
            (self.failed if isinstance(result, LuthierError) else self.done).emit(result)


def in_thread(work: Callable[[], Any], done: Callable[[Any], None], parent: QObject) -> ThreadCall:
    """Do work in a thread, and take the result in the window's thread. Of what it raises `failed` tells."""
    call = ThreadCall(work, parent)
    call.done.connect(done)
    call.start()
    return call


class Reader(QObject):
    """Reads in a thread, one reading at a time; asked again meanwhile, it reads once more afterwards.

    Signals:
        partly: what a reading tells before its end. done: what it returns. failed: the LuthierError in its place.
    """

    partly = Signal(object)
    done = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._is_reading = False
        self._next: Callable[[Tell], Any] | None = None
        self._told = deque[Any](maxlen=1)  # by the thread, which knows nothing of Qt's: that may be gone by then
        self._look = QTimer(self, interval=PARTLY_MS)
        self._look.timeout.connect(self._tell)

    def start(self, read: Callable[[Tell], Any]) -> None:
        """Begin to read, now or after the present reading. read: is given what takes the first parts; it must not hold
        the reader, nor any other object of Qt's.
        """
        if self._is_reading:
            self._next = read
            return
        self._is_reading = True
        told = self._told
        call = in_thread(lambda: read(told.append), self._on_done, self)
        call.failed.connect(self._on_failed)
        self._look.start()

    def _tell(self) -> None:
        if self._told:
            self.partly.emit(self._told.popleft())

    def _on_done(self, result: object) -> None:
        self._end()
        self.done.emit(result)

    def _on_failed(self, error: LuthierError) -> None:
        self._end()
        self.failed.emit(error)

    def _end(self) -> None:
        self._look.stop()
        self._told.clear()
        self._is_reading = False
        if (read := self._next) is not None:
            self._next = None
            self.start(read)
