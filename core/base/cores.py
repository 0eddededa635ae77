"""How many threads compute, and how much room a worker leaves other programs."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from typing import NamedTuple

import psutil

from core.base.systems.processes import go_behind, is_behind

THREADS = "LUTHIER_THREADS"  # the environment's variable for the processes that a worker starts, too
MOST_THREADS = "LUTHIER_MOST_THREADS"  # as that, where nobody named a number: fewer compute on a busy machine
LOOK_S = 0.5  # between two looks at what other programs take


def compute_threads() -> int:
    """Return the most that compute where a training names no number: $LUTHIER_THREADS, else one per physical core."""
    return _in_environment(THREADS) or _in_environment(MOST_THREADS) or physical_cores()


def _in_environment(name: str) -> int:
    """0: there is no number."""
    wanted = os.environ.get(name, "")
    return int(wanted) if wanted.isdecimal() else 0


class Look(NamedTuple):
    """A moment: seconds on the clock, and the processor seconds of other programs since the machine was started."""

    clock: float
    others: float


def look(is_low: bool = False) -> Look:
    """Return what other programs have taken up to now, a hypervisor's among them. Raises psutil.Error, OSError.

    is_low: whether this process is at low priority. Where it is not, those that are go behind it, and do not count.
    """
    times = psutil.cpu_times()._asdict()
    free = times["idle"] + times.get("iowait", 0.0) + (0.0 if is_low else times.get("nice", 0.0))
    counted_twice = sum(times.get(name, 0.0) for name in ("guest", "guest_nice", "interrupt", "dpc"))
    return Look(time.monotonic(), float(sum(times.values()) - free - counted_twice - time.process_time()))


def busy_between(before: Look, after: Look) -> float:
    """Return how many processors other programs kept busy, on average."""
    return max(0.0, after.others - before.others) / max(after.clock - before.clock, 1e-9)


def suited_threads(most: int, busy: float, processors: int) -> int:
    """Return with how many threads, at least one, most gets done beside so many busy processors.

    Threads wait for each other after each product: all are as slow as one that shares its processor.
    """
    return max(range(1, most + 1), key=lambda threads: threads * (1 - max(0.0, threads + busy - processors)))


class Threads:
    """How many compute: as many as are named, else what other programs leave of `most`, looked at now and then.

    No result depends on the number, but for the last digits of what llama.cpp writes after many tokens.
    """

    def __init__(self, named: int = 0, looks: Callable[[bool], Look] = look, processors: int = 0) -> None:
        """named: 0 for $LUTHIER_THREADS, else for as many as suit. processors: 0 for this machine's."""
        self.most = self._now = named or compute_threads()
        self._looks, self._processors = looks, processors or psutil.cpu_count() or 1
        is_named = bool(named or _in_environment(THREADS))
        self._last = None if is_named or self.most == 1 else self._look()

    def now(self) -> int:
        """Return the number for the next piece of work, by what others took since the last look."""
        if self._last is not None and time.monotonic() - self._last.clock >= LOOK_S:
            before, self._last = self._last, self._look()
            if self._last is not None:
                self._now = suited_threads(self.most, busy_between(before, self._last), self._processors)
        return self._now

    def _look(self) -> Look | None:
        """Return what other programs use, or None if the system does not say."""
        with contextlib.suppress(psutil.Error, OSError):
            return self._looks(is_behind())
        return None


def usual_threads(threads: int, gentle: bool) -> int:
    """Return the threads of a training with these program settings, in a process that leave_room has not restricted."""
    usual = threads or physical_cores()
    return compute_threads() if os.environ.get(THREADS) else max(1, (usual - 1) if gentle else usual)


def physical_cores() -> int:
    return psutil.cpu_count(logical=False) or 1


def leave_room(threads: int, gentle: bool) -> None:
    """Hold this process to so many threads (0: as usual); gentle: at low priority, and with one core left free.

    A number that somebody set in the environment for one command goes before that of the settings.
    """
    name = THREADS if threads else MOST_THREADS
    if gentle:
        threads = max(1, (threads or physical_cores()) - 1)
        with contextlib.suppress(psutil.Error, OSError):
            go_behind()
    if threads:
        os.environ.setdefault(name, str(threads))
