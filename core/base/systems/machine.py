"""Facts from the operating system about the computer and this process: memory, processor, battery, temperatures,
names, clocks.

A control group may allow a process less memory than the computer has, as in a container. Linux has two versions. In
both, a group's limit applies to all its subgroups, so every group from ours to the root is checked.
"""

from __future__ import annotations

import ctypes
import platform
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from core.base.systems.terminals import NO_WINDOW

HOT = 90.0  # degrees Celsius, if a sensor does not report what is high for it
BELOW_HIGH = 3.0  # degrees below a sensor's high value, from which a processor slows itself down
IS_MAC = sys.platform == "darwin"
THREAD_CLOCK = time.perf_counter if sys.platform == "win32" else time.thread_time  # Windows counts in 1/64 s
_CPU_INFO = Path("/proc/cpuinfo")
_CLIENT_AREA_ANIMATION = 0x1042  # SPI_GETCLIENTAREAANIMATION of winuser.h


def processor() -> str:
    """Return the processor's brand name, else the system's name for it."""
    said = ""
    with suppress(OSError, subprocess.SubprocessError):
        if sys.platform == "win32":
            said = _processor_of_windows()
        elif sys.platform == "darwin":
            command = ["/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string"]
            said = subprocess.run(
                command, capture_output=True, encoding="utf-8", errors="replace", timeout=10, creationflags=NO_WINDOW
            ).stdout.strip()
        else:
            said = _cpu_info("model name", "Model")
    return said or platform.processor() or platform.machine()


def instruction_sets() -> frozenset[str]:
    """Return the instruction sets of the first core, with the kernel's names (avx2, asimd); Linux only."""
    return frozenset(_cpu_info("flags", "Features").split()) if sys.platform == "linux" else frozenset()


def _cpu_info(*keys: str) -> str:
    """Return the first value in /proc/cpuinfo with one of these keys; "" if it has none of them."""
    with suppress(OSError):
        for line in _CPU_INFO.read_text(encoding="utf-8", errors="replace").splitlines():
            key, _, value = line.partition(":")
            if key.strip() in keys:
                return value.strip()
    return ""


if sys.platform == "win32":

    def _processor_of_windows() -> str:
        import winreg

        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, r"HARDWARE\DESCRIPTION\System\CentralProcessor\0") as key:
            return str(winreg.QueryValueEx(key, "ProcessorNameString")[0]).strip()


@dataclass(frozen=True)
class Reading:
    """The machine's present state. celsius: of the hottest sensor, and the value that is high for it; None: unknown."""

    on_battery: bool = False
    celsius: float | None = None
    high: float | None = None

    @property
    def limit(self) -> float:
        """Return the degrees Celsius from which a processor slows itself down."""
        return self.high - BELOW_HIGH if self.high else HOT

    @property
    def is_hot(self) -> bool:
        """Return whether the hottest sensor has reached its limit."""
        return self.celsius is not None and self.celsius >= self.limit


def battery() -> Any:
    """Return psutil's battery, or None if the computer has none or the system does not report it, as in a container
    without /sys.
    """
    with suppress(OSError):
        return getattr(psutil, "sensors_battery", lambda: None)()
    return None


def temperatures() -> list[Any]:
    """Return psutil's temperatures of all sensors; only Linux reports them without special rights."""
    with suppress(OSError):
        return [one for group in getattr(psutil, "sensors_temperatures", dict)().values() for one in group]
    return []


def read_machine() -> Reading:
    """Read the machine's present state; facts that the system does not report count as good."""
    power = battery()
    on_battery = power is not None and power.power_plugged is False
    hottest = max(temperatures(), key=lambda one: one.current, default=None)
    if hottest is None:
        return Reading(on_battery)
    return Reading(on_battery, hottest.current, hottest.high)


def system_name() -> str:
    """Return the operating system's name: Debian GNU/Linux 12, macOS 15.1, Windows 11."""
    if sys.platform == "darwin":
        return f"macOS {platform.mac_ver()[0]}"
    if sys.platform == "win32":
        return f"Windows {platform.release()}"
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        return "a Linux without a name"


