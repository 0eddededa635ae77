"""Moves a folder on one disk or to another: the copy is complete before the original goes.

On the same disk the folder is renamed, which is atomic. Otherwise it is copied under a temporary name, compared byte by
byte, and renamed; only then is the old folder deleted, and only if nothing was written to it meanwhile.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from core.base.callbacks import ReportProgress
from core.base.errors import LuthierError
from core.base.files import flush_tree, make_folder, nearest_existing, told_of
from core.base.numbers import brief_size
from core.base.systems.disk import flush_folder, flush_stream, take_place
from core.runs.disk import size_of

_CHUNK = 8 << 20  # bytes
SPARE = 256 << 20  # bytes of the disk that stay free
_COPYING = "luthier-copying"  # suffix of an incomplete copy, which no other folder has

Contents = dict[Path, tuple[int, int]]  # each file below a folder: size in bytes, time of its last change


def target_of(source: Path, chosen: Path) -> Path:
    """Return the new path of a folder: the chosen one, or a new folder inside it if that is not empty or is a whole
    disk. Raises LuthierError `files.cannot-write`.
    """
    with told_of(chosen):
        is_free = not chosen.exists() or (not os.path.ismount(chosen) and not any(chosen.iterdir()))
    return chosen if is_free else chosen / source.name


def require_possible(source: Path, target: Path) -> None:
    """Require that a folder can be moved. Raises LuthierError `moving.*` before anything has changed."""
    if target == source or source in target.parents or target in source.parents:
        raise LuthierError("moving.inside", f"{target} and {source} lie in each other.", "Choose another folder.")
    if target.exists() and any(target.iterdir()):
        raise LuthierError("moving.taken", f"{target} holds files already.", "Choose an empty folder.")
    if any(path.is_symlink() for path in (source, *_all(source))):
        raise LuthierError(
            "moving.links", f"{source} holds links to other places.", "Move it by hand, then choose its new place here."
        )
    if not _same_disk(source, target):
        needed, free = size_of(source), shutil.disk_usage(nearest_existing(target)).free
        if needed + SPARE > free:
            raise LuthierError(
                "moving.no-room",
                f"{brief_size(needed)} would have to go to a disk with {brief_size(free)} left, of which "
                f"{brief_size(SPARE)} are left alone.",
                "Make room there, or choose another disk.",
            )


def bring(source: Path, target: Path, progress: ReportProgress) -> Contents | None:
    """Bring a folder to its new place; return the contents of the original, which may now be deleted, or None if it was
    renamed. progress: bytes.

    An exception from `progress` ends the move and leaves everything unchanged. Raises LuthierError `moving.*`,
    `files.cannot-write`.
    """
    with told_of(target):
        require_possible(source, target)
        make_folder(target.parent)
        if target.is_dir():
            target.rmdir()  # it is empty
        if _same_disk(source, target):
            take_place(source, target)
            flush_folder(target.parent)  # the settings may name the new place next
            flush_folder(source.parent)
            return None
        partial, contents = target.with_name(f"{target.name}.{_COPYING}"), _contents(source)
        shutil.rmtree(partial, ignore_errors=True)
        try:
            _copy(source, partial, progress)
            if _contents(source) != contents:
                raise _differs(f"{source} was written to meanwhile.")
            flush_tree(partial)
            take_place(partial, target)
            flush_folder(target.parent)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
    return contents


def let_go(source: Path, contents: Contents) -> None:
    """Delete a folder if its contents are still these; otherwise it stays. Ignores files that cannot be deleted."""
    with contextlib.suppress(OSError):
        if _contents(source) == contents:
            shutil.rmtree(source)


def _copy(source: Path, partial: Path, progress: ReportProgress) -> None:
    """Copy a folder, and read every file back from the disk."""
    total, done = 2 * size_of(source), 0
    partial.mkdir(mode=_mode(source))
    for path in _all(source):
        copy = partial / path.relative_to(source)
        if path.is_dir():
            copy.mkdir(mode=_mode(path))
            continue
        with path.open("rb") as read, copy.open("wb") as write:
            while chunk := read.read(_CHUNK):
                write.write(chunk)
                progress(done := done + len(chunk), total)
            write.flush()
            flush_stream(write.fileno())
        shutil.copystat(path, copy)
        with path.open("rb") as read, copy.open("rb") as again:
            while (chunk := read.read(_CHUNK)) == again.read(_CHUNK) and chunk:
                progress(done := done + len(chunk), total)
            if chunk or again.read(1):
                raise _differs(f"{path} was written to meanwhile, or the disk of {copy} keeps something else.")


def _mode(folder: Path) -> int:
    """Return the folder's permissions, plus write access for the copying process."""
    return stat.S_IMODE(folder.stat().st_mode) | stat.S_IRWXU


def _differs(what: str) -> LuthierError:
    return LuthierError("moving.differs", what, "Nothing was moved. Try again, or another disk.")


def _contents(folder: Path) -> Contents:
    files = ((path, path.stat()) for path in _all(folder) if not path.is_dir())
    return {path: (about.st_size, about.st_mtime_ns) for path, about in files}


def _all(folder: Path) -> Iterator[Path]:
    """Yield everything below a folder, each folder before its contents."""
    for path in sorted(folder.iterdir()):
        yield path
        if path.is_dir() and not path.is_symlink():
            yield from _all(path)


def _same_disk(source: Path, target: Path) -> bool:
    return source.stat().st_dev == nearest_existing(target).stat().st_dev
