"""llama.cpp's log, line by line.

It has one place for a callback, in the process. Ours stays there once it is: to put back what was there before would
hand native code a callback that is gone, where two users do not end in the order in which they began.
"""

from __future__ import annotations

import ctypes
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import llama_cpp

from core.base.callbacks import LogSink
from core.base.logs import log_of

_LEVELS = {1: "debug", 2: "info", 3: "warning", 4: "error"}
_CONTINUES = 5  # ggml's level for "the rest of the line before"


@contextmanager
def log_to(sink: LogSink) -> Iterator[None]:
    """Send llama.cpp's and ggml's log lines to `sink` for a while. Of several the newest is told.

    Warnings and errors go to our own log as well. The sink is called from native code: an exception in
    it cannot leave, so it must not raise.
    """
    _DISPATCHER.install()
    _DISPATCHER.sinks.append(sink)
    try:
        yield
    finally:
        _DISPATCHER.sinks.remove(sink)


class LoggedErrors:
    """A sink that keeps what llama.cpp logs as errors, to say why something failed."""

    def __init__(self) -> None:
        self._errors: list[str] = []

    def __call__(self, level: str, line: str) -> None:
        if level == "error":
            self._errors.append(line.split(": ", 1)[-1])

    def __str__(self) -> str:
        return "; ".join(filter(None, self._errors)) or "it gives no reason"


class _Dispatcher:
    """The callback that llama.cpp keeps, and who is told of its lines: nobody where there is no sink."""

    def __init__(self) -> None:
        self.sinks: list[LogSink] = []
        self._level, self._pending = "info", b""
        self._callback: Any = llama_cpp.llama_log_callback(self._on_log)
        self._log = log_of("llama.cpp")

    def install(self) -> None:
        """Install the callback again, whatever another library has put there meanwhile."""
        llama_cpp.llama_log_set(self._callback, ctypes.c_void_p())

    def _on_log(self, number: int, text: bytes, _data: ctypes.c_void_p) -> None:
        now = self._level if number == _CONTINUES else _LEVELS.get(number, "info")
        if not self._pending:
            self._level = now
        elif now != self._level:  # another voice breaks into an unfinished line
            text = b"\n" + text
        *lines, self._pending = (self._pending + text).split(b"\n")
        for line in lines:
            if line.strip():
                self._tell(self._level, line.decode("utf-8", "replace").rstrip())
            self._level = now

    def _tell(self, level: str, line: str) -> None:
        if level in ("warning", "error"):
            self._log.log(logging.getLevelNamesMapping()[level.upper()], line)
        if self.sinks:
            self.sinks[-1](level, line)


_DISPATCHER = _Dispatcher()  # of the process, as llama.cpp's log is
