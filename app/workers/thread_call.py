"""A function that reads files or waits, done by a thread, so that the window stays free."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from core.shared.errors import LuthierError


class ThreadCall(QObject):
    """Calls once; whoever made it may be gone before it is over. Signals, in the window's thread:

    done: what the function returned. failed: the LuthierError that it raised.
    """

    done = Signal(object)
    failed = Signal(object)
    _ended = Signal(object, bool)

    def __init__(self, work: Callable[[], Any], parent: QObject) -> None:
        super().__init__(parent)
        self._work = work
        self._ended.connect(self._tell, Qt.ConnectionType.QueuedConnection)  # from one thread to the other

    def start(self) -> None:
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        with contextlib.suppress(RuntimeError):  # its parent is gone meanwhile, and it with that
            try:
                result = self._work()
            except LuthierError as error:
                self._ended.emit(error, False)
            else:
                self._ended.emit(result, True)

    def _tell(self, result: Any, is_good: bool) -> None:
        (self.done if is_good else self.failed).emit(result)
        self.deleteLater()


def in_thread(work: Callable[[], Any], done: Callable[[Any], None], parent: QObject) -> ThreadCall:
    """Have it done, and take the result in the window's thread. Of what it raises `failed` tells."""
    call = ThreadCall(work, parent)
    call.done.connect(done)
    call.start()
    return call
