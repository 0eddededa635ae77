"""The process that renders chat templates, seen from outside: a job has one, for all templates, and starts it late."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from core.base.own_process import NO_WINDOW, is_bundled, own_process, own_script

CHILD = Path(__file__).with_name("render_child.py")
SECONDS = 5  # of processor time for one request; real ones take under a millisecond
TIMEOUT = None if os.name == "posix" else 60.0  # seconds on the clock, where processor time cannot be limited
_NEEDED = ("SYSTEMROOT",)  # without which Python does not start on Windows
_MOST_TEMPLATES = 64  # that one process keeps compiled
_LARGEST_REPLY = 1 << 30  # bytes: a process that has gone wrong does not fill our memory
_BAD_CALL = -signal.SIGSYS if hasattr(signal, "SIGSYS") else None  # how system_calls.py ends it
_ASKED = "it asked the system for what no template needs"


class EndedError(Exception):
    """The process ended over a request: the system stopped it, or it was killed. Says why where that is known."""


class TemplateRenderer:
    """Sends requests to a process of its own, one at a time; the first starts it. Use as a context manager, or close().

    A process that ended is started anew.
    """

    def __init__(self, seconds: int = SECONDS, timeout: float | None = TIMEOUT, child: Path = CHILD) -> None:
        self._seconds, self._timeout, self._child = seconds, timeout, child
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._known: set[str] = set()  # templates that the process has

    def __enter__(self) -> TemplateRenderer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, key: str, template: dict[str, str], request: dict[str, Any]) -> dict[str, Any]:
        """The process's answer to a request for a template. Raises EndedError."""
        with self._lock:
            process = self._running()
            if key not in self._known:
                request = request | {"template": template}
            try:
                with _killed_after(self._timeout, process):
                    reply = _exchange(process, json.dumps(request | {"key": key}).encode())
            except EndedError as error:
                self._end()
                raise EndedError(_ASKED if process.returncode == _BAD_CALL else "") from error
            except BaseException:  # a half-read answer would be taken for the next one's
                self._end()
                raise
            if "texts" in reply:
                self._known.add(key)
            return reply

    def held(self) -> list[str]:
        """What the process has given up on this system: files, memory, system calls. Raises EndedError."""
        with self._lock:
            given_up: list[str] = _exchange(self._running(), b"{}")["held"]
            return given_up

    def close(self) -> None:
        """End the process; the next request starts another."""
        with self._lock:
            self._end()

    def _running(self) -> subprocess.Popen[bytes]:
        if len(self._known) >= _MOST_TEMPLATES:
            self._end()
        if self._process is None or self._process.poll() is not None:
            self._known.clear()
            command = self._command()
            # No other environment: nothing in it is a template's business.
            environment = {name: os.environ[name] for name in _NEEDED if name in os.environ}
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment,
                creationflags=NO_WINDOW,
                process_group=0,  # Ctrl+C is for this process, which may have more to render
            )
        return self._process

    def _command(self) -> list[str]:
        if is_bundled():
            return own_process("core.data.chat.render_child", str(self._seconds))
        return own_script(self._child, str(self._seconds))

    def _end(self) -> None:
        process, self._process = self._process, None
        self._known.clear()
        if process is not None:
            process.kill()
            process.communicate()


@contextmanager
def _killed_after(seconds: float | None, process: subprocess.Popen[bytes]) -> Iterator[None]:
    if seconds is None:
        yield
        return
    clock = threading.Timer(seconds, process.kill)
    clock.start()
    try:
        yield
    finally:
        clock.cancel()


def _exchange(process: subprocess.Popen[bytes], raw: bytes) -> dict[str, Any]:
    if process.stdin is None or process.stdout is None:
        raise EndedError
    try:
        process.stdin.write(len(raw).to_bytes(4, "little") + raw)
        process.stdin.flush()
    except OSError as error:  # a broken pipe, by another name on Windows
        raise EndedError from error
    head = process.stdout.read(4)
    size = int.from_bytes(head, "little")
    if size > _LARGEST_REPLY:
        raise EndedError
    reply = process.stdout.read(size) if len(head) == 4 else b""
    if len(head) < 4 or len(reply) < size:
        raise EndedError
    answer: dict[str, Any] = json.loads(reply)
    return answer
