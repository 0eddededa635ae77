"""Sandboxes processes that handle untrusted files and templates: limits on files, memory and time, and on Linux a short
list of allowed system calls (seccomp).

Any other call kills the process, so that code injected into it gets no file, connection, child process or executable
memory. Opening a file merely fails: Python's compiler tries it to show the line of a template that it cannot compile,
and PDFium to find the system's fonts.
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

LIMITS_TIME = sys.platform != "win32"  # whether a process's processor time can be limited
ENDED_FOR_A_CALL = -31 if sys.platform == "linux" else None  # SIGSYS: the exit code after a forbidden call
_PROT_EXEC = 4
_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2  # constants of prctl

# Instructions of classic BPF (linux/bpf_common.h), which read the fields of struct seccomp_data.
_LOAD, _IF_EQUAL, _IF_ANY_BIT, _RETURN = 0x20, 0x15, 0x45, 0x06
_NUMBER, _MACHINE, _FIRST_ARGUMENT, _THIRD_ARGUMENT = 0, 4, 16, 32  # byte offsets; for arguments, of the lower half
_ALLOW, _END_PROCESS, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000 | errno.EACCES


class Numbers(NamedTuple):
    """System call numbers on one architecture. audit: the kernel's constant for it. allowed: with any arguments.
    opening: calls that fail.
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
    """The C type struct sock_fprog."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def limit_calls() -> bool:
    """Limit this process's system calls irrevocably. Return False if the system has no seccomp or forbids it."""
    if sys.platform != "linux" or sys.maxsize <= 1 << 32:  # 32-bit programs have other call numbers
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
    """Return the BPF filter. mmap and mprotect may not make memory executable, and prlimit may only concern this
    process.
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
    """Return instructions that allow a call if its argument passes the test."""
    return [
        _step(_IF_EQUAL, number, otherwise=4),
        _step(_LOAD, offset),
        test,
        _step(_RETURN, _ALLOW),
        _step(_RETURN, _END_PROCESS),
    ]


def _step(code: int, value: int, *, then: int = 0, otherwise: int = 0) -> bytes:
    """Return a struct sock_filter. then, otherwise: the number of instructions to skip."""
    return struct.pack("=HBBI", code, then, otherwise, value)


def limit_resources(memory: int) -> list[str]:
    """Limit open files, file sizes and memory (bytes). Return the names of the limits that took effect."""
    held = list[str]()
    if sys.platform != "win32":
        _limit(resource.RLIMIT_FSIZE, 0)
        held += ["files"] if _limit(resource.RLIMIT_NOFILE, 0) else []
    return held + (["memory"] if limit_memory(memory) else [])


def limit_memory(size: int) -> bool:
    """Limit this process's memory to `size` bytes and disable core dumps. Return False if the system cannot."""
    if sys.platform != "win32":
        _limit(resource.RLIMIT_CORE, 0)
        return _limit(resource.RLIMIT_AS, size)
    return False


def _limit(kind: int, value: int) -> bool:
    if sys.platform != "win32":
        with contextlib.suppress(OSError, ValueError):  # macOS cannot limit the address space
            resource.setrlimit(kind, (value, value))
            return True
    return False


def limit_time(seconds: int) -> None:
    """Let the system kill this process after so many more seconds of processor time."""
    if sys.platform != "win32":
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + seconds + 1, hard))


def name_time_zone() -> None:
    """Set TZ on Linux, because the C library would otherwise open the time zone's file for each date."""
    if sys.platform == "linux":
        os.environ["TZ"] = ":/etc/localtime"
        time.tzset()
