"""Measures free memory, sets a training's memory budget, and decides when a silent training has hung.

A thread of its own reads the memory, so that graphs move even while a long step computes. The budget is one figure,
shared by the window, the commands and the engine.

A silent training may still compute; we only know for how long it has been silent. That is counted in readings, not
seconds: they come twice a second, even while a driver blocks the computing thread, and stop while the computer sleeps.
Readings for a plot are stored at growing intervals: as dense as the eye can tell, and few.
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
from core.base.systems.machine import Reading, memory_limit, peak_rss, processor, read_machine, system_name
from core.protocol.config import TrainConfig

INTERVAL = 0.5  # seconds
SENSED_EVERY = 20  # readings: sensors change slowly, and asking some takes milliseconds
DeviceReading = Callable[[], tuple[int, int] | None]  # bytes of a graphics card's memory: used, and total

SHARE_OF_FREE = 0.8  # of the free memory: the rest is for the system and the unforeseen
SHARE_OF_BUDGET = 0.97  # of the settings' limit: a peak may be 3% above its plan (docs/figures.md)

FIRST_STEP_S = 3600.0  # until the first step is done: the file is read, and the driver compiles its programs
LEAST_S = 600.0
TIMES = 30  # times the longest silence within or between steps so far: others may use the device, too

SHARE = 1 / 1000  # of the time so far: gives a plot about as many points across
FURTHEST = 20.0  # seconds: the longest wait of an observer in another window


class SystemMemory(NamedTuple):
    """Bytes that this process may have, and those that are free. group: the control group that limits it, or ""."""

    total: int
    available: int
    group: str


def system_memory(root: Path = Path("/")) -> SystemMemory:
    """Return the machine's memory, or a control group's limit on it. root: the folder with the groups' files."""
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
    """Reads how much of a graphics card's memory is used, while a job uses the card."""

    def __init__(self) -> None:
        self._read: DeviceReading | None = None
        self._reading = threading.Lock()

    def watch(self, read: DeviceReading | None) -> None:
        """Read with `read` from now on; None stops. When this returns, the previous function is no longer running, so
        that its device may be closed.
        """
        with self._reading:
            self._read = read

    def __call__(self) -> tuple[int, int] | None:
        """Return the device's used and total bytes, or None if none is in use."""
        with self._reading:
            return self._read() if self._read else None


class MemoryMonitor:
    """Emits a Memory event twice a second while entered. device: called for each of them, on the monitor's thread."""

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
    """Reads this process's memory, the system's, that of the device in use, and what may make a training slow."""

    def __init__(self, device: DeviceReading | None = None) -> None:
        self._device = device
        self._process = psutil.Process()
        self._cores = psutil.cpu_count() or 1
        self._peak = self._readings = 0
        self._machine = Reading()

    def read(self) -> p.Memory:
        """Return one reading, in bytes. The peak is the kernel's own if it keeps one."""
        rss = self._process.memory_info().rss
        self._peak = max(self._peak, rss, peak_rss())
        system = system_memory()
        used, total = (self._device() if self._device else None) or (None, None)
        busy, own = psutil.cpu_percent() / 100, self._process.cpu_percent() / 100 / self._cores
        if self._readings % SENSED_EVERY == 0:
            self._machine = read_machine()
        self._readings += 1
        known = self._readings > 1  # the first reading has none before it to count from
        return p.Memory(
            rss=rss, peak=self._peak, available=system.available, total=system.total,
            device_used=used, device_total=total,
            processor=round(busy, 3) if known else None, own=round(min(own, 1.0), 3) if known else None,
            celsius=self._machine.celsius, hot=self._machine.is_hot, on_battery=self._machine.on_battery,
        )  # fmt: skip


def memory_budget(config: TrainConfig) -> int:
    """Return the bytes to plan for, "free for training" in texts: nearly the settings' limit, or most of the free
    memory.
    """
    return int(config.memory_budget * SHARE_OF_BUDGET or system_memory().available * SHARE_OF_FREE)


class Patience:
    """Decides how long to wait for a training's next event. Receives its events."""

    def __init__(self) -> None:
        self._readings = 0  # since the last event of another kind
        self._longest = 0  # of such silences during training, in readings
        self._is_computing = self._has_stepped = False

    @property
    def limit_s(self) -> float:
        """Return the seconds of silence after which to give up."""
        return max(LEAST_S, TIMES * self._longest * INTERVAL) if self._has_stepped else FIRST_STEP_S

    def is_over(self, event: p.Event) -> bool:
        """Take an event, and return whether the training has been silent for too long."""
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
            case p.DeviceChosen() | p.TrainingStarted():  # a driver is at work from this event on
                self._is_computing = True
            case p.Phase(name=name):  # llama.cpp writes samples, on the processor
                self._is_computing = name in ("device-speed", "train", "evaluate")
            case p.State(state=state):
                self._is_computing = state != "paused"
        return False


class Spaced:
    """Chooses which of many readings to keep. A week with two readings a second keeps 33,000 of 1.2 million."""

    def __init__(self) -> None:
        self._began: float | None = None
        self._kept = 0.0

    def keeps(self, time: float) -> bool:
        """Return whether to keep a reading at this time. time: seconds, of any clock; a clock that was set back starts
        over.
        """
        if self._began is None or time < self._kept:
            self._began = self._kept = time
            return True
        if time - self._kept < min(SHARE * (time - self._began), FURTHEST):
            return False
        self._kept = time
        return True
