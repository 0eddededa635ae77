"""Files appear whole or not at all, also when the power goes, and the disk they will be on.

Also here: what has to outlast a power cut: the system may keep data and names in memory for half a minute.

A file's data is safe after its own flush, its name only after its folder's (man 2 fsync).
"""

from __future__ import annotations

import errno
import glob
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from core.base.errors import Do, Hint, LuthierError
from core.base.systems.disk import WINDOWS_REFUSALS, flush, flush_folder, take_place

_OTHER_HOME = Do.open("settings folders", "For all that Luthier keeps, set LUTHIER_HOME to one.")
_FULL, _BARRED, _ELSEWHERE, _IN_THE_WAY = (
    "Make room there, then do it again.",
    Hint("Change the permissions, or choose a folder of your own.", _OTHER_HOME),
    Hint("Choose a folder on another disk.", _OTHER_HOME),
    "Choose another folder.",
)
_REASONS = {  # what the system says: in plain words, and what to do
    errno.ENOSPC: ("the disk is full", _FULL),
    errno.EDQUOT: ("your share of the disk is used up", _FULL),
    errno.EFBIG: ("files may not be so large there", _ELSEWHERE),
    errno.EROFS: ("the disk is read-only", _ELSEWHERE),
    errno.EACCES: ("you have no permission to write there", _BARRED),
    errno.EPERM: ("you have no permission to write there", _BARRED),
    errno.EEXIST: ("a file is in its place", _IN_THE_WAY),
    errno.ENAMETOOLONG: ("its name is too long for the disk", "Choose a shorter name."),
    errno.ENOTDIR: ("a part of its path is a file", _IN_THE_WAY),
}


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """Give a `.part` neighbour to write to; it takes the place of `path` at the end, or is removed on any failure.

    Each process has its own, so that several may write the same file: the last that is whole stays. What killed ones
    left is removed. Raises LuthierError `files.cannot-write` when the folder cannot be made or the disk refuses (full,
    read-only).
    """
    partial = partial_of(path)
    with told_of(path):
        make_folder(path.parent)
        for other in path.parent.glob(f"{glob.escape(path.name)}.*.part"):
            if is_left_over(other):
                other.unlink(missing_ok=True)
        try:
            yield partial
            flush(partial)
            take_place(partial, path)
            flush_folder(path.parent)
        finally:
            partial.unlink(missing_ok=True)


@contextmanager
def written_folder(folder: Path) -> Iterator[Path]:
    """Yield a folder to write, which takes its place at the end. Where there is one already, its files do, one after
    the other: what else it holds stays, and after a power cut some may still be those of before.

    Raises LuthierError `files.cannot-write`.
    """
    partial = partial_of(folder)
    with told_of(folder):
        for other in folder.parent.glob(f"{glob.escape(folder.name)}.*.part"):
            if is_left_over(other):
                shutil.rmtree(other, ignore_errors=True)
        try:
            shutil.rmtree(partial, ignore_errors=True)
            make_folder(partial)
            yield partial
            flush_tree(partial)
            if folder.exists():
                _move(partial, folder)
            else:
                take_place(partial, folder)
            flush_folder(folder.parent)
        finally:
            shutil.rmtree(partial, ignore_errors=True)


@contextmanager
def told_of(path: Path) -> Iterator[None]:
    """Raise LuthierError `files.cannot-write` for what the system refuses on the way to writing `path`."""
    try:
        yield
    except OSError as error:
        raise cannot_write(path, error) from error


def cannot_write(path: Path, error: OSError, afterwards: str = "") -> LuthierError:
    """Return `files.cannot-write` in plain words. afterwards: a sentence to add to what to do next."""
    what, hint = reason_and_hint(error)
    return LuthierError("files.cannot-write", f"Cannot write {path}: {what}.", Hint(hint, afterwards))


def reason_and_hint(error: OSError) -> tuple[str, str]:
    """Return why the system did not write, and what to do next."""
    number = error.errno
    if number is None and " requested and " in str(error):  # numpy: fewer values were written than it wanted
        number = errno.ENOSPC
    if told := WINDOWS_REFUSALS.get(getattr(error, "winerror", None) or 0):
        return told
    usual = (error.strerror or str(error), "Check that you may write to the folder and that the disk has room.")
    return _REASONS.get(number or 0, usual)


def partial_of(path: Path) -> Path:
    """Return the file in which this process writes what is to become `path`."""
    return path.with_name(f"{path.name}.{os.getpid()}.part")


def whole_of(partial: Path) -> Path:
    """Return what a file that is being written is to become, as a user knows it; any other is that itself."""
    written = partial.with_suffix("")
    return written.with_suffix("") if partial == partial_of(written.with_suffix("")) else partial


def is_left_over(partial: Path) -> bool:
    """Return whether the process that wrote there has ended."""
    owner = partial.stem.rpartition(".")[2]
    return partial.suffix == ".part" and owner.isdecimal() and not psutil.pid_exists(int(owner))


def require_replaceable(path: Path, *, force: bool, is_ours: Callable[[Path], bool] = lambda path: False) -> None:
    """Require a path that may be written. Raises LuthierError `files.would-overwrite` when something is there that no
    earlier run of the same command made, `files.cannot-write` where that cannot be seen.

    force: replace any file; what is not a file (a folder, a device) stays all the same.
    """
    with told_of(path):
        if not path.exists() or (path.is_file() and (force or is_ours(path))):
            return
        is_file = path.is_file()
    if not is_file:
        raise _would_overwrite(path, "is there already, and is not a file", "Choose another name.")
    what = "is there already, and was not made by this command"
    raise _would_overwrite(path, what, Do.by("Choose another name, or say that it may be replaced.", "--force"))


def require_folder_of_ours(folder: Path, *, force: bool, is_ours: Callable[[Path], bool]) -> None:
    """Require a folder to write into that is new, ours, or empty but for what a killed process left. Raises as
    `require_replaceable`.

    force: write into any folder. What it holds besides these files stays as it is.
    """
    with told_of(folder):
        is_free = not folder.exists() or (folder.is_dir() and (force or is_ours(folder)))
        if is_free or (folder.is_dir() and all(is_left_over(entry) for entry in folder.iterdir())):
            return
        is_folder = folder.is_dir()
    if not is_folder:
        raise _would_overwrite(folder, "is there already, and is not a folder", "Choose a new folder.")
    raise _would_overwrite(
        folder, "already holds other files", Do.by("Choose a new folder.", "or give --force to write beside them")
    )


def _would_overwrite(path: Path, what: str, advice: str) -> LuthierError:
    return LuthierError("files.would-overwrite", f"{path} {what}.", advice)


def nearest_existing(path: Path) -> Path:
    """Return the path itself or the closest folder above it that is there: where a disk is asked for its room."""
    return next(place for place in (path, *path.parents) if place.exists())


def _move(source: Path, target: Path) -> None:
    """Every file of a folder into another; parts of it that are folders in both are joined."""
    make_folder(target)
    for entry in source.iterdir():
        if entry.is_dir():
            _move(entry, target / entry.name)
        else:
            take_place(entry, target / entry.name)
    flush_folder(target)


def flush_tree(folder: Path) -> None:
    """Flush all files below a folder, and the names of all. Raises OSError."""
    for path in folder.iterdir():
        if path.is_dir():
            flush_tree(path)
        else:
            flush(path)
    flush_folder(folder)


def make_folder(folder: Path) -> None:
    """Make a folder with those above it; their names are safe then, too. Raises OSError."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for path in reversed(missing):
        flush_folder(path.parent)
