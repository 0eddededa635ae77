"""What goes between the trial's processes and the process that asks them, and how each side begins. Memory in bytes."""

from __future__ import annotations

import os
import queue
import sys
import tempfile
import threading
from collections.abc import Callable
from typing import Literal, TypeVar

import msgspec

from core.base.line_process import line_process


class ListOrder(msgspec.Struct):
    """List the devices; there is nothing more to say."""


class Found(msgspec.Struct, kw_only=True):
    """A device's facts, from core.engine.ggml.devices.Device."""

    name: str
    description: str
    integrated: bool
    version: str
    memory_free: int
    memory_total: int


class NotLoaded(msgspec.Struct):
    """A plug-in, and why it is none here."""

    path: str
    reason: str


class Listing(msgspec.Struct):
    """The devices that were found. problem: a sentence, where it could not be asked."""

    devices: list[Found]
    not_loaded: list[NotLoaded]
    problem: str = ""


class TrialOrder(msgspec.Struct):
    """A device to try. device: its name. folder: for the trial's models."""

    device: str
    folder: str


class Outcome(msgspec.Struct, kw_only=True):
    """A test's outcome, for core.base.devices.DeviceReport. lasting: whether another test would come to the same."""

    verdict: Literal["works", "wrong", "crashes", "missing"]
    reason: str
    largest_error: float | None = None
    lasting: bool = True


class Line(msgspec.Struct):
    """A line of the trial's process. stage: what it is about to do."""

    stage: str = ""
    outcome: Outcome | None = None


PATIENCE = 180.0  # seconds that one stage, a layer at most, may take: the first use of a card compiles its programs
_POLL = 0.1

KeepGoing = Callable[[], None]  # called a few times a second; what it raises ends the process
L = TypeVar("L")


def list_devices(
    keep_going: KeepGoing = lambda: None, *, module: str = "core.engine.trial.listing", patience: float = PATIENCE
) -> Listing:
    """List all devices that plug-ins find here. module: the process."""
    with line_process(module, ListOrder(), Listing, quiet=True) as lines:
        try:
            found = _next(lines, keep_going, patience)
        except TimeoutError:
            return Listing([], [], "A graphics driver gave no answer when it was asked for its cards.")
    return found or Listing([], [], "A graphics driver crashed when it was asked for its cards.")


def try_device(
    name: str,
    keep_going: KeepGoing = lambda: None,
    *,
    module: str = "core.engine.trial.process",
    patience: float = PATIENCE,
) -> Outcome:
    """Let a device compute, and compare. module: the process. patience: seconds for each of its stages."""
    with (
        tempfile.TemporaryDirectory(prefix="luthier-trial-") as folder,
        line_process(module, TrialOrder(name, folder), Line, quiet=True) as lines,
    ):
        while True:
            try:
                line = _next(lines, keep_going, patience)
            except TimeoutError:
                return Outcome(verdict="crashes", reason=f"It gave no answer in the self-test for {patience:.0f} s.")
            if line is None:
                return Outcome(verdict="crashes", reason="Its driver crashed in the self-test.")
            if line.outcome is not None:
                return line.outcome


def _next(lines: queue.Queue[L | None], keep_going: KeepGoing, patience: float) -> L | None:
    """Return the next message, or None after the last. Raises TimeoutError, and what keep_going raises."""
    waited = 0.0
    while waited < patience:
        keep_going()
        try:
            return lines.get(timeout=_POLL)
        except queue.Empty:
            waited += _POLL
    raise TimeoutError


Order = TypeVar("Order", bound=msgspec.Struct)


def begin(order: type[Order]) -> tuple[Order, Callable[[msgspec.Struct], None]]:
    """Return the order on stdin, and a function that writes a line to stdout. Drivers' own prints go to stderr."""
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
