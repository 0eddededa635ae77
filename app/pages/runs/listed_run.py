"""A run as the list shows it: all that is known of it without opening it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from core.base.errors import LuthierError
from core.base.language import tr
from core.runs import run as runs
from core.runs.disk import size_of
from core.runs.figures_process import read_into_cache
from core.runs.run import Run, RunInfo, RunNotes, Status
from core.runs.summary import FiguresCache, RunFigures

MUCH = 2_000_000  # bytes of events, from which on another process reads them


@dataclass(frozen=True)
class ListedRun:
    """status: when it was read. trouble: what is wrong with its notes and its events."""

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
        return self.notes.title or runs.own_title(self.folder.name)

    @property
    def words(self) -> str:
        """The words that the filter searches."""
        sweep = self.info.sweep.name if self.info.sweep else ""
        own = (self.title, self.folder.name, *self.notes.tags, self.notes.notes, sweep)
        return "\n".join((*own, Path(self.info.model).name, Path(self.info.data).name)).casefold()

    @property
    def can_resume(self) -> bool:
        return self.status in ("stopped", "interrupted", "failed", "cancelled", "new")

    @property
    def has_adapter(self) -> bool:
        """Whether there is something to talk with or to export."""
        return self.figures.adapter is not None


class Reading(NamedTuple):
    """The runs of a folder. unreadable: what is wrong with the others, in words."""

    runs: list[ListedRun]
    unreadable: list[str]


def read_all(cache: FiguresCache, tell: Callable[[Reading], object]) -> Reading:
    """Read all runs, which takes a while where many are new: for a thread, which is told those that are known
    meanwhile.
    """
    found, unreadable = runs.list_runs()
    trouble = [error.message for error in unreadable]
    if sum(map(cache.missing, found)) > MUCH:
        for _ in read_into_cache(found):
            cache.load()
            tell(_listed([run for run in found if not cache.missing(run)], cache))
    listed, more = _listed(found, cache)
    cache.keep([one.run for one in listed])
    return Reading(listed, [*trouble, *more])


def _listed(found: list[Run], cache: FiguresCache) -> Reading:
    reading = Reading([], [])
    for run in found:
        try:
            reading.runs.append(_read(run, cache))
        except LuthierError as error:  # it was deleted since
            reading.unreadable.append(error.message)
    return reading


def _read(run: Run, cache: FiguresCache) -> ListedRun:
    notes, trouble = RunNotes(), ""
    try:
        notes = run.notes()
    except LuthierError as error:
        trouble = str(error)
    figures = cache.figures(run)
    if figures.damaged_lines:
        trouble = tr(
            "{trouble}\nDamaged lines in what it recorded: {damaged_lines}.",
            trouble=trouble,
            damaged_lines=figures.damaged_lines,
        ).strip()
    return ListedRun(run.folder, run.info(), notes, figures, figures.status, size_of(run.folder), trouble)
