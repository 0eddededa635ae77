"""Losses that rise and stay high are seen, and others are not."""

from __future__ import annotations

import math
import random

import msgspec
import pytest

from core.engine.train.loss_watch import MOST_LOST_STEPS, NEWEST, LossWatch

BASE, FAR = 4.0, 1.0


def seen_at(losses: list[float], base: float | None = BASE) -> int:
    """The step by which trouble was seen, 0 for none."""
    watch = LossWatch(base=base, base_high=base and 1.1 * base)
    for step, loss in enumerate(losses, 1):
        if watch.take(loss, math.isfinite(loss), FAR):
            return step
    return 0


def uneven(count: int, level: float, seed: int = 0) -> list[float]:
    """Of rows that differ much in difficulty, in no order."""
    draw = random.Random(seed)
    return [level * draw.choice([0.1, 0.5, 1.0, 1.1, 1.8]) * draw.uniform(0.8, 1.2) for _ in range(count)]


def test_that_rows_of_all_sorts_in_no_order_are_no_trouble() -> None:
    for seed in range(100):
        watch = LossWatch()
        watch.know_base(uneven(NEWEST, BASE, seed + 1000))
        assert not any(watch.take(loss, updated=True, far=FAR) for loss in uneven(600, BASE, seed))


def test_that_a_falling_loss_and_a_short_burst_are_no_trouble() -> None:
    falling = [BASE * 0.99**step + 0.2 * math.sin(step) for step in range(300)]
    falling[150:160] = [12.0] * 10
    assert not seen_at(falling)


def test_that_a_loss_known_by_heart_may_flicker() -> None:
    draw = random.Random(1)
    assert not seen_at([0.01 * math.exp(draw.gauss(0, 1.5)) for _ in range(600)])


@pytest.mark.parametrize("level", [4.0, 1.0, 0.05])
def test_that_a_rise_that_stays_is_seen_within_as_many_steps_as_are_judged(level: float) -> None:
    learnt = [BASE * (level / BASE) ** min(1, step / 100) + 0.1 * math.sin(step) for step in range(200)]
    assert 200 < seen_at([*learnt, *[7.5, 6.9, 8.2, 7.7] * 10]) <= 200 + NEWEST


def test_that_a_rise_from_the_first_steps_on_is_seen_against_the_base_model() -> None:
    assert 0 < seen_at([4.1, 5.3, 7.9, *[7.6, 8.4] * 20]) <= 3 + NEWEST


@pytest.mark.parametrize("base", [BASE, None])
def test_that_steps_that_are_no_numbers_are_seen_also_without_a_base(base: float | None) -> None:
    assert seen_at([4.0] * 5 + [math.nan] * 20, base) == 5 + MOST_LOST_STEPS
    assert not seen_at(([4.0] + [math.nan] * (MOST_LOST_STEPS - 1)) * 20, base)


def test_that_held_out_text_learnt_away_from_is_no_trouble_while_training_gets_better() -> None:
    watch = LossWatch(base=BASE)
    for _ in range(30):
        assert not watch.take(0.5, updated=True, far=FAR)
    assert not watch.take_evaluation(9.0, before=4.2, far=FAR)
    assert "not a number" in watch.take_evaluation(math.nan, before=4.2, far=FAR)
    for _ in range(NEWEST - 3):
        watch.take(5.0, updated=True, far=FAR)
    assert "4.20 to 9.00" in watch.take_evaluation(9.0, before=4.2, far=FAR)


def test_that_what_was_seen_so_far_survives_a_checkpoint() -> None:
    losses = [*uneven(100, BASE), *[9.0] * 40]
    whole, parts = LossWatch(base=BASE, base_high=BASE), LossWatch(base=BASE, base_high=BASE)
    for loss in losses:
        told = whole.take(loss, updated=True, far=FAR)
        parts = msgspec.json.decode(msgspec.json.encode(parts), type=LossWatch)
        assert parts.take(loss, updated=True, far=FAR) == told
    assert parts == whole
