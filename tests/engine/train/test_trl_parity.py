"""Choices against TRL, in F32 and on devices. What choices.npz holds: tests/fixtures/make_choices.py."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
import numpy as np
import pytest

from core.data.example import Example
from core.data.tokens.pack import PackedRows, pack_groups
from core.engine.lora.adapter import LoraAdapter
from core.engine.model.on_device import ModelOnDevice
from core.engine.model.weights import LoadedModel, load_for_engine
from core.engine.train.engine import LOSS_SCALE, Engine
from core.engine.train.objective import Dpo, Kto, Objective, Orpo
from core.engine.train.optimizer import AdamW
from core.engine.train.rows import PackedRow
from core.engine.train.step import train_step
from core.families.table import shares_beginnings
from tests.support.adapter_gradients import factor_gradients
from tests.support.checkpoints import quiet
from tests.support.devices import OnDevice
from tests.support.fixture_models import fixture_models
from tests.support.peft import Reference, of_fixture, relative_error
from tests.support.places import FIXTURES


class Case(NamedTuple):
    """reference: the tiny model, with what TRL computes in its truth."""

    reference: Reference
    loaded: LoadedModel


@pytest.fixture(scope="module", params=fixture_models("choices.npz", fast=("llama", "gemma3", "olmoe", "lfm2")))
def case(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Case:
    reference = of_fixture(request.param, tmp_path_factory.mktemp(request.param))
    with np.load(FIXTURES / request.param / "choices.npz") as file:
        truth = {key: value for key, value in reference.truth.items() if not key.startswith("adapter/")} | dict(file)
    return Case(Reference(reference.model, truth), load_for_engine(reference.model, threads=1))


def objective_of(name: str, case: Case) -> Objective:
    beta, smoothing = float(case.reference.truth["beta"]), float(case.reference.truth["smoothing"])
    return {
        "dpo": Dpo(beta),
        "normalized": Dpo(beta, normalized=True),
        "smoothed": Dpo(beta, smoothing=smoothing),
        "kto": Kto(beta),
        "weighted": Kto(beta, good_weight=float(case.reference.truth["weight"])),
        "orpo": Orpo(beta),
    }[name]


def rows_of(case: Case, *, strangers: bool, there: ModelOnDevice | None = None) -> PackedRows:
    """All three pairs in a row, with what the model without adapter says of their answers. Their question stands there
    once, where the model allows it. there: what computes all layers; None: the processor.
    """
    truth = case.reference.truth
    said = [
        (i, answer[:n]) for i in range(3) for answer, n in zip(truth["answers"][i], truth["lengths"][i], strict=True)
    ]
    group_of, sides = np.repeat(np.arange(3), 2), np.tile(np.array([1, -1], np.int8), 3)
    if strangers:  # each behind its own answer
        said += [(i, said[(at + 1) % 6][1]) for at, (i, _) in enumerate(said)]
        group_of, sides = np.tile(np.arange(6), 2), np.concatenate([sides, np.zeros(6, np.int8)])
    examples = []
    for i, answer in said:
        tokens = np.concatenate([truth["prompts"][i], answer])
        examples.append(Example(tokens, np.arange(len(tokens)) >= len(truth["prompts"][i])))
    shares = shares_beginnings(case.loaded.model.shape.architecture.name)
    shared = np.full(len(examples), truth["prompts"].shape[1] - 1 if shares else 0)
    row_tokens = 64 * (2 + 2 * strangers)
    rows = pack_groups(examples, group_of, shared, sides, row_tokens, packed=True)
    assert len(rows) == 1 and (rows.n_shared > 0) is shares
    base = Engine(case.loaded, None, row_tokens, there=there, trainable=False)
    return rows.with_reference(next(base.log_probabilities(rows, quiet)))


@pytest.mark.usefixtures("exact_gelu")
@pytest.mark.parametrize("name", ["dpo", "normalized", "smoothed", "kto", "weighted", "orpo"])
def test_that_loss_gradient_and_steps_are_trls(case: Case, name: str) -> None:
    reference, truth = case.reference, case.reference.truth
    rows = rows_of(case, strangers=name in ("kto", "weighted"))
    adapter = LoraAdapter(case.loaded.backend, case.loaded.model, reference.config)
    adapter.load_factors(reference.factors("adapter"))
    engine = Engine(case.loaded, adapter, rows.longest, objective=objective_of(name, case))
    require_trls(engine, case, name, rows[0], loss=1e-4, gradient=1e-4)
    config = msgspec.structs.replace(reference.config, learning_rate=float(truth["rate"]))
    optimizer = AdamW(case.loaded.backend, engine.scratch, adapter, config)
    losses = [train_step(engine, optimizer, [rows[0]], config.learning_rate).loss for _ in truth[f"{name}_losses"]]
    np.testing.assert_allclose(losses, truth[f"{name}_losses"], rtol=1e-4)


@pytest.mark.parametrize(
    "device", ["ggml", "metal", pytest.param("vulkan", marks=[pytest.mark.vulkan, pytest.mark.slow])], indirect=True
)
@pytest.mark.parametrize("name", ["dpo", "kto", "orpo"])
def test_that_a_devices_loss_and_gradient_are_trls(device: OnDevice, case: Case, name: str) -> None:
    there = ModelOnDevice(device.backend, case.loaded.model, 0, [None] * len(case.loaded.model.linears))
    rows = rows_of(case, strangers=name == "kto", there=there)
    adapter = LoraAdapter(case.loaded.backend, case.loaded.model, case.reference.config)
    adapter.load_factors(case.reference.factors("adapter"))
    engine = Engine(case.loaded, adapter, rows.longest, objective=objective_of(name, case), there=there)
    require_trls(engine, case, name, rows[0], loss=device.tolerance.loss, gradient=device.tolerance.gradient)


def require_trls(engine: Engine, case: Case, name: str, row: PackedRow, *, loss: float, gradient: float) -> None:
    """Compare a row's loss and gradient with TRL's. loss, gradient: largest relative errors."""
    adapter, counted = engine.adapter, engine.objective.counted(row)
    assert adapter is not None
    engine.load(row)
    engine.forward()
    found = engine.loss(weight=LOSS_SCALE) / counted
    assert found == pytest.approx(float(case.reference.truth[f"{name}_loss"]), rel=loss)
    adapter.zero_gradients()
    engine.backward()
    adapter.gather_gradients()
    ours, theirs = factor_gradients(case.loaded.ggml, adapter), case.reference.factors(f"{name}_grad")
    for tensor, factors in theirs.items():
        for got, wanted in zip(ours[tensor], factors, strict=True):
            assert relative_error(got / (LOSS_SCALE * counted), wanted) < gradient, tensor
