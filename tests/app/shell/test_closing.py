"""Closing the window while a run goes on: the user chooses what becomes of it, and nothing is lost unasked."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest
from filelock import FileLock
from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.shell import closing
from app.shell.closing import hear_session_end, heard_signals
from app.shell.memory import load
from app.shell.pages import Pages
from app.widgets.question import Choices
from app.workers.run_session import RunSession
from app.workers.sessions import trained_elsewhere
from core import protocol as p
from core.base import paths
from core.protocol import TrainJob
from tests.support.window import TIMEOUT_MS

LONG = 100_000  # steps; more than any test waits for
NewJob = Callable[..., TrainJob]


@pytest.fixture
def training(qtbot: QtBot, pages: Pages, new_job: NewJob) -> Iterator[RunSession]:
    """A run that has made its first step."""
    pages.life.start(new_job(max_steps=LONG, save_every=0))
    session = pages.sessions.active
    assert session is not None
    qtbot.waitUntil(lambda: len(session.model.steps) > 0, timeout=TIMEOUT_MS)
    yield session


def close_and_answer(pages: Pages, key: str, close: Callable[[], object] | None = None) -> str:
    """Close the window and press that answer to the question; returns what the question was."""
    asked = []

    def press() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, Choices)
        asked.append(dialog.windowTitle())
        dialog.buttons[key].click()

    QTimer.singleShot(0, press)
    (close or pages.window.close)()
    assert asked
    return asked[0]


@pytest.mark.slow
def test_that_a_run_goes_on_out_of_the_way_or_is_kept_before_the_window_goes(
    qtbot: QtBot, pages: Pages, training: RunSession
) -> None:
    window = pages.window
    close_and_answer(pages, "")
    assert window.isVisible() and training.is_active and not window.notice.isVisible()

    close_and_answer(pages, "on")
    assert training.is_active and window.isMinimized()  # there is no tray where these tests run
    qtbot.waitUntil(lambda: "%" in window.windowTitle(), timeout=TIMEOUT_MS)
    assert training.title in window.windowTitle()
    pages.background.leave()
    assert not window.isMinimized() and window.sidebar.live.isVisible()

    close_and_answer(pages, "stop")
    assert window.isVisible()  # until the worker has saved
    assert "Then the window closes" in window.notice.text
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=TIMEOUT_MS)
    assert window.windowTitle() == "Luthier"
    assert training.run.status() == "stopped"
    checkpoints = [event for event in training.run.events() if isinstance(event, p.Checkpoint)]
    assert checkpoints[-1].step == training.model.steps.last("step")
    assert (load().page, load().to_talk) == ("monitor", str(training.run.folder))
    assert load().trained == ""  # it was stopped: not a step that is done


@pytest.mark.slow
def test_that_the_window_may_stay_after_all_or_go_at_once(qtbot: QtBot, pages: Pages, training: RunSession) -> None:
    close_and_answer(pages, "stop")
    (stay,) = pages.window.notice.findChildren(QPushButton)
    qtbot.mouseClick(stay, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: training.ending is not None, timeout=TIMEOUT_MS)
    assert pages.window.isVisible() and not pages.window.notice.isVisible()

    pages.sessions.resume(training)
    close_and_answer(pages, "cancel")
    close_and_answer(pages, "")
    assert pages.window.isVisible()
    close_and_answer(pages, "end")
    assert not pages.window.isVisible() and not training.is_active


def sent_from_outside(number: signal.Signals) -> None:
    """As a terminal does, which runs no Python in this process."""
    subprocess.Popen(["sh", "-c", f"kill -{int(number)} {os.getpid()}"])


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_that_a_signal_closes_the_window_while_qt_waits(pages: Pages, number: signal.Signals) -> None:
    waiting = QEventLoop()
    pages.window.closed.connect(waiting.quit)
    with heard_signals(pages.closing.leave):
        sent_from_outside(number)
        waiting.exec()
    assert not pages.window.isVisible()


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_that_a_signal_keeps_what_is_trained_and_a_second_one_does_not_wait(
    qtbot: QtBot, pages: Pages, training: RunSession
) -> None:
    waiting = QEventLoop()
    pages.window.closed.connect(waiting.quit)
    with heard_signals(pages.closing.leave):
        QTimer.singleShot(0, pages.window.close)  # asks, and nobody answers
        QTimer.singleShot(0, lambda: sent_from_outside(signal.SIGTERM))
        waiting.exec()
    assert not pages.window.isVisible() and training.run.status() == "stopped"
    assert training.run.newest_checkpoint() is not None

    pages.window.show()
    pages.sessions.resume(training)
    qtbot.waitUntil(lambda: training.is_active, timeout=TIMEOUT_MS)
    pages.closing.leave()
    if training.is_active:  # else it had ended already
        pages.closing.leave()
    assert not pages.window.isVisible()


@pytest.mark.process
@pytest.mark.parametrize("asks", [False, True])
def test_that_the_sessions_end_waits_until_what_is_trained_is_kept(
    pages: Pages, training: RunSession, monkeypatch: pytest.MonkeyPatch, asks: bool
) -> None:
    """asks: the window was to be closed already, and has asked what should happen to the run."""
    monkeypatch.setattr(closing, "ASKS_WINDOWS", True)
    heard, found = list[Callable[[object], object]](), list[tuple[str, bool]]()
    application = SimpleNamespace(commitDataRequest=SimpleNamespace(connect=heard.append))  # only Qt can send it

    def end_session() -> None:
        heard[0](None)  # Windows goes on when that returns
        found.append((training.run.status(), training.is_active))

    hear_session_end(application, pages.closing.leave_with_session)  # type: ignore[arg-type]
    waiting = QEventLoop()
    pages.window.closed.connect(waiting.quit)
    QTimer.singleShot(0, end_session)
    if asks:
        pages.window.close()
    if pages.window.isVisible():
        waiting.exec()
    assert found == [("stopped", False)] and training.run.newest_checkpoint() is not None


@pytest.mark.slow
def test_that_the_window_closes_when_told_to_leave_while_it_asks(
    qtbot: QtBot, pages: Pages, training: RunSession
) -> None:
    """Qt passes over a window's close() within its close(): the first one has to know."""
    window, asked = pages.window, []

    def leave() -> None:
        asked.append(isinstance(QApplication.activeModalWidget(), Choices))
        pages.closing.leave()

    QTimer.singleShot(0, leave)
    window.close()
    assert asked == [True]
    assert not window.isVisible() or "Then the window closes" in window.notice.text
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=TIMEOUT_MS)
    assert training.run.status() == "stopped"


