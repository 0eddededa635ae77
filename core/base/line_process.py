"""Modules of ours in a process of their own: one is given an order and says in lines of JSON how far it is, another
can do nothing but answer (core/base/systems/limits.py).

That one gets requests through a pipe and answers there, in JSON, each after its length as four bytes.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO, Any, TypeVar

import msgspec

from core.base.own_process import own_process
from core.base.systems.limits import ENDED_FOR_A_CALL
from core.base.systems.terminals import NO_WINDOW

L = TypeVar("L")

_NEEDED = ("SYSTEMROOT",)  # without which Python does not start on Windows
_LARGEST_REPLY = 1 << 30  # bytes: a process that has gone wrong does not fill our memory
ASKED = "it asked the system for more than it may have"


@contextmanager
def line_process(
    module: str, order: msgspec.Struct, line: type[L], *, env: Mapping[str, str] | None = None, quiet: bool = False
) -> Iterator[queue.Queue[L | None]]:
    """Start a module as a process, and yield its lines, None after the last. It is ended when the caller leaves.

    The order goes through its stdin, which nobody else can read. env: more variables. quiet: its stderr goes nowhere.
    """
    # A session of its own: Ctrl+C in the terminal is for us to hear, and to pass on.
    with subprocess.Popen(
        own_process(module),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL if quiet else None,
        env=os.environ | (env or {}), start_new_session=True, creationflags=NO_WINDOW, bufsize=0,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        lines: queue.Queue[L | None] = queue.Queue()
        reader = threading.Thread(target=_read_lines, args=(process.stdout, line, lines), daemon=True)
        reader.start()
        try:
            with contextlib.suppress(OSError):  # it has died already, and its last line says so
                process.stdin.write(msgspec.json.encode(order) + b"\n")
            yield lines
        finally:
            process.kill()
            process.wait()
            reader.join()


def _read_lines(stream: IO[bytes], line: type[L], lines: queue.Queue[L | None]) -> None:
    with open(stream.fileno(), "rb", closefd=False) as buffered:
        for raw in buffered:
            lines.put(msgspec.json.decode(raw, type=line))
    lines.put(None)


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


class EndedError(Exception):
    """The process ended over a request: the system stopped it, or it was killed. Says why where that is known."""


class ShutProcess:
    """Sends requests, one at a time. The first starts the process, and one that ended is started again. close() it."""

    def __init__(self, command: Sequence[str], timeout: float | None) -> None:
        """timeout: seconds on the clock for one answer, where processor time cannot be limited."""
        self._command, self._timeout = command, timeout
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The process's number, as long as it runs."""
        return None if self._process is None or self._process.poll() is not None else self._process.pid

    def ask(self, request: dict[str, Any], content: bytes = b"") -> dict[str, Any]:
        """Return the answer to a request. content: bytes that follow it as they are. Raises EndedError."""
        process = self._running()
        try:
            with _killed_after(self._timeout, process):
                return _exchange(process, json.dumps(request).encode(), content)
        except EndedError as error:
            self.close()
            raise EndedError(ASKED if process.returncode == ENDED_FOR_A_CALL else "") from error
        except BaseException:  # a half-read answer would be taken for the next one's
            self.close()
            raise

    def close(self) -> None:
        """End the process; the next request starts another."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            # No other environment: nothing in it is a template's or a document's business.
            environment = {name: os.environ[name] for name in _NEEDED if name in os.environ}
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment,
                creationflags=NO_WINDOW,
                process_group=0,  # Ctrl+C is for this process, which may have more to ask
            )
        return self._process


@contextmanager
def _killed_after(seconds: float | None, process: subprocess.Popen[bytes]) -> Iterator[None]:
    if seconds is None:
        yield
        return
    clock = threading.Timer(seconds, process.kill)
    clock.start()
    try:
        yield
    finally:
        clock.cancel()


def _exchange(process: subprocess.Popen[bytes], raw: bytes, content: bytes) -> dict[str, Any]:
    if process.stdin is None or process.stdout is None:
        raise EndedError
    try:
        process.stdin.write(len(raw).to_bytes(4, "little") + raw)
        process.stdin.write(content)
        process.stdin.flush()
    except OSError as error:  # a broken pipe, by another name on Windows
        raise EndedError from error
    head = process.stdout.read(4)
    size = int.from_bytes(head, "little")
    if size > _LARGEST_REPLY:
        raise EndedError
    reply = process.stdout.read(size) if len(head) == 4 else b""
    if len(head) < 4 or len(reply) < size:
        raise EndedError
    answer: dict[str, Any] = json.loads(reply)
    return answer
