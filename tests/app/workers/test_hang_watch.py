"""A worker that hangs, for real: the window says so, waits if asked to, and starts it again only on request."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from app.shell.pages import Pages
from app.workers import run_session
from app.workers.process import WorkerProcess
from core import protocol as p
from tests.support.window import TIMEOUT_MS

NewJob = Callable[..., p.TrainJob]
READING = p.Memory(rss=1, peak=1, available=1, total=1)
STEP = p.Skipped(step=1, reason="", count=1)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="Windows stops no process")
def test_that_a_stopped_worker_is_told_and_goes_on_untouched(
    qtbot: QtBot, pages: Pages, new_job: NewJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_session, "TICK_MS", 50)
    pages.window.show()
    pages.life.start(new_job(max_steps=5000, save_every=1, threads=1))
    monitor, session = pages.monitor, pages.monitor.session
    assert session is not None
    qtbot.waitUntil(
        lambda: session.model.checkpoint is not None and session.model.checkpoint.step > 0, timeout=TIMEOUT_MS
    )
    assert session.model.hello is not None and session.watch.hang == ""
    pid = session.model.hello.pid
    os.kill(pid, signal.SIGSTOP)
    qtbot.waitUntil(lambda: session.watch.hang == "silent", timeout=TIMEOUT_MS)
    qtbot.waitUntil(lambda: "has gone silent" in monitor.message.shown_text, timeout=TIMEOUT_MS)
    assert "does not end it by itself" in monitor.message.shown_text
    assert monitor.again.text() == "Restart from the &last checkpoint" and monitor.again.isVisible()
    monitor.main.click()  # keep waiting
    assert session.watch.hang == "" and session.is_active
    reached = session.model.reached
    os.kill(pid, signal.SIGCONT)
    qtbot.waitUntil(lambda: session.model.reached > reached, timeout=TIMEOUT_MS)
    os.kill(pid, signal.SIGSTOP)
    qtbot.waitUntil(lambda: session.watch.hang == "silent", timeout=TIMEOUT_MS)
    qtbot.waitUntil(lambda: monitor.again.isVisible(), timeout=TIMEOUT_MS)
    monitor.again.click()  # restart
    qtbot.waitUntil(lambda: session.model.training is not None and session.model.hello.pid != pid, timeout=TIMEOUT_MS)
    assert session.model.training is not None and session.model.training.step >= 1
    session.kill()


@pytest.mark.slow
def test_that_a_step_that_hangs_is_told_while_memory_still_is(
    qtbot: QtBot, pages: Pages, new_job: NewJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.memory.monitor.LEAST_S", 1.0)
    monkeypatch.setattr("core.memory.monitor.TIMES", 0)
    command = (sys.executable, "-m", "tests.lab.faults.hanging_worker")
    monkeypatch.setattr(WorkerProcess.start, "__defaults__", (command,))
    pages.window.show()
    pages.life.start(new_job(save_every=2, threads=1))
    monitor, session = pages.monitor, pages.monitor.session
    assert session is not None
    qtbot.waitUntil(lambda: session.watch.hang == "stuck", timeout=TIMEOUT_MS)
    qtbot.waitUntil(lambda: "step takes far longer" in monitor.message.shown_text, timeout=TIMEOUT_MS)
    assert "up to the checkpoint of step 2" in monitor.message.shown_text and session.is_active
    monkeypatch.setattr(WorkerProcess.start, "__defaults__", ((sys.executable, "-m", "core.worker"),))
    monitor.again.click()
    qtbot.waitUntil(lambda: session.ending is not None and not session.is_active, timeout=TIMEOUT_MS)
    assert session.ending is not None and session.ending.kind == "done"
    assert list(session.model.steps["step"]) == [1, 2, 3, 4, 5, 6]
