"""Runs to export: trained for real, a few steps of the bundled model."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from core import protocol as p
from core.jobs.context import JobContext
from core.jobs.export.job import export_run
from core.jobs.training.train import start_training
from core.protocol.config import TrainConfig
from core.runs import run as runs

CONFIG = {"context": 64, "rank": 4, "grad_accumulation": 1, "learning_rate": 2e-3, "eval_share": 0.05, "threads": 1}


def trained_run(model: Path, data: Path, folder: Path, **settings: object) -> runs.Run:
    """With everything that a real run leaves behind."""
    job = p.TrainJob(model=str(model), data=str(data), run=str(folder), config=TrainConfig(**(CONFIG | settings)))
    run = runs.create(job)
    with run.events_file.open("ab") as file:
        outcome, _ = start_training(job, JobContext(lambda event: file.write(p.encode(event))))
    assert outcome == "done"
    return run


@contextmanager
def short_answers() -> Iterator[None]:
    """For exports whose answers are not looked at: hardly trained models go on for as long as they may."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.jobs.export.reference._ANSWER", 4)
        patch.setattr("core.jobs.export.reference._COMPARED", 4)
        yield


def exported(
    run: runs.Run, output: Path | str, kind: str = "ollama", dtype: str | None = None, **more: Any
) -> tuple[p.ExportResult, list[p.Notice]]:
    """The result, and what the user is told."""
    events: list[p.Event] = []
    job = p.ExportJob(run=str(run.folder), kind=kind, output=str(output), dtype=dtype, **more)
    outcome, result = export_run(job, JobContext(events.append))
    assert outcome == "done"
    return result, [event for event in events if isinstance(event, p.Notice)]
