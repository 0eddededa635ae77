"""How many threads compute, and how much room a worker leaves other programs."""

from __future__ import annotations

import contextlib
import os
import sys

import psutil

THREADS = "LUTHIER_THREADS"  # the environment's variable for the processes that a worker starts, too
LOW_PRIORITY = 10  # Unix's niceness: what is in use goes first, and idle cores are taken all the same


def compute_threads() -> int:
    """Where a training names no number: $LUTHIER_THREADS, else one per physical core."""
    wanted = os.environ.get(THREADS, "")
    return int(wanted) if wanted.isdecimal() and int(wanted) else physical_cores()


def usual_threads(threads: int, gentle: bool) -> int:
    """That a training gets with these settings of the program, in a process that leave_room has not held to any."""
    usual = threads or physical_cores()
    return compute_threads() if os.environ.get(THREADS) else max(1, (usual - 1) if gentle else usual)


def physical_cores() -> int:
    return psutil.cpu_count(logical=False) or 1


def leave_room(threads: int, gentle: bool) -> None:
    """Hold this process to so many threads (0: as usual); gentle: at low priority, and with one core left free.

    A number that somebody set in the environment for one command goes before that of the settings.
    """
    if gentle:
        threads = max(1, (threads or physical_cores()) - 1)
        with contextlib.suppress(psutil.Error, OSError):
            if sys.platform == "win32":
                psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
            else:
                psutil.Process().nice(LOW_PRIORITY)
    if threads:
        os.environ.setdefault(THREADS, str(threads))
