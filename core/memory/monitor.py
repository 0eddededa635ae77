"""How much memory there is, how much a training may take, and whether one that is silent still computes.

A thread of its own reads the memory, so that graphs move even while a long step computes. The budget is one figure,
which the window, the commands and the engine all name.

Whether a silent training computes cannot be known, only for how long it has been silent. The readings are counted, not
seconds: they come twice a second, also while a driver holds the thread that computes, and none come while the computer
sleeps. Readings that are kept for a plot lie ever further apart: as dense as the eye can tell, and few.
"""

from __future__ import annotations

import os
import platform
import threading
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

import psutil

from core import __version__
from core import protocol as p
from core.base.numbers import size
from core.base.systems.machine import memory_limit, peak_rss, processor, system_name
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


def system_facts() -> str:
    """Return the version, system, processor and memory in four lines, for a report of a fault."""
    memory = system_memory()
    return "\n".join(
        (
            f"Luthier {__version__} · Python {platform.python_version()} · Qt {metadata.version('PySide6-Essentials')}",
            f"System: {platform.system()} {platform.release()} ({platform.machine()}), {system_name()}",
            f"Processor: {processor()}, {os.cpu_count()} cores",
            f"Memory: {size(memory.total)}, {size(memory.available)} of it free",
        )
    )


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
