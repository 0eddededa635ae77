"""What this machine and this Luthier are: the lines that a report of an error needs besides the error."""

from __future__ import annotations

import os
import platform
import sys
from importlib import metadata
from pathlib import Path

from core import __version__
from core.advice.monitor import system_memory
from core.advice.texts.numbers import size

_CPU_INFO = Path("/proc/cpuinfo")


def system_facts() -> str:
    """Luthier 0.1.0, Linux 6.1 (x86_64), the processor and its cores, memory and how much of it is free."""
    memory = system_memory()
    return "\n".join(
        (
            f"Luthier {__version__} · Python {platform.python_version()} · Qt {metadata.version('PySide6-Essentials')}",
            f"System: {platform.system()} {platform.release()} ({platform.machine()}), {system_name()}",
            f"Processor: {processor()}, {os.cpu_count()} cores",
            f"Memory: {size(memory.total)}, {size(memory.available)} of it free",
        )
    )


def processor() -> str:
    """Its name as the maker gives it, where the system tells."""
    if _CPU_INFO.exists():
        for line in _CPU_INFO.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith(("model name", "Model")):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def system_name() -> str:
    """Debian GNU/Linux 12, macOS 15.1, Windows 11."""
    if sys.platform == "darwin":
        return f"macOS {platform.mac_ver()[0]}"
    if sys.platform == "win32":
        return f"Windows {platform.release()}"
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        return "a Linux without a name"
