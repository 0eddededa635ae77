"""When a process was born, so that it is told apart from a later one with its number, whatever the clock is set to."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import psutil

_START = 19  # of the fields of /proc/<pid>/stat behind the name: clock ticks from the system's start to the process's


def born(pid: int | None = None) -> str:
    """The same as long as that process (else this one) lives, and another for any other of its number.

    Linux counts from the system's start, so that setting the clock changes nothing; psutil makes a time of day of that,
    which moves with the clock. Elsewhere the system wrote the time down when it began. Raises psutil.Error, OSError.
    """
    number = os.getpid() if pid is None else pid
    if sys.platform != "linux":
        return f"{psutil.Process(number).create_time():.6f}"
    ticks = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[_START]
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    return f"{boot} {ticks}"
