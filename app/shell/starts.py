"""Marks a start on the disk until the window has come up: what the last one died of is not given to the next.

Each process has a mark of its own, so that two windows that start at once do not take each other's for that of a start
that failed. A mark whose process is gone tells of one that did: it crashed, hung until it was ended, or raised an
error. While pages are made ahead (ahead.py), only a crash counts: by then a person has seen the window, and may have
ended it for reasons of their own. A power cut before that costs what was remembered, which lies aside.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import psutil

from app.shell import memory
from core.shared import paths
from core.shared.crashes import crash_of
from core.shared.errors import LuthierError
from core.shared.files import written_whole
from core.shared.logs import log_of
from core.shared.plain_json import from_json
from core.shared.process_birth import born


class Mark(msgspec.Struct):
    """born: tells its process from a later one of the same number. is_up: whether the window was seen."""

    born: str = ""
    is_up: bool = False


class Start:
    """One start of this process, from `begin` until it `is_done` or the process ends."""

    def __init__(self) -> None:
        self.aside: Path | None = None  # where the memory lies that the last start died of
        self._file = _folder() / f"window-start.{os.getpid()}"

    def begin(self) -> None:
        """Put the memory aside if a start died of it, and mark this one."""
        if _has_failed_start():
            self.aside = memory.put_aside()
            log_of().warning("the last start did not come up; what was remembered lies in %s", self.aside)
        self._write(is_up=False)

    def is_up(self) -> None:
        """The window is there, with the page that was in front last."""
        self._write(is_up=True)

    def is_done(self) -> None:
        """All pages have got back what they remembered, or the program ends in good order."""
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)

    def _write(self, *, is_up: bool) -> None:
        """A disk that refuses it takes no memory either."""
        with contextlib.suppress(LuthierError, OSError, psutil.Error), written_whole(self._file) as partial:
            partial.write_bytes(msgspec.json.encode(Mark(born(), is_up)))


def _has_failed_start() -> bool:
    return sum(_failed(file) for file in _marks()) > 0  # looks at all of them: each that has failed goes


def _failed(file: Path) -> bool:
    """Whether this mark's process is gone and did not come up; then the mark goes, too."""
    mark = Mark()
    with contextlib.suppress(OSError, ValueError):
        mark = from_json(file.read_bytes(), type=Mark)
    pid = int(file.suffix[1:])
    with contextlib.suppress(psutil.Error, OSError):
        if psutil.pid_exists(pid) and born(pid) == mark.born and pid != os.getpid():
            return False
    since = 0.0
    with contextlib.suppress(OSError):
        since = file.stat().st_mtime
        file.unlink()
    return not mark.is_up or crash_of(pid, since) is not None


def _marks() -> Iterator[Path]:
    for file in _folder().glob("window-start.*"):
        if file.suffix[1:].isdecimal():
            yield file


def _folder() -> Path:
    return paths.config_dir()
