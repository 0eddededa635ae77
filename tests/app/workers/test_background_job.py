"""A job in the background comes to an end whatever its worker says last."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.workers import process
from app.workers.background_job import BackgroundJob
from app.workers.process import JobState, WorkerProcess
from core import protocol as p

TIMEOUT_MS = 60_000
RESULT_WITHOUT_A_NUMBER = '{"type":"finished","outcome":"done","result":{"loss":2.9,"tokens":5,"seconds":null}}'
JOB = p.EvalJob(model="m.gguf", data="d.txt")


def use_worker(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Have this program work on every job."""

    class Talking(WorkerProcess):
        def start(self, job: p.Job, command: tuple[str, ...] = (sys.executable, "-c", code)) -> None:
            super().start(job, command)

    monkeypatch.setattr(process, "WorkerProcess", Talking)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (RESULT_WITHOUT_A_NUMBER, "protocol.bad-event"),
        ('{"type":"finished","outcome":"undone"}', "worker.lost"),
        ('{"type":"state","state":"dreaming"}', "worker.lost"),
    ],
)
def test_that_a_job_ends_whatever_its_worker_says(
    line: str, code: str, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_worker(monkeypatch, f"print({line!r})")
    job = BackgroundJob(JOB)
    states: list[JobState] = []
    job.changed.connect(lambda: states.append(job.state))
    with qtbot.waitSignal(job.ended, timeout=TIMEOUT_MS):
        job.start()
    assert (states[0], states[-1]) == (JobState.RUNNING, JobState.FAILED) and not job.is_active
    assert job.result is None and job.failure is not None
    assert (job.failure.code, bool(job.failure.message)) == (code, True)


def test_that_a_job_is_handed_over_at_its_end_and_then_deleted(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    use_worker(monkeypatch, "")
    owner, told = QObject(), list[tuple[BackgroundJob, bool]]()
    job = BackgroundJob(JOB, owner)
    job.run(lambda ended: told.append((ended, ended.failure is not None)))
    qtbot.waitUntil(lambda: not isValid(job), timeout=TIMEOUT_MS)
    assert told == [(job, True)]


def test_that_a_dropped_job_ends_its_worker_and_tells_nobody(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    use_worker(monkeypatch, "input()")
    owner, told = QObject(), list[BackgroundJob]()
    job = BackgroundJob(JOB, owner)
    job.run(told.append)
    worker = owner.findChild(WorkerProcess)
    assert worker is not None and worker.is_running
    job.drop()
    assert not worker.is_running and not job.is_active
    qtbot.waitUntil(lambda: not isValid(job), timeout=TIMEOUT_MS)
    assert told == []
