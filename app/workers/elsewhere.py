"""Runs that another window or a terminal trains on this machine."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from core.shared import settings
from core.shared.runs import Run


def trained_elsewhere(ours: Path | None = None) -> Run | None:
    """One whose lock another process holds, if there is any. ours: the folder of the run that this window trains."""
    for lock in settings.runs_dir().glob("*/lock"):
        if lock.parent != ours and _is_held(lock):
            return Run(lock.parent)
    return None


def _is_held(lock: Path) -> bool:
    """Taken and given back at once where it is free; a worker that dies gives its lock back to the system."""
    with suppress(OSError):  # not ours to look at
        try:
            with FileLock(lock, timeout=0):
                return False
        except Timeout:
            return True
    return False
