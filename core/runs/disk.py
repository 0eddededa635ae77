"""What a run takes on the disk, and what of it can go."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from core.base.errors import LuthierError
from core.base.files import told_of
from core.runs import files as run_files
from core.runs.lock import locked, movable
from core.runs.run import Run
from core.runs.story import story_of


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


def delete_for_good(run: Run) -> list[str]:
    """All that is of the run, and its folder where nothing else is in it. What stays, as paths below the folder.

    Raises LuthierError `runs.busy`, `runs.not-a-run`, `files.cannot-write`.
    """
    with told_of(run.folder):
        _require_ours(run)
        with locked(run):
            run_files.delete(run.folder)
        run_files.remove_empty(run.folder)  # Windows keeps a lock's file as long as that is held
        return run_files.others(run.folder) if run.folder.exists() else []


def require_deletable(run: Run) -> None:
    """Check a run before its folder goes as a whole.

    Raises LuthierError `runs.other-files`, `runs.not-a-run`, `files.cannot-write`.
    """
    with told_of(run.folder):
        _require_ours(run)
    run_files.require_nothing_else(run.folder)


def _require_ours(run: Run) -> None:
    """A folder that only has files of the same names is not touched: who wrote them is seen by what they say."""
    try:
        run.info()
    except LuthierError as error:
        said = error.code == "formats.newer" or next(run.events(), None) is not None
        if not said and not run_files.is_attempt(run.folder):
            raise


def to_the_bin(run: Run) -> bool:
    """The folder as a whole; whether the bin took it. Raises LuthierError `runs.busy`, and as require_deletable."""
    from send2trash import TrashPermissionError, send2trash

    require_deletable(run)
    with movable(run):
        try:
            send2trash(run.folder)
        except (TrashPermissionError, OSError):
            return not run.folder.exists()
    return True


def spare_checkpoints(run: Run) -> list[Path]:
    """Return all checkpoints but the newest, which it resumes from, and the best by evaluation.

    Raises LuthierError `runs.unreadable`.
    """
    there = {
        int(path.name.removeprefix("step-")): path
        for path in run.checkpoints_dir.glob("step-*")
        if run_files.is_checkpoint(path) and not path.is_symlink()
    }
    if len(there) < 2:
        return []
    best = story_of(run).best(there)
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
                run_files.delete_checkpoint(path)
    return freed
