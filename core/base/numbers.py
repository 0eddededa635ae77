"""Formats numbers for people: three significant figures, thin-space thousands, familiar units.

The `brief_` functions are for the terminal, whose lines are redrawn in place beside a progress bar: they use fewer
figures, a constant length (2 h 05 min), and no thin spaces, which need a suitable font.
"""

from __future__ import annotations

import datetime
import math
import time

from core.base.language import chosen, tr

NOTHING = "–"
_FIGURES = 3  # significant figures


def count(value: float | None) -> str:
    """Format a whole number: 12 431."""
    if value is None or not math.isfinite(value):
        return NOTHING
    return f"{round(value):,}".replace(",", chosen().thousands)


def plural(number: int, one: str, many: str) -> str:
    """Format a number with what it counts: 1 row, 2 rows."""
    return f"{count(number)} {one if number == 1 else many}"


def significant(value: float | None) -> str:
    """Format a number with three significant figures, never in scientific notation: 3.81, 0.0412, 342, 12 400."""
    if value is None or not math.isfinite(value):
        return NOTHING
    if value == 0:
        return "0"
    decimals = _FIGURES - 1 - math.floor(math.log10(abs(value)))
    rounded = round(value, decimals)
    if decimals <= 0:
        return count(rounded)
    # Rounding may have carried into the next power of ten (9.996 -> 10.0): take the decimals of the result.
    decimals = max(0, _FIGURES - 1 - math.floor(math.log10(abs(rounded))))
    return _marked(f"{rounded:.{decimals}f}")


def small(value: float | None) -> str:
    """Format a learning rate as people type it: 2e-4, 1.73e-5."""
    if value is None or not math.isfinite(value):
        return NOTHING
    if value == 0:
        return "0"
    digits, _, exponent = f"{value:.2e}".partition("e")
    return f"{digits.rstrip('0').rstrip('.')}e{int(exponent)}"


def share(value: float | None) -> str:
    """Format a fraction as a percentage: 45%."""
    return NOTHING if value is None or not math.isfinite(value) else tr("{percent}%", percent=f"{100 * value:.0f}")


def size(n_bytes: float | None) -> str:
    """Format bytes as MB or GB (powers of 1000, as shops and most systems count)."""
    if n_bytes is None or not math.isfinite(n_bytes):
        return NOTHING
    if n_bytes >= 1e9:
        return tr("{n} GB", n=decimals(n_bytes / 1e9, 2) if n_bytes < 1e10 else significant(n_bytes / 1e9))
    if n_bytes >= 1e6:
        return tr("{n} MB", n=significant(n_bytes / 1e6))
    return tr("{n} kB", n=significant(n_bytes / 1e3)) if n_bytes >= 1e3 else tr("{n} bytes", n=round(n_bytes))


def duration(seconds: float | None) -> str:
    """Format seconds in two neighbouring units: 40 s, 12 min 40 s, 1 h 50 min, 2 d 3 h."""
    if seconds is None or not math.isfinite(seconds) or seconds < 0:
        return NOTHING
    whole = round(seconds)
    if whole >= 86400:
        return tr("{d} d {h} h", d=whole // 86400, h=whole % 86400 // 3600)
    if whole >= 3600:
        return tr("{h} h {min} min", h=whole // 3600, min=whole % 3600 // 60)
    return tr("{min} min {s} s", min=whole // 60, s=whole % 60) if whole >= 60 else tr("{s} s", s=whole)


def moment(seconds: float) -> str:
    """Format a point in time in the user's time zone: 2026-11-20 18:04."""
    return chosen().moment(seconds)


def day_and_time(seconds: float, now: float | None = None) -> str:
    """Format a point in time: today 18:04, yesterday 18:04, else as `moment`.

    now: seconds since 1970; None: the current time.
    """
    then, today = time.localtime(seconds), time.localtime(now)
    days = datetime.date(*today[:3]) - datetime.date(*then[:3])
    at = time.strftime("%H:%M", then)
    if days.days == 0:
        return tr("today {time}", time=at)
    return tr("yesterday {time}", time=at) if days.days == 1 else moment(seconds)


def clock(seconds: float) -> str:
    """Format seconds since the epoch as the local time of day: 18:04:31."""
    return time.strftime("%H:%M:%S", time.localtime(seconds))


def decimals(value: float | None, places: int) -> str:
    """Format a number with a fixed number of decimal places: 2.314. For aligned columns."""
    return NOTHING if value is None or not math.isfinite(value) else _marked(f"{value:.{places}f}")


def _marked(number: str) -> str:
    """Return the number with the language's decimal mark."""
    return number.replace(".", chosen().decimal)


def brief_count(value: float) -> str:
    """Format a number of parameters as in model names, with three significant figures: 135M, 1.24B."""
    for unit, letter in ((1e9, "B"), (1e6, "M"), (1e3, "k")):
        if value >= unit:
            return f"{significant(value / unit)}{letter}"
    return f"{value:.0f}"


def brief_size(n_bytes: float) -> str:
    """Format bytes in the units of `size`, with one decimal below 10: 1.2 GB, 35 MB."""
    for unit in ("bytes", "kB", "MB"):
        if n_bytes < 1000:
            return f"{n_bytes:.0f} {unit}" if unit == "bytes" or n_bytes >= 10 else f"{n_bytes:.1f} {unit}"
        n_bytes /= 1000
    return f"{n_bytes:.1f} GB"


def brief_duration(seconds: float) -> str:
    """Format seconds as 3.2 s, 4 min 10 s, 2 h 05 min: tenths, because commands may be that fast."""
    if not math.isfinite(seconds):
        return NOTHING
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"
    return f"{minutes // 60} h {minutes % 60:02d} min"
