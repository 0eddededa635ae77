"""Runs that another window or a terminal trains on this machine."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from core.base import settings
from core.runs.files import LOCKS
from core.runs.lock import holder_of
from core.runs.run import Run


def trained_elsewhere(lent: Collection[Path] = ()) -> Run | None:
    """One whose lock another process holds, if there is any. lent: folders of runs that other computers train."""
    folder = settings.runs_dir()
    for run in sorted({lock.parent for name in LOCKS for lock in folder.glob(f"*/{name}")}):
        if run not in lent and holder_of(Run(run)):
            return Run(run)
    return None
