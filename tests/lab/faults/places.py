"""Folders that may only be read, and folders that vanish while a model is trained."""

from __future__ import annotations

import contextlib
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from core import protocol as p
from core.runs import run as runs
from tests.lab.faults import disk
from tests.lab.faults.forked import done, done_as_job
from tests.lab.faults.prepared import Prepared, trained_bytes
from tests.lab.faults.table import Row
from tests.lab.faults.trainings import LONGER

STEP = 2  # at which the folder vanishes


def rows(place: Path, short: bool) -> Iterator[Row]:
    yield from disk.rows_there(place / "there", ["--read-only", *(["--short"] if short else [])], "read-only disk")
    prepared = Prepared(place)
    run = prepared.home / "runs" / "run"
    assert done_as_job(prepared.training(run, LONGER)).is_done
    whole = trained_bytes(run)
    home, cache = prepared.home, prepared.home / "cache"
    yield _vanishing(prepared, "run removed while it is trained", run, lambda: _remove(run), whole)
    yield _vanishing(prepared, "cache removed while a model is trained", run, lambda: _remove(cache), whole)
    yield _vanishing(prepared, "LUTHIER_HOME removed while a model is trained", run, lambda: _remove(home), whole)


def _remove(folder: Path) -> None:
    """Although somebody makes and removes files there: again until nothing was in the way."""
    while folder.exists():
        with contextlib.suppress(OSError):
            shutil.rmtree(folder)


def _vanishing(prepared: Prepared, name: str, run: Path, remove: Callable[[], object], whole: dict[str, bytes]) -> Row:
    """It ends with a word or is done; what is kept of runs can be listed, and the next training is as any other."""
    shutil.rmtree(run, ignore_errors=True)
    is_gone = False

    def hear(event: p.Event) -> None:
        nonlocal is_gone
        if isinstance(event, p.Step) and event.step == STEP and not is_gone:
            is_gone = True
            remove()

    told = done_as_job(prepared.training(run, LONGER), watched=True, hear=hear)
    is_listed = done(lambda: runs.list_runs()).is_done
    left_over = 0 if (run / "run.json").exists() else sum(path.is_file() for path in run.rglob("*"))
    is_told = told.is_done or (isinstance(told.end, p.Failed) and told.end.code != "internal")
    if not told.is_done:
        shutil.rmtree(run, ignore_errors=True)
    again = told if told.is_done else done_as_job(prepared.training(run, LONGER))
    is_same = trained_bytes(run) == whole if told.is_done else again.is_done  # a new one may be planned anew
    survived = is_told and is_listed and is_same
    if not survived:
        print(name, told.end, again.end, is_listed, sep="\n  ", file=sys.stderr)
    return Row(name, 1, int(survived), None, left_over, told.message.replace(str(prepared.place), "…"))
