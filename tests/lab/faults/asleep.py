"""The window alone, the window and its worker, or a download stands still, as while a computer sleeps. Linux only."""

from __future__ import annotations

import fcntl
import os
import select
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from app.workers.run_session import SILENT_TICKS
from core import protocol as p
from core.base import paths, settings
from core.hub.client import Timeouts
from core.runs.run import Run
from tests.lab.faults.table import Row
from tests.lab.faults.window import adapter, left_alone, reached, training_window, wait
from tests.support.hub_server import FakeHub, Fault, Repo
from tests.support.worker import Worker

FREEZER = Path("/sys/fs/cgroup/freezer")
SAID = "nothing: it goes on"
PIPE_BYTES = 16384  # the least that many events do not fit into
FILE, REPO, CONTENT = "tiny-Q4_K_M.gguf", "ann/tiny-GGUF", bytes(range(256)) * 2000


def rows(place: Path, short: bool) -> Iterator[Row]:
    """Short: for a second, and no download, which would wait for its own time to be over."""
    seconds = 1.0 if short else SILENT_TICKS + 15.0  # longer than a window waits for a worker that says nothing
    with left_alone(place) as (job, whole):
        steps = (5,) if short else (5, 50)
        for fault, stand_still in (
            ("window stopped (SIGSTOP) until its worker's pipe is full, then continued", _window_stopped),
            ("window and worker frozen, as while the computer sleeps", _all_frozen),
        ):
            tries = [_tried(job, step, whole, seconds, stand_still) for step in steps]
            yield Row(fault, len(tries), sum(tries), 0, len(list(place.rglob("*.part*"))), SAID)
        if not short:
            yield _download(place)


def _tried(
    job: p.TrainJob,
    step: int,
    whole: bytes,
    seconds: float,
    stand_still: Callable[[psutil.Process, psutil.Process, float], None],
) -> bool:
    """Whether it stood still in the middle, then came to the same adapter, and the window never said that it hangs."""
    run = Run(Path(job.run))
    shutil.rmtree(run.folder)
    with training_window(job, step) as window:
        worker = run.worker()
        assert worker is not None
        stand_still(psutil.Process(window.pid), psutil.Process(worker.pid), seconds)
        is_between = step <= reached(run) < job.config.max_steps
        wait(lambda: run.status() != "running")
        window.kill()
        assert window.stdout is not None
        alarms = window.stdout.read().split()
    survived = is_between and run.status() == "done" and adapter(job) == whole and not alarms
    if not survived:
        print(is_between, run.status(), alarms, adapter(job) == whole, file=sys.stderr)
    return survived


def _window_stopped(window: psutil.Process, worker: psutil.Process, seconds: float) -> None:
    """The worker soon waits at its full pipe."""
    with _events_pipe(worker) as pipe:
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        window.suspend()
        wait(lambda: not select.select([], [pipe], [], 0)[1])
    time.sleep(seconds)  # this is the fault, not a wait
    window.resume()


@contextmanager
def _events_pipe(worker: psutil.Process) -> Iterator[int]:
    """The end that the worker writes its events to, which is not that of its errors."""
    folder = Path(f"/proc/{worker.pid}/fd")
    errors = str((folder / "2").readlink())
    for link in folder.iterdir():
        flags = (folder.parent / "fdinfo" / link.name).read_text().partition("flags:")[2].split()[0]
        if str(link.readlink()) != errors and str(link.readlink()).startswith("pipe:") and int(flags, 8) & os.O_WRONLY:
            pipe = os.open(link, os.O_WRONLY | os.O_NONBLOCK)
            break
    else:
        raise AssertionError(f"no pipe among {list(folder.iterdir())}")
    try:
        yield pipe
    finally:
        os.close(pipe)


def _all_frozen(window: psutil.Process, worker: psutil.Process, seconds: float) -> None:
    with _frozen([window, worker]):
        time.sleep(seconds)  # this is the fault, not a wait


@contextmanager
def _frozen(processes: list[psutil.Process]) -> Iterator[None]:
    """All at once, by a control group, which no process notices; where none may be made each is stopped."""
    group = FREEZER / f"luthier-{os.getpid()}"
    try:
        group.mkdir()
    except OSError:
        with _stopped(processes):
            yield
        return
    for process in processes:
        (group / "cgroup.procs").write_text(str(process.pid))
    state = group / "freezer.state"
    try:
        state.write_text("FROZEN")
        wait(lambda: state.read_text().strip() == "FROZEN")
        yield
    finally:
        state.write_text("THAWED")
        for process in processes:
            (FREEZER / "cgroup.procs").write_text(str(process.pid))
        group.rmdir()


@contextmanager
def _stopped(processes: list[psutil.Process]) -> Iterator[None]:
    for process in processes:
        process.suspend()
    try:
        yield
    finally:
        for process in processes:
            process.resume()


def _download(place: Path) -> Row:
    """Its server has forgotten it by the time it goes on."""
    with FakeHub() as hub:
        settings.save(settings.Settings(endpoint=hub.endpoint))
        hub.repos[REPO] = Repo({FILE: CONTENT})
        hub.faults.append(Fault(stall=len(CONTENT) // 2))
        worker = Worker(p.FetchJob(repo=REPO, to=str(place / "fetched")))
        hub.stalled.acquire()
        worker.process.send_signal(signal.SIGSTOP)
        time.sleep(Timeouts().stall)  # this is the fault, not a wait
        worker.process.send_signal(signal.SIGCONT)
        end = worker.finish()
    file = place / "fetched" / FILE
    survived = isinstance(end, p.Finished) and end.outcome == "done" and file.read_bytes() == CONTENT
    asked_on = any("range" in request.headers for request in hub.requests)
    left_over = len(list(paths.home().rglob("*.part*")))
    return Row("download frozen until nobody sends any more", 1, int(survived and asked_on), None, left_over, SAID)
