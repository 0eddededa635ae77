"""One worker at a time works on a run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from filelock import FileLock, Timeout

from core.shared.errors import LuthierError
from core.shared.files import cannot_write
from core.shared.private import make_private
from core.shared.runs import Run
from core.shared.texts.numbers import moment

APART = "apart.lock"  # of the process that computes for the worker which holds the run (core/jobs/on_device.py)
LOOKED_AT_S = 0.5  # so long it is tried: who looks whether a run is being trained takes its lock for a moment


@contextmanager
def locked(run: Run) -> Iterator[None]:
    """Keep other workers from the run. The system takes the lock back from a process that was killed.

    Where that was a worker with a process of its own, the process ends after its step and a checkpoint, and has the run
    until then. Raises LuthierError `runs.busy` while another one has it, `files.cannot-write`.
    """
    with _held(run, "lock"):
        with _held(run, APART):
            pass
        yield


@contextmanager
def locked_apart(run: Run) -> Iterator[None]:
    """For the process that computes. Raises LuthierError `runs.busy` where an earlier one does still."""
    with _held(run, APART):
        yield


@contextmanager
def _held(run: Run, name: str) -> Iterator[None]:
    lock = FileLock(run.folder / name)
    try:
        make_private(run.folder)
        lock.acquire(timeout=LOOKED_AT_S)
    except Timeout as error:
        raise _busy(run) from error
    except OSError as error:
        raise cannot_write(run.folder, error) from error
    try:
        yield
    finally:
        lock.release()


def _busy(run: Run) -> LuthierError:
    who = "another process"
    if worker := run.worker():
        who = f"process {worker.pid}, since {moment(worker.time)}"
    return LuthierError(
        "runs.busy",
        f"{run.folder} is being worked on by {who}.",
        "Wait until it is done, or stop it first: Stop in its window, Ctrl+C in its terminal.",
    )
