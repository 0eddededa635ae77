"""Modules of ours in processes of their own, which may crash, hang or be ended: both ends of their pipes.

A child gets orders through its stdin and answers through its stdout. Each is a line of JSON. Children that work on
files and templates of strangers can do nothing else (core/base/systems/limits.py).
"""

from __future__ import annotations

import contextlib
import math
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BufferedReader, FileIO
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from core.base.bounded_file import from_json
from core.base.errors import LuthierError
from core.base.systems.disk import write_all
from core.base.systems.limits import ENDED_FOR_A_CALL, limit_time
from core.base.systems.terminals import NO_WINDOW

A = TypeVar("A")
Q = TypeVar("Q")

_NEEDED = ("SYSTEMROOT",)  # without it Python does not start on Windows
_LARGEST = 1 << 30  # bytes of an answer: a process that has gone wrong does not fill our memory
_POLL = 0.1  # seconds
_KILLED_S = 30.0  # for a process that was killed to be gone: one that waits for a driver may not be ended
_BUFFER = 1 << 16  # bytes, as many as a pipe holds
ASKED = "it asked the system for more than it may have"
TOO_LONG = "it takes too long"

Say = Callable[[object], None]  # writes an answer


def bare() -> dict[str, str]:
    """Return an environment with only what Python needs: the rest is no template's or document's business."""
    return {name: os.environ[name] for name in _NEEDED if name in os.environ}


class EndedError(Exception):
    """The process ended over an order: the system stopped it, or it was killed. Says why where that is known."""


