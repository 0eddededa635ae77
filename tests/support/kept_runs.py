"""Runs to go on with: those of tests/fixtures/formats, and such as were stopped."""

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


def trained(job: p.TrainJob | p.ResumeJob, steps: int = 0) -> list[p.Event]:
    """Train until so many steps are done; 0: to the end. What the worker says; it must not fail."""
    events, control = list[p.Event](), Control()

    def stop_after(event: p.Event) -> None:
        events.append(event)
        if steps and isinstance(event, p.Step) and event.step == steps:
            control.apply(p.Stop())

    run_job(job, stop_after, control)
    assert [event.message for event in events if isinstance(event, p.Failed)] == []
    return events


def notices(events: list[p.Event]) -> list[str]:
    """Their codes."""
    return [event.code for event in events if isinstance(event, p.Notice)]


def not_told(*said: str) -> None:
    """For what should go without a word."""
    pytest.fail(" ".join(said))
