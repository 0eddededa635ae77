"""Runs the child process that renders chat templates: one per job, for all templates, started on first use."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import msgspec

from core.base.child_process import Child, bare
from core.base.own_process import own_process
from core.base.systems.limits import LIMITS_TIME

SECONDS = 5  # of processor time for one request; real ones take under a millisecond
TIMEOUT = None if LIMITS_TIME else 60.0  # seconds on the clock, if processor time cannot be limited
_MOST_TEMPLATES = 64  # compiled templates per process


class Rendering(msgspec.Struct):
    """A conversation to render. cuts: for each text, the number of messages, and whether to open the assistant's next
    turn. template: its source and variables, sent once.
    """

    messages: list[Any]
    cuts: Sequence[tuple[int, bool]]
    tools: list[Any] | None = None
    key: str = ""
    template: dict[str, str] | None = None


class Rendered(msgspec.Struct, omit_defaults=True):
    """A text or a refusal for each cut; or the error: the template is invalid, or runs away."""

    texts: list[str | None] = []
    refusals: list[str | None] = []
    invalid: str = ""
    runaway: str = ""


class TemplateRenderer:
    """Sends requests to a child process, one at a time; the first request starts it. Use as a context manager, or
    close().

    A process that ended is restarted.
    """

    def __init__(self, seconds: int = SECONDS, timeout: float | None = TIMEOUT, command: Sequence[str] = ()) -> None:
        """command: in place of render_child's."""
        self._child = Child(command or own_process("core.data.chat.render_child", str(seconds)), env=bare())
        self._timeout = timeout
        self._lock = threading.Lock()
        self._known: set[str] = set()  # templates already sent to the process

    def __enter__(self) -> TemplateRenderer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """Return the process's id; 0 before it starts."""
        return self._child.pid

    def ask(self, key: str, template: dict[str, str], wanted: Rendering) -> Rendered:
        """Return the process's answer to a request for a template. Raises EndedError."""
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
