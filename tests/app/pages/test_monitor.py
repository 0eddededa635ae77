"""The whole road through the window, with the real worker training the bundled model."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.pages.monitor import texts
from app.pages.monitor.page import MonitorPage
from app.pages.monitor.samples_view import GLANCE, BeforeAndNow
from app.pages.train.inputs import known_by_path
from app.shell.pages import Pages
from app.workers import event_texts
from app.workers.process import JobState
from core import protocol as p
from core.base import paths
from core.protocol import TrainJob
from core.runs import run as runs
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


def require_leads_on(qtbot: QtBot, monitor: MonitorPage, checkpoint: str) -> None:
    """What has learnt something can be talked to and taken along, by its best adapter where that is known."""
    assert monitor.session is not None
    folder = monitor.session.run.folder
    (talk,) = (button for button in (monitor.main, monitor.again) if button.text() == "Talk to &it")
    for button, way in ((talk, monitor.chat_requested), (monitor.export, monitor.export_requested)):
        way.disconnect()  # from the pages that it leads to
        with qtbot.waitSignal(way) as told:
            click(qtbot, button)
        assert told.args == [folder, checkpoint]
    for word in ("luthier", "/", "merged", "checkpoints"):
        assert word not in monitor.message.text


@pytest.mark.process
def test_that_a_training_is_watched_to_its_end_and_reopens_as_it_was(
    qtbot: QtBot, pages: Pages, demo_gguf: Path, short_text: Path
) -> None:
    page, monitor = pages.train, pages.monitor
    page.use_model(known_by_path(str(demo_gguf)))
    page.use_data(str(short_text), {})
    page.recipe.change({"context": 64, "rank": 4, "epochs": 50, "max_steps": 6})
    click(qtbot, page.start)
    assert not page.start.isEnabled()
    assert monitor.isVisible()
    assert wait_for_end(qtbot, pages) == "done"
    assert monitor.readouts["step"].value.text() == "6 / 6"
    assert monitor.bar.value() == monitor.bar.maximum()
    assert "is ready" in monitor.message.text and monitor.status.text() == "Training is finished"
    assert "before" in monitor.message.text  # the loss on held-out text
    require_leads_on(qtbot, monitor, "best")
    x, y = curve(monitor.plots.plot("loss"), "each step")
    assert list(x) == [1, 2, 3, 4, 5, 6]
    assert len(curve(monitor.plots.plot("loss"), "evaluation")[0]) == 2
    assert len(curve(monitor.plots.plot("memory"), "used by training")[0]) > 0
    assert "Loss over 6 steps" in monitor.plots.plot("loss").plot.accessibleDescription()
    assert "Evaluation after 6 steps" in monitor.notes.toPlainText()
    shown, words = {name: readout.value.text() for name, readout in monitor.readouts.items()}, monitor.message.text

    reopened = Pages()
    qtbot.addWidget(reopened.window)
    reopened.window.show()
    assert monitor.session is not None
    reopened.life.open(monitor.session.run.folder)
    assert {name: readout.value.text() for name, readout in reopened.monitor.readouts.items()} == shown
    assert reopened.monitor.message.text == words
    assert reopened.monitor.notes.toPlainText() == monitor.notes.toPlainText()
    for plot in ("loss", "speed", "memory", "rates"):
        live, again = monitor.plots.plot(plot), reopened.monitor.plots.plot(plot)
        assert again.plot.accessibleDescription() == live.plot.accessibleDescription()
    np.testing.assert_array_equal(curve(reopened.monitor.plots.plot("loss"), "each step")[1], y)
    pages.window.show_page(page)
    assert page.start.isEnabled()


@pytest.mark.process
def test_that_a_training_pauses_resumes_stops_and_goes_on(qtbot: QtBot, pages: Pages, new_job: NewJob) -> None:
    monitor = pages.monitor
    pages.life.start(new_job(max_steps=LONG, save_every=0))
    wait_for_step(qtbot, pages, 2)
    assert not monitor.main.isVisible()  # where Start was: a second click there must not pause
    click(qtbot, monitor.pause)
    assert not monitor.pause.isEnabled()  # until the worker has finished its step
    session = monitor.session
    assert session is not None
    wait_for(
        qtbot, lambda: (monitor.main.text(), monitor.status.text()) == ("Res&ume", "Paused")
    )  # it is redrawn later
    assert session.state is JobState.PAUSED
    paused_at = int(session.model.steps.last("step") or 0)

    click(qtbot, monitor.main)
    wait_for_step(qtbot, pages, paused_at + 2)
    assert monitor.pause.isVisible() and not monitor.main.isVisible()

    click(qtbot, monitor.stop)
    assert wait_for_end(qtbot, pages) == "stopped"
    assert "Stopped and kept" in monitor.message.text
    assert session.run.adapter.exists()
    assert "of the training that you planned" in monitor.message.text and monitor.main.text() == "Res&ume training"
    require_leads_on(qtbot, monitor, "")
    stopped_at = int(session.model.steps.last("step") or 0)

    click(qtbot, monitor.main)
    wait_for_step(qtbot, pages, stopped_at + 1)
    assert list(session.model.steps["step"])[: stopped_at + 1] == list(range(1, stopped_at + 2))
    click(qtbot, monitor.stop)
    assert wait_for_end(qtbot, pages) == "stopped"


@pytest.mark.process
def test_that_a_killed_worker_is_explained_and_resume_finishes_the_run(
    qtbot: QtBot, pages: Pages, new_job: NewJob
) -> None:
    monitor = pages.monitor
    pages.life.start(new_job(max_steps=40, save_every=4))
    wait_for_step(qtbot, pages, 5)
    assert monitor.session is not None and monitor.session.model.hello is not None
    os.kill(monitor.session.model.hello.pid, signal.SIGKILL)
    assert wait_for_end(qtbot, pages) == "interrupted"
    assert "ended from outside" in monitor.message.text
    assert "is kept" in monitor.message.text
    click(qtbot, monitor.message.copy)
    assert "exit code 9" in QGuiApplication.clipboard().text()

    assert monitor.main.text() == "Res&ume training"
    click(qtbot, monitor.main)
    wait_for(qtbot, lambda: "lost" not in monitor.message.text)
    assert wait_for_end(qtbot, pages) == "done"
    x, _ = curve(monitor.plots.plot("loss"), "each step")
    assert list(x) == list(range(1, 41))
    assert event_texts.LOST in monitor.notes.toPlainText()
    times = [line.split()[0] for line in monitor.notes.toPlainText().splitlines()]
    assert times == sorted(times)
    assert monitor.session is not None and monitor.session.run.status() == "done"


@pytest.mark.process
def test_that_a_run_which_could_not_begin_leaves_its_settings_and_no_folder(
    qtbot: QtBot, pages: Pages, new_job: NewJob, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.gguf"
    job = new_job()
    broken.write_bytes(Path(job.model).read_bytes()[:100_000])
    pages.life.start(TrainJob(model=str(broken), data=job.data, run=job.run, config=job.config))
    qtbot.waitUntil(pages.train.isVisible, timeout=TIMEOUT_MS)
    message = pages.train.message
    assert "The training could not begin" in message.text and "broken.gguf" in message.text
    assert "Traceback" not in message.shown_text
    click(qtbot, message.copy)
    assert QGuiApplication.clipboard().text().startswith(message.text)
    assert not Path(job.run).exists() and pages.monitor.session is None


@pytest.mark.process
def test_that_a_run_which_another_window_trains_is_followed(qtbot: QtBot, pages: Pages, new_job: NewJob) -> None:
    job = new_job(max_steps=LONG)
    pages.life.start(job)
    wait_for_step(qtbot, pages, 1)
    onlooker = Pages()
    qtbot.addWidget(onlooker.window)
    onlooker.window.show()
    onlooker.life.open(Path(job.run))
    session = onlooker.monitor.session
    assert session is not None and session.ending is None
    assert not onlooker.monitor.stop.isEnabled() and not onlooker.monitor.pause.isEnabled()
    wait_for_step(qtbot, onlooker, len(session.model.steps) + 2)
    assert "in another program" in onlooker.monitor.status.text()
    click(qtbot, pages.monitor.stop)
    assert wait_for_end(qtbot, onlooker) == "stopped" and session.state is JobState.STOPPED
    wait_for_end(qtbot, pages)


@pytest.mark.process
def test_that_a_sample_a_checkpoint_and_the_way_back_are_had_while_it_trains(
    qtbot: QtBot, pages: Pages, new_job: NewJob
) -> None:
    monitor = pages.monitor
    pages.life.start(new_job(max_steps=LONG, save_every=0, eval_every=3, sample_tokens=4))
    wait_for_step(qtbot, pages, 1)
    live = monitor.session
    assert live is not None
    assert monitor.sample.isHidden() and monitor.save.isHidden() and monitor.new.isHidden()
    click(qtbot, monitor.details)
    click(qtbot, monitor.sample)
    assert monitor.samples.isVisible() and not monitor.samples.ask.isEnabled()
    monitor.samples.prompt.setText("Holmes looked")
    click(qtbot, monitor.samples.ask)
    wait_for(qtbot, lambda: {"base", "tuned"} <= {sample.label for sample in live.model.samples})
    monitor.refresh()
    told = "\n".join(label.text() for label in monitor.samples.findChildren(QLabel))
    assert "Before training" in told and "After " in told and "Holmes looked" in told

    saved = len([mark for mark in live.model.marks if mark.kind == "checkpoint"])
    click(qtbot, monitor.save)
    wait_for(qtbot, lambda: len([mark for mark in live.model.marks if mark.kind == "checkpoint"]) > saved)

    other = runs.create(p.TrainJob(model="m.gguf", data="d.txt", run=str(live.run.folder.with_name("other"))))
    assert not monitor.live.isVisible()
    pages.life.open(other.folder)
    assert monitor.session is not live
    click(qtbot, monitor.live)
    assert monitor.session is live and not monitor.live.isVisible()
    before = monitor.bar.value()
    click(qtbot, monitor.stop)
    assert wait_for_end(qtbot, pages) == "stopped"
    assert monitor.bar.value() >= before
    assert any("Resume it to ask here" in label.text() for label in monitor.samples.findChildren(QLabel))
    assert monitor.share.isVisible() and [one.text() for one in monitor.share.choices.actions()] == ["Holmes looked"]


@pytest.mark.process
def test_that_what_came_to_nothing_leads_back_to_its_settings(pages: Pages, qtbot: QtBot, new_job: NewJob) -> None:
    job = new_job(learning_rate=5e-4)
    run, monitor = runs.create(job), pages.monitor
    events = [
        p.Hello(pid=1, job="train", version="0", time=10.0),
        p.Failed(code="memory.too-small", message="It needs 9 GB.", hint="Choose a smaller rank.", time=11.0),
    ]
    run.events_file.write_bytes(b"".join(map(p.encode, events)))
    pages.life.open(run.folder)
    assert not monitor.again.isVisible() and not monitor.export.isVisible()
    assert "Training could not begin" in monitor.message.text
    click(qtbot, monitor.main)
    assert pages.train.isVisible()
    assert float(pages.train.recipe.values()["learning_rate"]) == 5e-4

    run.events_file.write_bytes(b"".join(map(p.encode, [events[0], p.Finished(outcome="cancelled", time=12.0)])))
    pages.life.open(run.folder)
    assert "Cancelled before anything was trained" in monitor.message.text
    assert monitor.main.text() == "&Back to the settings"


def test_that_a_view_scrolls_over_itself_alone_and_not_over_the_room_of_another(qtbot: QtBot, pages: Pages) -> None:
    job = TrainJob(model="tiny.gguf", data="book.txt", run=str(paths.runs_dir() / "2026-11-20-storyteller-6m-holmes"))
    pages.window.resize(1024, 600)
    pages.life.open(runs.create(job).folder)
    monitor = pages.monitor
    monitor.details.setChecked(True)
    content = monitor.views.stack.parentWidget()
    qtbot.waitUntil(lambda: monitor.plots.is_whole and content.height() > content.parentWidget().height())
    for name in ("settings", "samples", "story"):
        monitor.views.show_view(name)
        view = monitor.views.stack.currentWidget()
        least = max(view.minimumSizeHint().height(), view.heightForWidth(view.width()))
        room = content.parentWidget().height()
        above = monitor.views.stack.y()
        qtbot.waitUntil(lambda: content.height() == max(room, above + least))  # noqa: B023 - called at once


def test_that_details_are_folded_until_wanted_and_remembered_so(qtbot: QtBot, pages: Pages) -> None:
    job = TrainJob(model="tiny.gguf", data="book.txt", run=str(paths.runs_dir() / "2026-11-20-storyteller-6m-holmes"))
    pages.life.open(runs.create(job).folder)
    monitor = pages.monitor
    assert not monitor.views.isVisible() and not monitor.readouts["step"].isVisible()
    qtbot.mouseClick(monitor.details, Qt.MouseButton.LeftButton)
    assert monitor.views.isVisible() and monitor.readouts["step"].isVisible()
    monitor.show_view("story")
    kept = monitor.state()
    monitor.restore({"view": "story"})  # of an earlier version: folded, so the graphs are in front
    assert not monitor.details.isChecked() and monitor.views.current == "graphs"
    monitor.restore(kept)
    assert monitor.details.isChecked() and monitor.views.current == "story"


def test_that_answers_before_and_now_stand_beside_the_loss(qtbot: QtBot) -> None:
    view = BeforeAndNow()
    qtbot.addWidget(view)
    asked = {
        "Who are you?": [
            p.Sample(prompt="Who are you?", text="A model. " * 90, label="base", step=0),
            p.Sample(prompt="Who are you?", text="Hm.", label="tuned", step=5),
            p.Sample(prompt="Who are you?", text="The keeper.", label="tuned", step=9),
        ]
    }
    view.show_samples(asked)
    said = [label.text() for label in view.findChildren(QLabel) if label.isVisibleTo(view)]
    assert {"Who are you?", "Before training", "The keeper."} <= set(said) and "Hm." not in said
    assert texts.LEARNT not in said
    before = next(text for text in said if text.startswith("A model."))
    assert before.endswith("…") and len(before) <= GLANCE + 1, "the curve beside it stays in the window"
    view.show_samples({"Who?": [p.Sample(prompt="Who?", text="I.", label="base", step=0, learnt=True)]})
    assert texts.LEARNT in [label.text() for label in view.findChildren(QLabel)]
