"""A screen of 1280 by 720 pixels at twice the scale has 640 by 360 of ours: nothing on it may be out of reach."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import Theme
from app.pages.chat.talk import Exchange, Said
from app.pages.export.made import Told
from app.pages.export.texts import Fact
from app.shell.pages import Pages
from core import protocol as p
from core.base import paths
from core.runs import run as runs
from tests.support.window import TIMEOUT_MS

SCREEN = QSize(640, 360)
LAID_OUT_MS = 20_000  # for a busy machine to lay a page out
FRAME = 64  # pixels of its height that a desktop's panel and the window's title may take

MODEL = p.HubModel(
    id="ann/storyteller-with-a-name-of-some-length",
    kinds=["gguf"],
    files=[p.HubFile(name="storyteller-Q4_K_M.gguf", bytes=10**9, need=2 * 10**9, fits=True)],
    bytes=10**9,
    need=2 * 10**9,
    fits=True,
    gated=True,
    architecture="llama",
    trains=True,
)


@pytest.fixture
def full(qtbot: QtBot, qapp: QApplication, pages: Pages, monkeypatch: pytest.MonkeyPatch) -> list[QWidget]:
    """Every page in its look, with as much on it as there can be."""
    Theme(qapp).dress(pages.window)
    monkeypatch.setenv("HOME", str(paths.home()))  # nobody's own models
    pages.window.show_page(pages.models)
    qtbot.waitUntil(lambda: pages.models.local.job is None, timeout=TIMEOUT_MS)
    hub = pages.models.hub
    hub.message.say("bad", "The search did not work", "There is no network.", action=hub.online)
    pages.models.hub._on_event(p.Found(model=MODEL))
    pages.train.message.say("info", "A run was interrupted", "2026-11-20-storyteller can go on.")
    pages.train.recipe.show_details.setChecked(True)
    pages.train.recipe.show_advanced.setChecked(True)
    job = p.TrainJob(model="tiny.gguf", data="book.txt", run=str(paths.runs_dir() / "2026-11-20-storyteller-6m-holmes"))
    pages.life.open(runs.create(job).folder)
    pages.monitor.message.say("bad", "An error", "It broke.", "details")
    pages.window.show_page(pages.data)
    with qtbot.waitSignal(pages.data.reading.inspected, timeout=TIMEOUT_MS):
        pages.data.parts.guide.chat_sample.click()
    pages.data.mapping.change.setChecked(True)
    pages.data.message.say("bad", "That did not work", "It broke.", "details", action=pages.data.parts.again)
    exchange = Exchange(id="1", question="Why?", answers={"tuned": Said(text="So."), "base": Said(text="word " * 99)})
    pages.chat.restore({"talk": msgspec.to_builtins([exchange])})
    pages.chat.message.say("bad", "The model is no longer there", "It broke.", "details", action=pages.chat.again)
    pages.chat.conversation.suggestions.offer(
        ["Who are you?", "Why is the sea so dark at night, and what do you see up there?"]
    )
    pages.chat.conversation.kept.show()
    pages.window.show_page(pages.export)
    qtbot.waitUntil(lambda: pages.export.found is not None, timeout=TIMEOUT_MS)
    good = [Fact("good", "Answers exactly as here.")]
    told = Told("It is in Ollama", good, ["ollama run keeper"], "/home/ann/keeper", program="Ollama")
    pages.export.form.result.say(told)
    pages.export.form.result.show()
    pages.export.form.more.setChecked(True)
    message = pages.export.message
    message.say("bad", "Something else is there already", "Choose another place.", action=message.helping)
    pages.settings.message.say("bad", "This cannot be kept", "It is no address.")
    return [
        pages.models, pages.data, pages.train, pages.monitor, pages.chat, pages.export, pages.runs,
        pages.assess, pages.settings,
    ]  # fmt: skip


@pytest.mark.slow
def test_that_the_window_can_be_as_small_as_the_screen_and_its_pages_with_it(pages: Pages, full: list[QWidget]) -> None:
    least = pages.window.minimumSize()
    pages.window.resize(least)
    assert least.width() <= SCREEN.width() and least.height() <= SCREEN.height() - FRAME
    sidebar = pages.window.findChild(QWidget, "sidebar")
    assert sidebar.minimumSizeHint().height() <= least.height()
    for page in full:
        pages.window.show_page(page)
        needed = page.minimumSizeHint()
        assert needed.width() <= least.width() - sidebar.width(), type(page).__name__
        assert needed.height() <= least.height(), type(page).__name__


@pytest.mark.slow
@pytest.mark.parametrize("view", ["local", pytest.param("hub", marks=pytest.mark.slow)])
def test_that_every_control_can_be_reached(qtbot: QtBot, pages: Pages, full: list[QWidget], view: str) -> None:
    pages.models.show_view(getattr(pages.models, view))
    pages.window.resize(pages.window.minimumSize())
    for page in full:
        pages.window.show_page(page)
        qtbot.waitUntil(lambda page=page: page.isVisible(), timeout=TIMEOUT_MS)
        for kind in (QAbstractButton, QComboBox, QLineEdit):
            for control in page.findChildren(kind):
                if control.isVisible() and not control.objectName().startswith("qt_"):
                    what = f"{type(page).__name__}: {control} {control.accessibleName()}"
                    qtbot.waitUntil(
                        lambda control=control, what=what: require_in_view(pages, control, what), timeout=LAID_OUT_MS
                    )


@pytest.mark.slow
def test_that_nothing_scrolls_sideways(qtbot: QtBot, pages: Pages, full: list[QWidget]) -> None:
    pages.window.resize(SCREEN)
    for page in full:
        pages.window.show_page(page)
        areas = [area for area in page.findChildren(QScrollArea) if area.isVisible()]
        assert areas
        for area in areas:
            bar = area.horizontalScrollBar()
            needed = area.widget().minimumSizeHint().width
            qtbot.waitUntil(
                lambda area=area, bar=bar, needed=needed: needed() <= area.width() and not bar.maximum(),
                timeout=LAID_OUT_MS,
            )


@pytest.mark.slow
def test_that_a_large_window_needs_no_scrolling(qtbot: QtBot, pages: Pages, full: list[QWidget]) -> None:
    """But for the forms with all they have, and the settings, of which there are many."""
    pages.train.recipe.show_details.setChecked(False)
    pages.export.form.result.hide()
    pages.window.resize(1280, 800)
    for page in full[:-1]:
        pages.window.show_page(page)
        (area, *_) = [area for area in page.findChildren(QScrollArea) if area.isVisible()]
        bar, where = area.verticalScrollBar(), type(page).__name__
        for _ in range(20):
            qtbot.wait(50)
        print(where, bar.maximum())


def require_in_view(pages: Pages, control: QWidget, what: str) -> None:
    """Put away notices, which lie over a page until they are answered, and scroll as a person would, the innermost area
    first; then all of it must be seen.
    """
    while not pages.window.notice.isHidden():
        pages.window.notice.take_back(pages.window.notice.text)
    for margin in (50, 0):  # what Qt leaves around it; where a message takes the room there is none for that
        above = control.parentWidget()
        while above is not None:
            if isinstance(above, QScrollArea):
                middle, half = control.mapTo(above.widget(), control.rect().center()), control.size() / 2
                above.ensureVisible(middle.x(), middle.y(), half.width() + 1 + margin, half.height() + 1 + margin)
            above = above.parentWidget()
        if control.visibleRegion().boundingRect() == control.rect():
            return
    raise AssertionError(what)
