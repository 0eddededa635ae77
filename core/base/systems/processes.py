"""Processes: when one began, which tells it from a later one with the same number, how the system ended it, and which
go behind others.

The ending is known by the number that is left of a process, as subprocess has it. On POSIX that is a signal's,
negative. On Windows it is a status from 0xC0000000 on; what ends a process there by force gives it any number, so that
this cannot be told from its own.
"""

from __future__ import annotations

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

_START = 19  # of the fields of /proc/<pid>/stat behind the name: clock ticks from the system's start to the process's

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
LOW_PRIORITY = 10  # Unix's niceness: what is in use goes first, and idle cores are taken all the same
_FROM_OUTSIDE = ("SIGKILL", "SIGTERM", "SIGINT")


def born(pid: int | None = None) -> str:
    """Return a text that stays the same as long as that process (else this one) lives, and is another for any other of
    its number.

    Linux counts from the system's start, so that setting the clock changes nothing; psutil makes a time of day of that,
    which moves with the clock. Elsewhere the system wrote the time down when it began. Raises psutil.Error, OSError.
    """
    number = os.getpid() if pid is None else pid
    if sys.platform != "linux":
        return f"{psutil.Process(number).create_time():.6f}"
    ticks = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[_START]
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    return f"{boot} {ticks}"


def go_behind() -> None:
    """Let other programs' processes go before this one. Raises psutil.Error, OSError."""
    if sys.platform == "win32":
        psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
    else:
        psutil.Process().nice(LOW_PRIORITY)


def is_behind() -> bool:
    """Return whether other programs' processes go before this one. Raises psutil.Error, OSError."""
    return sys.platform != "win32" and psutil.Process().nice() > 0  # Windows does not tell their times apart


def tell_stacks_when_asked(file: IO[bytes]) -> None:
    """Have Python write its stacks to a file when a crash in native code asks for them by a signal (crash.c).

    Windows has no such signal: faulthandler hears of a crash itself, before crash.c does.
    """
    if sys.platform != "win32":
        faulthandler.register(signal.SIGUSR2, file)


def tell_stacks_no_more() -> None:
    """Undo tell_stacks_when_asked."""
    if sys.platform != "win32":
        faulthandler.unregister(signal.SIGUSR2)


def from_qt(exit_code: int) -> int:
    """Convert QProcess's exit code: it has a signal's number without a sign, and a status as if it had one."""
    return exit_code if sys.platform == "win32" else -exit_code


def name_of(exit_code: int) -> str:
    """Name an exit code: SIGSEGV; access violation, 0xC0000005; "" for a number that a process gave itself."""
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
    """Return whether a process crashed in native code, by what it did itself."""
    status = _status(exit_code)
    if status:
        return status not in (_CTRL_C, *_NO_MEMORY, FILE_LOST)
    return name_of(exit_code) in _CRASHES


def is_from_outside(exit_code: int) -> bool:
    """Return whether a process was ended by the system that ran out of memory, or by a user, and not by what it
    computed.
    """
    return name_of(exit_code) in _FROM_OUTSIDE or _status(exit_code) in (_CTRL_C, *_NO_MEMORY)


def is_lost_file(exit_code: int) -> bool:
    """Return whether a process was ended by a mapped file that could not be read."""
    return name_of(exit_code) == "SIGBUS" or _status(exit_code) == FILE_LOST


def _status(exit_code: int) -> int:
    """Return Windows' status, whether it was read with a sign or without; 0 for any other number. Signals are far above
    it.
    """
    number = exit_code & 0xFFFFFFFF
    return number if 0xC0000000 <= number < 0xD0000000 else 0
