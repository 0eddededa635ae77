"""Axes with numbers that people know: whole steps, and time in seconds, minutes or hours; and how lines look."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pyqtgraph
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

from app.look.theme import ink
from core.base.language import tr
from core.base.numbers import count

TICK_PIXELS = 72  # from one number to the next, at least
_TIMES = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 43200, 86400)  # seconds

FAINT = 0.72  # of a curve's colour, for the one behind another; as little as stands out


class StepAxis(pyqtgraph.AxisItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Whole numbers from zero on."""

    def tickSpacing(self, low: float, high: float, size: float) -> list[tuple[float, float]]:  # noqa: N802 - so below
        wanted = max(1.0, (high - low) * TICK_PIXELS / max(size, 1.0))
        power = 10.0 ** math.floor(math.log10(wanted))
        return [(next(n * power for n in (1, 2, 5, 10) if n * power >= wanted), 0.0)]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:  # noqa: N802, ARG002
        """Write the first one in words, which says what the axis counts."""
        first = next((value for value in values if value >= 0), None)
        return ["" if value < 0 else self.in_words(value) if value == first else count(value) for value in values]

    def in_words(self, value: float) -> str:
        """Return a place on the axis in words: step 412."""
        return tr("step {value}", value=count(value))


class TimeAxis(pyqtgraph.AxisItem):  # type: ignore[misc]
    """Seconds, named in the unit that suits what is in view."""

    def tickSpacing(self, low: float, high: float, size: float) -> list[tuple[float, float]]:  # noqa: N802 - so below
        wanted = (high - low) * TICK_PIXELS / max(size, 1.0)
        days = 86400 * max(1, math.ceil(wanted / 86400))
        return [(float(next((seconds for seconds in _TIMES if seconds >= wanted), days)), 0.0)]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:  # noqa: N802, ARG002
        return ["" if value < 0 else _brief(value) for value in values]

    def in_words(self, value: float) -> str:
        """Return a place on the axis in words: after 12 min."""
        return tr("after {value}", value=_brief(round(value)))


def _brief(seconds: float) -> str:
    """40 s, 12 min, 2:30 min, 1 h, 1:30 h."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s" if whole else "0"
    for unit, name in ((3600, "h"), (60, "min")):
        if whole >= unit:
            rest = whole % unit * 60 // unit
            return f"{whole // unit}:{rest:02d} {name}" if rest else f"{whole // unit} {name}"
    raise AssertionError("less than a minute is dealt with above")


@dataclass(frozen=True)
class Curve:
    """How one line looks and what it is called in the legend.

    smooth: without jumps, so that a point every few pixels says it all. widest: the longest value that it may have.
    """

    name: str
    color: str
    width: float = 2.0
    faint: bool = False
    dashed: bool = False
    smooth: bool = False
    markers: bool = False  # diamonds instead of a line
    at_times: bool = False  # not of every run: in the legend of those that have it
    widest: str = "0.000"


def pen_of(curve: Curve) -> QPen:
    color = QColor(ink(curve.color))
    if curve.faint:
        color.setAlphaF(FAINT)
    style = Qt.PenStyle.DashLine if curve.dashed else Qt.PenStyle.SolidLine
    pen: QPen = pyqtgraph.mkPen(color, width=curve.width, style=style)  # pyqtgraph has no types
    return pen
