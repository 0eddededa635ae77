"""Mouse and keyboard: the X server's own where a window is on one, else events that are handed to Qt."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

_NAMES = {Qt.Key.Key_Return: "Return", Qt.Key.Key_Escape: "Escape"}


class Devices(Protocol):
    """Each does it and returns when the window has seen it."""

    def click(self, place: QPoint) -> None:
        """The left button, at a place in the window."""

    def type(self, text: str) -> None:
        """Into what has the focus, in place of all that stands there."""

    def press(self, key: Qt.Key) -> None:
        """One key."""


class QtDevices:
    """Events for one window, which Qt takes as if they had come from a screen."""

    def __init__(self, window: QWidget) -> None:
        self._window = window

    def click(self, place: QPoint) -> None:
        handle = self._window.windowHandle()
        QTest.mouseClick(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)

    def type(self, text: str) -> None:
        handle = self._window.windowHandle()
        QTest.keyClick(handle, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        for letter in text:
            QTest.keyClick(handle, letter)

    def press(self, key: Qt.Key) -> None:
        QTest.keyClick(self._window.windowHandle(), key)


class XDevices(QObject):
    """The mouse and the keys of an X server, moved by xdotool: the window hears of them as of a person's."""

    def __init__(self, window: QWidget, wait: Callable[[str, Callable[[], bool]], None]) -> None:
        """wait: for something to be so, while the window lives on."""
        super().__init__(window)
        self._window, self._wait = window, wait
        self._seen = 0  # clicks and keys that have ended
        application = QApplication.instance()
        assert application is not None
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        ends = event.type() in (QEvent.Type.MouseButtonRelease, QEvent.Type.KeyRelease)
        self._seen += ends and watched is self._window.windowHandle()
        return False

    def click(self, place: QPoint) -> None:
        at = self._window.mapToGlobal(place) * self._window.devicePixelRatio()
        self._do(1, "mousemove", "--sync", str(at.x()), str(at.y()), "click", "1")

    def type(self, text: str) -> None:
        self._do(2, "key", "ctrl+a")
        self._do(len(text), "type", "--delay", "5", "--", text)

    def press(self, key: Qt.Key) -> None:
        self._do(1, "key", _NAMES[key])

    def _do(self, events: int, *command: str) -> None:
        """events: at least so many clicks and keys come of it."""
        expected = self._seen + events
        subprocess.run(["xdotool", *command], check=True)
        self._wait(f"the window has seen: {command[0]}", lambda: self._seen >= expected)


def devices_of(window: QWidget, wait: Callable[[str, Callable[[], bool]], None]) -> Devices:
    """Use the real ones where there are any, and say which."""
    platform = QApplication.platformName()
    if platform != "xcb" or shutil.which("xdotool") is None:
        why = "the windows are not on an X server" if platform != "xcb" else "xdotool is not there"
        print(f"clicks and keys are handed to Qt: {why}", flush=True)
        return QtDevices(window)
    print("clicks and keys are the X server's", flush=True)
    return XDevices(window, wait)
