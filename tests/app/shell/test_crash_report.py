"""What nobody foresaw is logged and told in the window, wherever it is raised, and the window goes on."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.pages.settings.page import SettingsPage
from app.shell import application, memory
from app.shell.crash_report import taken
from app.shell.memory import Memory
from app.shell.notice import Notice
from app.shell.pages import Pages


class Source(QObject):
    told = Signal()


@pytest.fixture
def unheard(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """What came to the hook; pytest-qt's would fail the test."""
    heard: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda _kind, error, _trace: heard.append(error))
    return heard


def fail() -> None:
    raise RuntimeError("nobody foresaw this")


def press(notice: Notice) -> None:
    """The first of its buttons."""
    next(button for button in notice.findChildren(QPushButton) if not button.isHidden()).click()


@pytest.mark.slow
def test_that_slots_and_timers_end_nothing_and_are_told_once(
    qtbot: QtBot, pages: Pages, unheard: list[BaseException]
) -> None:
    source, notice = Source(), pages.window.notice
    source.told.connect(fail)
    notice.say("Something before.", ("&Good", "mdi6.check", lambda: None))
    with taken(logging.getLogger("luthier")) as hook:
        hook.tell = lambda: application._tell_of_crash(pages)
        source.told.emit()
        source.told.emit()
        QTimer.singleShot(0, pages.window, lambda: {}["of another kind"])
        qtbot.waitUntil(lambda: len(unheard) == 2)
        QTimer.singleShot(0, pages.window, lambda: unheard.append(KeyError("after all")))
        qtbot.waitUntil(lambda: len(unheard) == 3)
    assert notice.text == "Something before."  # is read first
    press(notice)
    assert notice.text.startswith("Something went wrong in the window.")
    press(notice)
    qtbot.waitUntil(lambda: isinstance(pages.window.pages.get("settings"), SettingsPage))
    assert notice.isHidden()


@pytest.mark.slow
def test_that_a_page_that_cannot_take_or_give_what_it_remembers_costs_only_that(
    qtbot: QtBot, home: Path, monkeypatch: pytest.MonkeyPatch, unheard: list[BaseException]
) -> None:
    home.mkdir()
    memory.save(memory.encoded(Memory(page="settings", pages={"train": {"goal": "x"}, "models": {"words": "tiny"}})))

    def broken(_page: Any, _state: Any = None) -> dict[str, Any]:
        raise RuntimeError("this page cannot")

    monkeypatch.setattr("app.pages.train.page.TrainPage.restore", broken)
    monkeypatch.setattr("app.pages.train.page.TrainPage.state", broken)
    pages = Pages()
    qtbot.addWidget(pages.window)
    pages.begin()
    assert pages.models.hub.words.text() == "tiny" and pages.train.isEnabled()
    assert len(unheard) == 1
    pages.remembering.write_now()
    assert "train" not in memory.load().pages and memory.load().pages["models"]["words"] == "tiny"


def test_that_another_page_is_shown_where_the_last_one_cannot_be_made(
    qtbot: QtBot, home: Path, monkeypatch: pytest.MonkeyPatch, unheard: list[BaseException]
) -> None:
    home.mkdir()
    memory.save(memory.encoded(Memory(page="chat")))
    monkeypatch.setattr("app.pages.chat.page.ChatPage.__init__", lambda _page: fail())
    pages = Pages()
    qtbot.addWidget(pages.window)
    pages.begin()
    pages.window.show()
    assert pages.settings.isVisible() and len(unheard) == 1
