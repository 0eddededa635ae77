"""A Python module in a process of its own, which is given one order and says in lines of JSON how far it is."""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import IO, TypeVar

import msgspec

from core.base.own_process import NO_WINDOW, own_process

L = TypeVar("L")


@contextmanager
def line_process(
    module: str, order: msgspec.Struct, line: type[L], *, env: Mapping[str, str] | None = None, quiet: bool = False
) -> Iterator[queue.Queue[L | None]]:
    """Its lines, None after the last. It is ended when the caller leaves.

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
        """The lines that are complete now. One that is too long comes as its beginning, once."""
        lines = list[bytes]()
        *ends, begun = data.split(b"\n")
        for end in ends:
            self._keep(end, lines)
            lines += self.rest()
        self._keep(begun, lines)
        return lines

    def rest(self) -> list[bytes]:
        """The line that is held, if any of it is."""
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
