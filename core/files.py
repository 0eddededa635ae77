"""Files appear whole or not at all, and the disk they will be on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import LuthierError


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """Give a `.part` neighbour to write to; it takes the place of `path` at the end, or is removed on any failure.

    Raises LuthierError `files.cannot-write` when the folder cannot be made or the disk refuses (full, read-only).
    """
    partial = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            yield partial
            _flush_to_disk(partial)
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as error:
        raise LuthierError(
            "files.cannot-write",
            f"Cannot write {path}: {error.strerror or error}.",
            "Check that the folder is yours to write to and that the disk has room.",
        ) from error


def require_replaceable(path: Path, *, force: bool, is_ours: Callable[[Path], bool] = lambda path: False) -> None:
    """Raises LuthierError `files.would-overwrite` when something is there that no earlier run of the same command made.

    force: replace any file; what is not a file (a folder, a device) stays all the same.
    """
    if not path.exists() or (path.is_file() and (force or is_ours(path))):
        return
    if path.is_file():
        what, hint = "is there already, and was not made by this command", ", or give --force to replace it"
    else:
        what, hint = "is there already, and is not a file", ""
    raise LuthierError("files.would-overwrite", f"{path} {what}.", f"Choose another name{hint}.")


def nearest_existing(path: Path) -> Path:
    """The path itself or the closest folder above it that is there: where a disk is asked for its room."""
    return next(place for place in (path, *path.parents) if place.exists())


def _flush_to_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
