"""Trainings that belong together: the same model and data with other settings."""

from __future__ import annotations

import msgspec


class OfSweep(msgspec.Struct, frozen=True, kw_only=True):
    """That a run is one of a sweep's. trials: how many there are. halving: the hopeless ones are not trained to the end
    (core/shared/sweeps.py).
    """

    name: str
    trials: int
    halving: bool = False
