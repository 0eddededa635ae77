"""The worker stopped and continued, and its pipes closed or filled with anything."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from core import protocol as p
from core.base import paths
from core.convert.convert import convert
from core.runs.run import Run
from tests.lab.faults.deeds import CONFIG
from tests.lab.faults.table import Row
from tests.support.worker import Worker

GARBAGE = 10_000  # lines
WAIT_S = 240


def rows(place: Path, short: bool) -> Iterator[Row]:
    """Short: each once."""
    model, text = place / "m.gguf", place / "pages.txt"
    convert(paths.SAMPLE_MODEL, model, "f16", lambda done, total: None)
    text.write_text((paths.DEMO / "holmes.txt").read_text(encoding="utf-8")[:30_000], encoding="utf-8")
    jobs = (
        p.TrainJob(model=str(model), data=str(text), run=str(place / f"run-{number}"), config=CONFIG)
        for number in range(1000)
    )
    rng, times = random.Random(18), 1 if short else 5
    done = [_stopped_and_continued(next(jobs), rng) for _ in range(times)]
    yield Row(
        "worker stopped (SIGSTOP), then continued",
        times,
        sum(done),
        0,
        0,
        "has gone silent; keep waiting or restart",
    )
    told = [_garbage(next(jobs), rng) for _ in range(1 if short else 2)]
    yield Row(
        f"{GARBAGE:,} lines of garbage to the worker", len(told), sum(one == GARBAGE for one in told), 0, 0,
        "a notice for each: is no command",
    )  # fmt: skip
    ends = [_stdin_closed(next(jobs), rng) for _ in range(times)]
    yield Row("the worker's stdin closed while it trains", times, sum(ends), 0, 0, "stopped; everything is kept")
    ends = [_half_a_line(next(jobs))]
    yield Row("stdin closed in the middle of the first line", 1, sum(ends), 0, 0, "expected a start command")
    ends = [_stdout_closed(next(jobs)) for _ in range(times)]
    yield Row(
        "the worker's stdout closed", times, sum(ends), 0, 0, "nothing: it trains on, and the run's folder has it all"
    )


def _stopped_and_continued(job: p.TrainJob, rng: random.Random) -> bool:
    worker = Worker(job)
    worker.until(p.Step, step=rng.randint(1, 6))
    os.kill(worker.process.pid, signal.SIGSTOP)
    is_seen = Run(Path(job.run)).status() == "running"
    os.kill(worker.process.pid, signal.SIGCONT)
    end = worker.finish()
    return is_seen and isinstance(end, p.Finished) and end.outcome == "done"


def _garbage(job: p.TrainJob, rng: random.Random) -> int:
    """Notices that came."""
    worker = Worker(job)
    worker.until(p.TrainingStarted)
    assert worker.process.stdin is not None
    pieces = [rng.randbytes(rng.randint(1, 80)).replace(b"\n", b"") + b"!\n" for _ in range(GARBAGE)]
    worker.send(p.Pause())
    worker.until(p.State)
    if not os.fork():  # both pipes are full at once, so that somebody has to write while we read
        os.write(worker.process.stdin.fileno(), b"")
        with os.fdopen(os.dup(worker.process.stdin.fileno()), "wb") as stream:
            stream.write(b"".join(pieces) + p.encode(p.Resume()))
        os._exit(0)
    end = worker.finish()
    os.wait()
    told = [
        event for event in worker.of(p.Notice) if isinstance(event, p.Notice) and event.code == "protocol.bad-command"
    ]
    return len(told) if isinstance(end, p.Finished) and end.outcome == "done" else 0


def _stdin_closed(job: p.TrainJob, rng: random.Random) -> bool:
    worker = Worker(job)
    worker.until(p.Step, step=rng.randint(1, 5))
    assert worker.process.stdin is not None
    worker.process.stdin.close()
    end = worker.finish()
    return isinstance(end, p.Finished) and Run(Path(job.run)).has_checkpoint() and worker.process.returncode == 0


def _half_a_line(job: p.TrainJob) -> bool:
    half = p.encode(p.Start(job=job))[:40]
    done = subprocess.run([sys.executable, "-m", "core.worker"], input=half, capture_output=True, timeout=WAIT_S)
    end = p.decode_event(done.stdout)
    return isinstance(end, p.Failed) and end.code == "protocol.bad-command" and not Path(job.run).exists()


def _stdout_closed(job: p.TrainJob) -> bool:
    worker = Worker(job)
    worker.until(p.Step, step=1)
    assert worker.process.stdout is not None
    worker.process.stdout.close()
    worker.process.wait(WAIT_S)
    return Run(Path(job.run)).status() == "done"
