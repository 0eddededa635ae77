"""A model in several stretches computes what it computes in one: layers on a device, the others on the CPU."""

from __future__ import annotations

import gc
from dataclasses import replace
from types import SimpleNamespace

import msgspec
import numpy as np
import pytest

from core.engine.ggml.backend import Backend, MappedStorage, Storage
from core.engine.ggml.lib import load
from core.engine.lora.adapter import LoraAdapter
from core.engine.model.loaded import LoadedModel
from core.engine.model.on_device import ModelOnDevice, transposed_kind
from core.engine.model.weights import load_model
from core.engine.train.engine import Engine
from core.engine.train.measured_row import seconds_of_row
from core.engine.train.optimizer import AdamW
from core.engine.train.plan.placement import DevicePlan, plan_device
from core.engine.train.plan.search import best_plan
from core.engine.train.rows import PackedRow
from core.engine.train.step import StepResult, train_step
from core.shared.config import TrainConfig
from core.shared.memory_budget import memory_budget
from tests.support.metal_double import MetalDouble
from tests.support.peft import Reference, of_fixture

STEPS = 3
PLAIN = TrainConfig(rank=4, learning_rate=0.01)
EVERYTHING = TrainConfig(rank=4, learning_rate=0.01, dora=True, dropout=0.1, neftune_alpha=5.0)
UPPER = TrainConfig(rank=4, learning_rate=0.01, layers="last 1")


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Reference:
    return of_fixture("llama", tmp_path_factory.mktemp("llama"))


@pytest.fixture
def loaded(reference: Reference) -> LoadedModel:
    """By ggml alone, so that one stretch computes as another does."""
    ggml = load()
    return LoadedModel(ggml, Backend(ggml, 1), load_model(ggml, reference.model))


def steps(
    loaded: LoadedModel, config: TrainConfig, rows: list[PackedRow], there: ModelOnDevice | None
) -> list[StepResult]:
    adapter = LoraAdapter(loaded.backend, loaded.model, config)
    adapter.initialize(seed=1)
    saved = loaded.model.shape.n_layer if there and there.has_head else 0
    engine = Engine(loaded, adapter, len(rows[0].tokens), config=config, there=there, saved_there=saved and 1)
    optimizer = AdamW(loaded.backend, engine.scratch, adapter, config)
    return [train_step(engine, optimizer, rows, config.learning_rate, step) for step in range(STEPS)]


def placed(loaded: LoadedModel, first: int, *, has_head: bool) -> ModelOnDevice:
    device = Backend(loaded.ggml, 1)
    kinds = [transposed_kind(device, linear) for linear in loaded.model.linears]
    return ModelOnDevice(loaded.backend, device, loaded.model, first, kinds, has_head=has_head)


@pytest.mark.parametrize("config", [PLAIN, EVERYTHING, UPPER], ids=["plain", "everything", "upper"])
@pytest.mark.parametrize(("first", "has_head"), [(0, True), (1, True), (1, False)])
def test_that_layers_elsewhere_learn_the_same(
    reference: Reference, loaded: LoadedModel, config: TrainConfig, first: int, has_head: bool
) -> None:
    together = steps(loaded, config, reference.rows, None)
    apart = steps(loaded, config, reference.rows, placed(loaded, first, has_head=has_head))
    losses = np.array([[result.loss, result.grad_norm] for result in together])
    assert np.array([[result.loss, result.grad_norm] for result in apart]) == pytest.approx(losses, rel=2e-3)
    assert abs(losses[-1, 0] - losses[0, 0]) > 0.02  # else it would show nothing


def plans(loaded: LoadedModel, budget: int, **settings: object) -> DevicePlan | None:
    config = msgspec.structs.replace(PLAIN, **settings)
    return plan_device(loaded.backend, loaded.model, config, max_tokens=64, budget=budget)


def test_that_a_device_gets_as_much_as_its_memory_holds(loaded: LoadedModel) -> None:
    n_layer = loaded.model.shape.n_layer
    roomy = plans(loaded, 1 << 40)
    assert roomy is not None
    assert (roomy.first_layer, roomy.has_head, roomy.saved_layers) == (0, True, n_layer)
    needing = [loaded.model.needs_gradient(linear) for linear in loaded.model.linears]
    assert [kind is not None for kind in roomy.transposed] == needing
    tighter = plans(loaded, roomy.bytes - 1)
    assert tighter is not None
    assert tighter.saved_layers == n_layer - 1
    budgets = np.linspace(0, roomy.bytes, 2000).astype(int)
    found = [plan for budget in budgets if (plan := plans(loaded, int(budget)))]
    assert all(plan.bytes <= roomy.bytes for plan in found)
    assert [plan.first_layer for plan in found] == sorted((plan.first_layer for plan in found), reverse=True)
    assert {plan.first_layer for plan in found} == set(range(n_layer))
    assert any(not plan.has_head for plan in found)
    assert plans(loaded, 1 << 20) is None


def test_that_streamed_gradients_hold_no_copies_on_a_device_either(loaded: LoadedModel) -> None:
    plan = plans(loaded, 1 << 40, backward="streamed")
    assert plan is not None
    assert not any(plan.transposed)


def test_that_a_weight_too_large_for_a_buffer_is_left_to_the_processor(loaded: LoadedModel) -> None:
    head = loaded.model.head.weight.bytes
    assert head > max(linear.weight.bytes for linear in loaded.model.linears if linear is not loaded.model.head)
    loaded.backend.largest_buffer = head - 1
    plan = plans(loaded, 1 << 40)
    assert plan is not None
    assert (plan.first_layer, plan.has_head) == (0, False)


def with_card(loaded: LoadedModel, memory: int) -> LoadedModel:
    """An integrated one, as a Mac has it."""
    card = MetalDouble(loaded.ggml)
    card.device = SimpleNamespace(is_integrated=True, memory=lambda: (memory, memory))
    return replace(loaded, device=card)


def test_that_a_card_without_room_for_a_layer_is_not_measured(loaded: LoadedModel, reference: Reference) -> None:
    with pytest.raises(MemoryError, match="one layer of the model"):
        seconds_of_row(with_card(loaded, 0), PLAIN, reference.rows, lambda done, total: None)


def test_that_an_integrated_card_and_the_processor_share_one_budget(loaded: LoadedModel) -> None:
    both, places = with_card(loaded, 1 << 40), set[int | None]()
    everything = best_plan(both, msgspec.structs.replace(PLAIN, memory_budget=1 << 40), 64)
    assert everything.device is not None
    for budget in np.linspace(everything.memory.total, everything.memory.total + 1.1 * everything.device.bytes, 60):
        config = msgspec.structs.replace(PLAIN, memory_budget=int(budget))
        plan = best_plan(both, config, 64)
        places.add(plan.device and plan.device.first_layer)
        if plan.device is not None:
            assert plan.memory.total + plan.device.bytes <= memory_budget(config)
    assert {None, 0} <= places


def test_that_a_measured_row_leaves_its_memory_to_the_training(loaded: LoadedModel, reference: Reference) -> None:
    def held() -> list[Storage]:  # the model keeps its copies, which lie in a file, until it is given others
        return [x for x in gc.get_objects() if isinstance(x, Storage) and not isinstance(x, MappedStorage)]

    gc.collect()
    before = held()
    gc.disable()
    try:
        seconds_of_row(loaded, PLAIN, reference.rows, lambda done, total: None)
        assert held() == before
    finally:
        gc.enable()
