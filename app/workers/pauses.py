"""When a training has to wait for the machine: on battery, or too hot. Decided from readings alone."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any

import psutil

from core.advice.texts.language import tr

HOT = 90.0  # degrees Celsius, where a sensor does not say what is high for it
BELOW_HIGH = 3.0  # degrees under what a sensor calls high: a processor slows itself down from there on
COOLED = 15.0  # degrees that it has to lose before the training goes on
ON_BATTERY = tr("waiting for mains power")
TOO_HOT = tr("waiting until the processor has cooled down")


@dataclass(frozen=True)
class Reading:
    """What the machine says of itself. celsius: of the hottest sensor, and what is high there; None: not known."""

    on_battery: bool = False
    celsius: float | None = None
    high: float | None = None


class PauseRules:
    """Remembers whether it is hot, so that a training does not start and stop with each degree.

    battery, heat: which of the two count.
    """

    def __init__(self) -> None:
        self.battery = self.heat = False
        self._hot = False

    def reason(self, reading: Reading) -> str:
        """Why to wait now, or ""."""
        limit = reading.high - BELOW_HIGH if reading.high else HOT
        if reading.celsius is None or reading.celsius < limit - COOLED:
            self._hot = False
        elif reading.celsius >= limit:
            self._hot = True
        if self.battery and reading.on_battery:
            return ON_BATTERY
        if self.heat and self._hot:
            return TOO_HOT
        return ""


def battery() -> Any:
    """psutil's, or None where there is none, or where the system does not tell: a container without /sys."""
    with contextlib.suppress(OSError):
        return getattr(psutil, "sensors_battery", lambda: None)()
    return None


def temperatures() -> list[Any]:
    """psutil's, of all sensors there are."""
    with contextlib.suppress(OSError):
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
