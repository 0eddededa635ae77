"""A screen of 1280 by 720 pixels at twice the scale has 640 by 360 of ours: nothing on it may be out of reach."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.shell.window import MainWindow
from core.shared import paths, runs
from core.shared import protocol as p
from tests.app.conftest import TIMEOUT_MS

SCREEN = QSize(640, 360)
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
def pages(qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> list[QWidget]:
    """Every page, with as much on it as there can be."""
    monkeypatch.setenv("HOME", str(paths.home()))  # nobody's own models
    window.show_page(window.models)
    qtbot.waitUntil(lambda: window.models.local.job is None, timeout=TIMEOUT_MS)
    window.models.hub.message.say("bad", "The search did not work", "There is no network.")
    window.models.hub._on_event(p.Found(model=MODEL))
    window.train.message.say("info", "A run was interrupted", "2026-11-20-storyteller can go on.")
    window.train.show_advanced.setChecked(True)
    job = p.TrainJob(model="tiny.gguf", data="book.txt", run=str(paths.runs_dir() / "2026-11-20-storyteller-6m-holmes"))
    window.open_run(runs.create(job).folder)
    window.monitor.message.say("bad", "An error", "It broke.", "details")
    window.show_page(window.data)
    with qtbot.waitSignal(window.data.reading.inspected, timeout=TIMEOUT_MS):
        window.data.sample.click()
    window.data.message.say("bad", "That did not work", "It broke.", "details")
    return [window.models, window.data, window.train, window.monitor, window.runs]


def test_that_the_window_can_be_as_small_as_the_screen_and_its_pages_with_it(
    window: MainWindow, pages: list[QWidget]
) -> None:
    least = window.minimumSize()
    assert least.width() <= SCREEN.width() and least.height() <= SCREEN.height() - FRAME
    sidebar = window.findChild(QWidget, "sidebar")
    assert sidebar.minimumSizeHint().height() <= least.height()
    for page in pages:
        window.show_page(page)
        needed = page.minimumSizeHint()
        assert needed.width() <= least.width() - sidebar.width(), type(page).__name__
        assert needed.height() <= least.height(), type(page).__name__


@pytest.mark.parametrize("view", ["local", "hub"])
def test_that_every_control_can_be_reached(qtbot: QtBot, window: MainWindow, pages: list[QWidget], view: str) -> None:
    window.models.show_view(getattr(window.models, view))
    window.resize(window.minimumSize())
    for page in pages:
        window.show_page(page)
        qtbot.waitUntil(lambda page=page: page.isVisible(), timeout=TIMEOUT_MS)
        for kind in (QAbstractButton, QComboBox, QLineEdit):
            for control in page.findChildren(kind):
                if control.isVisible() and not control.objectName().startswith("qt_"):
                    what = f"{type(page).__name__}: {control} {control.accessibleName()}"
                    qtbot.waitUntil(lambda control=control, what=what: require_in_view(control, what))


def test_that_nothing_scrolls_sideways(qtbot: QtBot, window: MainWindow, pages: list[QWidget]) -> None:
    window.resize(SCREEN)
    for page in pages:
        window.show_page(page)
        areas = [area for area in page.findChildren(QScrollArea) if area.isVisible()]
        assert areas
        for area in areas:
            bar = area.horizontalScrollBar()
            needed = area.widget().minimumSizeHint().width
            qtbot.waitUntil(lambda area=area, bar=bar, needed=needed: needed() <= area.width() and not bar.maximum())


def test_that_a_large_window_needs_no_scrolling(qtbot: QtBot, window: MainWindow, pages: list[QWidget]) -> None:
    """But for the forms with all they have."""
    window.train.show_advanced.setChecked(False)
    window.resize(1280, 800)
    for page in pages:
        window.show_page(page)
        (area, *_) = [area for area in page.findChildren(QScrollArea) if area.isVisible()]
        qtbot.waitUntil(lambda area=area: not area.verticalScrollBar().maximum())


def require_in_view(control: QWidget, what: str) -> None:
    """Scroll as a person would, the innermost area first; then all of it must be seen."""
    above = control.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(control)
        above = above.parentWidget()
    assert control.visibleRegion().boundingRect() == control.rect(), what
