"""A run that this computer trains for another, in its own folder: LUTHIER_HOME/guests/KEY.

run/            the run, as on the computer that owns it
commands.jsonl  the commands of its user (core/protocol/commands.py)
asked           touched at every question of that computer
keeper.json     the process in charge of the training (core/jobs/computers/keeper.py), which needs no connection

The folder is deleted after that computer has fetched everything, or after a month without a question.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

from core import protocol as p
from core.base import formats, paths
from core.base.bounded_file import lines_of, open_plain
from core.base.errors import LuthierError
from core.base.files import told_of
from core.base.formats import Format
from core.base.own_process import own_process
from core.base.paths import make_private
from core.base.systems.terminals import NO_WINDOW
from core.computers import questions as q
from core.computers.copies import read_part, require_room
from core.computers.frames import PART, Noted
from core.gguf.header import Header
from core.jobs.computers.sent_run import written_files
from core.runs.run import Run, is_alive

FORGOTTEN_S = 30 * 86400.0
_ENDED_S = 30.0  # seconds for a training to stop
_WAITED_S = 1.0  # seconds to wait for further events before answering with none
_LOOKED_S = 0.1
_LINE = 16  # bytes of a frame besides the lines' own
# A process outside of the connection's job, which Windows ends with the connection.
_FLAGS = NO_WINDOW | getattr(subprocess, "CREATE_BREAKAWAY_FROM_JOB", 0)


class Keeper(msgspec.Struct, frozen=True, kw_only=True):
    """The process in charge of a guest. name: the run's, to show. alone_s: as in Begin."""

    name: str
    pid: int = 0
    born: str = ""
    time: float = 0.0
    alone_s: float = 0.0


_KEEPER = Format(Keeper)


class Guest:
    """A guest run. Raises LuthierError `files.cannot-write`."""

    def __init__(self, key: str) -> None:
        self.key, self.folder = key, _guests() / key
        self.run = Run(self.folder / "run")

    @property
    def keeper(self) -> Keeper | None:
        with contextlib.suppress(OSError, ValueError, LuthierError):
            return formats.read(self.folder / "keeper.json", _KEEPER)
        return None

    @property
    def state(self) -> Literal["none", "training", "over"]:
        keeper = self.keeper
        if keeper is None or not keeper.pid:
            return "none"
        return "training" if is_alive(keeper) else "over"

    @property
    def name(self) -> str:
        """Return the run's name, to show."""
        keeper = self.keeper
        return keeper.name if keeper is not None else ""

    def touch(self) -> None:
        """Record a question of the other computer."""
        with contextlib.suppress(OSError):
            (self.folder / "asked").touch()

    def open(self, name: str) -> None:
        """Make the folder, empty. Raises LuthierError `computers.busy`."""
        if (other := trained_guest()) is not None:
            message = f"It trains {other.name} already." if other.key != self.key else f"It still trains {name}."
            raise LuthierError("computers.busy", message, "Wait until that is done, or stop it.")
        with told_of(self.folder):
            shutil.rmtree(self.folder, ignore_errors=True)
            make_private(self.run.checkpoints_dir)
            self.keep(Keeper(name=name))
        self.touch()  # a guest that never starts is deleted in time, too

    def put(self, path: str, start: int, content: bytes) -> None:
        """Write a part of a file. Parts arrive in order, and again if an answer was lost. Raises LuthierError
        `computers.no-room`, `computers.garbage`.
        """
        place = self._place(path)
        require_room(len(content), self.folder, "The next part of the run")
        with told_of(place):
            make_private(place.parent)
            if start > (place.stat().st_size if place.exists() else 0):
                raise _garbage(f"a part of {place.name} that does not follow")
            with place.open("r+b" if start else "wb") as file:
                file.seek(start)
                file.write(content)
                file.truncate()

    def begin(self, asked: q.Begin, base: Header) -> None:
        """Start a process that trains it. Threads, device and memory are this computer's own choice.

        Does nothing if it is running: an earlier answer may have been lost.
        """
        if self.state == "training":
            return
        config = msgspec.structs.replace(asked.info.config, threads=0, memory_budget=0, device="auto")
        info = msgspec.structs.replace(
            asked.info,
            model=str(base.path),
            data=str(self._place(asked.info.data)),
            eval_data=str(self._place(asked.info.eval_data)) if asked.info.eval_data else None,
            adapter=str(self._place(asked.info.adapter)) if asked.info.adapter else None,
            config=config,
        )
        self.run.write_info(info)
        with told_of(self.folder):
            (self.folder / "commands.jsonl").write_bytes(b"")
            self.touch()
            self.keep(Keeper(name=self.name, alone_s=asked.alone_s))
            with open(os.devnull, "r+b") as nothing:  # noqa: PTH123
                process = subprocess.Popen(
                    own_process("core.jobs.computers.keeper", self.key),
                    stdin=nothing, stdout=nothing, stderr=nothing, cwd=self.folder,
                    start_new_session=True, creationflags=_FLAGS,
                )  # fmt: skip
        while self.state == "none" and process.poll() is None:  # it records that it has started
            time.sleep(_LOOKED_S)

    def places(self, data: str) -> q.Places:
        """Return the paths of its files. data: as in Begin's info."""
        return q.Places(str(self._place(data)), str(self.run.folder))

    def tell(self, command: bytes) -> None:
        """Pass on a command. Raises LuthierError `protocol.bad-command`."""
        line = p.encode(p.decode_command(command))
        with told_of(self.folder), (self.folder / "commands.jsonl").open("ab") as file:
            file.write(line)

    def heard(self, after: int) -> q.Heard:
        """Return whole lines of its events after byte `after`, as many as fit a frame."""
        end = time.monotonic() + _WAITED_S
        while True:
            is_over = self.state != "training"  # before reading the lines: none follow after that
            lines = list(self._lines(after))
            if lines or is_over or time.monotonic() > end:
                return q.Heard(lines, is_over and not lines)
            time.sleep(_LOOKED_S)

    def written(self) -> dict[str, tuple[int, int]]:
        """Return the training's files: bytes and time (ns) by path."""
        found = {}
        for path in written_files(self.run):
            with contextlib.suppress(FileNotFoundError):  # replaced meanwhile
                stat = path.stat()
                found[path.relative_to(self.run.folder).as_posix()] = stat.st_size, stat.st_mtime_ns
        return found

    def part(self, path: str, start: int) -> bytes | None:
        """Return a part of a file; None if it is deleted."""
        with contextlib.suppress(FileNotFoundError):
            return read_part(self._place(path), start)
        return None

    def end(self) -> None:
        """Stop it if it still runs, and delete its folder. Raises LuthierError `computers.busy` if it does not stop."""
        if self.state == "training":
            self.tell(p.encode(p.Cancel()))
            until = time.monotonic() + _ENDED_S
            while self.state == "training":
                if time.monotonic() > until:
                    raise LuthierError("computers.busy", f"{self.name} has not stopped yet.", "Try it again.")
                time.sleep(_LOOKED_S)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _place(self, path: str) -> Path:
        """Return the path of a file in the run's folder. Raises LuthierError `computers.garbage` for a path outside."""
        place = self.run.folder / path
        if ".." in place.parts or place == self.run.folder or not place.is_relative_to(self.run.folder):
            raise _garbage(f"{path!r}, which is no file of a run")
        return place

    def keep(self, keeper: Keeper) -> None:
        """Record the process in charge."""
        formats.write(self.folder / "keeper.json", keeper, _KEEPER)

    def _lines(self, after: int) -> Iterator[bytes]:
        if not self.run.events_file.exists():
            return
        size = 0
        with told_of(self.run.events_file), open_plain(self.run.events_file) as file:
            file.seek(after)
            for number, line in enumerate(lines_of(file)):
                size += len(line) + _LINE
                if not line.endswith(b"\n") or size > PART or number == q.MOST_LINES:
                    return
                yield line


