"""`auto` measures a step on a card and on the processor. The card is ggml's own CPU, behind a device's interface."""

from __future__ import annotations

import pytest

from core import protocol as p
from core.base import devices, paths
from core.base.devices import AUTO, CPU
from core.base.errors import Cancelled
from core.engine.ggml.devices import Device
from core.engine.ggml.lib import load
from core.engine.model.weights import load_for_engine
from core.engine.train.plan.search import plan_memory
from core.jobs.context import Control, JobContext
from core.jobs.devices import choice as device_choice
from core.jobs.devices.choice import Chosen, tell_of_device, with_device
from core.jobs.devices.verdicts import Seconds
from core.protocol.config import TrainConfig
from tests.support.odd_device import right
from tests.support.peft import Reference, of_fixture


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Reference:
    return of_fixture("llama", tmp_path_factory.mktemp("llama"))


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> Device:
    """The only one there is, and trusted."""
    device = right(load()).device
    monkeypatch.setattr(device_choice, "trusted_devices", lambda *_: [device])
    return device


def choose(reference: Reference, events: list[p.Event]) -> tuple[Chosen, TrainConfig]:
    config = TrainConfig(context=48, rank=4, grad_accumulation=2)
    with JobContext(events.append, Control()) as context:
        chosen = with_device(load_for_engine(reference.model, 1), AUTO, config, reference.rows, context)
        tell_of_device(chosen, plan_memory(chosen.loaded, config, 48), context)
        context.device_memory.watch(None)
    return chosen, config


def told(events: list[p.Event]) -> p.DeviceChosen:
    (event,) = (event for event in events if isinstance(event, p.DeviceChosen))
    return event


def test_that_auto_says_both_figures_and_takes_the_faster(reference: Reference, card: Device) -> None:
    events: list[p.Event] = []
    chosen, _ = choose(reference, events)
    event = told(events)
    assert event.cpu_seconds and event.device_seconds
    assert (event.device == card.name) == (event.device_seconds < event.cpu_seconds)
    assert (chosen.loaded.device is not None) == (event.device == card.name)
    again: list[p.Event] = []
    choose(reference, again)
    assert (told(again).cpu_seconds, told(again).device_seconds) == (event.cpu_seconds, event.device_seconds)  # kept


@pytest.mark.parametrize(("here", "there"), [(2.0, 1.0), (1.0, 2.0)])
def test_that_the_faster_computes_all_layers(
    reference: Reference, card: Device, monkeypatch: pytest.MonkeyPatch, here: float, there: float
) -> None:
    monkeypatch.setattr(device_choice, "_measured", lambda *_: Seconds(here, there))
    events: list[p.Event] = []
    chosen, _ = choose(reference, events)
    n_layer, event = chosen.loaded.model.shape.n_layer, told(events)
    assert (event.device, event.layers) == ((card.name, n_layer) if there < here else (CPU, 0))
    assert (event.cpu_seconds, event.device_seconds) == (here, there)


def test_that_a_card_that_cannot_train_is_told_and_the_processor_trains(
    reference: Reference, card: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: object) -> float:
        raise MemoryError

    monkeypatch.setattr(device_choice, "seconds_of_row", no_room)
    monkeypatch.setattr(type(card), "version", "another driver")  # of which nothing is remembered
    events: list[p.Event] = []
    chosen, _ = choose(reference, events)
    assert chosen.loaded.device is None
    assert told(events).device == CPU and "cannot train this" in told(events).reason


def test_that_a_card_that_was_lost_while_it_was_measured_is_not_measured_again_at_once(
    reference: Reference, card: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process ends at the first attempt, is started with less work at once, and later with all of it."""
    monkeypatch.setattr(type(card), "version", "a driver that gives up")
    file, left = paths.cache_dir() / "device-seconds.json", list[bytes]()

    def ending(*_: object) -> float:
        left.append(file.read_bytes())
        raise Cancelled

    with monkeypatch.context() as patch, pytest.raises(Cancelled):
        patch.setattr(device_choice, "seconds_of_row", ending)
        choose(reference, [])
    file.write_bytes(left[0])  # what a process leaves that a driver has ended
    events: list[p.Event] = []
    choose(reference, events)
    assert told(events).device == CPU and "when a step was measured" in told(events).reason
    monkeypatch.setenv(devices.LEVEL, "1")
    again: list[p.Event] = []
    choose(reference, again)
    assert told(again).device_seconds
