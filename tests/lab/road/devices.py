"""Mouse and keyboard: the X server's or Windows' own where a window is on one, else events that are handed to Qt."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
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


class ScreenDevices(QObject):
    """The mouse and the keys of a screen: the window hears of them as of a person's."""

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

    def _at(self, place: QPoint) -> tuple[int, int]:
        """Return a place in the window in the screen's pixels."""
        at = self._window.mapToGlobal(place) * self._window.devicePixelRatio()
        return at.x(), at.y()

    def _do(self, what: str, events: int, act: Callable[[], object]) -> None:
        """events: at least so many clicks and keys come of it."""
        expected = self._seen + events
        act()
        self._wait(f"the window has seen: {what}", lambda: self._seen >= expected)


class XDevices(ScreenDevices):
    """An X server's, moved by xdotool."""

    def click(self, place: QPoint) -> None:
        x, y = map(str, self._at(place))
        self._xdotool(1, "mousemove", "--sync", x, y, "click", "1")

    def type(self, text: str) -> None:
        self._xdotool(2, "key", "ctrl+a")
        self._xdotool(len(text), "type", "--delay", "5", "--", text)

    def press(self, key: Qt.Key) -> None:
        self._xdotool(1, "key", _NAMES[key])

    def _xdotool(self, events: int, *command: str) -> None:
        self._do(command[0], events, lambda: subprocess.run(["xdotool", *command], check=True))


if sys.platform == "win32":

    class WindowsDevices(ScreenDevices):
        """Windows', moved by its SendInput."""

        def click(self, place: QPoint) -> None:
            ctypes.windll.user32.SetCursorPos(*self._at(place))
            self._send("click", 1, *(_Input(_MOUSE, mouse=_Mouse(flags=flags)) for flags in (_LEFT_DOWN, _LEFT_UP)))

        def type(self, text: str) -> None:
            held, letter = _Key(code=_CONTROL), _Key(code=ord("A"))
            self._send_keys("Ctrl+A", 2, held, letter, _up(letter), _up(held))
            for unit in memoryview(text.encode("utf-16-le")).cast("H"):
                key = _Key(letter=unit, flags=_IS_LETTER)
                self._send_keys(chr(unit), 1, key, _up(key))

        def press(self, key: Qt.Key) -> None:
            pressed = _Key(code=_CODES[key])
            self._send_keys(key.name, 1, pressed, _up(pressed))

        def _send_keys(self, what: str, events: int, *keys: _Key) -> None:
            self._send(what, events, *(_Input(_KEYBOARD, key=key) for key in keys))

        def _send(self, what: str, events: int, *inputs: _Input) -> None:
            sent = (_Input * len(inputs))(*inputs)
            size = ctypes.sizeof(_Input)
            self._do(what, events, lambda: ctypes.windll.user32.SendInput(len(inputs), sent, size))


# Of winuser.h.
_MOUSE, _KEYBOARD = 0, 1
_LEFT_DOWN, _LEFT_UP = 2, 4
_IS_UP, _IS_LETTER = 2, 4
_CONTROL = 0x11
_CODES = {Qt.Key.Key_Return: 0x0D, Qt.Key.Key_Escape: 0x1B}


class _Mouse(ctypes.Structure):
    """MOUSEINPUT"""

    _fields_ = (
        ("x", ctypes.c_long), ("y", ctypes.c_long), ("data", ctypes.c_ulong), ("flags", ctypes.c_ulong),
        ("time", ctypes.c_ulong), ("extra", ctypes.c_void_p),
    )  # fmt: skip


class _Key(ctypes.Structure):
    """KEYBDINPUT"""

    _fields_ = (
        ("code", ctypes.c_ushort), ("letter", ctypes.c_ushort), ("flags", ctypes.c_ulong), ("time", ctypes.c_ulong),
        ("extra", ctypes.c_void_p),
    )  # fmt: skip


class _MouseOrKey(ctypes.Union):
    _fields_ = (("mouse", _Mouse), ("key", _Key))


class _Input(ctypes.Structure):
    """INPUT"""

    _anonymous_ = ("what",)
    _fields_ = (("kind", ctypes.c_ulong), ("what", _MouseOrKey))


def _up(key: _Key) -> _Key:
    return _Key(code=key.code, letter=key.letter, flags=key.flags | _IS_UP)


def devices_of(window: QWidget, wait: Callable[[str, Callable[[], bool]], None]) -> Devices:
    """Use the real ones where there are any, and say which."""
    platform = QApplication.platformName()
    if sys.platform == "win32" and platform == "windows":
        print("clicks and keys are Windows'", flush=True)
        return WindowsDevices(window, wait)
    if platform != "xcb" or shutil.which("xdotool") is None:
        why = "the windows are not on an X server" if platform != "xcb" else "xdotool is not there"
        print(f"clicks and keys are handed to Qt: {why}", flush=True)
        return QtDevices(window)
    print("clicks and keys are the X server's", flush=True)
    return XDevices(window, wait)
