"""The side bar says how far one is, and the window finds again where one was."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.pages.export.made import Wish
from app.shell import memory
from app.shell.checklist import Mark, stands
from app.shell.first_try import ASKED
from app.shell.help import FIRST, GUIDE, PAGES
from app.shell.memory import Memory
from app.shell.pages import Pages
from app.shell.run_words import LiveRun
from app.shell.sidebar import LiveCard
from app.shell.unfinished import unfinished
from core import protocol as p
from core.base import paths
from core.runs import run as runs
from tests.support.window import TIMEOUT_MS

CHOSEN = p.LocalModel(
    name="tiny", source="", model="/m/tiny.gguf", path="/m/tiny.gguf", format="gguf", architecture="llama",
    quantization="Q8_0", bytes=1,
)  # fmt: skip


def marks(pages: Pages) -> list[str]:
    return [pages.window.sidebar.buttons[key].accessibleName() for key in ("models", "data", "train")]


def test_that_one_step_is_next_unless_a_run_goes_on() -> None:
    done = {"models": True, "data": False, "train": False}
    assert [stand.mark for stand in stands(done).values()] == [Mark.DONE, Mark.NEXT, Mark.OPEN]
    running = stands(done, training=0.999)
    assert running["data"].mark is Mark.OPEN and running["train"].words == "running, 99%"


@pytest.mark.process
def test_that_the_side_bar_says_what_is_done_and_what_is_next(pages: Pages) -> None:
    assert marks(pages) == ["Model, next", "Data", "Train"]
    pages.use_model(CHOSEN)
    assert marks(pages) == ["Model, done", "Data, next", "Train"]
    pages.use_data(str(paths.DEMO / "chat.jsonl"), {})
    assert marks(pages) == ["Model, done", "Data, done", "Train, next"]
    pages.monitor.new_wanted.emit()
    assert marks(pages) == ["Model, done", "Data, done", "Train, next"]


@pytest.mark.process
def test_that_a_training_after_the_sample_begins_at_the_first_step(pages: Pages) -> None:
    pages.progress.choose(str(paths.SAMPLE_MODEL), str(paths.DEMO / "chat.jsonl"))
    assert marks(pages) == ["Model, done", "Data, done", "Train, next"]
    pages.monitor.new_wanted.emit()
    assert pages.window.front == "train" and marks(pages) == ["Model, next", "Data", "Train"]


@pytest.mark.process
def test_that_the_next_start_finds_page_and_choice_again(qtbot: QtBot, pages: Pages) -> None:
    pages.use_model(CHOSEN)
    pages.remembering.write_now()
    again = Pages()
    qtbot.addWidget(again.window)
    again.begin()
    assert again.memory.page == "data" and {"models", "monitor", "runs"}.isdisjoint(again.window.pages)
    assert marks(again) == ["Model, done", "Data, next", "Train"]


@pytest.mark.process
def test_that_what_the_sample_has_to_say_goes_when_something_else_is_looked_at(pages: Pages) -> None:
    first, notice = pages.first_try, pages.window.notice
    pages.window.show_key("chat")
    first.say(ASKED)
    assert not notice.isHidden()
    pages.window.show_key("settings")
    assert notice.isHidden()
    first.say("The sample: trained.")
    pages.window.show_key("data")
    assert not notice.isHidden()
    pages.sessions.began.emit()
    assert notice.isHidden()
    first.say("The sample: trained.")
    notice.say("Something else.")
    pages.window.show_key("chat")
    assert not notice.isHidden()


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", Memory()),
        (b"\xff\x00", Memory()),
        (b"[1, 2]", Memory()),
        (b'{"page": "data", "pages": 7, "model": null, "from": "a later version"}', Memory(page="data")),
    ],
)
def test_that_a_memory_that_is_old_or_broken_costs_only_itself(content: bytes, expected: Any) -> None:
    file = paths.config_dir() / "window-state.json"
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    assert memory.load() == expected
    memory.save(memory.encoded(Memory(run="here")))
    assert memory.load().run == "here"


def interrupted_run(name: str) -> Path:
    """A run whose worker was killed at step 102 of 300."""
    run = runs.create(p.TrainJob(model="tiny.gguf", data="book.txt", run=str(paths.runs_dir() / name)))
    step = p.Step(
        step=102, steps=300, epoch=0.3, loss=2.0, learning_rate=1e-4, grad_norm=0.5, tok_s=100.0, tokens_seen=9,
        tokens_trained=9, seconds_left=60.0,
    )  # fmt: skip
    events = p.Hello(pid=2**22 + 1, job="train", version="0", time=1.0), step
    run.events_file.write_bytes(b"".join(map(p.encode, events)))
    return run.folder


@pytest.mark.process
def test_that_an_interrupted_run_is_offered_at_the_start_until_it_is_let_be(qtbot: QtBot, pages: Pages) -> None:
    folder = interrupted_run("holmes")
    pages.begin()
    notice = pages.window.notice
    qtbot.waitUntil(notice.isVisible)
    assert notice.text == "Your run holmes stopped at step 102 of 300."
    offers = {button.text(): button for button in notice.findChildren(QPushButton)}
    qtbot.mouseClick(offers["&Look at it"], Qt.MouseButton.LeftButton)
    assert pages.monitor.isVisible() and not notice.isVisible()
    assert pages.monitor.session is not None and pages.monitor.session.run.folder == folder

    pages.begin()
    qtbot.waitUntil(notice.isVisible)
    not_now = next(one for one in notice.findChildren(QPushButton) if one.text() == "&Not now" and one.isVisible())
    qtbot.mouseClick(not_now, Qt.MouseButton.LeftButton)
    assert pages.memory.let_be == str(folder) and not notice.isVisible()


@pytest.mark.slow
def test_that_a_run_which_went_on_when_the_window_was_lost_is_offered_and_one_that_was_stopped_is_not(
    qtbot: QtBot, pages: Pages
) -> None:
    folder = interrupted_run("holmes")
    with (folder / "events.jsonl").open("ab") as events:
        events.write(p.encode(p.Finished(outcome="stopped")))
    pages.memory.page, pages.memory.run, pages.memory.training = "monitor", str(folder), str(folder)
    pages.begin()
    assert pages.monitor.isVisible() and pages.monitor.session is not None
    assert pages.monitor.session.run.folder == folder and not pages.memory.training
    qtbot.waitUntil(pages.window.notice.isVisible)
    assert pages.window.notice.text == "Your run holmes stopped at step 102 of 300."
    assert unfinished() is None and unfinished(str(folder)) is not None


def test_that_a_run_which_the_lost_window_left_to_another_computer_is_offered() -> None:
    folder = interrupted_run("holmes")
    run = runs.Run(folder)
    run.write_info(msgspec.structs.replace(run.info(), on="studio"))
    with (folder / "events.jsonl").open("ab") as events:
        events.write(p.encode(p.Failed(code="computers.left", message="Nobody watches.", hint="")))
    offered = unfinished(str(folder))
    assert offered is not None and offered.text == "Your run holmes was at step 102 of 300 when studio was last heard."
    assert unfinished() is None


def test_that_a_run_which_was_watched_last_is_drawn_when_the_window_comes(qtbot: QtBot, pages: Pages) -> None:
    folder = interrupted_run("holmes")
    pages.window.hide()
    pages.memory.page, pages.memory.run = "monitor", str(folder)
    pages.begin()
    session = pages.monitor.session
    assert session is not None
    qtbot.waitUntil(lambda: not session.is_loading)
    pages.window.show()
    assert pages.monitor.readouts["step"].value.text() == "102 / 300"


@pytest.mark.slow
def test_that_what_came_of_a_run_stays_in_the_side_bar_until_it_is_looked_at(qtbot: QtBot, pages: Pages) -> None:
    pages.window.show_key("data")
    card = pages.window.sidebar.live
    session = pages.sessions.open(interrupted_run("holmes"))
    qtbot.waitUntil(lambda: not session.is_loading)
    pages.progress.end(session, is_seen=False)
    assert card.isVisible() and session.ending is not None and session.ending.title in card.accessibleName()
    qtbot.mouseClick(card, Qt.MouseButton.LeftButton)
    assert pages.monitor.isVisible() and not card.isVisible()


@pytest.mark.process
def test_that_train_leads_to_the_run_and_a_stopped_one_is_no_step_done_and_offered_until_it_is_deleted(
    qtbot: QtBot, pages: Pages, new_job: Callable[..., p.TrainJob]
) -> None:
    train, stopped = pages.window.sidebar.buttons["train"], pages.train.stopped
    pages.life.start(new_job(max_steps=5000, save_every=1))
    session = pages.sessions.active
    assert session is not None
    pages.window.show_key("settings")
    qtbot.mouseClick(train, Qt.MouseButton.LeftButton)
    assert pages.monitor.isVisible() and train.isChecked()
    pause = pages.window.sidebar.pause
    qtbot.waitUntil(pause.isVisible, timeout=TIMEOUT_MS)
    qtbot.mouseClick(pause, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: pause.accessibleName() == "Resume", timeout=TIMEOUT_MS)
    assert session.is_paused
    qtbot.mouseClick(pause, Qt.MouseButton.LeftButton)
    pages.monitor.details.setChecked(True)
    qtbot.mouseClick(pages.monitor.new, Qt.MouseButton.LeftButton)
    assert pages.train.isVisible() and train.isChecked() and not pages.train.start.isEnabled()
    qtbot.waitUntil(lambda: session.model.checkpoint is not None, timeout=TIMEOUT_MS)
    session.stop()
    qtbot.waitUntil(lambda: pages.sessions.active is None, timeout=TIMEOUT_MS)
    assert train.stand.mark is not Mark.DONE and not pages.memory.trained
    qtbot.waitUntil(stopped.isVisible)
    pages.window.show_key("welcome")
    strip = pages.welcome.stopped
    qtbot.waitUntil(strip.isVisible)
    assert strip.resume.text().startswith("&Resume ") and strip.resume.text().endswith(" of 5 000)")

    shutil.rmtree(session.run.folder)
    pages.runs.deeds.gone.emit(session.run.folder)
    assert not pages.memory.stopped and not pages.memory.to_talk and pages.welcome.stopped.isHidden()


def test_that_a_run_that_ended_is_told_to_chat_once_unless_something_else_is_wanted_there(
    qtbot: QtBot, pages: Pages
) -> None:
    session = pages.sessions.open(interrupted_run("holmes"))
    qtbot.waitUntil(lambda: not session.is_loading)
    session.run.adapter.write_bytes(b"")
    pages.progress.end(session, is_seen=True)
    assert pages.progress.newly_trained() == str(session.run.folder)
    assert pages.progress.newly_trained() == ""
    pages.progress.end(session, is_seen=True)
    pages.sessions.resume(session)  # and is trained again
    assert pages.progress.newly_trained() == ""
    session.kill()
    qtbot.waitUntil(lambda: pages.sessions.active is None, timeout=TIMEOUT_MS)
    pages.progress.end(session, is_seen=True)
    session.run.adapter.unlink()  # and so was the run
    assert pages.progress.newly_trained() == ""


@pytest.mark.process
def test_that_a_first_start_greets_until_the_person_has_their_own(qtbot: QtBot, pages: Pages) -> None:
    pages.memory.page = ""
    pages.begin()
    assert pages.welcome.isVisible()
    qtbot.mouseClick(pages.welcome.own, Qt.MouseButton.LeftButton)
    assert pages.models.isVisible() and pages.memory.greeted
    pages.memory.page = ""
    pages.begin()
    assert pages.models.isVisible()


@pytest.mark.process
def test_that_no_run_yet_leads_to_the_welcome_and_one_does_not(pages: Pages) -> None:
    pages.window.show_key("runs")
    pages.runs.train_wanted.emit()
    assert pages.welcome.isVisible()
    interrupted_run("holmes")
    pages.memory.page = ""
    pages.begin()
    assert pages.models.isVisible()


class Opened(QObject):
    """Notes each widget that is shown as a window."""

    def __init__(self) -> None:
        super().__init__()
        self.widgets: list[QWidget] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.widgets.append(watched)
        return False


@pytest.mark.process
def test_that_a_page_that_is_built_opens_no_window_of_its_own(qapp: QApplication, pages: Pages) -> None:
    """A widget that is shown before it lies in another flashes up on the desktop."""
    opened = Opened()
    qapp.installEventFilter(opened)
    for key in pages.window.keys:
        pages.window.show_key(key)
    qapp.removeEventFilter(opened)
    assert opened.widgets == []


@pytest.mark.process
def test_that_the_sample_has_its_name_and_the_focus_is_in_view_at_once(qtbot: QtBot, pages: Pages) -> None:
    pages.window.activateWindow()
    qtbot.waitUntil(pages.window.isActiveWindow)
    pages.window.show_key("welcome")
    qtbot.mouseClick(pages.welcome.primary, Qt.MouseButton.LeftButton)
    assert pages.monitor.isVisible() and pages.monitor.name.accessibleName() == "The lighthouse keeper"
    assert pages.monitor.isAncestorOf(QApplication.focusWidget())


@pytest.mark.process
def test_that_an_export_that_failed_is_told_on_another_page_until_it_is_looked_at(qtbot: QtBot, pages: Pages) -> None:
    notice, wish = pages.window.notice, Wish("/nowhere", "", "ollama", "merged")

    def fail_behind() -> None:
        pages.window.show_key("export")
        pages.export.work.start(wish, p.TypesJob(run="/nowhere"))
        pages.window.show_key("data")
        qtbot.waitUntil(notice.isVisible, timeout=TIMEOUT_MS)
        assert notice.text.startswith("Export: That did not work. /nowhere")

    fail_behind()
    show = next(button for button in notice.findChildren(QPushButton) if button.text() == "&Show it")
    qtbot.mouseClick(show, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(pages.export.isVisible)
    assert notice.isHidden()

    fail_behind()
    qtbot.mouseClick(pages.window.sidebar.buttons["export"], Qt.MouseButton.LeftButton)
    assert notice.isHidden() and not pages.export.message.isHidden()
    pages.export.ways.cards["llamacpp"].click()
    assert pages.export.message.isHidden(), "another way is not the one that failed"


def test_that_settings_lead_to_the_page_of_the_guide_about_graphics_cards(qtbot: QtBot, pages: Pages) -> None:
    pages.window.show_key("settings")
    qtbot.mouseClick(pages.settings.computing.device.guide, Qt.MouseButton.LeftButton)
    assert pages.help.isVisible() and pages.help.text.toPlainText().startswith("Training on a graphics card")


def test_that_f1_shows_the_page_of_the_guide_that_is_about_what_is_in_front(qtbot: QtBot, pages: Pages) -> None:
    pages.window.show_key("data")
    qtbot.keyClick(pages.window, Qt.Key.Key_F1)
    assert pages.help.isVisible() and "Preparing data" in pages.help.text.toPlainText()
    pages.help.beginning.click()
    assert "Preparing data" not in pages.help.text.toPlainText().partition("\n")[0]
    pages.help.back.click()
    assert pages.help.text.toPlainText().startswith("Preparing data")
    assert all((GUIDE / f"{name}.md").is_file() for name in (FIRST, *PAGES.values()))
    assert PAGES.keys() <= set(pages.window.keys)


def test_that_the_card_of_a_run_shows_that_its_text_is_cut(qtbot: QtBot) -> None:
    card = LiveCard()
    qtbot.addWidget(card)
    card.resize(120, 80)
    card.show_run(LiveRun("holmes", 0.1, "Preparing the model for training, which takes a while", ""))
    card.show()
    assert card._state.text().endswith("…")


def test_that_a_later_welcome_leads_to_the_last_runs(qtbot: QtBot, pages: Pages) -> None:
    folder = interrupted_run("holmes")
    pages.window.show_key("welcome")
    recent = pages.welcome.recent
    qtbot.waitUntil(recent.isVisible)
    (button,) = recent.findChildren(QPushButton)
    assert button.accessibleName() == "Open: holmes"
    assert pages.welcome.own.property("primary") and not pages.welcome.primary.property("primary")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert pages.monitor.isVisible() and pages.monitor.session is not None
    assert pages.monitor.session.run.folder == folder
