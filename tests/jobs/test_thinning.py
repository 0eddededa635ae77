"""A run of weeks keeps its events in a small file, and its plots are those of all of them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from core import protocol as p
from core.jobs.training.recorder import EVERY_STEP, Thinning
from core.runs.summary import thinned

GIB = 2**30


def step(number: int, loss: float = 2.0) -> p.Step:
    return p.Step(
        step=number, steps=10**6, epoch=0.0, loss=loss, learning_rate=1e-4, grad_norm=1.0, tok_s=100.0,
        tokens_seen=512 * number, tokens_trained=512 * number, seconds_left=1.0,
    )  # fmt: skip


def memory(time: float, peak: int = GIB) -> p.Memory:
    return p.Memory(rss=GIB, peak=peak, available=GIB, total=8 * GIB, time=time)


def test_that_every_step_of_a_usual_run_is_written_down() -> None:
    thinning = Thinning()
    assert all(list(thinning.kept(step(number))) for number in range(1, EVERY_STEP + 1))


@pytest.mark.slow
def test_that_a_million_steps_take_few_lines_and_keep_their_curve() -> None:
    thinning, curve = Thinning(), [(number, 3.0 / number**0.1) for number in range(1, 10**6)]
    events = (event for number, loss in curve for event in thinning.kept(step(number, loss)))
    written = [(event.step, event.loss) for event in events if isinstance(event, p.Step)]
    assert len(written) < 6 * EVERY_STEP
    whole, few = np.array(thinned(curve))[1:], np.array(thinned(written))  # the first is a mean of where it falls most
    assert np.interp(whole[:, 0], few[:, 0], few[:, 1]) == pytest.approx(whole[:, 1], rel=0.01)


def test_that_the_step_before_anything_that_happens_is_there() -> None:
    thinning, odd = Thinning(), step(3 * EVERY_STEP + 1)
    saved = p.Checkpoint(step=odd.step, path="", adapter="")
    assert list(thinning.kept(odd)) == []
    assert list(thinning.kept(saved)) == [odd, saved]
    assert list(thinning.kept(saved)) == [saved]


@pytest.mark.slow
def test_that_a_week_of_readings_is_kept_ever_further_apart() -> None:
    thinning = Thinning()
    week = [event.time for tick in range(2 * 7 * 24 * 3600) for event in thinning.kept(memory(1000.0 + tick / 2))]
    assert len(week) < 40_000
    gaps = [b - a for a, b in pairwise(week)]
    assert gaps[:500] == [0.5] * 500 and max(gaps) <= 20.5


def test_that_a_new_peak_is_always_written_down() -> None:
    thinning = Thinning()
    for tick in range(100_000):
        list(thinning.kept(memory(tick / 2)))
    assert list(thinning.kept(memory(50_000.1))) == []
    higher = memory(50_000.2, 2 * GIB)
    assert list(thinning.kept(higher)) == [higher]