def system_version() -> str:
    """Return the kernel's version: Linux 6.1.0. It contains a part of each graphics driver."""
    return f"{platform.system()} {platform.mac_ver()[0] if sys.platform == 'darwin' else platform.release()}".strip()


def wants_motion() -> bool:
    """Return whether the system's settings allow animations. Only Windows is queried; others do not tell Qt."""
    wanted = ctypes.c_int(1)
    if sys.platform == "win32":
        ctypes.windll.user32.SystemParametersInfoW(_CLIENT_AREA_ANIMATION, 0, ctypes.byref(wanted), 0)
    return bool(wanted.value)


def passed_time() -> float:
    """Return a clock's seconds, including the time that the computer sleeps."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    if sys.platform == "darwin":
        return time.clock_gettime(time.CLOCK_MONOTONIC)  # time.monotonic() stops during sleep on macOS
    return time.monotonic()


def peak_rss() -> int:
    """Return the peak resident set size of this process, in bytes; 0 if unknown."""
    if sys.platform == "win32":
        return int(getattr(psutil.Process().memory_info(), "peak_wset", 0))
    if sys.platform == "linux":  # its ru_maxrss starts at the parent process's value
        words = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
        return int(words["VmHWM"].split()[0]) * 1024
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def return_freed_memory() -> None:
    """Return the freed small blocks that glibc keeps to the system: some 100 MB after threads made a model's copies, 26
    MB after a tokenizer of 100,000 tokens. Memory plans count them as used otherwise.
    """
    if sys.platform == "linux":
        with suppress(AttributeError):  # musl
            ctypes.CDLL(None).malloc_trim(0)


_UNLIMITED = 1 << 60  # bytes: cgroups v1 report a huge number for no limit


class Limit(NamedTuple):
    """A control group's limit and the available part, in bytes. Reclaimable cached file pages are available."""

    total: int
    available: int
    group: str  # file with the group's path


class _Kind(NamedTuple):
    mount: str
    limits: tuple[str, ...]  # files with limits; the lowest applies
    usage: str
    cached: str  # line of memory.stat with the cached pages


_SECOND = _Kind("cgroup2", ("memory.max", "memory.high"), "memory.current", "inactive_file")
_FIRST = _Kind("cgroup", ("memory.limit_in_bytes",), "memory.usage_in_bytes", "total_inactive_file")


def memory_limit(root: Path = Path("/")) -> Limit | None:
    """Return the control group's limit that leaves the least memory; None if unlimited. root: where proc and sys
    lie.
    """
    limits = [limit for kind, folder, top in _places(root) for limit in _limits(kind, folder, top)]
    return min(limits, key=lambda limit: limit.available, default=None)


def _places(root: Path) -> Iterator[tuple[_Kind, Path, Path]]:
    """Yield our groups' folders, for both versions, with the folder of each hierarchy's root."""
    for line in _lines(root / "proc/self/cgroup"):  # hierarchy:controllers:path
        _, controllers, path = line.split(":", 2)
        if controllers and "memory" not in controllers.split(","):
            continue
        kind = _FIRST if controllers else _SECOND
        for inside, mounted in _mounts(root, kind):
            # In a container the mount may show only our own group, whose path is given as seen from outside.
            below = path.removeprefix(inside) if path == inside or path.startswith(inside.rstrip("/") + "/") else ""
            top = root / mounted.lstrip("/")
            yield kind, top / below.lstrip("/"), top


def _mounts(root: Path, kind: _Kind) -> Iterator[tuple[str, str]]:
    """Yield the mounts of this version: the mounted group and the mount point."""
    for line in _lines(root / "proc/self/mountinfo"):
        before, _, after = line.partition(" - ")
        place, about = before.split(), after.split()
        if about[0] == kind.mount and (kind is _SECOND or "memory" in about[2].split(",")):
            yield place[3], place[4]


def _limits(kind: _Kind, folder: Path, top: Path) -> Iterator[Limit]:
    """Yield the limits of the group and of its parents."""
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
    """Return the number in a file as a list; empty if the file says `max` or does not exist."""
    return [int(line) for line in _lines(file) if line.isdecimal()]


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text().splitlines()
    except OSError:
        return []
