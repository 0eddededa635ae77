"""Writes files whole or not at all, even in a power cut, and explains why a disk refuses.

The system may keep data and names in memory for half a minute.

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
_REASONS = {  # errno: the reason in plain words, and what to do
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
    """Yield a neighbouring `.part` file to write to; it replaces `path` at the end, or is removed on any failure.

    Each process has its own, so several may write the same file: the last to finish wins. Leftovers of killed processes
    are removed. Raises LuthierError `files.cannot-write` if the folder cannot be made or the disk refuses (full,
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
    """Yield a folder to write to, which becomes `path` at the end. If `path` exists already, the files are moved into
    it one by one: its other files stay, and a power cut may leave a mixture of old and new.

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
    """Convert the system's errors within this context to LuthierError `files.cannot-write` for `path`."""
    try:
        yield
    except OSError as error:
        raise cannot_write(path, error) from error


def cannot_write(path: Path, error: OSError, afterwards: str = "") -> LuthierError:
    """Return `files.cannot-write` in plain words. afterwards: a sentence appended to the hint."""
    what, hint = reason_and_hint(error)
    return LuthierError("files.cannot-write", f"Cannot write {path}: {what}.", Hint(hint, afterwards))


def reason_and_hint(error: OSError) -> tuple[str, str]:
    """Return the reason for a failed write in plain words, and a hint."""
    number = error.errno
    if number is None and " requested and " in str(error):  # numpy's message for a short write
        number = errno.ENOSPC
    if told := WINDOWS_REFUSALS.get(getattr(error, "winerror", None) or 0):
        return told
    usual = (error.strerror or str(error), "Check that you may write to the folder and that the disk has room.")
    return _REASONS.get(number or 0, usual)


def partial_of(path: Path) -> Path:
    """Return this process's `.part` file for `path`."""
    return path.with_name(f"{path.name}.{os.getpid()}.part")


def whole_of(partial: Path) -> Path:
    """Return the final path of a `.part` file; any other path is returned as it is."""
    written = partial.with_suffix("")
    return written.with_suffix("") if partial == partial_of(written.with_suffix("")) else partial


def is_left_over(partial: Path) -> bool:
    """Return whether the process that wrote a `.part` file has ended."""
    owner = partial.stem.rpartition(".")[2]
    return partial.suffix == ".part" and owner.isdecimal() and not psutil.pid_exists(int(owner))


def require_replaceable(path: Path, *, force: bool, is_ours: Callable[[Path], bool] = lambda path: False) -> None:
    """Require a path that may be written. Raises LuthierError `files.would-overwrite` if it holds something that no
    earlier run of the same command made, `files.cannot-write` if it cannot be inspected.

    force: replace any file; a folder or a device is refused all the same.
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
    """Require a folder to write into that is new, ours, or empty except for a killed process's leftovers. Raises as
    `require_replaceable`.

    force: write into any folder; its other files stay as they are.
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
    """Return the path itself or its closest existing parent, for asking the disk for its free space."""
    return next(place for place in (path, *path.parents) if place.exists())


def _move(source: Path, target: Path) -> None:
    """Move every file of a folder into another, merging subfolders."""
    make_folder(target)
    for entry in source.iterdir():
        if entry.is_dir():
            _move(entry, target / entry.name)
        else:
            take_place(entry, target / entry.name)
    flush_folder(target)


def flush_tree(folder: Path) -> None:
    """Flush all files below a folder, and their names. Raises OSError."""
    for path in folder.iterdir():
        if path.is_dir():
            flush_tree(path)
        else:
            flush(path)
    flush_folder(folder)


def make_folder(folder: Path) -> None:
    """Make a folder and its parents, and flush their names. Raises OSError."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for path in reversed(missing):
        flush_folder(path.parent)