@pytest.mark.slow
def test_that_the_window_can_be_closed_at_once_after_a_signal(
    pages: Pages, training: RunSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The close button asks while the window waits for a save, also where the signal came first."""
    monkeypatch.setattr(training, "stop", lambda: None)  # a step that takes long
    pages.closing.leave()
    close_and_answer(pages, "")
    assert pages.window.isVisible() and training.is_active
    close_and_answer(pages, "end")
    assert not pages.window.isVisible() and not training.is_active


@pytest.mark.slow
def test_that_a_signal_while_the_window_waits_asks_nothing_and_a_second_one_ends_a_question(
    pages: Pages, training: RunSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "stop", lambda: None)
    close_and_answer(pages, "stop")
    pages.closing.leave()
    assert pages.window.isVisible() and QApplication.activeModalWidget() is None
    QTimer.singleShot(0, pages.closing.leave)
    pages.window.close()
    assert not pages.window.isVisible() and not training.is_active


def test_that_a_run_of_another_window_is_told_before_a_second_begins(pages: Pages, new_job: NewJob) -> None:
    job = new_job()
    folder = paths.runs_dir() / "holmes"
    folder.mkdir(parents=True)
    with FileLock(folder / "lock"):  # as a worker holds it
        QTimer.singleShot(0, lambda: press_in_question("holmes", ""))
        pages.life.start(job)
        assert pages.sessions.active is None
    assert trained_elsewhere() is None


def press_in_question(words: str, key: str) -> None:
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, Choices)
    assert any(words in label.text() for label in dialog.findChildren(QLabel))
    dialog.buttons[key].click()
