"""Runs our modules in child processes, which may crash, hang or be killed: both ends of their pipes.

A child reads orders from stdin and writes answers to stdout, each a line of JSON. Children that process untrusted files
and templates are sandboxed (core/base/systems/limits.py).
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
_LARGEST = 1 << 30  # bytes of an answer: a faulty process must not fill our memory
_POLL = 0.1  # seconds
_KILLED_S = 30.0  # patience after a kill: a process that waits for a driver may not die
_BUFFER = 1 << 16  # bytes, as many as a pipe holds
ASKED = "it asked the system for more than it may have"
TOO_LONG = "it takes too long"

Say = Callable[[object], None]  # writes an answer


def bare() -> dict[str, str]:
    """Return an environment with only what Python needs: templates and documents should see no more."""
    return {name: os.environ[name] for name in _NEEDED if name in os.environ}


class EndedError(Exception):
    """The process ended while it handled an order. The message gives the reason if it is known."""


class Child:
    """A child process, started by `start` or the first order and ended by `close` or as a context manager.

    Unreadable lines, such as one cut off by the process's end, are skipped.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        stderr: int | IO[bytes] | None = subprocess.DEVNULL,
    ) -> None:
        """command: from own_process. env, stderr: as for subprocess."""
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
        """Return the process ID; 0 before the start."""
        return self._process.pid if self._process else 0

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start the process, again if it has ended."""
        self.close()
        # In a session of its own: Ctrl+C in the terminal reaches only us, and we pass it on.
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr, env=self._env,
            start_new_session=True, creationflags=NO_WINDOW, bufsize=_BUFFER,
        )  # fmt: skip

    def send(self, order: object) -> None:
        """Send an order through the pipe. Does nothing if the process has ended."""
        self._write(msgspec.json.encode(order) + b"\n")

    def answers(
        self, kind: type[A], poll: Callable[[], object] = lambda: None, patience: float = math.inf
    ) -> Iterator[A]:
        """Yield the process's answers until it ends.

        poll: called a few times a second; may raise to stop. patience: the longest silence in seconds, after which this
        raises EndedError.
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
        """Return the answer to an order. Restarts a process that has ended. Raises EndedError.

        timeout: wall-clock seconds, for systems that cannot limit processor time.
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
        except BaseException:  # half an answer would be read as the next one
            self.close()
            raise

    def held(self) -> list[str]:
        """Return the restrictions that a process run by `serve` is under on this system: files, memory, system calls.
        Raises EndedError.
        """
        return self.ask(None, list[str])

    def exit_code(self) -> int:
        """Wait for a process that sends no more answers to end. Return its exit code; a killing signal is negative."""
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
        """End the process; the next order starts another."""
        self.kill()
        if self._reader is not None:
            self._reader.join()
            self._reader = None
        for stream in (self._process.stdin, self._process.stdout) if self._process else ():
            with contextlib.suppress(OSError):  # unwritten bytes: the reader is gone
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
    """Return the order that this process was started for, and a function that writes answers.

    The process exits when its parent dies or closes the pipe. at_end: called before that.
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
    """Answer orders until the other side closes the pipe.

    seconds: processor time for one order. lock_up: sandboxes this process, and returns the restrictions. answer:
    receives the order and its length in bytes.
    """
    output, lines = claim_stdout(), BufferedReader(claim_stdin(), _BUFFER)
    decode, encode = msgspec.json.Decoder(kind | None).decode, msgspec.json.encode
    held = lock_up()
    while line := lines.readline():
        length, order = len(line), decode(line)
        del line  # with a document in it the line is as large as the document
        limit_time(seconds)
        write_all(output, encode(held if order is None else answer(order, length)) + b"\n")


def claim_stdout() -> FileIO:
    """Reserve stdout for us and point file descriptor 1 at stderr, so that printing native code cannot corrupt our
    output.
    """
    if sys.stdout is not None:  # a program with a window has none
        sys.stdout.flush()
    try:
        os.fstat(0)
    except OSError:  # stdin was closed: the next file opened would get its number
        os.open(os.devnull, os.O_RDONLY)
    ours = FileIO(os.dup(1), "wb")
    os.dup2(2, 1)
    return ours


def claim_stdin() -> FileIO:
    """Reserve stdin for us. File descriptor 0 becomes an empty file: on Windows, libraries query stdin while they are
    loaded, which blocks until a pending read ends.

    Return an unbuffered file: a thread waiting in a buffered read holds a lock that makes Python abort at exit. Raises
    OSError.
    """
    ours = FileIO(os.dup(0), "rb")
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    return ours


def command_lines() -> Iterator[bytes]:
    """Yield the lines of stdin until its end."""
    lines = Lines()
    with contextlib.suppress(OSError):  # a closed stdin counts as an ended one
        stream = claim_stdin()
        while data := stream.read(_BUFFER):
            yield from lines.feed(data)
    yield from lines.rest()


MOST = 64 * 2**20  # bytes of a line: far above any message, and a stream without newlines cannot fill memory
SHOWN = 200  # bytes kept of a longer line, for the error message


class Lines:
    """Splits a stream of bytes into lines, without the empty ones."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._pieces: list[bytes] = []
        self._held = 0  # bytes in the unfinished line
        self._is_cut = False  # the beginning of the current line was returned already

    def feed(self, data: bytes) -> list[bytes]:
        """Add received bytes and return the lines completed by them. Of an overlong line only the beginning is
        returned, once.
        """
        lines = list[bytes]()
        *ends, begun = data.split(b"\n")
        for end in ends:
            self._keep(end, lines)
            lines += self.rest()
        self._keep(begun, lines)
        return lines

    def rest(self) -> list[bytes]:
        """Return the unfinished line, if any, at the end of the stream."""
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