def guests() -> list[Guest]:
    """Return all guests of this computer."""
    with contextlib.suppress(OSError):
        return [Guest(folder.name) for folder in sorted(_guests().iterdir()) if folder.is_dir()]
    return []


def trained_guest() -> Guest | None:
    """Return the guest in training, or None."""
    return next((guest for guest in guests() if guest.state == "training"), None)


def forget_old() -> None:
    """Delete guests without a question for a month."""
    for guest in guests():
        with contextlib.suppress(OSError):
            if guest.state != "training" and time.time() - (guest.folder / "asked").stat().st_mtime > FORGOTTEN_S:
                shutil.rmtree(guest.folder, ignore_errors=True)


def answer(question: q.Question, base: Header | None) -> msgspec.Struct:
    """Answer a question about a guest. base: that of a Begin. Raises LuthierError `computers.*`, `files.*`,
    `protocol.bad-command`.
    """
    assert not isinstance(question, q.Describe | q.HasBase | q.PutBase)
    guest = Guest(question.key)
    match question:
        case q.Find():
            guest.touch()
            return q.Found(guest.state)
        case q.Open():
            guest.open(question.name)
        case q.End():
            guest.end()
        case _ if not guest.folder.is_dir():
            raise LuthierError("computers.gone", "It does not have this run any more.", "Go on with the run from here.")
        case q.PutFile():
            guest.put(question.path, question.start, question.content)
        case q.Begin():
            assert base is not None
            guest.begin(question, base)
            return guest.places(question.info.data)
        case q.Listen():
            guest.touch()
            return guest.heard(question.after)
        case q.Tell():
            guest.tell(question.command)
        case q.ListFiles():
            return q.Files(guest.written())
        case q.ReadFile():
            guest.touch()
            return q.Part(guest.part(question.path, question.start))
    return Noted()


def _guests() -> Path:
    return paths.home() / "guests"


def _garbage(what: str) -> LuthierError:
    return LuthierError(
        "computers.garbage", f"It was sent {what[:300]}.", "Install the same version on both computers."
    )
