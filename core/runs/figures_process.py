"""Reads the events of many runs in a process of its own: in a thread of the window's it would keep the window waiting.

What it read is in the cache then; it says so about twice a second.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from core.base.errors import LuthierError
from core.base.line_process import line_process
from core.runs.run import Run
from core.runs.summary import FiguresCache

KEEP_S = 0.5


class Order(msgspec.Struct):
    """The runs to read. folders: of all runs; what is not theirs leaves the cache."""

    folders: list[str]


class Line(msgspec.Struct):
    """A line of the process. read: how many of them are in the cache."""

    read: int


def read_into_cache(runs: list[Run]) -> Iterator[int]:
    """Read runs' figures into the cache in another process; yield how many are read, each time there are more."""
    order = Order([str(run.folder) for run in runs])
    with line_process("core.runs.figures_process", order, Line, quiet=True) as lines:
        while (line := lines.get()) is not None:
            yield line.read


def main() -> int:
    order = msgspec.json.decode(sys.stdin.buffer.readline(), type=Order)
    runs, cache, kept = [Run(Path(folder)) for folder in order.folders], FiguresCache(), time.monotonic()
    for number, run in enumerate(runs, start=1):
        with contextlib.suppress(LuthierError):  # reading the run's figures reports it
            cache.figures(run)
        if time.monotonic() > kept + KEEP_S or number == len(runs):
            cache.keep(runs)
            kept = time.monotonic()
            sys.stdout.buffer.write(msgspec.json.encode(Line(number)) + b"\n")
            sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
