"""Tells when the window was blocked: which event kept the GUI thread busy, and for how long.

Each event is measured where Qt hands it over (`QApplication.notify`), by the GUI thread's own processor time and not by
the clock: how long other programs kept the processor meanwhile says nothing about the window, and would fail tests at
random on a busy machine. What a handler only waits for (a disk, a process) is not seen by that, so the clock is looked
at, too, but only for a wait that no busy machine explains. Events of a nested loop (a dialog, a wait in a test) are
events of their own. Making a page is left out: that happens once for each, and is measured by `make bench-start`.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QThread
from PySide6.QtWidgets import QApplication

BLOCKED_S = 0.050  # of processor time
WAITED_S = 5.0  # by the clock


class Blocked(NamedTuple):
    """An event that took too long, and where it went."""

    seconds: float
    what: str

    def __str__(self) -> str:
        return f"{1000 * self.seconds:.0f} ms for {self.what}"


class WatchedApplication(QApplication):
    """`blocked` is what has taken too long so far."""

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        self.blocked: list[Blocked] = []
        self._open: list[_Event] = []  # the innermost last

    def notify(self, receiver: QObject, event: QEvent) -> bool:
        level = QThread.currentThread().loopLevel()
        here = _Event(level, str(event.type()), type(receiver).__name__, time.thread_time(), time.monotonic())
        self._open.append(here)
        try:
            return super().notify(receiver, event)
        finally:
            self._open.pop()
            self._end(here)

    def excuse(self, cpu_s: float, clock_s: float) -> None:
        """So much of the time of the event that goes on is not to count."""
        if self._open:
            self._open[-1].excused_cpu += cpu_s
            self._open[-1].excused_clock += clock_s

    def _end(self, event: _Event) -> None:
        cpu, clock = time.thread_time() - event.cpu, time.monotonic() - event.clock
        outer = self._open[-1] if self._open else None
        if outer is not None and outer.level < event.level:  # of a loop within: all of it is not the outer one's
            outer.excused_cpu += cpu
            outer.excused_clock += clock
        elif outer is not None:
            outer.excused_cpu += event.excused_cpu
            outer.excused_clock += event.excused_clock
        if outer is None or outer.level < event.level:
            cpu, clock = cpu - event.excused_cpu, clock - event.excused_clock
            if cpu > BLOCKED_S or clock > WAITED_S:
                self.blocked.append(
                    Blocked(max(cpu, clock if clock > WAITED_S else 0.0), f"{event.kind} to {event.to}")
                )


class _Event:
    def __init__(self, level: int, kind: str, to: str, cpu: float, clock: float) -> None:
        self.level, self.kind, self.to, self.cpu, self.clock = level, kind, to, cpu, clock
        self.excused_cpu = self.excused_clock = 0.0
