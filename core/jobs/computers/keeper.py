"""The process in charge of a guest's training (core/jobs/computers/guest.py), with or without a connection.

It passes commands on, and stops the training with a checkpoint after too long a silence.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time

import msgspec

from core import protocol as p
from core.base.bounded_file import NewLines
from core.base.errors import LuthierError
from core.base.systems.processes import own_birth
from core.jobs.apart import ApartProcess
from core.jobs.computers.guest import Guest
from core.jobs.context import Control

_LOOKED_S = 0.2


def main() -> int:
    """Train the guest with the key in argv, to its end."""
    guest, control, is_over = Guest(sys.argv[1]), Control(), threading.Event()
    keeper = guest.keeper
    assert keeper is not None
    guest.keep(msgspec.structs.replace(keeper, pid=os.getpid(), born=own_birth(), time=time.time()))
    watching = threading.Thread(target=watch, args=(guest, keeper.alone_s, control, is_over), daemon=True)
    watching.start()
    try:
        with ApartProcess(p.ResumeJob(run=str(guest.run.folder)), control, is_whole=True) as worker:
            for _event in worker.events():
                """The worker itself writes them into the run."""
            return worker.exit_code()
    finally:
        is_over.set()
        watching.join()


def watch(guest: Guest, alone_s: float, control: Control, is_over: threading.Event) -> None:
    """Pass commands on, and stop the training after too long a silence.

    Time in which the computer sleeps does not count: nobody could have asked.
    """
    commands, asked, since = NewLines(guest.folder / "commands.jsonl"), 0, time.monotonic()
    while not is_over.wait(_LOOKED_S):
        with contextlib.suppress(OSError):
            for line in commands:
                with contextlib.suppress(LuthierError):  # half a line, after a full disk
                    control.apply(p.decode_command(line))
        with contextlib.suppress(OSError):
            if (newest := (guest.folder / "asked").stat().st_mtime_ns) != asked:
                asked, since = newest, time.monotonic()
        if time.monotonic() - since > alone_s:
            control.apply(p.Stop())
            since = time.monotonic() + 1e9  # only once


if __name__ == "__main__":
    sys.exit(main())
