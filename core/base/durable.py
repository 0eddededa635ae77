"""What has to outlast a power cut: the system may keep data and names in memory for half a minute.

A file's data is safe after its own flush, its name only after its folder's (man 2 fsync).
"""

from __future__ import annotations

import errno
import os
import sys
import time
from pathlib import Path

_IN_USE = (5, 32, 33)  # Windows' numbers: access denied, a sharing violation, a lock's
_PATIENCE_S, _PAUSE_S = 2.0, 0.02


def flush(path: Path) -> None:
    """A file's data, to the disk. Raises OSError."""
    with path.open("rb+" if sys.platform == "win32" else "rb") as file:  # others flush what they may only read
        flush_stream(file.fileno())


def flush_stream(descriptor: int) -> None:
    """The same of one that is open, its buffers written. Raises OSError."""
    if sys.platform == "darwin":
        import fcntl

        try:
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)  # fsync there leaves it in the drive's own memory
        except OSError:  # a network share
            os.fsync(descriptor)
    else:
        os.fsync(descriptor)


def flush_folder(folder: Path) -> None:
    """The names in a folder. Windows has no such thing, and keeps them in a journal. Raises OSError."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # some file systems have no flush for folders
            raise
    finally:
        os.close(descriptor)


def flush_tree(folder: Path) -> None:
    """All files below a folder, and the names of all. Raises OSError."""
    for path in folder.iterdir():
        if path.is_dir():
            flush_tree(path)
        else:
            flush(path)
    flush_folder(folder)


def take_place(source: Path, target: Path) -> None:
    """Rename a file, in place of another, or a folder, where none is. Raises OSError.

    Windows refuses that while anybody has either open: for a moment, as a reader, a virus scanner or an indexer
    does. That is waited for.
    """
    until = time.monotonic() + _PATIENCE_S
    while True:
        try:
            source.replace(target)
            return
        except OSError as error:
            if getattr(error, "winerror", None) not in _IN_USE or time.monotonic() > until:
                raise
        time.sleep(_PAUSE_S)


def make_folder(folder: Path) -> None:
    """Make a folder with those above it; their names are safe then, too. Raises OSError."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for path in reversed(missing):
        flush_folder(path.parent)
