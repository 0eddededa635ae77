"""The time of an event: the clock's when its process says the first, and from then on by one that nobody sets.

So what lies between two events of a process is the time that passed, that of a sleep too, whatever the clock was set to
meanwhile.
"""

from __future__ import annotations

import sys
import time
from functools import cache


def event_time() -> float:
    """Seconds since 1970."""
    began, passed = _first()
    return began + passed_time() - passed


def passed_time() -> float:
    """Seconds since whenever, which count on while the computer sleeps."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    if sys.platform == "darwin":
        return time.clock_gettime(time.CLOCK_MONOTONIC)  # time.monotonic() stands still there in a sleep
    return time.monotonic()


@cache
def _first() -> tuple[float, float]:
    return time.time(), passed_time()
