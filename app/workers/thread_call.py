"""A function that reads files or waits, done by a thread, so that the window stays free."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from core.base.errors import LuthierError, in_words
from core.base.language import tr

LOOK_MS = 10  # how often it is asked whether the thread is through


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
