"""Trainings that belong together: the same model and data with other settings."""

from __future__ import annotations

import msgspec

from core.protocol.event import JobOf


class OfSweep(msgspec.Struct, frozen=True, kw_only=True):
    """The sweep that a run belongs to. trials: how many there are. halving: the hopeless ones are not trained to the
    end (core/runs/sweeps.py).
    """

    name: str
    trials: int
    halving: bool = False


class SweepResult(msgspec.Struct, kw_only=True):
    """machines: that have trained some of it, by name; "" is this one."""

    name: str
    machines: list[str]


class SweepJob(JobOf[SweepResult], tag="sweep"):
    """Train what is left of a sweep, whose runs are there: one on each machine of the cluster, this one too.

    copy: machines that lack the base model are sent it.
    """

    name: str
    copy: bool = False
