"""While a folder is moved no training and no download begins: it would go on writing to where the folder was.

Who begins takes what is to be written to and then looks for a move; who moves says so and then looks for trainings and
downloads: whichever way they meet, one of them sees the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from core.base import paths
from core.base.errors import LuthierError
from core.base.owned_lock import OwnedLock


@contextmanager
def moving() -> Iterator[None]:
    """One move at a time. Raises LuthierError `moving.busy`, `files.cannot-write`."""
    with _lock().held(_busy):
        yield


def require_not_moving() -> None:
    """Raises LuthierError `moving.busy`."""
    lock = _lock()
    if lock.is_held:
        raise _busy(lock.holder)


def _lock() -> OwnedLock:
    return OwnedLock(paths.home() / "moving.lock")


def _busy(holder: str) -> LuthierError:
    return LuthierError(
        "moving.busy",
        f"The folder of models, runs or exports is being moved by {holder}.",
        "Do it again when that is done.",
    )
