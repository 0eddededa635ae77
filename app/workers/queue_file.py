"""What waits to be trained, on disk: written whole at every change, so that it survives the window."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Literal

import msgspec
from PySide6.QtCore import QLockFile

from core import protocol as p
from core.base import formats, paths
from core.base.errors import LuthierError
from core.base.formats import Format, Values
from core.base.language import tr
from core.runs.info import without_replay


class Entry(msgspec.Struct, kw_only=True):
    """A run in the queue. trouble: how it failed; of one that waits, why another computer could not train it. A running
    one that no window trains any more was interrupted.
    """

    job: p.TrainJob | p.ResumeJob
    title: str
    state: Literal["waiting", "running", "failed"] = "waiting"
    trouble: str = ""

    @property
    def folder(self) -> Path:
        return Path(self.job.run)


class Entries(msgspec.Struct):
    """The content of the file."""

    entries: list[Entry]


def _without_replay(values: Values) -> Values:
    entries = [{**entry, "job": without_replay(entry["job"])} for entry in values["entries"]]
    return {**values, "entries": entries}


_FORMAT = Format(Entries, version=3, migrations={2: _without_replay})


class QueueFile:
    """One window at a time has it; another one's queue lasts as long as that window."""

    def __init__(self) -> None:
        self.path = paths.home() / "queue.json"
        self._refused = ""  # why it is not written over
        self._lock = QLockFile(str(self.path.with_suffix(".lock")))
        self._lock.setStaleLockTime(0)  # only a process that has ended loses it
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        # Where no lock can be made, as on a full disk, no other window has one, and writing tells why.
        self.is_ours = self._lock.tryLock(0) or self._lock.error() != QLockFile.LockError.LockFailedError

    def read(self) -> list[Entry]:
        """Read the queue: runs that were being trained wait to go on. What cannot be read is put aside, and nothing
        waits.
        """
        if not self.is_ours:
            return []
        try:
            entries = self._entries()
        except FileNotFoundError:
            return []
        except LuthierError as error:  # a newer Luthier's: it stays
            self._refused = str(error)
            return []
        except (OSError, ValueError):
            with contextlib.suppress(OSError):
                self.path.replace(self.path.with_suffix(".unreadable"))
            return []
        for entry in entries:
            if entry.state == "running":
                entry.state = "waiting"
                if (entry.folder / "run.json").exists():
                    entry.job = p.ResumeJob(run=entry.job.run, on=entry.job.on)
        return entries

    def _entries(self) -> list[Entry]:
        """Raises OSError, ValueError, LuthierError `formats.newer`."""
        content = self.path.read_bytes()
        if content.lstrip().startswith(b"["):  # of version 1, which had nothing around them
            content = b'{"entries":%b}' % content
        return formats.decoded(content, _FORMAT, self.path).entries

    @property
    def trouble(self) -> str:
        """Why nothing is written, "" where it is."""
        if self.is_ours:
            return self._refused
        pid, host, _ = self._lock.getLockInfo()
        return tr(
            "Another Luthier window (process {pid} on {host}) keeps the queue. What waits here is forgotten "
            "when this window is closed.",
            pid=pid,
            host=host,
        )

    def write(self, entries: list[Entry]) -> str:
        """Write the queue; return why it could not be written, "" where it was."""
        if self.trouble:
            return self.trouble
        try:
            formats.write(self.path, Entries(entries), _FORMAT)
        except LuthierError as error:
            return str(error)
        return ""

    def close(self) -> None:
        """Let another window have the queue."""
        self._lock.unlock()
