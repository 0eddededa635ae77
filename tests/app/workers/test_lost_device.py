"""A run on screen whose graphics driver gives up: the window sees one worker that goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.workers.process import JobState, WorkerProcess
from app.workers.run_session import RunSession
from app.workers.sessions import Sessions
from core import protocol as p
from tests.support.losing_worker import Order, command, marks
from tests.support.window import TIMEOUT_MS


@pytest.mark.slow
def test_that_the_window_sees_one_life_of_a_run_whose_process_is_lost(
    qtbot: QtBot, new_job: Callable[..., p.TrainJob], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "marks").mkdir()
    order = Order(lose=(4, 6), marks=str(tmp_path / "marks"))
    monkeypatch.setattr(WorkerProcess.start, "__defaults__", (command(order),))
    parent = QObject()
    session = Sessions(parent).start(new_job(save_every=2, threads=1))
    states, hellos = list[JobState](), list[p.Event]()
    session.changed.connect(lambda: states.append(session.state))
    session.received.connect(lambda event: hellos.append(event) if isinstance(event, p.Hello) else None)
    with qtbot.waitSignal(session.ended, timeout=TIMEOUT_MS):
        pass
    assert len(marks(order)) == 3 and len(hellos) == 1
    assert set(states) == {JobState.RUNNING, JobState.DONE}
    assert session.ending is not None and session.ending.kind == "done"
    model = session.model
    assert list(model.steps["step"]) == [1, 2, 3, 4, 5, 6]
    assert [mark.step for mark in model.marks if mark.kind == "resumed"] == [2, 4]
    told = [note.text for note in model.notes if "Most likely the graphics driver of vulkan:0 gave up" in note.text]
    assert len(told) == 2 and "goes on from step 2 (1 step is done again)" in told[0]
    reopened = RunSession.reopen(session.run.folder, parent)
    assert [note.text for note in reopened.model.notes] == [note.text for note in model.notes]
    assert reopened.ending == session.ending
