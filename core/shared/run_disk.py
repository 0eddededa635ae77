"""What a run takes on the disk, and what of it can go."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

from core.shared.files import told_of
from core.shared.protocol import Evaluation
from core.shared.run_lock import LOCKS, locked, movable
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


def delete_for_good(run: Run) -> None:
    """The folder with all that is in it: what makes it a run goes last, so that half of one can be deleted once more.

    Raises LuthierError `runs.busy`, `files.cannot-write`.
    """
    with told_of(run.folder):
        with locked(run):
            last = (run.info_file.name, run.info_copy.parent.name)
            for entry in sorted(run.folder.iterdir(), key=lambda entry: (entry.name in last, entry.name)):
                if entry.name not in LOCKS:
                    shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
        shutil.rmtree(run.folder)  # Windows keeps a lock's file as long as that is held


def to_the_bin(run: Run) -> bool:
    """The folder with all that is in it; whether the bin took it. Raises LuthierError `runs.busy`."""
    from send2trash import TrashPermissionError, send2trash

    with movable(run):
        try:
            send2trash(run.folder)
        except (TrashPermissionError, OSError):
            return not run.folder.exists()
    return True


def spare_checkpoints(run: Run) -> list[Path]:
    """All but the newest, with which it goes on, and the best by evaluation. Raises LuthierError `runs.unreadable`."""
    there = {
        int(path.name.removeprefix("step-")): path
        for path in run.checkpoints_dir.glob("step-*")
        if path.name.removeprefix("step-").isdecimal()
    }
    if len(there) < 2:
        return []
    losses = {
        event.step: event.loss
        for event in run.events()
        if isinstance(event, Evaluation)
        and event.adapter
        and event.judges
        and event.loss is not None
        and event.step in there
    }
    best = min(losses, key=lambda step: losses[step], default=None)
    return [path for step, path in sorted(there.items()) if step not in (max(there), best)]


def tidy(run: Run) -> int:
    """Delete them; the bytes that this made free. Raises LuthierError `runs.busy`, `runs.unreadable`,
    `files.cannot-write`.
    """
    freed = 0
    with locked(run):
        for path in spare_checkpoints(run):
            freed += size_of(path)
            with told_of(path):
                shutil.rmtree(path)
    return freed
