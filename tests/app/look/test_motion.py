"""What appears and leaves does so in a moment, and at once where less motion is asked for."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QPropertyAnimation
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.look import motion
from app.look.theme import Theme
from app.widgets.message_bar import MessageBar
from core.base.settings import Settings


@pytest.fixture
def shown(qtbot: QtBot) -> QLabel:
    """A label within a window that is shown."""
    window = QWidget()
    qtbot.addWidget(window)
    label = QLabel("Saved", window)
    window.show()
    return label


def running(widget: QWidget) -> list[QPropertyAnimation]:
    return widget.findChildren(QPropertyAnimation)


def finish(widget: QWidget) -> None:
    """Drive what moves to its end by hand."""
    for one in running(widget):
        one.setCurrentTime(one.duration())


def test_that_it_fades_in_and_then_is_as_any_other(shown: QLabel) -> None:
    motion.allow(True)
    motion.appear(shown)
    (one,) = running(shown)
    assert 120 <= one.duration() <= 200 and shown.graphicsEffect().opacity() < 0.1
    finish(shown)
    assert shown.graphicsEffect() is None and shown.isVisible()


def test_that_a_message_fades_in_once_however_often_it_is_said(shown: QLabel) -> None:
    motion.allow(True)
    bar = MessageBar()
    bar.setParent(shown.parentWidget())
    bar.say("good", "Saved", "")
    assert running(bar)
    finish(bar)
    bar.say("good", "Saved again", "")
    assert bar.isVisible() and bar.graphicsEffect() is None


def test_that_it_is_gone_at_once_for_all_but_the_eye(shown: QLabel) -> None:
    motion.allow(True)
    motion.leave(shown)
    assert not shown.isVisible()
    (picture,) = (one for one in shown.parentWidget().findChildren(QLabel) if one is not shown)
    assert picture.isVisible() and picture.geometry() == shown.geometry()
    assert all(120 <= one.duration() <= 200 for one in running(picture))


def test_that_nothing_moves_where_the_settings_ask_for_less(shown: QLabel, qapp: QApplication) -> None:
    theme = Theme(qapp)
    theme.follow(Settings(reduce_motion=True))
    motion.appear(shown)
    motion.leave(shown)
    assert not running(shown.parentWidget()) and not shown.isVisible()
    theme.follow(Settings())
    shown.show()
    motion.appear(shown)
    assert running(shown)


def test_that_windows_is_asked_whether_it_wants_animations(shown: QLabel, monkeypatch: pytest.MonkeyPatch) -> None:
    import ctypes

    class User32:
        def SystemParametersInfoW(self, what: int, _size: int, wanted: object, _flags: int) -> None:  # noqa: N802
            assert what == 0x1042
            wanted._obj.value = 0

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", type("Libraries", (), {"user32": User32()}), raising=False)
    motion.allow(True)
    motion.appear(shown)
    assert not running(shown)
