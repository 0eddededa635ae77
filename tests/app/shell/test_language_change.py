"""Another language while the window is open: what goes on, what was typed and where one is stay, there and back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.look.language import speak
from app.shell.pages import Pages
from core.advice.texts.language import chosen
from tests.app.conftest import NewJob
from tests.support.window import TIMEOUT_MS


@pytest.fixture
def settled() -> Iterator[None]:
    """Another test finds English again."""
    yield
    speak("en")


pytestmark = pytest.mark.usefixtures("settled")


def choose_language(pages: Pages, name: str, qtbot: QtBot) -> None:
    """As a person does on the Settings page, and wait until all pages speak it."""
    begin_to_choose(pages, name)
    qtbot.waitUntil(lambda: chosen().name == name and pages.speaking.is_done, timeout=TIMEOUT_MS)


def begin_to_choose(pages: Pages, name: str) -> None:
    combo = pages.settings.look.language
    combo.setFocus()
    combo.setCurrentIndex(combo.findData(name))
    combo.activated.emit(combo.currentIndex())


def test_that_every_page_speaks_it_and_keeps_what_was_typed(pages: Pages, qtbot: QtBot) -> None:
    pages.window.show_key("train")
    pages.train.fill_in_sample()
    pages.train.run.title.setText("Pirate")
    sample = pages.train.inputs.model_text
    pages.window.show_key("chat")
    pages.chat.prompt.setPlainText("Why")
    pages.window.show_key("settings")
    choose_language(pages, "de", qtbot)
    assert pages.window.sidebar.buttons["settings"].text() == "Einstellungen" and pages.window.front == "settings"
    labels = [label.text().replace("&", "") for label in pages.settings.findChildren(QLabel)]
    assert "Größe der Schrift" in labels
    assert pages.train.inputs.model_text == sample and pages.train.run.title.text() == "Pirate"
    assert pages.train.start.text().replace("&", "") == "Training starten"
    assert pages.chat.prompt.toPlainText() == "Why"
    assert QApplication.focusWidget() is pages.settings.look.language
    choose_language(pages, "en", qtbot)
    assert pages.window.sidebar.buttons["settings"].text() == "Settings"
    assert pages.train.start.text().replace("&", "") == "Start training" and pages.train.run.title.text() == "Pirate"


@pytest.mark.slow
def test_that_a_training_goes_on_and_is_watched_in_the_other_language(
    pages: Pages, new_job: NewJob, qtbot: QtBot
) -> None:
    pages.life.start(new_job(max_steps=400))
    session = pages.sessions.active
    assert session is not None
    qtbot.waitUntil(lambda: session.model.step is not None, timeout=TIMEOUT_MS)
    pages.window.show_key("settings")
    choose_language(pages, "de", qtbot)
    assert pages.sessions.active is session and pages.monitor.session is session
    step = session.model.step.step
    qtbot.waitUntil(lambda: session.model.step.step > step, timeout=TIMEOUT_MS)
    pages.life.show_active()
    assert pages.monitor.stop.text().replace("&", "") == "Anhalten und behalten"
    session.stop()
    qtbot.waitUntil(lambda: not session.is_active, timeout=TIMEOUT_MS)


def test_that_pages_wait_for_a_message_with_undo(pages: Pages, qtbot: QtBot) -> None:
    pages.window.show_key("chat")
    pages.window.show_key("settings")
    chat, undone = pages.chat, []
    pages.window.notice.pass_by("A run was deleted.", ("&Undo", "mdi6.undo", lambda: undone.append(True)))
    begin_to_choose(pages, "de")
    qtbot.waitUntil(lambda: chosen().name == "de")
    qtbot.waitUntil(lambda: pages.window.sidebar.buttons["settings"].text() == "Einstellungen")
    assert pages.chat is chat
    undo = next(button for button in pages.window.notice.findChildren(QPushButton) if "Undo" in button.text())
    undo.click()
    assert undone == [True]
    qtbot.waitUntil(lambda: pages.speaking.is_done, timeout=TIMEOUT_MS)
    assert pages.chat is not chat


def test_that_the_guide_stays_open(pages: Pages, qtbot: QtBot) -> None:
    pages.window.show_key("settings")
    pages.help.open_page()
    choose_language(pages, "de", qtbot)
    assert pages.help.isVisible() and pages.help.windowTitle() == "Luthiers Handbuch"
    pages.help.close()
