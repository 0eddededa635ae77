"""Tells when the window was blocked: which event kept the GUI thread busy, and for how long.

Each event is measured where Qt hands it over (`QApplication.notify`), by the GUI thread's own processor time and not by
the clock: how long other programs kept the processor meanwhile says nothing about the window, and would fail tests at
random on a busy machine. What a handler only waits for (a disk, a process) is not seen by that, so the clock is looked
at, too, but only for a wait that no busy machine explains. Events of a nested loop (a dialog, a wait in a test) are
events of their own. Left out is what happens once: an event that makes a page or puts it into the window, or for which
Python loads a module. So is what comes before and after a test, as does the end of its window.

No call should take more than 50 ms. The limit here is five times that, and more where the machine is slow in that
moment (`slowness`): on shared and busy processors the same call takes several times the processor time that it takes on
a quiet machine, and a test that fails now and then tells nothing; handing each event over by Python takes its part.
LUTHIER_BLOCKED_MS=50 sets the real limit, for a quiet machine; tests/app/shell/test_first_showing.py holds every page
to it.

It sees, too, which widgets were shown as windows of their own and got their place in another only then: such a window
flashes up for a moment.
"""

from __future__ import annotations

import os
import statistics
import sys
import threading
import time
from collections.abc import Callable
from typing import NamedTuple, ParamSpec, TypeVar

from PySide6.QtCore import QEvent, QObject, QThread
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from shiboken6 import isValid

_P, _B = ParamSpec("_P"), TypeVar("_B")
BLOCKED_S = float(os.environ.get("LUTHIER_BLOCKED_MS", "250")) / 1000  # of processor time
QUIET_S = 0.013  # of `slowness`'s work on two cores of a Xeon at 2.1 GHz
SLOW = 2.5  # times slowed down, for which the limit has room
WAITED_S = 30.0  # by the clock


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

    def too_long(self) -> list[Blocked]:
        """What has taken too long, and not only because the machine is slow: that is looked at where anything has."""
        if not self.blocked:
            return []
        limit = self.limit_s * max(1.0, slowness() / SLOW)
        return [one for one in self.blocked if one.seconds > min(limit, WAITED_S)]

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
        cpu, clock = time.thread_time() - event.cpu, time.monotonic() - event.clock
        outer = self._open[-1] if self._open else None
        is_own = outer is None or outer.level < event.level  # not a part of the event around it
        if outer is not None:
            outer.within_cpu += cpu if is_own else event.within_cpu
            outer.within_clock += clock if is_own else event.within_clock
        if is_own and event.counts and event.modules == len(sys.modules):
            cpu, clock = cpu - event.within_cpu, clock - event.within_clock
            if cpu > self.limit_s or clock > WAITED_S:
                seconds = clock if clock > WAITED_S else cpu
                self.blocked.append(Blocked(seconds, f"{event.kind} to {event.receiver}"))


def slowness() -> float:
    """How many times slower this machine is now than the one that the limits were measured on was when nobody else
    kept it busy: by work of the kind that the window does."""
    took = []
    for _ in range(5):
        began = time.thread_time()
        holder = QWidget()
        column = QVBoxLayout(holder)
        for number in range(300):
            label = QLabel(f"row {number}")
            label.setToolTip("what it says")
            column.addWidget(label)
        holder.sizeHint()
        took.append(time.thread_time() - began)
    return max(1.0, statistics.median(took) / QUIET_S)


class _Event:
    """One that is being handled, in the event loop of that level. within_: what loops within it have taken."""

    def __init__(self, event: QEvent, receiver: QObject, level: int) -> None:
        self.kind, self.receiver, self.level = QEvent.Type(event.type()).name, type(receiver).__name__, level
        self.cpu, self.clock = time.thread_time(), time.monotonic()
        self.within_cpu = self.within_clock = 0.0
        self.modules = len(sys.modules)
        self.counts = self.kind != "DeferredDelete"  # a window goes, and nobody waits for it
