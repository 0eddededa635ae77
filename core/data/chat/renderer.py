"""The process that renders chat templates, seen from outside: a job has one, for all templates, and starts it late."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from core.base.line_process import ShutProcess
from core.base.own_process import is_bundled, own_process, own_script
from core.base.systems.limits import LIMITS_TIME

CHILD = Path(__file__).with_name("render_child.py")
SECONDS = 5  # of processor time for one request; real ones take under a millisecond
TIMEOUT = None if LIMITS_TIME else 60.0  # seconds on the clock, where processor time cannot be limited
_MOST_TEMPLATES = 64  # that one process keeps compiled


class TemplateRenderer:
    """Sends requests to a process of its own, one at a time; the first starts it. Use as a context manager, or close().

    A process that ended is started anew.
    """

    def __init__(self, seconds: int = SECONDS, timeout: float | None = TIMEOUT, child: Path = CHILD) -> None:
        self._process = ShutProcess(_command(child, seconds), timeout)
        self._lock = threading.Lock()
        self._known: set[str] = set()  # templates that the process has

    def __enter__(self) -> TemplateRenderer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The process's number, as long as it runs."""
        return self._process.pid

    def ask(self, key: str, template: dict[str, str], request: dict[str, Any]) -> dict[str, Any]:
        """Return the process's answer to a request for a template. Raises EndedError."""
        with self._lock:
            if len(self._known) >= _MOST_TEMPLATES:
                self._process.close()
            if self._process.pid is None:
                self._known.clear()
            if key not in self._known:
                request = request | {"template": template}
            reply = self._process.ask(request | {"key": key})
            if "texts" in reply:
                self._known.add(key)
            return reply

    def held(self) -> list[str]:
        """Return what the process has given up on this system: files, memory, system calls. Raises EndedError."""
        with self._lock:
            given_up: list[str] = self._process.ask({})["held"]
            return given_up

    def close(self) -> None:
        """End the process; the next request starts another."""
        with self._lock:
            self._process.close()


def _command(child: Path, seconds: int) -> list[str]:
    if is_bundled():
        return own_process("core.data.chat.render_child", str(seconds))
    return own_script(child, str(seconds))
