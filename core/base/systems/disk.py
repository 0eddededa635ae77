"""Files as each system keeps them: what is safe from a power cut, what may be replaced, and what is refused in words.

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

MOVES_OPEN_FOLDERS = sys.platform != "win32"  # also with an open file in them, such as a lock's
DELETES_OPEN_FILES = sys.platform != "win32"

_IN_USE = ("another program has it open", "Close what uses it, a chat with this model for example, then do it again.")
_BAD_NAME = ("the system allows no such name", 'Choose another name, without any of \\ / : * ? " < > |.')
WINDOWS_REFUSALS = {  # what Windows says, where errno says less or something else; and what to do
    32: _IN_USE,  # a sharing violation
    33: _IN_USE,
    123: _BAD_NAME,
    206: ("its path is too long for the system", "Choose a folder nearer to the top of the disk, or a shorter name."),
    267: _BAD_NAME,
    1224: _IN_USE,  # mapped into memory
}
_HELD = (5, 32, 33)  # Windows' numbers: access denied, a sharing violation, a lock's
_PATIENCE_S, _PAUSE_S = 2.0, 0.02


def flush(path: Path) -> None:
    """Write a file's data to the disk. Raises OSError."""
    with path.open("rb+" if sys.platform == "win32" else "rb") as file:  # others flush what they may only read
        flush_stream(file.fileno())


def flush_stream(descriptor: int) -> None:
    """Write the data of an open file, whose own buffers are written, to the disk. Raises OSError."""
    if sys.platform == "darwin":
        import fcntl

        try:
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)  # fsync there leaves it in the drive's own memory
        except OSError:  # a network share
            os.fsync(descriptor)
    else:
        os.fsync(descriptor)


def flush_folder(folder: Path) -> None:
    """Write a folder's names to the disk. Windows has no such thing, and keeps them in a journal. Raises OSError."""
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
            if getattr(error, "winerror", None) not in _HELD or time.monotonic() > until:
                raise
        time.sleep(_PAUSE_S)


def is_private(file: Path) -> bool:
    """Return whether nobody but its owner may read a file, as far as modes say. A disk without them (exFAT, a share of
    Windows) shows the same for all its files. Windows has none. Raises OSError.
    """
    return sys.platform == "win32" or not file.stat().st_mode & 0o077


def drop_pages(mapped: mmap.mmap, first: int, size: int) -> None:
    """Let go of the memory that holds whole pages of a mapped file, which are read from the disk again when needed.

    first, size: bytes, of which those on pages shared with others stay. Windows has no such call.
    """
    if sys.platform != "win32":
        begin = -(-first // mmap.PAGESIZE) * mmap.PAGESIZE
        end = (first + size) // mmap.PAGESIZE * mmap.PAGESIZE
        if end > begin:
            mapped.madvise(mmap.MADV_DONTNEED, begin, end - begin)


def write_all(stream: FileIO | BinaryIO, data: bytes) -> None:
    """Write all of the data to an unbuffered file or pipe, which may take a part at a time. Raises OSError."""
    rest = memoryview(data)
    while rest:
        rest = rest[stream.write(rest) :]
