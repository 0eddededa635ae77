"""The runs of tests/fixtures/formats, where they can be gone on with."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from core import protocol as p
from core.base import settings
from core.jobs.context import Control
from core.runs.run import Run
from core.worker import run_job
from tests.fixtures.make_formats import DATA, FORMATS, MODEL, STEPS

VERSIONS = sorted(path.name for path in FORMATS.iterdir() if path.is_dir())
LAST = f"step-{STEPS:06d}"


def placed(version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A version's files with their model and data, in a runs folder that is also where the program is now."""
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "home"))
    folder = shutil.copytree(FORMATS / version, tmp_path / "place")
    for name in (MODEL, DATA):
        shutil.copy(FORMATS / name, folder)
    monkeypatch.chdir(folder)
    settings.save(settings.Settings(runs_dir=str(folder)))
    return folder


def go_on(run: Run) -> list[p.Event]:
    """Resume it; what its worker says."""
    events: list[p.Event] = []
    run_job(p.ResumeJob(run=str(run.folder)), events.append, Control())
    return events


def notices(events: list[p.Event]) -> list[str]:
    """Their codes."""
    return [event.code for event in events if isinstance(event, p.Notice)]


def not_told(*said: str) -> None:
    """For what should go without a word."""
    pytest.fail(" ".join(said))
