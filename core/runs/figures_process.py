"""Reads the events of many runs in a child process: a thread would block the window.

The results go to the cache; the child reports its progress about twice a second.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

from core.base.child_process import Child, take
from core.base.errors import LuthierError
from core.base.own_process import own_process
from core.runs.run import Run
from core.runs.summary import FiguresCache

KEEP_S = 0.5


def read_into_cache(runs: list[Run]) -> Iterator[int]:
    """Read all runs' figures into the cache in a child process; yield the number read so far whenever it grows."""
    with Child(own_process("core.runs.figures_process")) as child:
        child.send([str(run.folder) for run in runs])
        yield from child.answers(int)


def main() -> None:
    """Read the runs in the requested folders, and drop all others from the cache."""
    folders, say = take(list[str])
    runs, cache, kept = [Run(Path(folder)) for folder in folders], FiguresCache(), time.monotonic()
    for number, run in enumerate(runs, start=1):
        with contextlib.suppress(LuthierError):  # the window reports it when it reads the figures
            cache.figures(run)
        if time.monotonic() > kept + KEEP_S or number == len(runs):
            cache.keep(runs)
            kept = time.monotonic()
            say(number)


if __name__ == "__main__":
    main()
