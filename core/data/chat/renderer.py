"""The process that renders chat templates, seen from outside: a job has one, for all templates, and starts it late."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import msgspec

from core.base.child_process import Child, bare
from core.base.own_process import own_process
from core.base.systems.limits import LIMITS_TIME

SECONDS = 5  # of processor time for one request; real ones take under a millisecond
TIMEOUT = None if LIMITS_TIME else 60.0  # seconds on the clock, where processor time cannot be limited
_MOST_TEMPLATES = 64  # that one process keeps compiled


class Rendering(msgspec.Struct):
    """A conversation to render. cuts: for each text, how many messages, and whether the assistant's next turn is
    opened. template: its source and what it gets, once.
    """

    messages: list[Any]
    cuts: Sequence[tuple[int, bool]]
    tools: list[Any] | None = None
    key: str = ""
    template: dict[str, str] | None = None


class Rendered(msgspec.Struct, omit_defaults=True):
    """A text or a refusal for each cut; or in words why there is none: the template is invalid, or runs away."""

    texts: list[str | None] = []
    refusals: list[str | None] = []
    invalid: str = ""
    runaway: str = ""


class TemplateRenderer:
    """Sends requests to a process of its own, one at a time; the first starts it. Use as a context manager, or close().

    A process that ended is started anew.
    """

    def __init__(self, seconds: int = SECONDS, timeout: float | None = TIMEOUT, command: Sequence[str] = ()) -> None:
        """command: another process than render_child's."""
        self._child = Child(command or own_process("core.data.chat.render_child", str(seconds)), env=bare())
        self._timeout = timeout
        self._lock = threading.Lock()
        self._known: set[str] = set()  # templates that the process has

    def __enter__(self) -> TemplateRenderer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """The process's number; 0 before there is one."""
        return self._child.pid

    def ask(self, key: str, template: dict[str, str], wanted: Rendering) -> Rendered:
        """Return the process's answer to what is wanted of a template. Raises EndedError."""
        with self._lock:
            if len(self._known) >= _MOST_TEMPLATES:
                self._child.close()
            if not self._child.is_running:
                self._known.clear()
            wanted.key, wanted.template = key, None if key in self._known else template
            made = self._child.ask(wanted, Rendered, self._timeout)
            if not (made.invalid or made.runaway):
                self._known.add(key)
            return made

    def held(self) -> list[str]:
        """Return what the process has given up on this system: files, memory, system calls. Raises EndedError."""
        with self._lock:
            return self._child.held()

    def close(self) -> None:
        """End the process; the next request starts another."""
        with self._lock:
            self._child.close()
