"""What a process gives up that works on files and templates of strangers, so that it can do nothing else: open files,
have much memory or time, and on Linux ask the system for anything beyond a short list of calls (seccomp).

A call that is not on the list ends the process: no file, connection, other process or executable memory, whatever code
should get to run there. To open a file is refused and no more than that: Python's compiler tries to, for the line of a
template that it cannot compile, and PDFium, for the system's fonts.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import struct
import sys
import time
from typing import NamedTuple

if sys.platform != "win32":
    import resource

LIMITS_TIME = sys.platform != "win32"  # whether a process can be given so much processor time
ENDED_FOR_A_CALL = -31 if sys.platform == "linux" else None  # SIGSYS: how the system ends a process for one, below
_PROT_EXEC = 4
_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2  # of prctl

# Instructions of classic BPF, as linux/bpf_common.h has them, on the fields of struct seccomp_data.
_LOAD, _IF_EQUAL, _IF_ANY_BIT, _RETURN = 0x20, 0x15, 0x45, 0x06
_NUMBER, _MACHINE, _FIRST_ARGUMENT, _THIRD_ARGUMENT = 0, 4, 16, 32  # bytes; of arguments the lower half
_ALLOW, _END_PROCESS, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000 | errno.EACCES


class Numbers(NamedTuple):
    """The numbers of system calls on one architecture. audit: the kernel's name for it. allowed: whatever their
    arguments. opening: refused.
    """

    audit: int
    allowed: dict[str, int]
    opening: tuple[int, ...]
    mmap: int
    mprotect: int
    prlimit: int


_NUMBERS = {
    "x86_64": Numbers(
        0xC000003E,
        {
            "read": 0, "write": 1, "close": 3, "fstat": 5, "lseek": 8, "munmap": 11, "brk": 12, "rt_sigaction": 13,
            "rt_sigprocmask": 14, "rt_sigreturn": 15, "mremap": 25, "madvise": 28, "exit": 60, "gettimeofday": 96,
            "getrusage": 98, "sigaltstack": 131, "futex": 202, "restart_syscall": 219, "clock_gettime": 228,
            "exit_group": 231, "getrandom": 318,
        },
        opening=(2, 257), mmap=9, mprotect=10, prlimit=302,
    ),
    "aarch64": Numbers(
        0xC00000B7,
        {
            "close": 57, "lseek": 62, "read": 63, "write": 64, "fstat": 80, "exit": 93, "exit_group": 94, "futex": 98,
            "clock_gettime": 113, "restart_syscall": 128, "sigaltstack": 132, "rt_sigaction": 134,
            "rt_sigprocmask": 135, "rt_sigreturn": 139, "getrusage": 165, "gettimeofday": 169, "brk": 214,
            "munmap": 215, "mremap": 216, "madvise": 233, "getrandom": 278,
        },
        opening=(56,), mmap=222, mprotect=226, prlimit=261,
    ),
}  # fmt: skip


class _Program(ctypes.Structure):
    """struct sock_fprog"""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def limit_calls() -> bool:
    """Limit this process's system calls from now on, for good. Returns False if the system has no such filter or
    forbids it.
    """
    if sys.platform != "linux" or sys.maxsize <= 1 << 32:  # a program of 32 bits has other numbers
        return False
    numbers = _NUMBERS.get(os.uname().machine)
    if numbers is None:
        return False
    code = program(numbers)
    held = _Program(len(code) // 8, code)
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    prctl.argtypes = [ctypes.c_int, *[ctypes.c_void_p] * 4]
    if prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
        return False
    status: int = prctl(_SET_SECCOMP, _FILTER, ctypes.addressof(held), 0, 0)
    return status == 0


def program(numbers: Numbers) -> bytes:
    """Return the filter. mmap and mprotect may not make memory executable, and limits are those of the process
    itself.
    """
    steps = [
        _step(_LOAD, _MACHINE),
        _step(_IF_EQUAL, numbers.audit, then=1),
        _step(_RETURN, _END_PROCESS),
        _step(_LOAD, _NUMBER),
    ]
    for number in numbers.allowed.values():
        steps += [_step(_IF_EQUAL, number, otherwise=1), _step(_RETURN, _ALLOW)]
    for number in numbers.opening:
        steps += [_step(_IF_EQUAL, number, otherwise=1), _step(_RETURN, _REFUSE)]
    for number in (numbers.mmap, numbers.mprotect):
        steps += _if_argument(number, _THIRD_ARGUMENT, _step(_IF_ANY_BIT, _PROT_EXEC, then=1))
    steps += _if_argument(numbers.prlimit, _FIRST_ARGUMENT, _step(_IF_EQUAL, 0, otherwise=1))
    return b"".join([*steps, _step(_RETURN, _END_PROCESS)])


def _if_argument(number: int, offset: int, test: bytes) -> list[bytes]:
    """Allow a call whose argument passes; a test goes on to the next instruction, or past it to the end."""
    return [
        _step(_IF_EQUAL, number, otherwise=4),
        _step(_LOAD, offset),
        test,
        _step(_RETURN, _ALLOW),
        _step(_RETURN, _END_PROCESS),
    ]


def _step(code: int, value: int, *, then: int = 0, otherwise: int = 0) -> bytes:
    """struct sock_filter. then, otherwise: how many instructions a test passes over."""
    return struct.pack("=HBBI", code, then, otherwise, value)


def limit_resources(memory: int) -> list[str]:
    """Limit what the system limits by number: files, their sizes, memory in bytes. Returns what of that it took."""
    held = list[str]()
    if sys.platform != "win32":
        _limit(resource.RLIMIT_FSIZE, 0)
        held += ["files"] if _limit(resource.RLIMIT_NOFILE, 0) else []
    return held + (["memory"] if limit_memory(memory) else [])


def limit_memory(size: int) -> bool:
    """Refuse this process more memory than so many bytes, and the disk an image of it. Returns False where the system
    has no such limit.
    """
    if sys.platform != "win32":
        _limit(resource.RLIMIT_CORE, 0)
        return _limit(resource.RLIMIT_AS, size)
    return False


def _limit(kind: int, value: int) -> bool:
    if sys.platform != "win32":
        with contextlib.suppress(OSError, ValueError):  # macOS has no limit of the address space
            resource.setrlimit(kind, (value, value))
            return True
    return False


def limit_time(seconds: int) -> None:
    """Let the system end this process after so many more seconds of processor time."""
    if sys.platform != "win32":
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + seconds + 1, hard))


def name_time_zone() -> None:
    """Name the time zone's file to Linux's C library, which would open it at each date otherwise."""
    if sys.platform == "linux":
        os.environ["TZ"] = ":/etc/localtime"
        time.tzset()
