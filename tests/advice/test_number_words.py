from __future__ import annotations

import time

import pytest

from core.base.numbers import (
    brief_duration,
    brief_size,
    count,
    day_and_time,
    duration,
    significant,
    size,
    small,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [(3.8149, "3.81"), (0.04123, "0.0412"), (342.4, "342"), (9.996, "10.0"), (12431.0, "12\u2009400"), (0.0, "0"),
     (-1.5, "-1.50"), (None, "–"), (float("nan"), "–")],
)  # fmt: skip
def test_that_numbers_have_three_significant_figures(value: float | None, text: str) -> None:
    assert significant(value) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.2, "0 s"), (59.7, "1 min 0 s"), (760.0, "12 min 40 s"), (6600.0, "1 h 50 min"), (183_600.0, "2 d 3 h"),
     (None, "–")],
)  # fmt: skip
def test_that_durations_name_two_units(seconds: float | None, text: str) -> None:
    assert duration(seconds) == text


def test_that_learning_rates_read_as_they_are_typed() -> None:
    assert [small(rate) for rate in (2e-4, 1.734e-5, 0.0)] == ["2e-4", "1.73e-5", "0"]


def test_that_sizes_and_counts_have_units_and_thin_spaces() -> None:
    assert [size(n) for n in (512, 499_140, 12_100_000, 708_000_000, 5_114_000_000)] == [
        "512 bytes", "499 kB", "12.1 MB", "708 MB", "5.11 GB",
    ]  # fmt: skip
    assert count(1_234_567) == "1\u2009234\u2009567"


@pytest.mark.parametrize(
    ("n_bytes", "text"),
    [(0, "0 bytes"), (999, "999 bytes"), (1500, "1.5 kB"), (12_345, "12 kB"), (5_200_000, "5.2 MB"), (8e9, "8.0 GB")],
)
def test_that_brief_sizes_have_units(n_bytes: float, text: str) -> None:
    assert brief_size(n_bytes) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.04, "0.0 s"), (9.94, "9.9 s"), (59, "59 s"), (60, "1 min 00 s"), (250, "4 min 10 s"), (7500, "2 h 05 min")],
)
def test_that_brief_durations_have_units(seconds: float, text: str) -> None:
    assert brief_duration(seconds) == text


def test_that_a_day_is_named_by_how_near_it_is() -> None:
    noon = time.mktime((2026, 3, 2, 12, 0, 0, 0, 0, -1))
    assert day_and_time(noon - 3600, noon) == "today 11:00"
    assert day_and_time(noon - 13 * 3600, noon) == "yesterday 23:00"
    assert day_and_time(noon - 48 * 3600, noon) == "2026-02-28 12:00"
