"""How much memory there is, how much a training may take, and whether one that is silent still computes.

A thread of its own reads the memory, so that graphs move even while a long step computes. The budget is one figure,
which the window, the commands and the engine all name.

Whether a silent training computes cannot be known, only for how long it has been silent. The readings are counted, not
seconds: they come twice a second, also while a driver holds the thread that computes, and none come while the computer
sleeps. Readings that are kept for a plot lie ever further apart: as dense as the eye can tell, and few.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

import psutil

from core import protocol as p
from core.protocol.config import TrainConfig

INTERVAL = 0.5  # seconds
DeviceReading = Callable[[], tuple[int, int] | None]  # bytes of a graphics card's memory: used, and that it has

SHARE_OF_FREE = 0.8  # of the free memory: the rest is for the system, and for what we cannot foresee
SHARE_OF_BUDGET = 0.97  # of what the settings allow: a peak may be 3% above its plan (docs/figures.md)

FIRST_STEP_S = 3600.0  # until a step is done: the file is read, and the driver translates its programs
LEAST_S = 600.0
TIMES = 30  # the longest silence between two steps, or two parts of a step, so far: others may use the device, too

SHARE = 1 / 1000  # of the time so far: a plot of it has about as many points across
FURTHEST = 20.0  # seconds: who looks on from another window hears of it that often


class SystemMemory(NamedTuple):
    """Bytes that this process may have, and those that are free. group: the control group that limits it, or ""."""

    total: int
    available: int
    group: str


def system_memory(root: Path = Path("/")) -> SystemMemory:
    """Return the machine's memory, or what a control group allows of it. root: where to look for the groups' files."""
    system, limit = psutil.virtual_memory(), memory_limit(root)
    if limit is None or (limit.total >= system.total and limit.available >= system.available):
        return SystemMemory(system.total, system.available, "")
    return SystemMemory(min(system.total, limit.total), min(system.available, limit.available), limit.group)


class DeviceGauge:
    """How much of a graphics card's memory is taken, for as long as a job uses one."""

    def __init__(self) -> None:
        self._read: DeviceReading | None = None
        self._reading = threading.Lock()

    def watch(self, read: DeviceReading | None) -> None:
        """Ask `read` from now on; with None, or once another is set, the last one is not being asked any more when this
        returns, so that the device behind it may be closed.
        """
        with self._reading:
            self._read = read

    def __call__(self) -> tuple[int, int] | None:
        """Return the device's used and total bytes, or None if none is in use."""
        with self._reading:
            return self._read() if self._read else None


class MemoryMonitor:
    """Emits a Memory event twice a second while entered. device: asked for each of them, on the monitor's thread."""

    def __init__(self, emit: Callable[[p.Event], None], device: DeviceReading | None = None) -> None:
        self._emit = emit
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._meter = MemoryMeter(device)

    def __enter__(self) -> MemoryMonitor:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        self._thread.join()
        self._emit(self._meter.read())

    def _watch(self) -> None:
        while not self._done.wait(INTERVAL):
            self._emit(self._meter.read())


class MemoryMeter:
    """This process's memory and the system's, and that of the device that it uses."""

    def __init__(self, device: DeviceReading | None = None) -> None:
        self._device = device
        self._process = psutil.Process()
        self._peak = 0

    def read(self) -> p.Memory:
        """Return one reading, in bytes. The peak is the kernel's own where it keeps one."""
        rss = self._process.memory_info().rss
        self._peak = max(self._peak, rss, peak_rss())
        system = system_memory()
        used, total = (self._device() if self._device else None) or (None, None)
        return p.Memory(
            rss=rss,
            peak=self._peak,
            available=system.available,
            total=system.total,
            device_used=used,
            device_total=total,
        )


def peak_rss() -> int:
    """Return the largest resident set of this process so far, in bytes (0 where the system does not say)."""
    if sys.platform == "win32":
        return int(getattr(psutil.Process().memory_info(), "peak_wset", 0))
    if sys.platform == "linux":  # whose ru_maxrss begins with what the process had that started this one
        words = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
        return int(words["VmHWM"].split()[0]) * 1024
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


# What the control groups that this process is in still allow it to take of memory: a container's limit, for one.
#
# Linux has two kinds. In both a group's limit holds for all groups in it, so each group from ours to the root is asked.

