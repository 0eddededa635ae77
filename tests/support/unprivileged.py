"""For a while without rights or without room on the disk: the real thing, also where tests run as root."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

NOBODY = 65534


@contextmanager
def without_privileges() -> Iterator[None]:
    """Root gives up its power to read and write everything; others have none to give up.

    What the block imports or loads for the first time must be readable by all.
    """
    if os.geteuid() != 0:
        yield
        return
    os.setegid(NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Every file ends at `size` bytes: writing on fails as on a disk that is full."""
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, handler)


@contextmanager
def disk_of(size: int, folder: Path) -> Iterator[Path]:
    """A file system of that many bytes. Skips the test where none may be mounted."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount one; the limit on file sizes is tried anyway")
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], check=False)
    if mounted.returncode:
        pytest.skip("mounting is not allowed here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def open_to_all(folder: Path) -> None:
    """Let others pass through the temporary folders, which are the tester's own."""
    for path in (folder, *folder.parents):
        if path.stat().st_uid == os.geteuid() and len(path.parts) > 2:
            path.chmod(path.stat().st_mode | 0o055)
