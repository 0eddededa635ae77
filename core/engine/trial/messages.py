"""What goes between the trial's processes and who asks them. Memory in bytes."""

from __future__ import annotations

from typing import Literal

import msgspec


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
    """problem: a sentence, where it could not be asked."""

    devices: list[Found]
    not_loaded: list[NotLoaded]
    problem: str = ""


class TrialOrder(msgspec.Struct):
    """device: its name. folder: for the trial's models."""

    device: str
    folder: str


class Outcome(msgspec.Struct, kw_only=True):
    """A test's outcome, for core.base.devices.DeviceReport. lasting: whether another test would come to the same."""

    verdict: Literal["works", "wrong", "crashes", "missing"]
    reason: str
    largest_error: float | None = None
    lasting: bool = True


class Line(msgspec.Struct):
    """stage: what it is about to do."""

    stage: str = ""
    outcome: Outcome | None = None
