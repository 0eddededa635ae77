"""A person before a window of which nothing is known but what it says to a screen reader, with a mouse and keys.

Runs with the system's Python, which has the reader's library (python3-gi).
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

BUTTONS = ("push button", "radio button", "check box", "toggle button")
FIELDS = ("text", "entry", "combo box", "spin button")


class Person:
    """wait_s: for the machine to be slow."""

    def __init__(self, wait_s: float = 300.0) -> None:
        self.wait_s = wait_s

    def wait(self, what: str, condition: Callable[[], Any]) -> Any:
        """What it says once that is something. Raises AssertionError when it never is."""
        print(f"  {what}", flush=True)
        end = time.monotonic() + self.wait_s
        while True:
            try:
                found = condition()
            except Exception:  # what went away while it was read
                found = None
            if found:
                return found
            assert time.monotonic() < end, f"after {self.wait_s:.0f} s: {what}. There is {self.heard()}"
            time.sleep(0.1)

    def press(self, name: str) -> None:
        """The button that says so, once it can be pressed."""
        place = self.wait(f"press {name}", lambda: self._still(lambda: self._find(name, BUTTONS)))
        _xdotool("mousemove", *place, "click", "1")

    def type(self, name: str, text: str) -> None:
        """Into the field of that name, in place of what stands there."""
        place = self.wait(f"type {text}", lambda: self._still(lambda: self._find(name, FIELDS)))
        _xdotool("mousemove", *place, "click", "1", "key", "ctrl+a", "type", "--delay", "15", text)

    def key(self, key: str) -> None:
        _xdotool("key", key)

    def reads(self, words: str) -> bool:
        """Whether they stand anywhere."""
        return any(words in name for name in self.heard())

    def heard(self) -> list[str]:
        """All names and texts that are shown now."""
        return [text for _, text, _ in _shown() if text]

    def picture(self, file: Path) -> None:
        subprocess.run(["import", "-window", "root", str(file)], check=True)

    def _find(self, name: str, roles: tuple[str, ...]) -> tuple[str, str] | None:
        for role, text, one in _shown():
            if role in roles and _label(text) == name and _is(one, Atspi.StateType.ENABLED):
                area = one.get_extents(Atspi.CoordType.SCREEN)
                return str(area.x + area.width // 2), str(area.y + area.height // 2)
        return None

    def _still(self, find: Callable[[], tuple[str, str] | None]) -> tuple[str, str] | None:
        """Where it is, once it does not move any more."""
        first = find()
        time.sleep(0.2)
        return first if first == find() else None


def _shown() -> Iterator[tuple[str, str, Any]]:
    """Role, name and the thing itself, of all on the screen."""
    desktop = Atspi.get_desktop(0)
    waiting = [desktop.get_child_at_index(number) for number in range(desktop.get_child_count())]
    while waiting:
        one = waiting.pop()
        if one is None:
            continue
        role = one.get_role_name()
        if role != "application" and not _is(one, Atspi.StateType.SHOWING):
            continue
        yield role, one.get_name() or _text(one), one
        waiting += [one.get_child_at_index(number) for number in reversed(range(one.get_child_count()))]


def _label(text: str) -> str:
    """What it is called, without what is said of it: "Data, next", "One file: For Jan and others"."""
    return text.partition(", ")[0].partition(": ")[0]


def _text(one: Any) -> str:
    text = one.get_text_iface()
    return str(Atspi.Text.get_text(text, 0, Atspi.Text.get_character_count(text))) if text else ""


def _is(one: Any, state: Any) -> bool:
    return bool(one.get_state_set().contains(state))


def _xdotool(*words: str) -> None:
    subprocess.run(["xdotool", *words], check=True)
