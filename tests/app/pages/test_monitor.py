"""The whole road through the window, with the real worker training the bundled model."""

from __future__ import annotations

import os
import shlex
import signal
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.pages.monitor.page import MonitorPage
from app.shell.pages import Pages
from app.workers.lifecycle import JobState
from core.shared.protocol import TrainJob
from tests.support.window import TIMEOUT_MS, curve

LONG = 5000  # steps; more than any test waits for
NewJob = Callable[..., TrainJob]


def click(qtbot: QtBot, button: QPushButton) -> None:
    assert button.isVisible() and button.isEnabled()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def wait_for(qtbot: QtBot, condition: Callable[[], bool]) -> None:
    qtbot.waitUntil(condition, timeout=TIMEOUT_MS)


def wait_for_step(qtbot: QtBot, pages: Pages, step: int) -> None:
    session = pages.monitor.session
    assert session is not None
    wait_for(qtbot, lambda: len(session.model.steps) > 0 and (session.model.steps.last("step") or 0) >= step)


def wait_for_end(qtbot: QtBot, pages: Pages) -> str:
    """The kind of ending."""
    session = pages.monitor.session
    assert session is not None
    wait_for(qtbot, lambda: session.ending is not None and pages.sessions.active is None)
    assert session.ending is not None
    pages.monitor.refresh()
    return session.ending.kind


def require_lines_to_type(qtbot: QtBot, monitor: MonitorPage) -> None:
    """The banner says how to get the run into Ollama, in lines that are whole, in view and copied as they are."""
    assert monitor.session is not None
    run, shown = monitor.session.run, monitor.message.lines
    export, create, talk = (shlex.split(line) for line in shown.text.splitlines())
    assert Path(export[0]).is_file() and export[1:] == ["export", str(run.folder), "ollama", "-o", create[4][:-10]]
    assert create[:3] == ["ollama", "create", talk[2]] and create[4].endswith("/Modelfile")
    assert shown.isVisible()
    for width in (1280, 900, 1160, 640):
        monitor.window().resize(width, 720)
        QApplication.processEvents()  # the layout
        shown.moveCursor(QTextCursor.MoveOperation.End)
        assert shown.verticalScrollBar().maximum() == 0
        wait_for(qtbot, lambda: 0 < shown.cursorRect().bottom() < shown.viewport().height())
    monitor.window().resize(1280, 720)
    button = monitor.message.copy_lines
    click(qtbot, button)
    assert QGuiApplication.clipboard().text() == shown.text
    assert button.text() == "Copied"
    wait_for(qtbot, lambda: button.text() != "Copied")


def test_that_a_training_is_watched_to_its_end_and_reopens_as_it_was(
    qtbot: QtBot, pages: Pages, demo_gguf: Path, short_text: Path
) -> None:
    page, monitor = pages.train, pages.monitor
    page.model.set_path(demo_gguf)
    page.data.set_path(short_text)
    for key, value in {"context": 64, "rank": 4, "epochs": 50}.items():
        page.settings.set_value(key, value)
    page.advanced.set_value("max_steps", 6)
    click(qtbot, page.start)
    assert not page.start.isEnabled()
    assert monitor.isVisible()
    assert wait_for_end(qtbot, pages) == "done"
    assert page.start.isEnabled()
    assert monitor.readouts["step"].value.text() == "6 / 6"
    assert monitor.bar.value() == monitor.bar.maximum()
    assert "Training is finished" in monitor.message.text
    assert "before" in monitor.message.text  # the loss on held-out text
    require_lines_to_type(qtbot, monitor)
    x, y = curve(monitor.plots.loss, "each step")
    assert list(x) == [1, 2, 3, 4, 5, 6]
    assert len(curve(monitor.plots.loss, "evaluation")[0]) == 2
    assert len(curve(monitor.plots.memory, "worker")[0]) > 0
    assert "Loss over 6 steps" in monitor.plots.loss.plot.accessibleDescription()
    assert "Evaluation after 6 steps" in monitor.notes.toPlainText()
    shown, words = {name: readout.value.text() for name, readout in monitor.readouts.items()}, monitor.message.text

    reopened = Pages()
    qtbot.addWidget(reopened.window)
    reopened.window.show()
    reopened.window.show_page(reopened.runs)
    assert reopened.runs.table.item(0, 1).text() == "✓ Finished"
    click(qtbot, reopened.runs.open)
    assert {name: readout.value.text() for name, readout in reopened.monitor.readouts.items()} == shown
    assert reopened.monitor.message.text == words
    assert reopened.monitor.notes.toPlainText() == monitor.notes.toPlainText()
    for plot in ("loss", "speed", "memory", "rates"):
        live, again = getattr(monitor.plots, plot), getattr(reopened.monitor.plots, plot)
        assert again.plot.accessibleDescription() == live.plot.accessibleDescription()
    np.testing.assert_array_equal(curve(reopened.monitor.plots.loss, "each step")[1], y)


