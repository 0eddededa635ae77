"""The window comes up from whatever it remembers, with a page in front, and says nothing of an error."""

from __future__ import annotations

import sys
from pathlib import Path
from traceback import format_exception

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from app.shell import memory
from app.shell.pages import Pages
from app.shell.remembering import place
from core import protocol as p
from core.base import paths
from core.runs import run as runs
from tests.support.watchdog import WatchedApplication
from tests.support.window_states import RUN, states


@pytest.fixture
def raised(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What came to the hook for all that nobody caught."""
    found: list[str] = []
    monkeypatch.setattr(sys, "excepthook", lambda _kind, error, _trace: found.append("".join(format_exception(error))))
    return found


def start_and_end(content: bytes) -> str:
    """As `main` does, but for the event loop. Returns the page that was in front."""
    (paths.config_dir() / "window-state.json").write_bytes(content)
    pages = Pages()
    place(pages.window, pages.memory.geometry)
    pages.begin()
    pages.window.show()
    QApplication.processEvents()
    front = [key for key, page in pages.window.pages.items() if page.isVisible()]  # type: ignore[attr-defined]
    assert len(front) == 1 and pages.window.close()
    pages.window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return front[0]


@pytest.mark.slow
def test_that_the_window_comes_up_from_a_hundred_states_of_its_memory(
    qapp: WatchedApplication, home: Path, monkeypatch: pytest.MonkeyPatch, raised: list[str]
) -> None:
    monkeypatch.setattr("app.workers.process.own_process", lambda *_: ["/there/is/none"])  # which is said on the page
    home.mkdir()
    (home / "rows.csv").write_text("question,answer\nWhere?,Here.\n", encoding="utf-8")
    (home / "tiny.gguf").write_bytes(b"GGUF")
    runs.create(p.TrainJob(model="tiny.gguf", data="rows.csv", run=RUN.format(home=home)))
    qapp.watch(False)  # which costs time at each event
    wrong, tried = [], 0
    for state in states(home.as_posix()):
        front = start_and_end(state.content)
        tried += 1
        if raised:
            wrong.append(f"{state.name}: {raised}")
            raised.clear()
        if state.name.startswith(("good", "nothing", "damaged")):
            assert front in state.name or (front, state.name) == ("runs", "nothing of monitor"), state.name
        assert memory.load().page == front
    assert not wrong and tried >= 100, "\n".join(wrong)
