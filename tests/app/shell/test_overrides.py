"""What an override of Qt's raises ends nothing: each in the window is guarded, new ones too."""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any

import pytest
from PySide6.QtCore import QAbstractTableModel, QEvent, QSize, Qt
from PySide6.QtGui import QCloseEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

import app
from app.shell.crash_report import taken
from app.shell.overrides import is_guarded, overrides_of
from core.base.logs import log_files, logged
from tests.support.qt_calls import call_by_qt


def classes() -> Iterator[type]:
    """All that the window defines."""
    for module in pkgutil.walk_packages(app.__path__, "app."):
        if not module.name.endswith("__main__"):
            for found in vars(importlib.import_module(module.name)).values():
                if isinstance(found, type) and found.__module__ == module.name:
                    yield found


def failing(free: int) -> CodeType:
    """Of a function that fails as C code does, which is what shiboken cannot take. free: how many names it closes
    over, which has to be as many as that whose place it takes."""
    names = [f"name_{number}" for number in range(free)]
    lines = ["def outer():", *(f"    {name} = 0" for name in names)]
    lines += ["    def fails(*_arguments):", f"        return [{', '.join(names)}][{free}]", "    return fails"]
    made: dict[str, Any] = {}
    exec("\n".join(lines), made)
    code: CodeType = made["outer"]().__code__
    return code


def bare(cls: type) -> Any:
    """One that Qt knows, and whose own __init__ was not called: only what Qt calls of it matters."""
    base = next(base for base in cls.__mro__ if base.__module__.startswith("PySide6"))
    one = cls.__new__(cls)
    base.__init__(one)  # type: ignore[misc]
    return one


@pytest.fixture
def raised(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], list[str]]]:
    """What was logged since it was asked last, in a window's log as `main` keeps it."""
    monkeypatch.setattr(sys, "excepthook", lambda *_: None)  # pytest-qt's, which would fail the test

    def lines() -> list[str]:
        found = [json.loads(line) for file in log_files() for line in file.read_text(encoding="utf-8").splitlines()]
        for file in log_files():
            file.write_text("", encoding="utf-8")
        return [f"{line['message']} {line.get('details', '')}" for line in found]

    with logged("window") as log:
        log.info("begins")
        monkeypatch.setattr("app.shell.crash_report._where", lambda _trace: str(next(counter)))  # each is another
        counter = iter(range(1_000_000))
        with taken(log):
            yield lines


@pytest.mark.usefixtures("qtbot")
def test_that_what_any_override_in_the_window_raises_is_logged_and_ends_nothing(
    monkeypatch: pytest.MonkeyPatch, raised: Callable[[], list[str]]
) -> None:
    tried, untold = 0, []
    for cls in classes():
        for name, method in overrides_of(cls):
            assert is_guarded(method), f"{cls.__name__}.{name}"
            inner = method.__wrapped__  # type: ignore[attr-defined]
            one = bare(cls)
            raised()
            with monkeypatch.context() as patch:
                patch.setattr(inner, "__code__", failing(len(inner.__code__.co_freevars)))
                call_by_qt(one, name)
            if not any("IndexError" in line for line in raised()):
                untold.append(f"{cls.__name__}.{name}")
            tried += 1
            if isinstance(one, QWidget):
                one.deleteLater()
    assert not untold and tried > 100
    QApplication.processEvents()


def test_that_a_class_made_later_is_guarded_and_the_base_class_does_its_part(
    qtbot: QtBot, raised: Callable[[], list[str]]
) -> None:
    class Failing(QLabel):
        def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
            return [][0]

        def closeEvent(self, _event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
            raise StopIteration

        def setText(self, _text: str) -> None:  # noqa: N802 - Qt's name
            raise SystemExit

    class Rows(QAbstractTableModel):
        def rowCount(self, _parent: object = None) -> int:  # noqa: N802 - Qt's name
            raise MemoryError

    label = Failing("as wide as this")
    qtbot.addWidget(label)
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.addWidget(label)
    assert column.sizeHint().width() >= QLabel("as wide as this").sizeHint().width()
    label.setParent(None)
    label.show()
    assert label.close() and not label.isVisible()
    assert Rows().rowCount() == 0
    assert "IndexError" in "".join(raised())


def test_that_no_event_is_handled_twice(qtbot: QtBot, raised: Callable[[], list[str]]) -> None:
    handled = []

    class Failing(QPushButton):
        def event(self, event: QEvent) -> bool:
            handled.append(event.type()) if event.type() == QEvent.Type.User else None
            return super().event(event)

        def customEvent(self, _event: QEvent) -> None:  # noqa: N802 - Qt's name
            [][len(handled)]

        def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
            super().mousePressEvent(event)
            [][0]

    button = Failing()
    qtbot.addWidget(button)
    button.pressed.connect(lambda: handled.append("pressed"))
    QApplication.sendEvent(button, QEvent(QEvent.Type.User))
    qtbot.mousePress(button, Qt.MouseButton.LeftButton)
    assert handled == [QEvent.Type.User, "pressed"] and "IndexError" in "".join(raised())


def test_that_what_fails_at_each_painting_is_logged_a_few_times_and_told_once(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "excepthook", lambda *_: None)
    told = []
    with logged("window") as log, taken(log) as hook:
        hook.tell = lambda: told.append("told")

        class Failing(QWidget):
            def paintEvent(self, _event: object) -> None:  # noqa: N802 - Qt's name
                {}["nothing"]

        one = Failing()
        qtbot.addWidget(one)
        for _ in range(120):
            one.grab()
        QApplication.processEvents()
    assert told == ["told"]
    lines = "".join(file.read_text(encoding="utf-8") for file in log_files()).splitlines()
    assert len(lines) == 3 and "paintEvent" in lines[0] and "100 times" in lines[2]
