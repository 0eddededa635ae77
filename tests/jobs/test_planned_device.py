"""What a training takes of a graphics card that is named, known before it begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import protocol as p
from core.base.errors import LuthierError
from core.engine.ggml.devices import Device
from core.engine.trial.messages import Outcome
from core.jobs.context import JobContext
from core.jobs.devices.list import list_found
from core.jobs.devices.verdicts import remember
from core.jobs.planning.estimate import estimate
from core.protocol.config import TrainConfig

pytestmark = pytest.mark.usefixtures("own_home")


def estimated(model: Path, device: str) -> p.EstimateResult:
    job = p.EstimateJob(model=str(model), config=TrainConfig(context=64, device=device))
    return estimate(job, JobContext(lambda _event: None))[1]


def test_that_the_plan_has_the_share_of_a_card_that_is_named(demo_gguf_q8: Path, vulkan_environment: Device) -> None:
    name = vulkan_environment.name
    for found in list_found().devices:
        remember(found, Outcome(verdict="works", reason="It was tried elsewhere."))  # the trial has tests of its own
    here, there = estimated(demo_gguf_q8, "cpu"), estimated(demo_gguf_q8, name)
    assert (here.device_bytes, here.device_layers) == (None, None)
    assert there.device_bytes and there.device_layers == 6
    assert there.device_total_bytes == vulkan_environment.memory()[1] >= there.device_bytes
    assert there.total_bytes < here.total_bytes and there.least_bytes <= there.total_bytes


@pytest.mark.process  # where anything for graphics cards is installed
def test_that_a_card_that_is_not_there_is_refused_before_anything_is_planned(demo_gguf_q8: Path) -> None:
    with pytest.raises(LuthierError) as caught:
        estimated(demo_gguf_q8, "cuda:9")
    assert caught.value.code in ("device.none", "device.unknown")
