"""kill -9 of a window while its worker trains: the worker saves and ends, and the run goes on to the same adapter."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from app.shell.unfinished import unfinished
from app.workers.queue_file import Entry, QueueFile
from core import protocol as p
from core.base import paths, settings
from core.convert.convert import convert
from core.protocol.config import TrainConfig
from core.runs.run import Run
from tests.lab.faults.table import Row
from tests.support.worker import Worker

CONFIG = TrainConfig(context=64, rank=4, max_steps=100, grad_accumulation=1, eval_share=0, save_every=50, threads=1)
WAIT_S = 240.0
LOOK_S = 0.01


def rows(place: Path, short: bool) -> Iterator[Row]:
    """Short: one window."""
    with left_alone(place) as (job, whole):
        steps = (5,) if short else (1, 5, 20, 45, 49, 50, 51, 60, 75, 90)
        tries = [_tried(job, step, whole) for step in steps]
        left_over = sum(1 for _ in place.rglob("*.part*"))
        survived = sum(is_same for is_same, _, _ in tries)
        lost = max(steps_lost for _, steps_lost, _ in tries)
        yield Row("kill -9 of the window while it trains", len(tries), survived, lost, left_over, tries[-1][2])


@contextmanager
def left_alone(place: Path) -> Iterator[tuple[p.TrainJob, bytes]]:
    """A training to do in a window whose home `place` is meanwhile, and its adapter where nothing happens to it."""
    home = {"LUTHIER_HOME": str(place), "LUTHIER_DEVICE": "cpu", "QT_QPA_PLATFORM": "offscreen"}
    with patch.dict(os.environ, home):
        model, text = place / "m.gguf", place / "pages.txt"
        convert(paths.SAMPLE_MODEL, model, "f16", lambda done, total: None)
        text.write_text((paths.DEMO / "holmes.txt").read_text(encoding="utf-8")[:30_000], encoding="utf-8")
        job = p.TrainJob(model=str(model), data=str(text), run=str(settings.runs_dir() / "run"), config=CONFIG)
        Worker(job).finish()
        yield job, adapter(job)


def _tried(job: p.TrainJob, step: int, wanted: bytes) -> tuple[bool, int, str]:
    """Whether the run was as it should be, the steps done again, and what the next window says."""
    run = Run(Path(job.run))
    shutil.rmtree(run.folder)  # always the same one, as an adapter names it
    _kill_window(job, run, step)
    done = reached(run)
    status, offer = run.status(), unfinished(job.run)
    resumed = Worker(p.ResumeJob(run=job.run))
    end = resumed.finish()
    (started,) = resumed.of(p.TrainingStarted)
    assert isinstance(started, p.TrainingStarted)
    is_whole = isinstance(end, p.Finished) and end.outcome == "done" and adapter(job) == wanted
    is_offered = status in ("stopped", "interrupted") and offer is not None and offer.folder == run.folder
    if not (is_whole and is_offered):
        print(job.run, end, status, offer, sep="\n  ", file=sys.stderr)
    return is_whole and is_offered, done - started.step, offer.text if offer else ""


def _kill_window(job: p.TrainJob, run: Run, step: int) -> None:
    """Until the worker is gone as well."""
    with training_window(job, step):
        pass
    wait(lambda: run.worker() is None)


@contextmanager
def training_window(job: p.TrainJob, step: int) -> Iterator[subprocess.Popen[str]]:
    """One that has only this run in its queue, and has come to this step; killed in the end."""
    queue = QueueFile()
    queue.write([Entry(job=job, title=Path(job.run).name)])
    queue.close()
    command = [sys.executable, "-m", "tests.lab.faults.training_window"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as window:
        try:
            wait(lambda: reached(Run(Path(job.run))) >= step)
            yield window
        finally:
            window.kill()


def reached(run: Run) -> int:
    """The newest step that was told of."""
    return max((event.step for event in run.events() if isinstance(event, p.Step)), default=0)


def wait(condition: Callable[[], bool]) -> None:
    """Until it holds."""
    end = time.monotonic() + WAIT_S
    while not condition():
        assert time.monotonic() < end
        time.sleep(LOOK_S)


def adapter(job: p.TrainJob) -> bytes:
    """What was learnt."""
    return (Path(job.run) / "adapter.gguf").read_bytes()
