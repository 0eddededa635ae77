"""Files of a run's folder, which somebody else may have made: no pipe or device is read, and no line without an end.

What is refused is an OSError with its reason in words, as where the system refuses: the reader says which file.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path

from core.shared.plain_file import no_file

LINE = 16 << 20  # bytes: an event or a vote has some kilobytes
WHOLE = 64 << 20  # bytes of a file that is read as a whole
_HOW = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


def open_plain(path: Path) -> BufferedReader:
    """Open a file to read. Raises OSError, also for what is no file."""
    _require_file(path, path.stat().st_mode)
    number = os.open(path, _HOW)  # does not wait, should a pipe have taken its place
    try:
        _require_file(path, os.fstat(number).st_mode)
        return os.fdopen(number, "rb")
    except BaseException:
        os.close(number)
        raise


def read_plain(path: Path, most: int = WHOLE) -> bytes:
    """All of it. Raises OSError, also where it has more bytes than that."""
    with open_plain(path) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"it has more than {most >> 20} MB", str(path))
    return content


def lines_of(file: BufferedReader) -> Iterator[bytes]:
    """Yield the file's own lines. Raises OSError for one that is longer than any that is written."""
    while line := file.readline(LINE):
        if len(line) == LINE and not line.endswith(b"\n"):
            raise OSError(errno.EFBIG, f"a line in it has more than {LINE >> 20} MB")
        yield line


def _require_file(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, f"it is {no_file(mode)}, not a file", str(path))
