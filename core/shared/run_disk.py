"""What a run takes on the disk, and what of it can go."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

from core.shared.errors import LuthierError
from core.shared.files import told_of
from core.shared.runs import Run


def size_of(folder: Path) -> int:
    """Bytes of all files below; what cannot be read counts nothing."""
    total, folders = 0, [str(folder)]
    while folders:
        with contextlib.suppress(OSError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                with contextlib.suppress(OSError):
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
                    else:
                        total += entry.stat(follow_symlinks=False).st_size
    return total


def require_at_rest(run: Run) -> None:
    """Raises LuthierError `runs.busy` while a worker is at it."""
    if run.worker() is not None:
        raise LuthierError(
            "runs.busy", f"{run.name} is being trained.", "Stop it first, or wait until it is done; then do it again."
        )


def delete_for_good(run: Run) -> None:
    """The folder with all that is in it. Raises LuthierError `runs.busy`, `files.cannot-write`."""
    require_at_rest(run)
    with told_of(run.folder):
        shutil.rmtree(run.folder)
