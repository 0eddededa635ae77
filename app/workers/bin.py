"""The system's bin: files and folders that go there, and come back. Each takes a while on a slow disk: for a thread."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QFile

from core.base.language import tr


class Binned(NamedTuple):
    """moved: each with where it lies in the bin, None where the system does not say. left: what no bin took. trouble:
    what went wrong.
    """

    moved: list[tuple[Path, Path | None]]
    left: list[Path]
    trouble: list[str]

    @property
    def can_go_back(self) -> bool:
        """Whether something was moved, and all of it can be put back."""
        return bool(self.moved) and all(binned is not None for _, binned in self.moved)


def paths_to_the_bin(paths: Iterable[Path]) -> Binned:
    """Move files and folders that nobody works on to the bin."""
    result = Binned([], [], [])
    for path in paths:
        file = QFile(str(path))
        if file.moveToTrash():
            name = file.fileName()  # in the bin; empty on systems that do not say where that is
            result.moved.append((path, Path(name) if name else None))
        else:
            result.left.append(path)
    return result


def put_back(moved: list[tuple[Path, Path | None]]) -> Binned:
    """Move files out of the bin again, to where they were."""
    result = Binned([], [], [])
    for folder, binned in moved:
        if binned is None:
            result.trouble.append(tr("{name} is still in the bin: put it back from there.", name=folder.name))
            continue
        try:
            if folder.exists():
                raise FileExistsError(tr("{folder} is there already", folder=folder))
            shutil.move(binned, folder)
        except OSError as error:
            result.trouble.append(
                tr("{name} could not be put back: {why}.", name=folder.name, why=error.strerror or error)
            )
            continue
        with contextlib.suppress(OSError):  # the bin's note of where it came from; Windows and macOS write none
            (binned.parent.parent / "info" / f"{binned.name}.trashinfo").unlink()
    return result


def delete_paths(paths: Iterable[Path]) -> Binned:
    """Delete files and folders without a bin."""
    result = Binned([], [], [])
    for path in paths:
        try:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        except OSError as error:
            result.trouble.append(
                tr("{name} could not be deleted: {why}.", name=path.name, why=error.strerror or error)
            )
    return result
