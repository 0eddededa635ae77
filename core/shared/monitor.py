"""How much memory there is, read by a thread of its own, so that graphs move even while a long step computes."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

import psutil

from core.shared import protocol as p
from core.shared.cgroup import memory_limit

INTERVAL = 0.5  # seconds
DeviceReading = Callable[[], tuple[int, int] | None]  # bytes of a graphics card's memory: used, and that it has


class SystemMemory(NamedTuple):
    """Bytes that this process may have, and those that are free. group: the control group that limits it, or ""."""

    total: int
    available: int
    group: str


def system_memory(root: Path = Path("/")) -> SystemMemory:
    """The machine's memory, or what a control group allows of it. root: where the groups' files are looked for."""
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
        """None where no device is in use."""
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
        """One reading, in bytes. The peak is the kernel's own where it keeps one."""
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
    """Largest resident set of this process so far, in bytes (0 where the system does not say)."""
    if sys.platform == "win32":
        return int(getattr(psutil.Process().memory_info(), "peak_wset", 0))
    if sys.platform == "linux":  # whose ru_maxrss begins with what the process had that started this one
        words = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
        return int(words["VmHWM"].split()[0]) * 1024
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
