"""Watches a run's worker: says when it says nothing any more, or is at a step for far too long. It never ends it."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal

from core import protocol as p
from core.advice.monitor import Patience
from core.advice.texts.numbers import duration

Hang = Literal["", "silent", "stuck"]
TICK_MS = 1000
SILENT_TICKS = 60  # a worker tells of its memory twice a second, from a thread of its own


class HangWatch(QObject):
    """Ticks are counted, not seconds: while the computer sleeps, or the window itself stands still, there are none.

    Signals:
        changed: `hang` is another now.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.hang: Hang = ""
        self._silent = 0  # ticks since anything came
        self._is_waited_for = False  # the user has said so; until there is a sign of life
        self._patience = Patience()
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(self._tick)

    def begin(self) -> None:
        """A worker was started."""
        self._silent, self._is_waited_for, self._patience = 0, False, Patience()
        self._timer.start()
        self._find("")

    def end(self) -> None:
        """It is gone."""
        self._timer.stop()
        self._find("")

    def hear(self, event: p.Event) -> None:
        """Take what it says."""
        if not self._timer.isActive():  # another program's, which that watches
            return
        self._silent = 0
        is_stuck = self._patience.is_over(event)
        if self.hang == "silent" or not isinstance(event, p.Memory | p.Log):
            self._is_waited_for = False
        if not self._is_waited_for:
            self._find("stuck" if is_stuck else "")

    def keep_waiting(self) -> None:
        """Say no more of it until it has moved."""
        self._is_waited_for = True
        self._find("")

    @property
    def silence(self) -> str:
        """The time without progress, in words."""
        return duration(self._silent * TICK_MS / 1000 if self.hang == "silent" else self._patience.limit_s)

    def _tick(self) -> None:
        self._silent += 1
        if self._silent >= SILENT_TICKS and not self._is_waited_for:
            self._find("silent")

    def _find(self, hang: Hang) -> None:
        if hang != self.hang:
            self.hang = hang
            self.changed.emit()
