"""Fixtures for the window's tests: its own home folder, a small text, settings that train in seconds."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.look import motion
from app.look.theme import Theme
from app.shell.overrides import guard_overrides
from app.shell.pages import Pages
from app.shell.window import MainWindow
from core.protocol import TrainJob
from core.protocol.config import TrainConfig
from core.runs import run as runs
from tests.support.data import write_book
from tests.support.watchdog import WatchedApplication
from tests.support.window import TIMEOUT_MS, end_workers

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

NewJob = Callable[..., TrainJob]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Runs and models of a test stay in its own folder."""
    folder = tmp_path / "home"
    monkeypatch.setenv("LUTHIER_HOME", str(folder))
    monkeypatch.setenv("LUTHIER_DEVICE", "cpu")
    monkeypatch.delenv("LUTHIER_THEME", raising=False)
    return folder


@pytest.fixture(scope="session")
def qapp_cls() -> type[QApplication]:
    return WatchedApplication


@pytest.fixture(scope="session", autouse=True)
def guarded() -> None:
    """As the program does at its start. pytest-qt fails a test in which an override raises."""
    guard_overrides()


@pytest.fixture(autouse=True)
def tidy(qapp: WatchedApplication) -> Iterator[None]:
    """What a test leaves goes with it, and not at some moment within another, or within an event."""
    gc.freeze()
    gc.disable()
    yield
    motion.allow(False)
    for theme in qapp.findChildren(Theme):
        theme.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    if qapp.styleSheet():  # making pages takes twice as long with one
        qapp.setStyleSheet("")
        qapp.setPalette(QPalette())
        qapp.styleHints().setColorScheme(Qt.ColorScheme.Unknown)
    gc.collect()
    gc.enable()


class PatientBot(QtBot):
    """Waits as long as a slow and busy machine takes."""

    def waitUntil(self, holds: Callable[[], object], *, timeout: int = TIMEOUT_MS) -> None:  # noqa: N802 - pytest-qt's
        super().waitUntil(holds, timeout=timeout)

    def waitSignal(self, signal: object, *, timeout: int = TIMEOUT_MS, **more: object) -> object:  # noqa: N802
        return super().waitSignal(signal, timeout=timeout, **more)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:  # noqa: ARG001 - there has to be one
    return PatientBot(request)


@pytest.fixture(autouse=True)
def excused(qapp: WatchedApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    """The watchdog lets events pass that make a page, or put one into the window; `make bench-pages` has these."""
    monkeypatch.setattr(MainWindow, "put_in", qapp.excused(MainWindow.put_in))
    for made in vars(Pages).values():
        if isinstance(made, cached_property):
            monkeypatch.setattr(made, "func", qapp.excused(made.func))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Function) -> Iterator[None]:
    """Fails a test in which the window was blocked, or flashed up in parts; the watchdog tells what that is."""
    watched = item.funcargs["qapp"]
    watched.watch(True)
    try:
        yield
    finally:
        watched.watch(False)
    assert not watched.blocked, "The window was blocked: " + ", ".join(map(str, watched.blocked))
    flashed = watched.flashed()
    assert not flashed, "Shown as windows: " + ", ".join(flashed)


@pytest.fixture
def short_text(tmp_path: Path) -> Path:
    """The beginning of the bundled book."""
    return write_book(tmp_path / "short.txt", 12_000)


@pytest.fixture
def new_job(demo_gguf: Path, short_text: Path) -> NewJob:
    """Makes a training of a few short steps; settings can be given."""

    def make(**settings: object) -> TrainJob:
        values = {"context": 64, "rank": 4, "max_steps": 6, "grad_accumulation": 1, "epochs": 1000.0, **settings}
        folder = runs.new_folder(str(demo_gguf), str(short_text))
        return TrainJob(model=str(demo_gguf), data=str(short_text), run=str(folder), config=TrainConfig(**values))

    return make


@pytest.fixture
def pages(qtbot: QtBot, request: pytest.FixtureRequest) -> Iterator[Pages]:
    """The whole window, without a page, since each takes as long to make as all else; on Train where workers start.

    Workers that a failed test leaves behind are ended.
    """
    pages = Pages()
    qtbot.addWidget(pages.window, before_close_func=lambda _window: _end_workers(pages))
    pages.window.resize(1280, 720)
    if request.node.get_closest_marker("process"):
        pages.window.show_page(pages.train)
    pages.window.show()
    yield pages


def _end_workers(pages: Pages) -> None:
    pages.helpers.give_up()
    pages.computers.give_up()
    if "models" in pages.window.pages:
        end_workers(pages.models)
    if "export" in pages.window.pages and pages.export.work.job is not None:
        pages.export.work.job.drop()
        pages.export.work.job = None
    if pages.sessions.active is not None:
        pages.sessions.active.ended.disconnect()
        pages.sessions.active.kill()
        pages.sessions.active = None
