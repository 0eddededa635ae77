"""A file system as small as wanted, and tasks done on it until it has room enough."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from core import protocol as p
from tests.lab.faults.forked import Told
from tests.lab.faults.table import Row

PAGE = os.sysconf("SC_PAGE_SIZE")
ROOMY = "rw,size=200m,nr_inodes=10000"  # it does not shrink from no limit at all

TOLD = ("full", "read-only")  # what people are told of such a disk


class SmallDisk:
    """A file system in memory. Only root may mount one, or who is root of a namespace."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()

    @contextmanager
    def mounted(self) -> Iterator[None]:
        """With room for all, and one file of others': a limit of no bytes would be none."""
        _run("mount", "-t", "tmpfs", "-o", ROOMY, "tmpfs", str(self.folder))
        try:
            (self.folder / "others").write_bytes(bytes(PAGE))
            yield
        finally:
            _run("umount", str(self.folder))

    def make_room(self) -> None:
        """As there was at first."""
        _run("mount", "-o", f"remount,{ROOMY}", str(self.folder))

    def bar(self) -> None:
        """Nothing may be written any more."""
        _run("mount", "-o", "remount,ro", str(self.folder))

    def leave(self, pages: int) -> None:
        """Room for so many pages more."""
        _run("mount", "-o", f"remount,size={(self.pages() + pages) * PAGE}", str(self.folder))

    def leave_files(self, files: int) -> None:
        """Room for so many files and folders more."""
        _run("mount", "-o", f"remount,nr_inodes={self.entries() + files}", str(self.folder))

    def pages(self) -> int:
        """In use."""
        used = os.statvfs(self.folder)
        return (used.f_blocks - used.f_bfree) * used.f_frsize // PAGE

    def entries(self) -> int:
        """Files and folders, with that of the disk itself."""
        return sum(1 for _ in self.folder.rglob("*")) + 1

    def files(self) -> set[str]:
        """Names, without those of locks, and of logs, of which each process has its own."""
        found = {str(path.relative_to(self.folder)) for path in self.folder.rglob("*") if path.is_file()}
        return {name for name in found if not name.endswith("lock") and not name.startswith("logs/")}


def _run(*command: str) -> None:
    subprocess.run(command, check=True)


class Task(NamedTuple):
    """begin, again: do it, and after room was made go on with it. prepare: puts on the disk what it begins with.

    made: patterns of the files whose bytes are compared. is_kept: what has come of it stays until it goes on.
    lost: steps done once more, by what was told at first; none where nothing is trained.
    """

    name: str
    begin: Callable[[Path], Told]
    again: Callable[[Path], Told]
    made: tuple[str, ...]
    prepare: Callable[[Path], object] = lambda disk: None
    is_kept: bool = False
    lost: Callable[[Told, Told], int] | None = None


@dataclass
class _Whole:
    """What a task makes where there is room: bytes of what is compared, names of all files, what it takes."""

    bytes: dict[str, bytes]
    files: set[str]
    pages: int
    entries: int


class Trial:
    """A task on a disk, again and again."""

    def __init__(self, disk: SmallDisk, task: Task) -> None:
        self._disk, self._task = disk, task
        self._tried = self._survived = self._left_over = self._lost = 0
        self._message = ""
        with disk.mounted():
            task.prepare(disk.folder)
            pages, entries = disk.pages(), disk.entries()
            whole = task.begin(disk.folder)
            assert whole.is_done, whole.events
            self._whole = _Whole(self._made(), disk.files(), disk.pages() - pages, disk.entries() - entries)

    def row(self, most: int) -> Row:
        """most: so many sizes are tried at most, and as many numbers of files."""
        for pages in spread(self._whole.pages * 3 // 2, most):
            self._attempt(lambda pages=pages: self._disk.leave(pages))
        for files in spread(self._whole.entries + 2, most):
            self._attempt(lambda files=files: self._disk.leave_files(files))
        lost = None if self._task.lost is None else self._lost
        fault = f"disk full: {self._task.name}"
        return Row(fault, self._tried, self._survived, lost, self._left_over, self._message)

    def read_only_row(self) -> Row:
        """The same of a disk that may only be read."""
        self._attempt(self._disk.bar)
        return Row(
            f"read-only disk: {self._task.name}", self._tried, self._survived, None, self._left_over, self._message
        )

    def _attempt(self, shrink: Callable[[], None]) -> None:
        task, disk = self._task, self._disk
        with disk.mounted():
            task.prepare(disk.folder)
            shrink()
            told = task.begin(disk.folder)
            said = message_of(told)
            if told.is_done and not said and disk.files() == self._whole.files:
                return  # there was room enough
            self._tried += 1
            parts = {name for name in disk.files() if ".part" in name and not task.is_kept}
            disk.make_room()
            again = told if told.is_done else task.again(disk.folder)
            self._left_over += len(parts | (disk.files() - self._whole.files))
            is_told = any(word in said for word in TOLD) and str(disk.folder) in said
            if again.is_done and (told.is_done or is_told) and self._made() == self._whole.bytes:
                self._survived += 1
                self._message = said.replace(str(disk.folder), "…") or self._message
                self._lost = max(self._lost, task.lost(told, again) if task.lost else 0)
            else:
                print(task.name, told.end, told.status, again.end, again.status, sep="\n  ", file=sys.stderr)

    def _made(self) -> dict[str, bytes]:
        disk = self._disk.folder
        files = [file for pattern in self._task.made for file in disk.glob(pattern)]
        return {str(file.relative_to(disk)): file.read_bytes() for file in files}


def message_of(told: Told) -> str:
    """What people read of a disk that is full: the error, else the first notice."""
    notices = (f"{event.message} {event.hint}" for event in told.events if isinstance(event, p.Notice))
    return told.message or next((text for text in notices if any(word in text for word in TOLD)), "")


def spread(end: int, most: int) -> list[int]:
    """Numbers below `end`, evenly; all of them where there are no more than `most`."""
    count = min(end, most)
    return [(2 * index + 1) * end // (2 * count) for index in range(count)]
