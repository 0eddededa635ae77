"""Processes: start times, which distinguish reused process IDs, exit codes, priorities, and the end of a session.

Exit codes are subprocess's. On POSIX a killing signal's is negative. On Windows a crash has a status from 0xC0000000
on; a process killed by force gets an arbitrary exit code, which looks like one of its own.
"""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import os
import signal
import sys
from pathlib import Path
from typing import IO

import psutil

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

__all__ = ("Connection",)

_START = 19  # field of /proc/<pid>/stat after the name: start time, in clock ticks since boot

FILE_LOST = 0xC0000006
_CTRL_C = 0xC000013A
_NO_MEMORY = (0xC0000017, 0xC000012D)
_STATUSES = {
    0xC0000005: "access violation",
    FILE_LOST: "in-page error",
    0xC000001D: "illegal instruction",
    0xC0000017: "no memory",
    0xC0000094: "division by zero",
    0xC00000FD: "stack overflow",
    0xC000012D: "commitment limit",
    0xC0000135: "library not found",
    _CTRL_C: "Ctrl+C",
    0xC0000374: "heap corruption",
    0xC0000409: "abort",
}
_CRASHES = ("SIGSEGV", "SIGILL", "SIGABRT", "SIGFPE")
LOW_PRIORITY = 10  # Unix niceness: programs in use go first, and idle cores are still used
_FROM_OUTSIDE = ("SIGKILL", "SIGTERM", "SIGINT")
# Windows asks each window before the session ends, and waits for its answer. Desktops on Linux send signals or close
# the connection to the screen, and may ask to save without an end; macOS closes windows.
ASKS_WINDOWS = sys.platform == "win32"


def born(pid: int | None = None) -> str:
    """Return a text that identifies a process (default: this one) for its lifetime, and differs for later ones with its
    ID.

    Linux counts from boot, unaffected by clock changes; psutil converts that to a time of day, which shifts with the
    clock. Other systems record the time at the start. Raises psutil.Error, OSError.
    """
    number = os.getpid() if pid is None else pid
    if sys.platform != "linux":
        return f"{psutil.Process(number).create_time():.6f}"
    ticks = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[_START]
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    return f"{boot} {ticks}"


def own_birth() -> str:
    """Return this process's `born`; "" if the system does not know it, so that only the time of its messages identifies
    it.
    """
    with contextlib.suppress(psutil.Error, OSError):
        return born()
    return ""


def go_behind() -> None:
    """Set this process to low priority. Raises psutil.Error, OSError."""
    if sys.platform == "win32":
        psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
    else:
        psutil.Process().nice(LOW_PRIORITY)


def is_behind() -> bool:
    """Return whether this process has low priority. Raises psutil.Error, OSError."""
    return sys.platform != "win32" and psutil.Process().nice() > 0  # Windows does not report it separately


def tell_stacks_when_asked(file: IO[bytes]) -> None:
    """Let Python write its stacks to a file when native crash handling requests them by a signal (crash.c).

    Windows has no such signal: faulthandler itself handles a crash before crash.c does.
    """
    if sys.platform != "win32":
        faulthandler.register(signal.SIGUSR2, file)


def tell_stacks_no_more() -> None:
    """Undo tell_stacks_when_asked."""
    if sys.platform != "win32":
        faulthandler.unregister(signal.SIGUSR2)


def from_qt(exit_code: int) -> int:
    """Convert QProcess's exit code to subprocess's: QProcess gives signals without a sign, and Windows statuses as
    signed.
    """
    return exit_code if sys.platform == "win32" else -exit_code


def name_of(exit_code: int) -> str:
    """Name an exit code: SIGSEGV; access violation, 0xC0000005; "" for a code that the process itself chose."""
    status = _status(exit_code)
    if status:
        return ", ".join(filter(None, (_STATUSES.get(status), f"0x{status:08X}")))
    if exit_code >= 0:
        return ""
    try:
        return signal.Signals(-exit_code).name
    except ValueError:
        return f"signal {-exit_code}"


def is_crash(exit_code: int) -> bool:
    """Return whether the exit code is of a crash in native code."""
    status = _status(exit_code)
    if status:
        return status not in (_CTRL_C, *_NO_MEMORY, FILE_LOST)
    return name_of(exit_code) in _CRASHES


def is_from_outside(exit_code: int) -> bool:
    """Return whether a process was killed from outside, by a user or by the system out of memory."""
    return name_of(exit_code) in _FROM_OUTSIDE or _status(exit_code) in (_CTRL_C, *_NO_MEMORY)


def is_lost_file(exit_code: int) -> bool:
    """Return whether a process died because a mapped file could not be read."""
    return name_of(exit_code) == "SIGBUS" or _status(exit_code) == FILE_LOST


def _status(exit_code: int) -> int:
    """Return a Windows status from a signed or unsigned exit code; 0 for any other number. Signals are outside its
    range.
    """
    number = exit_code & 0xFFFFFFFF
    return number if 0xC0000000 <= number < 0xD0000000 else 0


def say_why_it_waits(window: int, reason: str) -> None:
    """Let Windows show why a window holds up the end of the session, after a few seconds. window: its handle."""
    if sys.platform == "win32":
        ctypes.windll.user32.ShutdownBlockReasonCreate(ctypes.c_void_p(window), reason)