_UNLIMITED = 1 << 60  # bytes: the first kind writes its largest number where there is no limit


class Limit(NamedTuple):
    """Bytes: what the group may take, and what is left of it. Cached file pages that can be given back are left."""

    total: int
    available: int
    group: str  # its path


class _Kind(NamedTuple):
    mount: str
    limits: tuple[str, ...]  # files with the limit; the lowest holds
    usage: str
    cached: str  # line of memory.stat


_SECOND = _Kind("cgroup2", ("memory.max", "memory.high"), "memory.current", "inactive_file")
_FIRST = _Kind("cgroup", ("memory.limit_in_bytes",), "memory.usage_in_bytes", "total_inactive_file")


def memory_limit(root: Path = Path("/")) -> Limit | None:
    """Return the control group that leaves least memory; None where none limits it. root: where proc and the groups'
    files lie.
    """
    limits = [limit for kind, folder, top in _places(root) for limit in _limits(kind, folder, top)]
    return min(limits, key=lambda limit: limit.available, default=None)


def _places(root: Path) -> Iterator[tuple[_Kind, Path, Path]]:
    """The folders of our groups of both kinds, and the folders where these begin."""
    for line in _lines(root / "proc/self/cgroup"):  # hierarchy:controllers:path
        _, controllers, path = line.split(":", 2)
        if controllers and "memory" not in controllers.split(","):
            continue
        kind = _FIRST if controllers else _SECOND
        for inside, mounted in _mounts(root, kind):
            # In a container the mount may show only our own group, by a path that we know from outside.
            below = path.removeprefix(inside) if path == inside or path.startswith(inside.rstrip("/") + "/") else ""
            top = root / mounted.lstrip("/")
            yield kind, top / below.lstrip("/"), top


def _mounts(root: Path, kind: _Kind) -> Iterator[tuple[str, str]]:
    """Yield the file systems of the kind: the group that is mounted, and where."""
    for line in _lines(root / "proc/self/mountinfo"):
        before, _, after = line.partition(" - ")
        place, about = before.split(), after.split()
        if about[0] == kind.mount and (kind is _SECOND or "memory" in about[2].split(",")):
            yield place[3], place[4]


def _limits(kind: _Kind, folder: Path, top: Path) -> Iterator[Limit]:
    """Yield the limits of the group and of all around it."""
    for group in (folder, *folder.parents):
        known = [number for name in kind.limits for number in _numbers(group / name)]
        used = _numbers(group / kind.usage)
        if known and used and min(known) < _UNLIMITED:
            stat = dict(line.split() for line in _lines(group / "memory.stat"))
            left = min(known) - used[0] + int(stat.get(kind.cached, 0))
            yield Limit(min(known), max(0, left), str(group))
        if group == top:
            return


def _numbers(file: Path) -> list[int]:
    """The number in a file; none where it says `max` or is not there."""
    return [int(line) for line in _lines(file) if line.isdecimal()]


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text().splitlines()
    except OSError:
        return []


def memory_budget(config: TrainConfig) -> int:
    """Return the bytes to plan for, "free for training" in texts: nearly what the settings say, or most of what is
    free.
    """
    return int(config.memory_budget * SHARE_OF_BUDGET or system_memory().available * SHARE_OF_FREE)


class Patience:
    """How long to wait for a training's next event. Takes its events as they come."""

    def __init__(self) -> None:
        self._readings = 0  # since it last said anything else
        self._longest = 0  # of such silences while it computed, in readings
        self._is_computing = self._has_stepped = False

    @property
    def limit_s(self) -> float:
        """The seconds of silence after which a training is given up."""
        return max(LEAST_S, TIMES * self._longest * INTERVAL) if self._has_stepped else FIRST_STEP_S

    def is_over(self, event: p.Event) -> bool:
        """Return whether the training has been silent for too long, now that an event has come."""
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


class Spaced:
    """Which of many readings to keep. A week of two in a second leaves 33,000 of 1.2 million."""

    def __init__(self) -> None:
        self._began: float | None = None
        self._kept = 0.0

    def keeps(self, time: float) -> bool:
        """Return whether to keep what comes at this time. time: seconds, of any clock; one that was set back begins
        anew.
        """
        if self._began is None or time < self._kept:
            self._began = self._kept = time
            return True
        if time - self._kept < min(SHARE * (time - self._began), FURTHEST):
            return False
        self._kept = time
        return True
