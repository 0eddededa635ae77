"""Transfers files between two computers, in parts."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from core.base import paths
from core.base.bounded_file import open_plain
from core.base.errors import LuthierError
from core.base.files import nearest_existing, told_of
from core.base.numbers import brief_size
from core.base.systems.disk import flush_stream
from core.computers.frames import PART
from core.computers.questions import Base, PutBase

RESERVE = 256 << 20  # bytes of the disk to leave free


def read_part(path: Path, start: int) -> bytes:
    """Return as much of a file as fits a frame, starting at byte `start`. Raises OSError."""
    with open_plain(path) as file:
        file.seek(start)
        return file.read(PART)


def require_room(needed: int, folder: Path, what: str) -> None:
    """Require room for `needed` bytes of `what`. Raises LuthierError `computers.no-room`."""
    free = shutil.disk_usage(nearest_existing(folder)).free
    if needed + RESERVE > free:
        raise LuthierError(
            "computers.no-room",
            f"{what} takes {brief_size(needed)}, and {brief_size(free)} are free on the disk of {folder}.",
            f"Make room there; {brief_size(RESERVE)} are left alone.",
        )


class ArrivingBase:
    """Receives a base model into a partial file, so that a broken connection repeats nothing.

    accept: takes the whole file, and raises LuthierError if it is not the announced one.
    """

    def __init__(self, base: Base, folder: Path, accept: Callable[[Path], None]) -> None:
        self._base, self._folder, self._accept = base, folder, accept
        self._path = folder / f"{paths.plain(base.name.removesuffix('.gguf'))}.gguf"
        if self._path.exists():  # another base of that name
            self._path = self._path.with_stem(f"{self._path.stem}-{base.header:08x}")
        self._partial = self._path.with_name(f"{self._path.name}.{base.header:08x}.part")

    @property
    def done(self) -> int:
        """Return the number of bytes received."""
        with suppress(OSError):
            return min(self._partial.stat().st_size, self._base.size)
        return 0

    def take(self, part: PutBase) -> None:
        """Write a part. Raises LuthierError `computers.garbage`, `computers.no-room`, `files.cannot-write`, and what
        `accept` raises.
        """
        done, size = self.done, self._base.size
        if part.start != done or not 0 < len(part.content) <= size - done:
            raise LuthierError("computers.garbage", "A part of a model does not fit what has come.", "Try it again.")
        require_room(size - done, self._folder, "The base model")
        with told_of(self._path):
            paths.make_private(self._folder)
            with self._partial.open("ab") as file:
                file.write(part.content)
                if file.tell() < size:
                    return
                file.flush()
                flush_stream(file.fileno())
        try:
            self._accept(self._partial)
        except LuthierError:
            self._partial.unlink(missing_ok=True)
            raise
        with told_of(self._path):
            self._partial.replace(self._path)
