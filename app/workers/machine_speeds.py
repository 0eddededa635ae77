"""How fast each computer of a training was, step by step."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from app.workers.series import Series

Values = npt.NDArray[np.float64]


class MachineSpeeds:
    """Empty for a training on one computer."""

    def __init__(self) -> None:
        self._rows: dict[str, Series] = {}  # of each, where it took part

    def add(self, step: int, tok_s: Mapping[str, float]) -> None:
        """tok_s: tokens a second of each that took part in the step, by name."""
        for name, speed in tok_s.items():
            rows = self._rows.setdefault(name, Series("step", "tok_s"))
            rows.keep_until(step - 1)
            rows.append(step, speed)

    def keep_until(self, step: int) -> None:
        """Forget what came after."""
        for rows in self._rows.values():
            rows.keep_until(step)

    def stacked(self, steps: Values) -> dict[str, Values]:
        """In the order in which they came: tokens a second, at these steps, of each with all of those before it."""
        total, found = np.zeros(len(steps)), {}
        for name, rows in self._rows.items():
            total = total + self._at(rows, steps)
            found[name] = total
        return found

    def at_last(self, name: str, steps: Values) -> float:
        """What it did of the last of these steps, tokens a second."""
        return float(self._at(self._rows[name], steps[-1:])[0]) if len(steps) else 0.0

    @staticmethod
    def _at(rows: Series, steps: Values) -> Values:
        """Nothing where it took no part."""
        if not len(rows):
            return np.zeros(len(steps))
        places = np.minimum(np.searchsorted(rows["step"], steps), len(rows) - 1)
        return np.where(rows["step"][places] == steps, rows["tok_s"][places], 0.0)
