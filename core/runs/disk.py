"""Measures a run's size on disk, and deletes runs and spare checkpoints. Needs the run's lock: one worker at a
time works on a run, and none while it is deleted, moved or tidied.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from core.base.errors import LuthierError
from core.base.files import told_of
from core.base.owned_lock import OwnedLock
from core.base.systems.disk import MOVES_OPEN_FOLDERS
from core.runs import files as run_files
from core.runs.files import APART, LOCK, LOCKS
from core.runs.run import Run, list_runs
from core.runs.summary import story_of


def size_of(folder: Path) -> int:
    """Return the total size of all files in a folder, in bytes; unreadable ones count 0."""
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
    """Delete the run's own files, and its folder if nothing else is in it. Return the remaining files as paths below
    the folder.

    Raises LuthierError `runs.busy`, `runs.not-a-run`, `files.cannot-write`.
    """
    with told_of(run.folder):
        _require_ours(run)
        with locked(run):
            run_files.delete(run.folder)
        run_files.remove_empty(run.folder)  # Windows keeps a lock file while the lock is held
        return run_files.others(run.folder) if run.folder.exists() else []


def trained_on_files_of(folders: Collection[Path]) -> list[Run]:
    """Return the other runs whose data file lies in one of these run folders (pairs made from right and wrong answers).
    Without that file they cannot be resumed.
    """
    inside = [str(folder.absolute()) + os.sep for folder in folders]
    return [
        run
        for run in list_runs().runs
        if run.folder not in folders
        and any(
            str(Path(data).absolute()).startswith(tuple(inside))
            for data in (run.info().data, run.info().eval_data)
            if data
        )
    ]


def require_deletable(run: Run) -> None:
    """Require that a run's folder may be deleted as a whole.

    Raises LuthierError `runs.other-files`, `runs.not-a-run`, `files.cannot-write`.
    """
    with told_of(run.folder):
        _require_ours(run)
    run_files.require_nothing_else(run.folder)


def _require_ours(run: Run) -> None:
    """Refuse a folder whose files only have a run's names: their content shows who wrote them."""
    try:
        run.info()
    except LuthierError as error:
        said = error.code == "formats.newer" or next(run.events(), None) is not None
        if not said and not run_files.is_attempt(run.folder):
            raise


def to_the_bin(run: Run) -> bool:
    """Move the folder to the bin; return whether that worked. Raises LuthierError `runs.busy`, and as
    require_deletable.
    """
    from send2trash import TrashPermissionError, send2trash

    require_deletable(run)
    with movable(run):
        try:
            send2trash(run.folder)
        except (TrashPermissionError, OSError):
            return not run.folder.exists()
    return True


def spare_checkpoints(run: Run) -> list[Path]:
    """Return all checkpoints except the newest, from which the run resumes, and the best by evaluation.

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
    """Delete the spare checkpoints; return the bytes freed. Raises LuthierError `runs.busy`, `runs.unreadable`,
    `files.cannot-write`.
    """
    freed = 0
    with locked(run):
        for path in spare_checkpoints(run):
            freed += size_of(path)
            with told_of(path):
                run_files.delete_checkpoint(path)
    return freed


@contextmanager
def locked(run: Run) -> Iterator[None]:
    """Lock an existing run folder against other processes.

    If a worker is killed, its child process finishes the current step, writes a checkpoint, and holds the run until
    then. Raises LuthierError `runs.busy` while another process has the run, `files.cannot-write`.
    """
    with _held(run, LOCK):
        with _held(run, APART):
            pass
        yield


@contextmanager
def locked_apart(run: Run) -> Iterator[None]:
    """Lock the run for the child process that computes. Raises LuthierError `runs.busy` if an earlier one still
    runs.
    """
    with _held(run, APART):
        yield


@contextmanager
def movable(run: Run) -> Iterator[None]:
    """Hold the run's lock while its folder is moved."""
    with locked(run):
        if MOVES_OPEN_FOLDERS:
            yield
            return
    # Windows moves no folder that holds an open file, such as our own lock's; a worker's lock still blocks the move
    yield


def holder_of(run: Run) -> str:
    """Return who is working on a run, for display; "" for nobody."""
    locks = (OwnedLock(run.folder / name) for name in LOCKS)
    return next((lock.holder for lock in locks if lock.is_held), "")


def require_at_rest(run: Run) -> None:
    """Require that nobody is working on a run. Only a check ahead: work may begin right after. Raises LuthierError
    `runs.busy`.
    """
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
