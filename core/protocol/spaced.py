"""Readings that never end, kept ever further apart: as dense as the eye can tell, and few."""

from __future__ import annotations

SHARE = 1 / 1000  # of the time so far: a plot of it has about as many points across
FURTHEST = 20.0  # seconds: who looks on from another window hears of it that often


class Spaced:
    """Which of many readings to keep. A week of two in a second leaves 33,000 of 1.2 million."""

    def __init__(self) -> None:
        self._began: float | None = None
        self._kept = 0.0

    def keeps(self, time: float) -> bool:
        """time: seconds, of any clock; one that was set back begins anew."""
        if self._began is None or time < self._kept:
            self._began = self._kept = time
            return True
        if time - self._kept < min(SHARE * (time - self._began), FURTHEST):
            return False
        self._kept = time
        return True
