"""Sweeps, related trainings, and the computers that do whole trainings for this one."""

from __future__ import annotations

from typing import Annotated

import msgspec

from core.protocol.event import JobOf


class OnMachine(msgspec.Struct, frozen=True, kw_only=True):
    """Lets another computer, given by the name it was added with (core/base/known_computers.py), do a whole training;
    the run folder stays on this one.

    alone_hours: how long it goes on there while this computer does not ask for it; it then stops, with a checkpoint.
    """

    machine: str
    alone_hours: Annotated[float, msgspec.Meta(ge=0, le=1e6)] = 24.0


class OfSweep(msgspec.Struct, frozen=True, kw_only=True):
    """The sweep that a run belongs to. trials: the number of its runs."""

    name: str
    trials: int


class SweepResult(msgspec.Struct, kw_only=True):
    """machines: names of those that trained some of it; "" is this one."""

    name: str
    machines: list[str]


class SweepJob(JobOf[SweepResult], tag="sweep"):
    """Train the unfinished runs of a prepared sweep, one on each known computer, including this one."""

    name: str
