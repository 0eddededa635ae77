"""Another language while the window is open: what goes on, what was typed and where one is stay, there and back."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.look.language import speak
from app.pages.chat.talk import Exchange, Said
from app.shell.pages import Pages
from app.widgets.focus_ring import Ring
from core.base.language import chosen, tr
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
    qtbot.waitUntil(lambda: chosen().name == name and pages.language_change.is_done, timeout=TIMEOUT_MS)


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
    assert pages.chat.prompt.toPlainText() == "Why" and pages.chat.options.numbers["temperature"].text() == "0,70"
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
    qtbot.waitUntil(lambda: pages.language_change.is_done, timeout=TIMEOUT_MS)
    assert pages.chat is not chat


def test_that_pages_wait_for_an_undo_that_waits_itself(pages: Pages, qtbot: QtBot) -> None:
    pages.window.show_key("chat")
    pages.window.show_key("settings")
    chat, settings, notice = pages.chat, pages.settings, pages.window.notice
    notice.pass_by("A run was deleted.", ("&Undo", "mdi6.undo", lambda: None))
    notice.say("The run has ended.", ("&Good", "mdi6.check", lambda: None))
    begin_to_choose(pages, "de")
    qtbot.waitUntil(lambda: pages.settings is not settings)
    for label in ("&Good", "&Undo"):
        assert notice.holds_undo and not pages.language_change.is_done and pages.chat is chat
        next(button for button in notice.findChildren(QPushButton) if button.text() == label).click()
    notice.say("The run has ended.", ("&Good", "mdi6.check", lambda: None))  # is no reason to wait
    qtbot.waitUntil(lambda: pages.language_change.is_done, timeout=TIMEOUT_MS)
    assert pages.chat is not chat and notice.isVisible()


def test_that_a_page_at_work_behind_follows_when_it_is_done(pages: Pages, qtbot: QtBot) -> None:
    pages.window.show_key("chat")
    pages.window.show_key("settings")
    chat, settings, exchange = pages.chat, pages.settings, Exchange(id="1", question="Why?", answers={"base": Said()})
    chat.conversation.show_exchanges([exchange])
    chat.conversation.begin(exchange, ["base"])
    begin_to_choose(pages, "de")
    qtbot.waitUntil(lambda: pages.settings is not settings)
    assert pages.chat is chat and not pages.language_change.is_done
    chat.conversation.refuse("Nothing answers.")
    chat.clear.click()
    qtbot.waitUntil(lambda: pages.language_change.is_done, timeout=TIMEOUT_MS)
    assert pages.chat is not chat and pages.chat.clear.text().replace("&", "") == "Zurückholen"
    pages.chat.clear.click()
    assert pages.chat.conversation.talk.exchanges == [exchange]


def test_that_pages_wait_while_a_dialog_is_open(pages: Pages, qtbot: QtBot) -> None:
    pages.window.show_key("settings")
    settings, dialog = pages.settings, QDialog(pages.window)
    dialog.open()
    begin_to_choose(pages, "de")
    qtbot.waitUntil(lambda: chosen().name == "de")
    assert pages.settings is settings and not pages.language_change.is_done
    dialog.reject()
    qtbot.waitUntil(lambda: pages.language_change.is_done, timeout=TIMEOUT_MS)
    assert pages.settings is not settings


def test_that_a_page_that_cannot_tell_its_state_is_made_anew_all_the_same(
    pages: Pages, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages.window.show_key("train")
    pages.window.show_key("settings")
    train, reported = pages.train, list[object]()
    monkeypatch.setattr(train, "state", lambda: {}["lost"])
    monkeypatch.setattr(sys, "excepthook", lambda _kind, error, _trace: reported.append(error))
    choose_language(pages, "de", qtbot)
    assert set(map(type, reported)) == {KeyError}
    assert pages.train is not train and pages.train.start.text().replace("&", "") == "Training starten"


def test_that_keys_lead_on_after_a_language_was_chosen_by_mouse(pages: Pages, qtbot: QtBot) -> None:
    """The ring lay on a page that is gone since; pytest-qt fails a test in which a slot or an override raises."""
    pages.window.show_key("settings")
    pages.settings.look.language.setFocus()
    QTest.keyClick(pages.window, Qt.Key.Key_Shift)
    assert [ring.isVisible() for ring in pages.settings.findChildren(Ring)] == [True]
    QTest.mouseClick(pages.settings.look, Qt.MouseButton.LeftButton)
    choose_language(pages, "de", qtbot)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    for key in pages.window.keys[:8]:
        pages.window.show_key(key)
        QTest.keyClick(QApplication.focusWidget() or pages.window, Qt.Key.Key_Tab)
    assert [ring.isVisible() for ring in pages.window.findChildren(Ring)] == [True]


@pytest.mark.usefixtures("qapp")
def test_that_a_language_without_its_file_is_taken_once() -> None:
    speak("xx")
    assert chosen().name == "xx" and tr("Settings") == "Settings"


def test_that_the_guide_stays_open(pages: Pages, qtbot: QtBot) -> None:
    pages.window.show_key("settings")
    pages.help.open_page()
    choose_language(pages, "de", qtbot)
    assert pages.help.isVisible() and pages.help.windowTitle() == "Luthiers Handbuch"
    pages.help.close()
