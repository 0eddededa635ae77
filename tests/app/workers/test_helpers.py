"""Other computers take what waits in the queue: real processes, each with a home of its own."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.shell.pages import Pages
from app.workers.helpers import Help
from app.workers.process import JobState
from core import protocol as p
from core.base.known_computers import Computer, remember_computer
from core.runs.run import Run
from tests.app.conftest import NewJob
from tests.support.other_computers import reachable


def known(monkeypatch: pytest.MonkeyPatch, folder: Path, home: Path, *names: str) -> None:
    """Computers that can be reached, and were added."""
    reachable(monkeypatch, folder, *names)
    home.mkdir(exist_ok=True)
    for name in names:
        remember_computer(Computer(name=name, host=name))


@pytest.mark.process
def test_that_each_other_computer_takes_one_that_waits(
    qtbot: QtBot, pages: Pages, home: Path, tmp_path: Path, new_job: NewJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    known(monkeypatch, tmp_path, home, "laptop", "desktop")
    for name, steps in (("here", 1000), ("there", 30), ("there", 30), ("later", 1000)):
        pages.queue.add(new_job(max_steps=steps), name)
    here, *there, later = pages.queue.entries
    pages.life.show_queue()
    view = pages.runs.queue
    assert view.helped.isVisible() and not view.helped.isChecked()
    view.helped.click()
    pages.queue.go_on()
    qtbot.waitUntil(lambda: len(pages.helpers.at_work) == 2)
    qtbot.waitUntil(lambda: [facts[:2] for _, facts in view._shown[:2]] == ["On"] * 2)
    assert [one.entry for one in pages.helpers.at_work] == there
    assert pages.queue.waiting == [later] and isinstance(later.job, p.TrainJob)
    assert pages.runs.busy and pages.runs.warning is not None and "2 runs" in pages.runs.warning.text
    qtbot.waitUntil(lambda: not any(entry in pages.queue.entries for entry in there))
    assert {Run(entry.folder).info().on for entry in there} == {"desktop", "laptop"}
    assert all(Run(entry.folder).status() == "done" and Run(entry.folder).adapter.is_file() for entry in there)
    assert pages.sessions.active is not None and pages.sessions.active.run.folder == here.folder


@pytest.mark.process
def test_that_what_is_stopped_there_waits_again(
    qtbot: QtBot, pages: Pages, home: Path, tmp_path: Path, new_job: NewJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    known(monkeypatch, tmp_path, home, "laptop")
    for name in ("here", "there", "removed"):
        pages.queue.add(new_job(max_steps=1000), name)
    _, there, removed = pages.queue.entries
    pages.helpers.want(True)
    pages.queue.go_on()
    qtbot.waitUntil(lambda: any(one.step is not None for one in pages.helpers.at_work))
    pages.helpers.stop()
    qtbot.waitUntil(lambda: not pages.helpers.at_work)
    first, *_ = pages.queue.waiting
    assert isinstance(first.job, p.ResumeJob) and first.folder == there.folder
    assert Run(there.folder).status() == "stopped" and Run(there.folder).has_checkpoint()
    pages.queue.remove(first)
    pages.queue.go_on()
    qtbot.waitUntil(lambda: any(one.step is not None for one in pages.helpers.at_work))
    view = pages.runs.queue
    view.refresh()
    view.list.setCurrentRow(0)
    qtbot.mouseClick(view.remove, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not pages.helpers.at_work)
    assert removed not in pages.queue.entries and not pages.queue.waiting


@pytest.mark.process
def test_that_a_lost_computer_gives_its_training_back(
    pages: Pages, home: Path, new_job: NewJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.mkdir(exist_ok=True)
    for name in ("here", "there"):
        pages.queue.add(new_job(max_steps=1000), name)
    _, there = pages.queue.entries
    monkeypatch.setattr(Help, "start", lambda _help: None)
    facts = p.ComputerFacts(
        version="1", system="", processor="", cores=1, memory_bytes=1, free_bytes=1, disk_bytes=1, pace=1
    )
    laptop, busy, away = (Computer(name=name, host=name) for name in ("laptop", "busy", "away"))
    states = [p.ComputerState(computer=away, problem="gone"), p.ComputerState(computer=laptop, facts=facts)]
    states.append(p.ComputerState(computer=busy, facts=msgspec.structs.replace(facts, run="Pirate")))
    monkeypatch.setattr(pages.computers, "watch", lambda _viewer: None)
    monkeypatch.setattr(pages.computers, "unwatch", lambda _viewer: None)
    pages.helpers.want(True)
    pages.queue.go_on()
    pages.computers._on_seen(p.Computers(computers=states))
    (help_,) = pages.helpers.at_work
    assert help_.entry is there and help_.machine == "laptop"
    assert help_.job.on == p.OnMachine(machine="laptop", alone_hours=0)
    help_.state, help_.failure = JobState.FAILED, p.Failed(code="computers.lost", message="laptop is gone.", hint="")
    help_.ended.emit()
    assert pages.queue.waiting == [there] and "laptop is gone" in there.trouble and there.job.on is None
    assert not pages.helpers.at_work  # it is left alone for a while
