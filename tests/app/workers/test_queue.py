"""The queue, with real workers: one after the other, past a run that fails, and over a restart of the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from filelock import FileLock
from PySide6.QtCore import QCoreApplication, QObject
from pytestqt.qtbot import QtBot

from app.workers import queue
from app.workers.queue import Rest, RunQueue
from app.workers.queue_file import Entry, QueueFile
from app.workers.run_session import RunSession
from app.workers.sessions import Sessions
from core import protocol as p
from core.base import paths
from core.runs.run import Run, create
from tests.app.conftest import NewJob
from tests.support.window import TIMEOUT_MS


class Window:
    """What of it the queue needs."""

    def __init__(self) -> None:
        self.parent = QObject()
        self.sessions = Sessions(self.parent)
        self.queue = RunQueue(self.sessions, self.parent)

    def close(self) -> None:
        if self.sessions.active is not None:
            self.sessions.active.blockSignals(True)
            self.sessions.active.kill()
        self.queue.close()


@pytest.fixture
def window(qapp: QCoreApplication) -> Iterator[Window]:
    assert qapp
    window = Window()
    yield window
    window.close()


def broken(new_job: NewJob, name: str) -> p.TrainJob:
    """A job that ends at once: its model is not there."""
    job = new_job()
    return p.TrainJob(model="/nowhere.gguf", data=job.data, run=str(paths.runs_dir() / name), config=job.config)


def titles(window: Window) -> list[str]:
    return [entry.title for entry in window.queue.entries]


def test_that_nothing_starts_by_itself_when_nothing_is_trained(window: Window, new_job: NewJob, qtbot: QtBot) -> None:
    window.queue.add(new_job())
    qtbot.wait(1)
    assert window.sessions.active is None and window.queue.rest is Rest.IDLE
    assert len(window.queue.waiting) == 1


def test_that_two_jobs_for_one_folder_get_a_folder_each(window: Window, new_job: NewJob) -> None:
    job = new_job()
    window.queue.add(job)
    window.queue.add(job)
    assert len({entry.folder for entry in window.queue.entries}) == 2


def test_that_trainings_of_one_file_are_told_apart(window: Window, new_job: NewJob) -> None:
    for _ in range(3):
        window.queue.add(msgspec.structs.replace(new_job(), title="Six"))
    assert titles(window) == ["Six", "Six 2", "Six 3"]
    assert [entry.job.title for entry in window.queue.entries if isinstance(entry.job, p.TrainJob)] == titles(window)


@pytest.mark.slow
def test_that_it_goes_on_after_runs_that_failed_and_lists_them(window: Window, new_job: NewJob, qtbot: QtBot) -> None:
    window.sessions.start(broken(new_job, "first"))
    window.queue.add(broken(new_job, "second"))
    window.queue.add(new_job(), title="third")
    told = list[str]()
    window.queue.went_wrong.connect(lambda entry: told.append(f"{entry.title}: {entry.trouble}"))
    with qtbot.waitSignals([window.queue.started] * 2, timeout=TIMEOUT_MS):
        pass
    assert len(told) == 1 and told[0].startswith("second: ") and "nowhere" in told[0]
    (failed,) = window.queue.failed  # what was started by hand goes back to where it was started
    assert failed.title == "second" and "nowhere" in failed.trouble
    assert isinstance(failed.job, p.TrainJob) and not failed.folder.exists()  # to be tried again, and nothing is left
    session = window.sessions.active
    assert session is not None
    qtbot.waitUntil(lambda: window.queue.rest is Rest.IDLE, timeout=TIMEOUT_MS)  # a turn after the run's end
    assert session.run.status() == "done" and window.sessions.active is None
    assert titles(window) == ["second"]


@pytest.mark.process
def test_that_a_run_the_person_stops_keeps_the_next_from_beginning(
    window: Window, new_job: NewJob, qtbot: QtBot
) -> None:
    window.queue.add(new_job(max_steps=1000), title="long")
    window.queue.add(new_job(), title="next")
    window.queue.go_on()
    session = window.sessions.active
    assert session is not None
    qtbot.waitUntil(lambda: session.model.step is not None, timeout=TIMEOUT_MS)
    session.stop()
    qtbot.waitUntil(lambda: window.queue.rest is Rest.STOPPED, timeout=TIMEOUT_MS)
    assert window.sessions.active is None
    assert titles(window) == ["long", "next"]
    assert isinstance(window.queue.waiting[0].job, p.ResumeJob)


def test_that_it_survives_a_restart_and_asks_before_it_goes_on(window: Window) -> None:
    window.queue.add(p.ResumeJob(run="/nowhere/second"))
    window.queue.add(p.ResumeJob(run="/nowhere/first"))
    window.queue.move(window.queue.waiting[1], -1)
    window.close()
    later = Window()
    assert titles(later) == ["first", "second"]
    assert later.queue.asks and later.sessions.active is None
    later.queue.go_on()
    assert [entry.trouble for entry in later.queue.failed] == ["This run no longer exists."] * 2
    later.close()


def test_that_a_run_which_was_trained_when_the_window_was_lost_waits_to_go_on(window: Window, new_job: NewJob) -> None:
    window.close()
    job = msgspec.structs.replace(new_job(), on=p.OnMachine(machine="anna@studio"))
    create(job)
    file = QueueFile()
    file.write([Entry(job=job, title="lost", state="running")])
    file.close()
    later = Window()
    (entry,) = later.queue.waiting
    assert isinstance(entry.job, p.ResumeJob) and entry.folder == Path(job.run) and entry.job.on == job.on
    later.close()


@pytest.mark.parametrize("on", [None, p.OnMachine(machine="anna@studio")])
def test_that_a_run_goes_on_where_it_was_unless_that_was_a_helper(
    window: Window, new_job: NewJob, monkeypatch: pytest.MonkeyPatch, on: p.OnMachine | None
) -> None:
    job = new_job()
    run = create(job)
    run.write_info(msgspec.structs.replace(run.info(), on="anna@studio"))
    started: list[p.TrainJob | p.ResumeJob] = []
    monkeypatch.setattr(RunSession, "start", lambda _session, job: started.append(job))
    window.queue.add(p.ResumeJob(run=job.run, on=on))
    window.queue.go_on()
    assert started == [p.ResumeJob(run=job.run, on=on)]


def test_that_a_file_that_cannot_be_read_is_put_aside(window: Window) -> None:
    window.close()
    file = paths.home() / "queue.json"
    file.write_text("{nothing of the kind")
    later = Window()
    assert not later.queue.entries
    assert file.with_suffix(".unreadable").read_text() == "{nothing of the kind"
    later.close()


def test_that_a_second_window_says_that_it_forgets_its_queue(window: Window, new_job: NewJob) -> None:
    window.queue.add(new_job())
    other = Window()
    assert not other.queue.entries
    other.queue.add(new_job())
    assert "Another Luthier window" in other.queue.trouble
    other.close()
    assert len(window.queue.entries) == 1


@pytest.mark.process
def test_that_beside_another_programs_training_the_person_is_asked_or_the_queue_waits_for_its_end(
    window: Window, new_job: NewJob, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "LOOK_MS", 1)
    waiting = Window()
    other = create(broken(new_job, "other"))
    asked = list[str]()
    waiting.sessions.may_begin = lambda: bool(asked.append("?"))
    with FileLock(other.folder / "lock"):
        waiting.queue.add(broken(new_job, "next"))
        waiting.queue.go_on()
        assert asked == ["?"] and waiting.queue.rest is Rest.BESIDE
        window.sessions.may_begin = lambda: bool(asked.append("?"))
        window.sessions.resume(window.sessions.open(other.folder))
        assert len(asked) == 2 and window.sessions.active is None
    qtbot.waitUntil(lambda: len(waiting.queue.failed) == 1, timeout=TIMEOUT_MS)  # it was begun: its model is not there
    waiting.close()


def test_that_a_deleted_run_does_not_wait_to_be_resumed(window: Window, new_job: NewJob) -> None:
    job = new_job()
    run: Run = create(job)
    window.queue.add(p.ResumeJob(run=job.run))
    window.queue.remove_run(run.folder)
    assert not window.queue.entries
