"""What the trial's own processes have in common: their lines, and that they end with the process that started them."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from typing import TypeVar

import msgspec

Order = TypeVar("Order", bound=msgspec.Struct)


def begin(order: type[Order]) -> tuple[Order, Callable[[msgspec.Struct], None]]:
    """The order on stdin, and how to write a line to stdout. Drivers' own prints go to stderr instead."""
    lines = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    given = msgspec.json.decode(sys.stdin.buffer.readline(), type=order)
    threading.Thread(target=_end_with_stdin, daemon=True).start()
    return given, lambda line: _write(lines.write, line)


def end() -> None:
    """End at once: a driver may crash when it is unloaded, and then what it computed was right all the same."""
    os._exit(0)


def _write(write: Callable[[bytes], object], line: msgspec.Struct) -> None:
    write(msgspec.json.encode(line) + b"\n")


def _end_with_stdin() -> None:
    os.read(0, 1)
    os._exit(1)
