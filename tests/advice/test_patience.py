"""How long a silent training is waited for."""

from __future__ import annotations

from core import protocol as p
from core.memory.monitor import FIRST_STEP_S, INTERVAL, LEAST_S, TIMES, Patience

READING = p.Memory(rss=1, peak=1, available=1, total=1)
STARTED = p.TrainingStarted(run="run", step=0, steps=9, trainable=1)
STEP = p.Skipped(step=1, reason="", count=1)


def silence_until_given_up(patience: Patience, most_s: float) -> float | None:
    """Seconds, counted in readings; None where nobody gives up before `most_s`."""
    for n in range(1, int(most_s / INTERVAL) + 1):
        patience.is_over(p.Log(level="info", source="ggml", text="still here"))  # a log says nothing of progress
        if patience.is_over(READING):
            return n * INTERVAL
    return None


def test_that_the_first_step_may_take_an_hour() -> None:
    patience = Patience()
    patience.is_over(STARTED)
    assert silence_until_given_up(patience, 2 * FIRST_STEP_S) == FIRST_STEP_S + INTERVAL


def test_that_a_driver_may_hang_before_the_training_begins_too() -> None:
    for at_work in (p.Phase(name="device-speed", title=""), p.DeviceChosen(device="vulkan:0")):
        patience = Patience()
        patience.is_over(p.Phase(name="plan", title=""))
        patience.is_over(at_work)
        assert silence_until_given_up(patience, 2 * FIRST_STEP_S) == FIRST_STEP_S + INTERVAL


def test_that_ten_minutes_of_silence_are_too_much_where_steps_are_short() -> None:
    patience = Patience()
    patience.is_over(STARTED)
    patience.is_over(STEP)
    assert silence_until_given_up(patience, 2 * LEAST_S) == LEAST_S + INTERVAL


def test_that_long_silences_so_far_make_longer_ones_likely() -> None:
    patience, step_s = Patience(), 60.0
    patience.is_over(STARTED)
    assert silence_until_given_up(patience, step_s) is None
    patience.is_over(STEP)
    assert patience.limit_s == TIMES * step_s
    assert silence_until_given_up(patience, 2 * TIMES * step_s) == TIMES * step_s + INTERVAL


def test_that_a_pause_a_sample_and_what_comes_before_the_training_may_take_as_long_as_they_like() -> None:
    for quiet in (p.State(state="paused"), p.Phase(name="sample", title=""), p.Phase(name="tokenize", title="")):
        patience = Patience()
        assert silence_until_given_up(patience, 2 * FIRST_STEP_S) is None
        patience.is_over(STARTED)
        patience.is_over(STEP)
        patience.is_over(quiet)
        assert silence_until_given_up(patience, 2 * FIRST_STEP_S) is None
        patience.is_over(p.Phase(name="train", title=""))
        patience.is_over(p.State(state="running"))
        assert patience.limit_s == LEAST_S  # and they do not count as silences of a step
        assert silence_until_given_up(patience, 2 * LEAST_S) == LEAST_S + INTERVAL
