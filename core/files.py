"""Files appear whole or not at all, and the disk they will be on."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from core.errors import LuthierError


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """Give a `.part` neighbour to write to; it takes the place of `path` at the end, or is removed on any failure.

    Each process has its own, so that several may write the same file: the last that is whole stays. What killed ones
    left is removed. Raises LuthierError `files.cannot-write` when the folder cannot be made or the disk refuses (full,
    read-only).
    """
    partial = partial_of(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for other in path.parent.glob(f"{glob.escape(path.name)}.*.part"):
            if is_left_over(other):
                other.unlink(missing_ok=True)
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


def partial_of(path: Path) -> Path:
    """Where this process writes what is to become `path`."""
    return path.with_name(f"{path.name}.{os.getpid()}.part")


def is_left_over(partial: Path) -> bool:
    """Whether the process that wrote there has ended."""
    owner = partial.stem.rpartition(".")[2]
    return partial.suffix == ".part" and owner.isdecimal() and not psutil.pid_exists(int(owner))


def nearest_existing(path: Path) -> Path:
    """The path itself or the closest folder above it that is there: where a disk is asked for its room."""
    return next(place for place in (path, *path.parents) if place.exists())


def _flush_to_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
