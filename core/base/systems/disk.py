"""Platform differences of file systems: flushing, replacing open files, and error messages.

A file's data is safe after its own flush, its name only after its folder's (man 2 fsync).
"""

from __future__ import annotations

import errno
import mmap
import os
import sys
import time
from io import FileIO
from pathlib import Path
from typing import BinaryIO

MOVES_OPEN_FOLDERS = sys.platform != "win32"  # even with an open file in them, such as a lock
DELETES_OPEN_FILES = sys.platform != "win32"

_IN_USE = ("another program has it open", "Close what uses it, a chat with this model for example, then do it again.")
_BAD_NAME = ("the system allows no such name", 'Choose another name, without any of \\ / : * ? " < > |.')
WINDOWS_REFUSALS = {  # winerror, where errno is vaguer or wrong: reason and hint
    32: _IN_USE,  # a sharing violation
    33: _IN_USE,
    123: _BAD_NAME,
    206: ("its path is too long for the system", "Choose a folder nearer to the top of the disk, or a shorter name."),
    267: _BAD_NAME,
    1224: _IN_USE,  # mapped into memory
}
_HELD = (5, 32, 33)  # Windows error numbers: access denied, sharing violation, lock violation
_PATIENCE_S, _PAUSE_S = 2.0, 0.02


def flush(path: Path) -> None:
    """Write a file's data to the disk. Raises OSError."""
    with path.open("rb+" if sys.platform == "win32" else "rb") as file:  # others flush read-only files
        flush_stream(file.fileno())


def flush_stream(descriptor: int) -> None:
    """Write an open file's data to the disk, after its own buffers were flushed. Raises OSError."""
    if sys.platform == "darwin":
        import fcntl

        try:
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)  # fsync leaves data in the drive's cache on macOS
        except OSError:  # a network share
            os.fsync(descriptor)
    else:
        os.fsync(descriptor)


def flush_folder(folder: Path) -> None:
    """Write a folder's entries to the disk. Does nothing on Windows, which journals them. Raises OSError."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # some file systems cannot flush folders
            raise
    finally:
        os.close(descriptor)


def take_place(source: Path, target: Path) -> None:
    """Rename a file, replacing an existing one, or a folder to a free name. Raises OSError.

    Windows refuses while any process has either open. Readers, virus scanners and indexers do so briefly: this waits
    for them.
    """
    until = time.monotonic() + _PATIENCE_S
    while True:
        try:
            source.replace(target)
            return
        except OSError as error:
            if getattr(error, "winerror", None) not in _HELD or time.monotonic() > until:
                raise
        time.sleep(_PAUSE_S)


def drop_pages(mapped: mmap.mmap, first: int, size: int) -> None:
    """Release the memory of a mapped file's pages; they are read from the disk again when needed.

    first, size: the range in bytes; pages only partly within it stay. Does nothing on Windows.
    """
    if sys.platform != "win32":
        begin = -(-first // mmap.PAGESIZE) * mmap.PAGESIZE
        end = (first + size) // mmap.PAGESIZE * mmap.PAGESIZE
        if end > begin:
            mapped.madvise(mmap.MADV_DONTNEED, begin, end - begin)


def write_all(stream: FileIO | BinaryIO, data: bytes) -> None:
    """Write all of the data to an unbuffered file or pipe, which may accept only part at a time. Raises OSError."""
    rest = memoryview(data)
    while rest:
        rest = rest[stream.write(rest) :]
