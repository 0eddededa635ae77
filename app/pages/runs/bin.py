"""Runs to the bin of the disk they are on, or deleted for good."""

from __future__ import annotations

from pathlib import Path

from app.workers.bin import Binned, paths_to_the_bin
from core.base.errors import LuthierError
from core.runs.disk import delete_for_good, movable, require_deletable, trained_on_files_of
from core.runs.run import Run


def to_the_bin(folders: list[Path]) -> Binned:
    """Move runs to the bin, which takes a while on a slow disk: for a thread. A run that is being trained stays, and
    one in whose folder a user keeps something.
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


def pupils_of(folders: list[Path]) -> list[str]:
    """Return the titles of the other runs that are trained on files of these. Reads all runs: for a thread."""
    return [run.title for run in trained_on_files_of(folders)]


def for_good(folders: list[Path]) -> Binned:
    """Delete runs without a bin."""
    result = Binned([], [], [])
    for folder in folders:
        try:
            delete_for_good(Run(folder))
        except LuthierError as error:
            result.trouble.append(str(error))
    return result
