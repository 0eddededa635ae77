"""Reads the computer's battery and temperatures, as far as the system tells them to every program."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import psutil

HOT = 90.0  # degrees Celsius, where a sensor does not say what is high for it
BELOW_HIGH = 3.0  # degrees under what a sensor calls high: a processor slows itself down from there on


@dataclass(frozen=True)
class Reading:
    """What the machine says of itself. celsius: of the hottest sensor, and what is high there; None: not known."""

    on_battery: bool = False
    celsius: float | None = None
    high: float | None = None

    @property
    def limit(self) -> float:
        """Degrees Celsius from which a processor slows itself down."""
        return self.high - BELOW_HIGH if self.high else HOT

    @property
    def is_hot(self) -> bool:
        """Whether the hottest sensor has reached its limit."""
        return self.celsius is not None and self.celsius >= self.limit


def battery() -> Any:
    """Return psutil's battery, or None where there is none, or where the system does not tell: a container without
    /sys.
    """
    with suppress(OSError):
        return getattr(psutil, "sensors_battery", lambda: None)()
    return None


def temperatures() -> list[Any]:
    """Return psutil's temperatures, of all sensors there are; Linux alone tells them without rights."""
    with suppress(OSError):
        return [one for group in getattr(psutil, "sensors_temperatures", dict)().values() for one in group]
    return []


def read_machine() -> Reading:
    """Read the machine's present state; what the system does not tell counts as good."""
    power = battery()
    on_battery = power is not None and power.power_plugged is False
    hottest = max(temperatures(), key=lambda one: one.current, default=None)
    if hottest is None:
        return Reading(on_battery)
    return Reading(on_battery, hottest.current, hottest.high)
