"""A job in the background comes to an end whatever its worker says last."""

from __future__ import annotations

import sys

import pytest
from pytestqt.qtbot import QtBot

from app.workers import process
from app.workers.background_job import BackgroundJob
from app.workers.process import JobState, WorkerProcess
from core import protocol as p

TIMEOUT_MS = 60_000
RESULT_WITHOUT_A_NUMBER = '{"type":"finished","outcome":"done","result":{"loss":2.9,"tokens":5,"seconds":null}}'


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
    class Talking(WorkerProcess):
        def start(self, job: p.Job, command: tuple[str, ...] = (sys.executable, "-c", f"print({line!r})")) -> None:
            super().start(job, command)

    monkeypatch.setattr(process, "WorkerProcess", Talking)
    job = BackgroundJob(p.EvalJob(model="m.gguf", data="d.txt"))
    states: list[JobState] = []
    job.changed.connect(lambda: states.append(job.state))
    with qtbot.waitSignal(job.ended, timeout=TIMEOUT_MS):
        job.start()
    assert (states[0], states[-1]) == (JobState.RUNNING, JobState.FAILED) and not job.is_active
    assert job.result is None and job.failure is not None
    assert (job.failure.code, bool(job.failure.message)) == (code, True)
