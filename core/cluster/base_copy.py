"""The base model's file, for a machine that lacks it: in parts, from the computer that has it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

from core.base import paths
from core.base.bounded_file import open_plain
from core.base.callbacks import ReportProgress
from core.base.errors import LuthierError
from core.base.files import nearest_existing, told_of, written_whole
from core.base.numbers import brief_size
from core.cluster.questions import Base, PutBase
from core.cluster.wire import PART, Connection, Noted, garbage

RESERVE = 256 << 20  # bytes of the disk that are left alone


def read_part(path: Path, start: int) -> bytes:
    """Return the part of a file from that byte on, as much as is sent at a time. Raises OSError."""
    with open_plain(path) as file:
        file.seek(start)
        return file.read(PART)


def send(path: Path, base: Base, to: Connection, report: ReportProgress) -> None:
    """Send a model's file to a machine. report: may raise, to give it up. Raises OSError, and the machine's refusal."""
    with path.open("rb") as file:
        while part := file.read(PART):
            to.ask(PutBase(base, file.tell() - len(part), part), Noted)
            report(file.tell(), base.size)


class Arriving:
    """A base on its way to this machine. What is not whole goes again.

    keep: is given the whole file, and raises LuthierError where it is another than was announced.
    """

    def __init__(self, base: Base, folder: Path, report: ReportProgress, keep: Callable[[Path], None]) -> None:
        """Raises LuthierError `cluster.no-room`, `files.cannot-write`."""
        self.base, self._report, self._keep = base, report, keep
        require_room(base.size, folder, "the base model")
        self._path = folder / f"{paths.plain(base.name.removesuffix('.gguf'))}.gguf"
        if self._path.exists():  # another of that name
            self._path = self._path.with_stem(f"{self._path.stem}-{base.header:08x}")
        self._held = ExitStack()
        self._file = self._held.enter_context(self._held.enter_context(written_whole(self._path)).open("wb"))

    def take(self, part: PutBase) -> bool:
        """Write a part; return whether it was the last. Raises LuthierError `cluster.garbage`, `files.cannot-write`,
        and what `keep` raises.
        """
        done, size = self._file.tell(), self.base.size
        if part.base != self.base or part.start != done or not 0 < len(part.content) <= size - done:
            raise garbage("a part of a model that does not fit")
        with told_of(self._path):
            self._file.write(part.content)
        self._report(done + len(part.content), size)
        if done + len(part.content) < size:
            return False
        self._held.close()
        self._keep(self._path)
        return True

    def give_up(self) -> None:
        """Delete what has come, unless that is all."""
        with suppress(_GivenUpError):
            self._held.__exit__(_GivenUpError, _GivenUpError(), None)


class _GivenUpError(Exception):
    """The rest does not come."""


def require_room(needed: int, folder: Path, what: str) -> None:
    """Require so many bytes of room for `what`. Raises LuthierError `cluster.no-room`."""
    free = shutil.disk_usage(nearest_existing(folder)).free
    if needed + RESERVE > free:
        raise LuthierError(
            "cluster.no-room",
            f"{what} is {brief_size(needed)} large, and of the disk of {folder} {brief_size(free)} are free.",
            f"Make room there; {brief_size(RESERVE)} are left alone.",
        )