def test_that_a_training_pauses_resumes_stops_and_goes_on(qtbot: QtBot, pages: Pages, new_job: NewJob) -> None:
    monitor = pages.monitor
    pages.start_training(new_job(max_steps=LONG, save_every=0))
    wait_for_step(qtbot, pages, 2)
    click(qtbot, monitor.main)
    assert not monitor.main.isEnabled()  # until the worker has finished its step
    session = monitor.session
    assert session is not None
    wait_for(qtbot, lambda: session.state is JobState.PAUSED)
    assert (monitor.main.text(), monitor.status.text()) == ("Res&ume", "Paused")
    paused_at = int(session.model.steps.last("step") or 0)

    click(qtbot, monitor.main)
    wait_for_step(qtbot, pages, paused_at + 2)
    assert monitor.main.text() == "&Pause"

    click(qtbot, monitor.stop)
    assert wait_for_end(qtbot, pages) == "stopped"
    assert "Stopped and kept" in monitor.message.text
    assert session.run.adapter.exists()
    require_lines_to_type(qtbot, monitor)
    stopped_at = int(session.model.steps.last("step") or 0)

    click(qtbot, monitor.main)
    wait_for_step(qtbot, pages, stopped_at + 1)
    assert list(session.model.steps["step"])[: stopped_at + 1] == list(range(1, stopped_at + 2))
    click(qtbot, monitor.stop)
    assert wait_for_end(qtbot, pages) == "stopped"


def test_that_a_killed_worker_is_explained_and_resume_finishes_the_run(
    qtbot: QtBot, pages: Pages, new_job: NewJob
) -> None:
    monitor = pages.monitor
    pages.start_training(new_job(max_steps=40, save_every=4))
    wait_for_step(qtbot, pages, 5)
    assert monitor.session is not None and monitor.session.model.hello is not None
    os.kill(monitor.session.model.hello.pid, signal.SIGKILL)
    assert wait_for_end(qtbot, pages) == "interrupted"
    assert "ended from outside" in monitor.message.text
    assert not monitor.message.lines.isVisible() and not monitor.message.copy_lines.isVisible()
    assert "is kept" in monitor.message.text
    click(qtbot, monitor.message.copy)
    assert "exit code 9" in QGuiApplication.clipboard().text()

    assert monitor.main.text() == "Res&ume training"
    click(qtbot, monitor.main)
    assert not monitor.message.isVisible()
    assert wait_for_end(qtbot, pages) == "done"
    x, _ = curve(monitor.plots.loss, "each step")
    assert list(x) == list(range(1, 41))
    assert monitor.session is not None and monitor.session.run.status() == "done"


def test_that_a_run_which_could_not_begin_leaves_its_settings_and_no_folder(
    qtbot: QtBot, pages: Pages, new_job: NewJob, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.gguf"
    job = new_job()
    broken.write_bytes(Path(job.model).read_bytes()[:100_000])
    pages.start_training(TrainJob(model=str(broken), data=job.data, run=job.run, config=job.config))
    qtbot.waitUntil(pages.train.isVisible, timeout=TIMEOUT_MS)
    message = pages.train.message
    assert "The training could not begin" in message.text and "broken.gguf" in message.text
    assert "Traceback" not in message.shown_text
    click(qtbot, message.copy)
    assert QGuiApplication.clipboard().text().startswith(message.text)
    assert not Path(job.run).exists() and pages.monitor.session is None


def test_that_a_run_which_another_window_trains_is_followed(qtbot: QtBot, pages: Pages, new_job: NewJob) -> None:
    job = new_job(max_steps=LONG)
    pages.start_training(job)
    wait_for_step(qtbot, pages, 1)
    onlooker = Pages()
    qtbot.addWidget(onlooker.window)
    onlooker.window.show()
    onlooker.open_run(Path(job.run))
    session = onlooker.monitor.session
    assert session is not None and session.ending is None
    assert not onlooker.monitor.stop.isEnabled() and not onlooker.monitor.main.isEnabled()
    wait_for_step(qtbot, onlooker, len(session.model.steps) + 2)
    assert "in another program" in onlooker.monitor.status.text()
    click(qtbot, pages.monitor.stop)
    assert wait_for_end(qtbot, onlooker) == "stopped" and session.state is JobState.STOPPED
    wait_for_end(qtbot, pages)
