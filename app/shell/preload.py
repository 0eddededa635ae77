"""Readies what nobody has asked for yet while the window is idle, so that it is there at once when somebody does.

No call may keep the window from its events for longer than 50 ms, and a page takes more than that with all that it
needs: its modules are loaded by a thread (that makes no object of Qt's), and it is made and put into the window in
turns of the event loop of their own.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QTimer

from app.workers.thread_call import in_thread

AFTER_MS = 400  # from the first frame on, in which the page that is shown takes what it needs
BETWEEN_MS = 40  # for what the user does meanwhile


class Turns(QObject):
    """Does one thing after the other, each in a turn of the event loop of its own. gap: milliseconds between them."""

    def __init__(self, steps: Iterable[Callable[[], object]], parent: QObject, gap: int = 0) -> None:
        super().__init__(parent)
        self._steps = iter(steps)
        self._timer = QTimer(self, interval=gap)
        self._timer.timeout.connect(self._next)
        self._timer.start()

    def _next(self) -> None:
        step = next(self._steps, None)
        if step is None:
            self._timer.stop()
            self.deleteLater()
        else:
            step()


def ready_ahead(modules: list[str], steps: list[Callable[[], object]], parent: QObject) -> None:
    """Load the modules, then do the steps; begins in a moment."""

    def load() -> None:
        for module in modules:
            importlib.import_module(module)

    def start(_loaded: None) -> None:
        Turns(steps, parent, BETWEEN_MS)

    def begin() -> None:
        in_thread(load, start, parent)

    QTimer.singleShot(AFTER_MS, parent, begin)
