"""A model in several stretches computes what it computes in one: layers on a device, the others on the CPU."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from core.engine.ggml.backend import Backend
from core.engine.ggml.lib import load
from core.engine.lora.adapter import LoraAdapter
from core.engine.model.on_device import ModelOnDevice, transposed_kind
from core.engine.model.weights import LoadedModel, load_model
from core.engine.train.engine import Engine
from core.engine.train.optimizer import AdamW
from core.engine.train.plan.placement import DevicePlan, plan_device
from core.engine.train.rows import PackedRow
from core.engine.train.step import StepResult, train_step
from core.protocol.config import TrainConfig
from tests.support.peft import Reference, of_fixture

STEPS = 3
PLAIN = TrainConfig(rank=4, learning_rate=0.01)
EVERYTHING = TrainConfig(rank=4, learning_rate=0.01, dora=True, dropout=0.1, neftune_alpha=5.0)
HIGHER = TrainConfig(rank=4, learning_rate=0.01, layers="2-5")  # one lender learns, and what the other reads
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
    return ModelOnDevice(device, loaded.model, first, kinds, has_head=has_head)


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


@pytest.fixture
def lending(tmp_path: Path) -> Reference:
    """A model whose last three layers read keys and values of earlier ones, and embeddings of their own."""
    return of_fixture("gemma4-e2b", tmp_path)


# The border: below the lenders, between them, and between borrowers of the same layer.
@pytest.mark.parametrize("config", [PLAIN, HIGHER], ids=["plain", "higher"])
@pytest.mark.parametrize("first", [1, 2, 4])
def test_that_keys_and_values_are_lent_across_a_border(lending: Reference, config: TrainConfig, first: int) -> None:
    ggml = load()
    loaded = LoadedModel(ggml, Backend(ggml, 1), load_model(ggml, lending.model))
    together = steps(loaded, config, lending.rows, None)
    apart = steps(loaded, config, lending.rows, placed(loaded, first, has_head=True))
    for one, other in zip(together, apart, strict=True):
        assert (other.loss, other.grad_norm) == pytest.approx((one.loss, one.grad_norm), rel=1e-2)


def plans(loaded: LoadedModel, budget: int, **settings: object) -> DevicePlan | None:
    config = msgspec.structs.replace(PLAIN, **settings)
    return plan_device(loaded.backend, loaded.model, config, max_tokens=64, budget=budget)


@pytest.mark.slow
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


def test_that_a_head_too_large_for_a_buffer_is_computed_in_pieces(reference: Reference, loaded: LoadedModel) -> None:
    device = Backend(loaded.ggml, 1)
    device.largest_buffer = loaded.model.head.weight.bytes - 1
    assert device.largest_buffer > max(linear.weight.bytes for linear in loaded.model.linears[:-1])
    plan = plan_device(device, loaded.model, PLAIN, max_tokens=64, budget=1 << 40)
    assert plan is not None
    assert (plan.first_layer, plan.has_head) == (0, True)
    together = steps(loaded, PLAIN, reference.rows, None)
    there = ModelOnDevice(device, loaded.model, 0, plan.transposed)
    assert [piece.d_out for piece in there.model.head_pieces] == [256, 256]
    apart = steps(loaded, PLAIN, reference.rows, there)
    for one, other in zip(together, apart, strict=True):
        assert (other.loss, other.grad_norm) == pytest.approx((one.loss, one.grad_norm), rel=2e-3)


def test_that_a_layer_too_large_for_a_buffer_is_left_to_the_processor(loaded: LoadedModel) -> None:
    loaded.backend.largest_buffer = max(linear.weight.bytes for linear in loaded.model.linears[:-1]) - 1
    assert plans(loaded, 1 << 40) is None
