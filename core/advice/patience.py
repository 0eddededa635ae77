"""Whether a training that says nothing still computes. That cannot be known, only for how long it has been silent.

Readings of its memory are counted, not seconds: they come twice a second from a thread of their own, also while a
driver holds the one that computes, and none come while the computer sleeps.
"""

from __future__ import annotations

from core import protocol as p
from core.advice.monitor import INTERVAL

FIRST_STEP_S = 3600.0  # until a step is done: the file is read, and the driver translates its programs
LEAST_S = 600.0
TIMES = 30  # the longest silence between two steps, or two parts of a step, so far: others may use the device, too


class Patience:
    """Takes a training's events as they come."""

    def __init__(self) -> None:
        self._readings = 0  # since it last said anything else
        self._longest = 0  # of such silences while it computed, in readings
        self._is_computing = self._has_stepped = False

    @property
    def limit_s(self) -> float:
        """Seconds of silence after which it is given up."""
        return max(LEAST_S, TIMES * self._longest * INTERVAL) if self._has_stepped else FIRST_STEP_S

    def is_over(self, event: p.Event) -> bool:
        """Whether it has been silent for too long, now that this has come."""
        match event:
            case p.Memory():
                self._readings += 1
                return self._is_computing and self._readings * INTERVAL > self.limit_s
            case p.Log():
                return False
            case p.Step() | p.Skipped():
                self._has_stepped = True
        if self._is_computing:
            self._longest = max(self._longest, self._readings)
        self._readings = 0
        match event:
            case p.DeviceChosen() | p.TrainingStarted():  # from then on a driver is at work
                self._is_computing = True
            case p.Phase(name=name):  # samples are written by llama.cpp, on the processor
                self._is_computing = name in ("device-speed", "train", "evaluate")
            case p.State(state=state):
                self._is_computing = state != "paused"
        return False
