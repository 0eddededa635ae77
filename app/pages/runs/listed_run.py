"""A run as the list shows it: all that is known of it without opening it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from core.shared import runs
from core.shared.errors import LuthierError
from core.shared.run_disk import size_of
from core.shared.run_summary import FiguresCache, RunFigures
from core.shared.runs import Run, RunInfo, RunNotes, Status

TELL_S = 0.3


@dataclass(frozen=True)
class ListedRun:
    """status: when it was read. trouble: what is wrong with its notes."""

    folder: Path
    info: RunInfo
    notes: RunNotes
    figures: RunFigures
    status: Status
    size: int  # bytes
    trouble: str = ""

    @property
    def run(self) -> Run:
        return Run(self.folder)

    @property
    def title(self) -> str:
        return self.notes.title or self.folder.name

    @property
    def words(self) -> str:
        """What the filter looks into."""
        own = (self.title, self.folder.name, *self.notes.tags, self.notes.notes)
        return "\n".join((*own, Path(self.info.model).name, Path(self.info.data).name)).casefold()

    @property
    def can_resume(self) -> bool:
        return self.status in ("stopped", "interrupted", "failed", "cancelled", "new")

    @property
    def has_adapter(self) -> bool:
        """Whether there is something to talk with or to export."""
        return self.figures.adapter is not None


class Reading(NamedTuple):
    """What the runs folder holds. unreadable: what is wrong with the others, in words."""

    runs: list[ListedRun]
    unreadable: list[str]


def read_all(cache: FiguresCache, tell: Callable[[Reading], object]) -> Reading:
    """Takes a while where many runs are new: for a thread, which is told the newest ones meanwhile."""
    found, unreadable = runs.list_runs()
    listed, trouble = list[ListedRun](), [error.message for error in unreadable]
    told = time.monotonic()
    for run in found:
        if time.monotonic() > told + TELL_S:
            told = time.monotonic()
            tell(Reading(list(listed), []))
        try:
            listed.append(_read(run, cache))
        except LuthierError as error:  # it was deleted since
            trouble.append(error.message)
    cache.keep([one.run for one in listed])
    return Reading(listed, trouble)


def _read(run: Run, cache: FiguresCache) -> ListedRun:
    notes, trouble = RunNotes(), ""
    try:
        notes = run.notes()
    except LuthierError as error:
        trouble = str(error)
    figures = cache.figures(run)
    return ListedRun(run.folder, run.info(), notes, figures, figures.status, size_of(run.folder), trouble)