class Child:
    """A process that `start` or the first question starts and `close` ends. Use as a context manager, or close().

    A line of it that cannot be read, as where its end cut it off, is passed over.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        stderr: int | IO[bytes] | None = subprocess.DEVNULL,
    ) -> None:
        """command: own_process returns it. env, stderr: as subprocess has them."""
        self._command, self._env, self._stderr = command, env, stderr
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: threading.Thread | None = None

    def __enter__(self) -> Child:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """The process's number; 0 before there is one."""
        return self._process.pid if self._process else 0

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start the process, also in the place of one that ended."""
        self.close()
        # A session of its own: Ctrl+C in the terminal is for us to hear, and to pass on.
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr, env=self._env,
            start_new_session=True, creationflags=NO_WINDOW, bufsize=_BUFFER,
        )  # fmt: skip

    def send(self, order: object) -> None:
        """Send an order, which nobody else can read. One that has ended does not hear it."""
        self._write(msgspec.json.encode(order) + b"\n")

    def answers(
        self, kind: type[A], poll: Callable[[], object] = lambda: None, patience: float = math.inf
    ) -> Iterator[A]:
        """Yield all that the process says, until it ends.

        poll: called a few times a second; what it raises ends this. patience: seconds that it may be silent.
        Raises EndedError for one that is silent for longer.
        """
        lines = queue.SimpleQueue[bytes]()
        self._reader = threading.Thread(target=_read, args=(self._started().stdout, lines), daemon=True)
        self._reader.start()
        decoder, waited = msgspec.json.Decoder(kind), 0.0
        while waited < patience:
            poll()
            try:
                line = lines.get(timeout=_POLL)
            except queue.Empty:
                waited += _POLL
                continue
            if not line:
                return
            waited = 0.0
            try:
                answer = decoder.decode(line)
            except (ValueError, RecursionError):
                continue
            yield answer
        raise EndedError(TOO_LONG)

    def ask(self, order: object, kind: type[A], timeout: float | None = None) -> A:
        """Return the answer to an order. A process that has ended is started again. Raises EndedError.

        timeout: seconds on the clock, where processor time cannot be limited.
        """
        raw = msgspec.json.encode(order) + b"\n"
        if not self.is_running:
            self.start()
        process, began = self._started(), time.monotonic()
        assert process.stdout is not None
        try:
            with self._killed_after(timeout):
                self._write(raw)
                line = process.stdout.readline(_LARGEST)
            return from_json(line if line.endswith(b"\n") else b"", type=kind)
        except ValueError as error:
            self.close()
            if timeout is not None and time.monotonic() - began >= timeout:
                raise EndedError(TOO_LONG) from error
            raise EndedError(ASKED if process.returncode == ENDED_FOR_A_CALL else "") from error
        except BaseException:  # a half-read answer would be taken for the next one's
            self.close()
            raise

    def held(self) -> list[str]:
        """Return what a process that `serve` runs has given up here: files, memory, system calls. Raises EndedError."""
        return self.ask(None, list[str])

    def exit_code(self) -> int:
        """Wait for a process that has said everything, and return its exit code; minus the signal that ended it."""
        return self._started().wait()

    def kill(self) -> None:
        """Kill the process at once, if it exists. Raises LuthierError `device.hung` if the system cannot end it."""
        if self._process is None:
            return
        self._process.kill()
        try:
            self._process.wait(_KILLED_S)
        except subprocess.TimeoutExpired as error:
            raise LuthierError(
                "device.hung",
                f"A driver holds the process {self.pid}, which cannot be ended.",
                "Restart the computer. A training can then be resumed: its checkpoint is kept.",
            ) from error

    def close(self) -> None:
        """End the process; the next question starts another."""
        self.kill()
        if self._reader is not None:
            self._reader.join()
            self._reader = None
        for stream in (self._process.stdin, self._process.stdout) if self._process else ():
            with contextlib.suppress(OSError):  # what was not written any more
                assert stream is not None
                stream.close()

    def _write(self, raw: bytes) -> None:
        stream = self._started().stdin
        assert stream is not None
        with contextlib.suppress(OSError):
            stream.write(raw)
            stream.flush()

    def _started(self) -> subprocess.Popen[bytes]:
        assert self._process is not None
        return self._process

    @contextlib.contextmanager
    def _killed_after(self, seconds: float | None) -> Iterator[None]:
        if seconds is None:
            yield
            return
        clock = threading.Timer(seconds, self.kill)
        clock.start()
        try:
            yield
        finally:
            clock.cancel()


def _read(stream: IO[bytes], lines: queue.SimpleQueue[bytes]) -> None:
    for line in stream:
        if line.endswith(b"\n"):
            lines.put(line)
    lines.put(b"")


def take(kind: type[Q], at_end: Callable[[Q], object] = lambda order: None) -> tuple[Q, Say]:
    """Return the order that this process was started for, and what writes its answers.

    The process ends with the one that sent it. at_end: called before that.
    """
    output, lines = claim_stdout(), command_lines()
    order = msgspec.json.decode(next(lines, b""), type=kind)

    def end() -> None:
        next(lines, None)
        at_end(order)
        os._exit(1)

    def say(answer: object) -> None:
        write_all(output, msgspec.json.encode(answer) + b"\n")

    threading.Thread(target=end, daemon=True).start()
    return order, say


def serve(kind: type[Q], answer: Callable[[Q, int], object], seconds: int, lock_up: Callable[[], list[str]]) -> None:
    """Answer orders until the other side closes the pipe. seconds: of processor time for one.

    lock_up: gives up what answering does not need, and returns what that is. answer: also gets the order's length.
    """
    output, lines = claim_stdout(), BufferedReader(claim_stdin(), _BUFFER)
    decode, encode = msgspec.json.Decoder(kind | None).decode, msgspec.json.encode
    held = lock_up()
    while line := lines.readline():
        length, order = len(line), decode(line)
        del line  # a document's takes as much memory as the document
        limit_time(seconds)
        write_all(output, encode(held if order is None else answer(order, length)) + b"\n")


def claim_stdout() -> FileIO:
    """Keep stdout for ourselves and point file descriptor 1 at stderr, so that no native print corrupts it."""
    if sys.stdout is not None:  # a program with a window has none
        sys.stdout.flush()
    try:
        os.fstat(0)
    except OSError:  # stdin was closed: its number would be that of what is opened next
        os.open(os.devnull, os.O_RDONLY)
    ours = FileIO(os.dup(1), "wb")
    os.dup2(2, 1)
    return ours


def claim_stdin() -> FileIO:
    """Keep stdin for ourselves. File descriptor 0 becomes an empty file: on Windows, libraries that are loaded ask what
    it is, and wait until it has been read.

    It has no buffer: a thread waiting in a buffered read holds a lock that Python's exit aborts on. Raises OSError.
    """
    ours = FileIO(os.dup(0), "rb")
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    return ours


def command_lines() -> Iterator[bytes]:
    """Yield the lines of stdin, until its end."""
    lines = Lines()
    with contextlib.suppress(OSError):  # stdin was closed before we began: as at its end
        stream = claim_stdin()
        while data := stream.read(_BUFFER):
            yield from lines.feed(data)
    yield from lines.rest()


MOST = 64 * 2**20  # bytes of a line: no message comes near it, and a stream without any newline fills no memory
SHOWN = 200  # bytes that are left of a longer one, so that it can be told


class Lines:
    """feed: what has come. rest: what stood after the last newline when the stream ended. Empty lines are left out."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._pieces: list[bytes] = []
        self._held = 0  # bytes in them
        self._is_cut = False  # the line that is coming has been told already

    def feed(self, data: bytes) -> list[bytes]:
        """Return the lines that are complete now. One that is too long comes as its beginning, once."""
        lines = list[bytes]()
        *ends, begun = data.split(b"\n")
        for end in ends:
            self._keep(end, lines)
            lines += self.rest()
        self._keep(begun, lines)
        return lines

    def rest(self) -> list[bytes]:
        """Return the line that is held, if any of it is."""
        line, is_cut = b"".join(self._pieces), self._is_cut
        self._pieces, self._held, self._is_cut = [], 0, False
        return [line] if line.strip() and not is_cut else []

    def _keep(self, piece: bytes, lines: list[bytes]) -> None:
        if self._is_cut:
            return
        self._pieces.append(piece)
        self._held += len(piece)
        if self._held > self._most:
            lines.append(b"".join(self._pieces)[:SHOWN])
            self._pieces, self._held, self._is_cut = [], 0, True
