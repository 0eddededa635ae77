"""One worker at a time works on a run, and none while it is deleted, moved or tidied."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from core.base.errors import LuthierError
from core.base.owned_lock import OwnedLock
from core.runs.files import APART, LOCK, LOCKS
from core.runs.run import Run


@contextmanager
def locked(run: Run) -> Iterator[None]:
    """Keep others from the run, whose folder has to be there.

    Where a worker with a process of its own was killed, the process ends after its step and a checkpoint, and has the
    run until then. Raises LuthierError `runs.busy` while another one has it, `files.cannot-write`.
    """
    with _held(run, LOCK):
        with _held(run, APART):
            pass
        yield


@contextmanager
def locked_apart(run: Run) -> Iterator[None]:
    """Lock the run for the process that computes. Raises LuthierError `runs.busy` if an earlier one still does."""
    with _held(run, APART):
        yield


@contextmanager
def movable(run: Run) -> Iterator[None]:
    """Hold the lock while the folder is moved away."""
    with locked(run):
        if sys.platform != "win32":
            yield
            return
    yield  # Windows moves no folder with an open file in it, such as a lock's: a worker's keeps it where it is


def holder_of(run: Run) -> str:
    """Who works on it, in words; "" where nobody does."""
    locks = (OwnedLock(run.folder / name) for name in LOCKS)
    return next((lock.holder for lock in locks if lock.is_held), "")


def require_at_rest(run: Run) -> None:
    """Raises LuthierError `runs.busy` where somebody works on it. For a look ahead: he may begin right after."""
    if holder := holder_of(run):
        raise _busy(run, holder)


@contextmanager
def _held(run: Run, name: str) -> Iterator[None]:
    with OwnedLock(run.folder / name).held(lambda holder: _busy(run, holder)):
        yield


def _busy(run: Run, holder: str) -> LuthierError:
    return LuthierError(
        "runs.busy",
        f"{run.folder} is being worked on by {holder}.",
        "Wait until it is done, or stop it first: Stop in its window, Ctrl+C in its terminal.",
    )
