"""Tells when the window was blocked: which event kept the GUI thread busy, and for how long.

Each event is measured where Qt hands it over (`QApplication.notify`), by the GUI thread's own processor time: how long
other programs kept the processor meanwhile says nothing about the window. Events of a nested loop (a dialog, a wait in
a test) are events of their own. Left out is what happens once: an event that makes a page or puts it into the window,
or for which Python loads a module. So is what comes before and after a test, as does the end of its window.

No call should take more than 50 ms. What a call takes is measured by `make bench-pages`, and by the window's tests
where LUTHIER_BLOCKED_MS says how many milliseconds are too many: on a busy machine the same call takes several times
as long, so without that variable no test fails by it.

It sees, too, which widgets were shown as windows of their own and got their place in another only then: such a window
flashes up for a moment.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from typing import NamedTuple, ParamSpec, TypeVar

from PySide6.QtCore import QEvent, QObject, QThread
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

_P, _B = ParamSpec("_P"), TypeVar("_B")
BLOCKED_S = float(os.environ.get("LUTHIER_BLOCKED_MS", "inf")) / 1000  # of processor time


class Blocked(NamedTuple):
    """An event that took too long, and where it went."""

    seconds: float
    what: str

    def __str__(self) -> str:
        return f"{1000 * self.seconds:.0f} ms for {self.what}"


class WatchedApplication(QApplication):
    """`blocked` is what has taken too long since `watch`."""

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        self.blocked: list[Blocked] = []
        self.limit_s = BLOCKED_S
        self._windows: list[QWidget] = []  # what was shown as one
        self._open: list[_Event] = []  # the innermost last
        self._thread = threading.get_ident()
        self._is_on = False

    def watch(self, is_on: bool) -> None:
        """Begin anew, or look away."""
        self._is_on = is_on
        if is_on:
            self.blocked = []

    def flashed(self) -> list[str]:
        """What was shown as a window since the last call, and is none."""
        shown, self._windows = self._windows, []
        return [type(one).__name__ for one in shown if isValid(one) and not one.isWindow()]

    def notify(self, receiver: QObject, event: QEvent) -> bool:
        if threading.get_ident() != self._thread:  # Qt has threads of its own
            return super().notify(receiver, event)
        if event.type() == QEvent.Type.Show and isinstance(receiver, QWidget) and receiver.isWindow():
            self._windows.append(receiver)
        if not self._is_on:
            return super().notify(receiver, event)
        here = _Event(event, receiver, QThread.currentThread().loopLevel())
        self._open.append(here)
        try:
            return super().notify(receiver, event)
        finally:
            self._open.pop()
            self._end(here)

    def excused(self, function: Callable[_P, _B]) -> Callable[_P, _B]:
        """The same function, but the event that calls it does not count."""

        def noted(*arguments: _P.args, **named: _P.kwargs) -> _B:
            for event in self._open:
                event.counts = False
            return function(*arguments, **named)

        return noted

    def _end(self, event: _Event) -> None:
        seconds = time.thread_time() - event.began
        outer = self._open[-1] if self._open else None
        is_own = outer is None or outer.level < event.level  # not a part of the event around it
        if outer is not None:
            outer.within += seconds if is_own else event.within
        if is_own and event.counts and event.modules == len(sys.modules) and seconds - event.within > self.limit_s:
            self.blocked.append(Blocked(seconds - event.within, f"{event.kind} to {event.receiver}"))


class _Event:
    """One that is being handled, in the event loop of that level. within: what loops within it have taken."""

    def __init__(self, event: QEvent, receiver: QObject, level: int) -> None:
        self.kind, self.receiver, self.level = QEvent.Type(event.type()).name, type(receiver).__name__, level
        self.began, self.within = time.thread_time(), 0.0
        self.modules = len(sys.modules)
        self.counts = self.kind != "DeferredDelete"  # a window goes, and nobody waits for it
