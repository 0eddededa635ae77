"""Messages between the self-test's processes and the process that starts them. Memory in bytes."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from typing import Literal

import msgspec

from core.base.child_process import Child, EndedError
from core.base.own_process import own_process


class Found(msgspec.Struct, kw_only=True):
    """A device's facts, from core.engine.ggml.devices.Device."""

    name: str
    description: str
    integrated: bool
    version: str
    memory_free: int
    memory_total: int


class NotLoaded(msgspec.Struct):
    """A plug-in, and why it does not work on this machine."""

    path: str
    reason: str


class Listing(msgspec.Struct):
    """The devices that were found. problem: a sentence, if the search failed."""

    devices: list[Found]
    not_loaded: list[NotLoaded]
    problem: str = ""


class DeviceTrial(msgspec.Struct):
    """A device to test. device: its name. folder: for the test's models."""

    device: str
    folder: str


class Outcome(msgspec.Struct, kw_only=True):
    """A test's outcome, for core.base.devices.DeviceReport. lasting: whether a repeated test would have the same
    outcome.
    """

    verdict: Literal["works", "wrong", "crashes", "missing"]
    reason: str
    largest_error: float | None = None
    lasting: bool = True


class TrialLine(msgspec.Struct):
    """A line of the test's process. stage: the one that begins."""

    stage: str = ""
    outcome: Outcome | None = None


PATIENCE = 180.0  # seconds for one stage, a layer at most: the first use of a card compiles its programs

KeepGoing = Callable[[], None]  # called a few times a second; raising ends the process


def list_devices(
    keep_going: KeepGoing = lambda: None, *, module: str = "core.engine.trial.listing", patience: float = PATIENCE
) -> Listing:
    """List all devices of the plug-ins on this machine. module: the process."""
    with Child(own_process(module)) as child:
        child.send(None)
        try:
            found = next(child.answers(Listing, keep_going, patience), None)
        except EndedError:
            return Listing([], [], "A graphics driver gave no answer when it was asked for its cards.")
    return found or Listing([], [], "A graphics driver crashed when it was asked for its cards.")


def try_device(
    name: str,
    keep_going: KeepGoing = lambda: None,
    *,
    module: str = "core.engine.trial.process",
    patience: float = PATIENCE,
) -> Outcome:
    """Test a device in a process. module: the process. patience: seconds for each of its stages."""
    with (
        tempfile.TemporaryDirectory(prefix="luthier-trial-") as folder,
        Child(own_process(module)) as child,
    ):
        child.send(DeviceTrial(name, folder))
        try:
            for line in child.answers(TrialLine, keep_going, patience):
                if line.outcome is not None:
                    return line.outcome
        except EndedError:
            return Outcome(verdict="crashes", reason=f"It gave no answer in the self-test for {patience:.0f} s.")
    return Outcome(verdict="crashes", reason="Its driver crashed in the self-test.")


def end() -> None:
    """Exit at once: a driver may crash on unloading, although its results were right."""
    os._exit(0)
