"""What is said of a training that is slower than before, or of memory that comes to its end."""

from __future__ import annotations

import msgspec
import pytest

from app.workers.pace import memory_warning, slowdown
from app.workers.run_model import RunModel
from core import protocol as p

GB = 10**9
READING = p.Memory(rss=GB, peak=GB, available=8 * GB, total=16 * GB, processor=0.95, own=0.94, time=0.0)
PLAN = p.MemoryPlan(
    weights=1, copies=0, transposed=0, activations=0, optimizer=0, compute=0, total=2 * GB, backward="cached",
    kept_layers=0,
)  # fmt: skip


def step(number: int, speed: float, time: float) -> p.Step:
    return p.Step(
        step=number, steps=1000, epoch=0.1, loss=2.0, learning_rate=1e-4, grad_norm=1.0, tok_s=speed,
        tokens_seen=number, tokens_trained=number, seconds_left=1.0, time=time,
    )  # fmt: skip


def trained(*speeds: float, reading: p.Memory = READING, each_s: float = 2.0) -> RunModel:
    """Return a run with these speeds. A reading follows each step; the last twenty are `reading`.

    A worker's first reading has no shares: there is none before it to count from.
    """
    model = RunModel()
    model.add(p.Hello(pid=1, job="train", version="0", time=0.0))
    model.add(changed(processor=None, own=None))
    model.add(PLAN)
    model.add(p.TrainingStarted(run="r", step=0, steps=1000, trainable=1, time=0.0))
    for number, speed in enumerate(speeds, 1):
        time = number * each_s
        model.add(step(number, speed, time))
        slow = number > len(speeds) - 20
        model.add(msgspec.structs.replace(reading if slow else READING, time=time))
    return model


def changed(**values: object) -> p.Memory:
    return msgspec.structs.replace(READING, **values)


def test_that_nothing_is_said_of_an_even_pace_or_of_a_short_run() -> None:
    assert slowdown(trained(*[300.0] * 40)) is None
    assert slowdown(trained(*[300.0] * 10, *[100.0] * 5)) is None
    assert slowdown(RunModel()) is None


def test_that_a_few_slow_steps_are_no_slowdown() -> None:
    assert slowdown(trained(*[300.0] * 60, *[100.0] * 9, each_s=1.0)) is None


def test_that_long_rows_which_come_again_and_again_are_no_slowdown() -> None:
    rows = [300.0] * 12 + [150.0] * 10
    assert slowdown(trained(*rows * 4)) is None


@pytest.mark.parametrize(
    ("reading", "why"),
    [
        (changed(own=0.5), "Other programs take 45% of the processor."),
        (changed(celsius=97.0, hot=True), "The processor is at 97.0 °C, and slows down to cool."),
        (changed(on_battery=True), "The computer runs on its battery, and saves power."),
        (changed(available=GB // 2), "The memory is nearly full, and the system moves some of it to the disk."),
        (READING, "Nothing that Luthier can measure explains it."),
        (changed(processor=None, own=None), "Nothing that Luthier can measure explains it."),
    ],
)
def test_that_a_slower_training_is_told_with_its_reason(reading: p.Memory, why: str) -> None:
    found = slowdown(trained(*[300.0] * 40, *[150.0] * 20, reading=reading))
    assert found is not None
    assert found.since == 41
    assert found.text == f"Slower than before: 150 tokens/s instead of 300. {why}"


def test_that_programs_which_were_busy_from_the_start_explain_nothing() -> None:
    model = trained(*[300.0] * 40, *[150.0] * 20, reading=changed(own=0.5))
    model.memory["others"][:] = 0.45
    found = slowdown(model)
    assert found is not None and "Nothing" in found.text


def test_that_a_pace_that_is_back_is_not_spoken_of() -> None:
    assert slowdown(trained(*[300.0] * 30, *[150.0] * 15, *[300.0] * 20)) is None


def test_that_memory_is_spoken_of_when_it_is_nearly_full_or_over_the_plan() -> None:
    assert memory_warning(RunModel()) == ""
    assert memory_warning(trained(300.0)) == ""
    assert memory_warning(trained(300.0, reading=changed(available=GB // 2))).startswith("The computer has 500 MB")
    over = memory_warning(trained(300.0, reading=changed(rss=3 * GB)))
    assert over == "Training takes more than the 2.00 GB that were planned. The computer has 8.00 GB left."
