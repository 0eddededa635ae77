"""Runs and exports to the bin of the disk they are on, and back."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QFile

from core.advice.texts.language import tr
from core.base.errors import LuthierError
from core.runs.disk import delete_for_good, require_deletable
from core.runs.lock import movable
from core.runs.run import Run


class Binned(NamedTuple):
    """moved: each with where it lies in the bin. left: what no bin took. trouble: what went wrong."""

    moved: list[tuple[Path, Path]]
    left: list[Path]
    trouble: list[str]


def to_the_bin(folders: list[Path]) -> Binned:
    """Takes a while on a slow disk: for a thread. A run that is being trained stays, and one in whose folder a person
    keeps something.
    """
    result = Binned([], [], [])
    for folder in folders:
        try:
            require_deletable(Run(folder))
            with movable(Run(folder)):
                one = paths_to_the_bin([folder])
        except LuthierError as error:
            result.trouble.append(str(error))
            continue
        result.moved.extend(one.moved)
        result.left.extend(one.left)
    return result


def paths_to_the_bin(paths: Iterable[Path]) -> Binned:
    """Files and folders that nobody works on."""
    result = Binned([], [], [])
    for path in paths:
        file = QFile(str(path))
        if file.moveToTrash():
            result.moved.append((path, Path(file.fileName())))
        else:
            result.left.append(path)
    return result


def delete_paths(paths: Iterable[Path]) -> Binned:
    """The same without a bin."""
    result = Binned([], [], [])
    for path in paths:
        try:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        except OSError as error:
            result.trouble.append(
                tr("{name} could not be deleted: {why}.", name=path.name, why=error.strerror or error)
            )
    return result


def for_good(folders: list[Path]) -> Binned:
    """The same without a bin."""
    result = Binned([], [], [])
    for folder in folders:
        try:
            delete_for_good(Run(folder))
        except LuthierError as error:
            result.trouble.append(str(error))
    return result


def put_back(moved: list[tuple[Path, Path]]) -> Binned:
    """Out of the bin again, to where it was."""
    result = Binned([], [], [])
    for folder, binned in moved:
        try:
            if folder.exists():
                raise FileExistsError(tr("{folder} is there already", folder=folder))
            shutil.move(binned, folder)
        except OSError as error:
            result.trouble.append(
                tr("{name} could not be put back: {why}.", name=folder.name, why=error.strerror or error)
            )
            continue
        with contextlib.suppress(OSError):  # the bin's note of where it came from; there is none on Windows and macOS
            (binned.parent.parent / "info" / f"{binned.name}.trashinfo").unlink()
    return result
