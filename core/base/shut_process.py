"""A process of ours that can do nothing but answer (core/base/shut_in.py), seen from outside.

It gets requests through a pipe and answers there, in JSON, each after its length as four bytes.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from core.base.own_process import NO_WINDOW

_NEEDED = ("SYSTEMROOT",)  # without which Python does not start on Windows
_LARGEST_REPLY = 1 << 30  # bytes: a process that has gone wrong does not fill our memory
_BAD_CALL = -signal.SIGSYS if hasattr(signal, "SIGSYS") else None  # how shut_in.py ends it
ASKED = "it asked the system for more than it may have"


class EndedError(Exception):
    """The process ended over a request: the system stopped it, or it was killed. Says why where that is known."""


class ShutProcess:
    """Sends requests, one at a time. The first starts the process, and one that ended is started again. close() it."""

    def __init__(self, command: Sequence[str], timeout: float | None) -> None:
        """timeout: seconds on the clock for one answer, where processor time cannot be limited."""
        self._command, self._timeout = command, timeout
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The process's number, as long as it runs."""
        return None if self._process is None or self._process.poll() is not None else self._process.pid

    def ask(self, request: dict[str, Any], content: bytes = b"") -> dict[str, Any]:
        """Return the answer to a request. content: bytes that follow it as they are. Raises EndedError."""
        process = self._running()
        try:
            with _killed_after(self._timeout, process):
                return _exchange(process, json.dumps(request).encode(), content)
        except EndedError as error:
            self.close()
            raise EndedError(ASKED if process.returncode == _BAD_CALL else "") from error
        except BaseException:  # a half-read answer would be taken for the next one's
            self.close()
            raise

    def close(self) -> None:
        """End the process; the next request starts another."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            # No other environment: nothing in it is a template's or a document's business.
            environment = {name: os.environ[name] for name in _NEEDED if name in os.environ}
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment,
                creationflags=NO_WINDOW,
                process_group=0,  # Ctrl+C is for this process, which may have more to ask
            )
        return self._process


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


def _exchange(process: subprocess.Popen[bytes], raw: bytes, content: bytes) -> dict[str, Any]:
    if process.stdin is None or process.stdout is None:
        raise EndedError
    try:
        process.stdin.write(len(raw).to_bytes(4, "little") + raw)
        process.stdin.write(content)
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
