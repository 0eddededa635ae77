"""A worker takes the threads and the priority that the settings say, and fewer where other programs are at work."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import namedtuple
from pathlib import Path

import psutil
import pytest

from core.base import settings
from core.base.devices import MOST_THREADS, THREADS, Look, Threads, look, physical_cores, suited_threads
from core.base.settings import Settings
from core.base.systems.processes import LOW_PRIORITY
from core.protocol import ResumeJob, SearchJob, TrainJob
from core.protocol.config import from_values
from core.runs.run import create
from core.worker import is_gentle

ASK = """
import json, os, psutil
from core.base import settings
from core.base.devices import THREADS, compute_threads, leave_room
known = settings.load()
leave_room(known.threads, known.gentle)
print(json.dumps([compute_threads(), psutil.Process().nice(), int(THREADS in os.environ)]))
"""


def asked(known: Settings) -> list[int]:
    """Threads and niceness of a process held to these settings, as a worker's is; and whether the number is named."""
    settings.save(known)
    environment = {name: value for name, value in os.environ.items() if name not in (THREADS, MOST_THREADS)}
    done = subprocess.run([sys.executable, "-c", ASK], capture_output=True, text=True, check=True, env=environment)
    return json.loads(done.stdout)


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="priorities have other names there")
def test_that_settings_hold_threads_and_priority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    usual = psutil.Process().nice()
    assert asked(Settings()) == [physical_cores(), usual, False]
    assert asked(Settings(threads=3)) == [3, usual, True]
    gentle = max(usual, LOW_PRIORITY)
    assert asked(Settings(threads=3, gentle=True)) == [2, gentle, True]
    assert asked(Settings(gentle=True)) == [max(1, physical_cores() - 1), gentle, False]


def test_that_a_training_goes_by_its_own_priority_and_other_jobs_by_the_settings(tmp_path: Path) -> None:
    def told(priority: str, gentle: bool) -> list[bool]:
        job = TrainJob(
            model="m", data="d", run=str(tmp_path / priority / str(gentle)), config=from_values({"priority": priority})
        )
        create(job)
        return [is_gentle(one, Settings(gentle=gentle)) for one in (job, ResumeJob(run=job.run))]

    assert told("low", gentle=False) == told("auto", gentle=True) == [True, True]
    assert told("normal", gentle=True) == told("auto", gentle=False) == [False, False]
    assert is_gentle(SearchJob(words="fox"), Settings(gentle=True))


@pytest.mark.parametrize(
    ("processors", "most", "busy", "threads"),
    [
        (2, 2, 0.0, 2), (2, 2, 0.3, 2), (2, 2, 0.5, 1), (2, 2, 0.67, 1), (2, 2, 1.8, 1), (2, 1, 0.0, 1), (1, 1, 1.0, 1),
        (4, 4, 0.2, 4), (4, 4, 0.8, 3), (4, 4, 2.0, 2), (4, 4, 3.9, 1), (8, 8, 0.1, 8), (8, 8, 0.9, 7), (8, 8, 4.6, 3),
        (8, 4, 3.9, 4), (8, 4, 5.0, 3), (16, 8, 8.0, 8), (64, 32, 70.0, 1),
    ],
)  # fmt: skip
def test_that_as_many_compute_as_get_most_done(processors: int, most: int, busy: float, threads: int) -> None:
    assert suited_threads(most, busy, processors) == threads


def told(*others: float) -> list[Look]:
    """Looks a second apart, the last a while ago: between two of them other programs took so many seconds."""
    taken, first = 100.0, time.monotonic() - 1000
    looks = [Look(first, taken)]
    for i, seconds in enumerate(others, 1):
        taken += seconds
        looks.append(Look(first + i, taken))
    return looks


def test_that_threads_follow_what_other_programs_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(THREADS)
    monkeypatch.setenv(MOST_THREADS, "4")
    looks = iter(told(0.0, 1.1, 3.4, 2.0, -0.01, 0.1))
    threads = Threads(looks=lambda _: next(looks), processors=4)
    assert threads.most == 4
    assert [threads.now() for _ in range(6)] == [4, 3, 1, 2, 4, 4]


def test_that_a_number_that_somebody_named_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = told(8.0, 8.0, 8.0)
    assert [Threads(3, lambda _: looks.pop(0), 4).now() for _ in range(2)] == [3, 3]
    monkeypatch.setenv(THREADS, "4")
    monkeypatch.setenv(MOST_THREADS, "2")
    assert [Threads(0, lambda _: looks.pop(0), 4).now() for _ in range(2)] == [4, 4]
    assert len(looks) == 4, "nobody looks"


def test_that_all_compute_where_the_system_does_not_say_what_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(THREADS)
    monkeypatch.setenv(MOST_THREADS, "4")

    def denied(_: bool) -> Look:
        raise PermissionError("/proc/stat")

    assert Threads(0, denied, 4).now() == 4
    looks = told(3.0)

    def lost(_: bool) -> Look:
        return looks.pop(0) if looks else denied(_)

    threads = Threads(0, lost, 4)
    assert [threads.now() for _ in range(3)] == [1, 1, 1], "as it was last"


LINUX = {"user": 9.0, "nice": 1.0, "system": 4.0, "idle": 50.0, "iowait": 5.0, "steal": 2.0, "guest": 3.0}


@pytest.mark.parametrize(
    ("times", "is_low", "others"),
    [
        (LINUX, True, 13.0),
        (LINUX, False, 12.0),
        ({"user": 9.0, "system": 4.0, "idle": 50.0, "interrupt": 0.5, "dpc": 0.25}, False, 10.0),
        ({"user": 9.0, "nice": 1.0, "system": 4.0, "idle": 50.0}, True, 11.0),
    ],
    ids=["Linux: a guest is counted as user, too", "those behind us", "Windows: interrupts are system, too", "macOS"],
)
def test_that_others_are_what_is_neither_idle_nor_ours_nor_behind_us(
    monkeypatch: pytest.MonkeyPatch, times: dict[str, float], is_low: bool, others: float
) -> None:
    monkeypatch.setattr(psutil, "cpu_times", lambda: namedtuple("Times", times)(**times))
    monkeypatch.setattr(time, "process_time", lambda: 3.0)
    assert look(is_low).others == others
