"""Runs to the bin of the disk they are on, or deleted for good."""

from __future__ import annotations

from pathlib import Path

from app.workers.bin import Binned, paths_to_the_bin
from core.base.errors import LuthierError
from core.runs.disk import delete_for_good, movable, require_deletable
from core.runs.run import Run


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


def for_good(folders: list[Path]) -> Binned:
    """The same without a bin."""
    result = Binned([], [], [])
    for folder in folders:
        try:
            delete_for_good(Run(folder))
        except LuthierError as error:
            result.trouble.append(str(error))
    return result
