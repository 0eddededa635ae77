"""Crashes in native code, as their signals: what is left, what is told, and whether the training goes on."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

from app.workers import endings
from app.workers.run_model import RunModel
from core import protocol as p
from core.base import paths
from core.base.logs import crash_of
from core.convert.convert import convert
from core.protocol.config import TrainConfig
from core.runs.run import Run
from tests.lab.faults.table import Row
from tests.support.worker import Worker

SIGNALS = (signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGILL, signal.SIGFPE)
ENDLESS = 100_000  # steps: however late the signal comes on a busy machine, the training is not done
CONFIG = TrainConfig(context=64, rank=4, max_steps=ENDLESS, grad_accumulation=1, eval_share=0, save_every=5, threads=1)


def rows(place: Path, short: bool) -> Iterator[Row]:
    """A row for each signal: the worker gets it at five tries after another step each, in the short form at one."""
    with patch.dict(os.environ, LUTHIER_HOME=str(place)):
        model, data = place / "model.gguf", place / "pages.txt"
        convert(paths.SAMPLE_MODEL, model, "f16", lambda done, total: None)
        data.write_text((paths.DEMO / "holmes.txt").read_text(encoding="utf-8")[:30_000], encoding="utf-8")
        for number in SIGNALS[:1] if short else SIGNALS:
            steps = (7,) if short else range(2, 25, 5)
            tries = [_tried(p.TrainJob(model=str(model), data=str(data), run=str(_folder(place, number, step)),
                                       config=CONFIG), number, step) for step in steps]  # fmt: skip
            yield Row(
                f"the worker crashes ({number.name}) while it trains",
                len(tries),
                sum(survived for survived, _, _ in tries),
                max(lost for _, lost, _ in tries),
                _left_over(place),
                tries[-1][2],
            )


def _tried(job: p.TrainJob, number: signal.Signals, step: int) -> tuple[bool, int, str]:
    """Whether the crash was told and the run went on afterwards, the steps done again, and what was told."""
    worker, run = Worker(job), Run(Path(job.run))
    worker.until(p.Step, step)
    worker.process.send_signal(number)
    worker.finish()
    reached = max(event.step for event in worker.of(p.Step) if isinstance(event, p.Step))
    crash, told = crash_of(worker.process.pid), _told(run)
    resumed = Worker(p.ResumeJob(run=job.run))
    resumed.until(p.Step, reached + 1)
    resumed.send(p.Stop())
    end = resumed.finish()
    (started,) = resumed.of(p.TrainingStarted)
    assert isinstance(started, p.TrainingStarted)
    is_told = crash is not None and crash.name == number.name and number.name in told and str(crash.path) in told
    goes_on = isinstance(end, p.Finished) and end.outcome == "stopped"
    return is_told and goes_on and worker.process.returncode == -number, reached - started.step, told


def _told(run: Run) -> str:
    model = RunModel()
    for event in run.events():
        model.add(event)
    return endings.of_events(model).text


def _folder(place: Path, number: signal.Signals, step: int) -> Path:
    return place / f"{number.name}-{step}"


def _left_over(place: Path) -> int:
    """Files that no run needs and no report is in."""
    empty = [path for path in place.glob("logs/crash-*") if not path.stat().st_size]
    return len([*empty, *place.rglob("*.part")])
