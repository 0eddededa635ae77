"""Mouse and keys as a person uses them: what is pressed has to be seen, enabled, and not behind anything else."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QScrollArea, QWidget

from tests.lab.road.devices import devices_of

_W = TypeVar("_W", bound=QWidget)


class LostError(AssertionError):
    """What was looked for is not there."""


class Hand:
    """On one window. wait_s: for the machine to be slow."""

    def __init__(self, window: QWidget, wait_s: float = 600.0) -> None:
        self.window, self.wait_s = window, wait_s
        self._devices = devices_of(window, self.wait)

    def wait(self, what: str, condition: Callable[[], bool]) -> None:
        """Until that holds, while the window lives on."""
        if condition():
            return
        print(f"  waiting: {what}", flush=True)
        end = time.monotonic() + self.wait_s
        while not condition():
            if time.monotonic() > end:
                raise LostError(f"After {self.wait_s:.0f} s: {what}")
            QTest.qWait(50)

    def button(self, name: str) -> QAbstractButton:
        """The one that says so, once it can be pressed."""

        def found() -> list[QAbstractButton]:
            return [one for one in self.visible(QAbstractButton) if said(one) == name and one.isEnabled()]

        self.wait(f"“{name}” can be pressed", lambda: bool(found()))
        return found()[0]

    def press(self, name: str) -> None:
        """Click the button that says so."""
        print(f"press {name}", flush=True)
        self.click(self.button(name))

    def click(self, widget: QWidget, place: QPoint | None = None) -> None:
        """With the mouse, in the middle of it, wherever that is on its page."""
        above = widget.parentWidget()
        while above is not None:
            if isinstance(above, QScrollArea):
                above.ensureWidgetVisible(widget)
            above = above.parentWidget()

        def point() -> QPoint:
            return widget.mapTo(self.window, place or widget.rect().center())

        def is_in_front() -> bool:
            QApplication.processEvents()
            hit = self.window.childAt(point())
            return hit is not None and (hit is widget or widget.isAncestorOf(hit) or hit.isAncestorOf(widget))

        self.wait(f"nothing is in front of {widget}", is_in_front)
        self._devices.click(point())

    def type(self, widget: QWidget, text: str) -> None:
        """Click into a field and put this in place of what stands there."""
        print(f"type {text}", flush=True)
        self.click(widget)
        self._devices.type(text)

    def key(self, key: Qt.Key) -> None:
        self._devices.press(key)

    def field(self, kind: type[_W], name: str) -> _W:
        """The one of this kind with this name or label."""

        def found() -> list[_W]:
            labels = {label.buddy(): plain(label.text()) for label in self.visible(QLabel) if label.buddy() is not None}
            return [one for one in self.visible(kind) if name in (one.accessibleName(), labels.get(one))]

        self.wait(f"a field is called “{name}”", lambda: bool(found()))
        return found()[0]

    def reads(self, words: str) -> bool:
        """Whether these words stand anywhere on the window."""
        return any(words in label.text() for label in self.visible(QLabel))

    def visible(self, kind: type[_W]) -> list[_W]:
        """All of this kind that the window shows now."""
        QApplication.processEvents()
        return [one for one in self.window.findChildren(kind) if one.isVisible()]


def said(button: QAbstractButton) -> str:
    return plain(button.text()) or button.accessibleName()


def plain(text: str) -> str:
    """Without the mark of the letter that Alt takes."""
    return text.replace("&", "")
