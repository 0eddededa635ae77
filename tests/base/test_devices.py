"""What computes: names, which setting counts, the words for it, and a card's memory beside the computer's."""

from __future__ import annotations

import pytest

from core import protocol as p
from core.advice.devices import chosen
from core.base.devices import wanted_device
from core.memory.monitor import DeviceGauge, MemoryMeter

CARD = "Radeon 780M"


@pytest.mark.parametrize(
    ("of_run", "of_program", "wanted"),
    [
        ("auto", "", "auto"),
        ("auto", "vulkan:0", "vulkan:0"),
        ("cpu", "vulkan:0", "cpu"),
        ("metal", "cpu", "metal"),
    ],
)
def test_that_a_runs_own_device_goes_before_the_programs(of_run: str, of_program: str, wanted: str) -> None:
    assert wanted_device(of_run, of_program) == wanted


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            p.DeviceChosen(
                device="vulkan:0", description=CARD, cpu_seconds=7.4, device_seconds=3.1, layers=24, of_layers=30
            ),
            f"{CARD}: 3.10 s a step, the processor 7.40 s. 24 of 30 layers are on it, the others on the processor.",
        ),
        (
            p.DeviceChosen(device="cpu", description=CARD, cpu_seconds=3.1, device_seconds=7.4),
            f"The processor: 3.10 s a step, {CARD} 7.40 s.",
        ),
        (
            p.DeviceChosen(device="vulkan:1", reason="It was asked for.", layers=30, of_layers=30),
            "Computed by vulkan:1. It was asked for.",
        ),
        (
            p.DeviceChosen(device="cpu", description=CARD, reason=f"{CARD} gives wrong numbers with this driver."),
            f"Computed by the processor. {CARD} gives wrong numbers with this driver.",
        ),
        (p.DeviceChosen(device="cpu"), ""),
    ],
)
def test_that_it_is_said_what_computes_and_why(event: p.DeviceChosen, text: str) -> None:
    assert chosen(event) == text


def test_that_a_cards_memory_is_read_as_long_as_a_job_watches_it() -> None:
    gauge = DeviceGauge()
    meter = MemoryMeter(gauge)
    assert meter.read().device_used is None
    gauge.watch(lambda: (3, 8))
    reading = meter.read()
    assert (reading.device_used, reading.device_total) == (3, 8)
    gauge.watch(None)
    assert meter.read().device_total is None
