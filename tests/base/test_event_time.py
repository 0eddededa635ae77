"""When an event was, where somebody sets the clock."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from app.workers.run_model import RunModel
from core import protocol as p
from core.base.systems.machine import passed_time

HOUR = 3600.0


def memory() -> p.Memory:
    return p.Memory(rss=1, peak=1, available=1, total=1)


@pytest.mark.parametrize("hours", [-2, 2])
def test_that_a_clock_that_is_set_is_no_sleep_and_takes_no_time(monkeypatch: pytest.MonkeyPatch, hours: int) -> None:
    model, real = RunModel(), time.time
    model.add(p.Hello(pid=1, job="train", version="0"))
    model.add(memory())
    monkeypatch.setattr(time, "time", lambda: real() + hours * HOUR)
    model.add(memory())
    assert not model.marks and 0 <= model.seconds < HOUR


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux")
def test_that_a_sleep_takes_time() -> None:
    since_boot = float(Path("/proc/uptime").read_text().split()[0])  # with all sleep
    assert abs(passed_time() - since_boot) < HOUR / 60
