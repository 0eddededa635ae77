"""llama.cpp's log, line by line."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import llama_cpp

from core.shared.callbacks import LogSink

_LEVELS = {1: "debug", 2: "info", 3: "warning", 4: "error"}
_CONTINUES = 5  # ggml's level for "the rest of the line before"


@contextmanager
def log_to(sink: LogSink) -> Iterator[None]:
    """Send llama.cpp's and ggml's log lines to `sink` for a while, then to where they went before.

    The sink is called from native code: an exception in it cannot leave, so it must not raise.
    """
    previous, previous_data = llama_cpp.llama_log_callback(), ctypes.c_void_p()
    llama_cpp.llama_log_get(ctypes.byref(previous), ctypes.byref(previous_data))
    callback = _line_callback(sink)  # this reference keeps it alive while native code holds it
    llama_cpp.llama_log_set(callback, ctypes.c_void_p())
    try:
        yield
    finally:
        llama_cpp.llama_log_set(previous, previous_data)


class LoggedErrors:
    """A sink that keeps what llama.cpp logs as errors, to say why something failed."""

    def __init__(self) -> None:
        self._errors: list[str] = []

    def __call__(self, level: str, line: str) -> None:
        if level == "error":
            self._errors.append(line.split(": ", 1)[-1])

    def __str__(self) -> str:
        return "; ".join(filter(None, self._errors)) or "it gives no reason"


def _line_callback(sink: LogSink) -> Any:
    level, pending = "info", b""

    def on_log(number: int, text: bytes, _data: ctypes.c_void_p) -> None:
        nonlocal level, pending
        now = level if number == _CONTINUES else _LEVELS.get(number, "info")
        if not pending:
            level = now
        elif now != level:  # another voice breaks into an unfinished line
            text = b"\n" + text
        *lines, pending = (pending + text).split(b"\n")
        for line in lines:
            if line.strip():
                sink(level, line.decode("utf-8", "replace").rstrip())
            level = now

    return llama_cpp.llama_log_callback(on_log)
