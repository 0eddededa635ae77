"""A model held to its base, against PyTorch and PEFT, in F32. What hold.npz holds: tests/fixtures/make_hold.py."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np
import pytest

from core.data.example import Example
from core.data.tokens.pack import PackedRows
from core.engine.ggml.tensor import write
from core.engine.lora.adapter import LoraAdapter
from core.engine.model.weights import LoadedModel
from core.engine.train.engine import Engine
from core.engine.train.hold import Hold
from core.engine.train.optimizer import AdamW
from core.engine.train.step import train_step
from core.protocol.config import HELD_EVERY
from tests.support.adapter_gradients import factor_gradients
from tests.support.checkpoints import quiet
from tests.support.fixture_models import fixture_models
from tests.support.peft import Reference, of_fixture, relative_error
from tests.support.places import FIXTURES

pytestmark = pytest.mark.usefixtures("exact_gelu")

OF_SUMS = 2e-6  # nats: a divergence is what is left of logarithms of sums, each near 6, in F32


@pytest.fixture(scope="module", params=fixture_models("hold.npz"))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def reference(name: str, tmp_path_factory: pytest.TempPathFactory) -> Reference:
    return of_fixture(name, tmp_path_factory.mktemp(name))


@pytest.fixture
def held(name: str) -> Mapping[str, np.ndarray]:
    with np.load(FIXTURES / name / "hold.npz") as found:
        return dict(found)


@pytest.fixture
def adapter(reference: Reference, loaded: LoadedModel) -> LoraAdapter:
    return LoraAdapter(loaded.backend, loaded.model, reference.config)


@pytest.fixture
def engine(reference: Reference, loaded: LoadedModel, adapter: LoraAdapter) -> Engine:
    return Engine(loaded, adapter, max_tokens=reference.truth["ids"].shape[1])


@pytest.fixture
def hold(reference: Reference, held: Mapping[str, np.ndarray], engine: Engine, adapter: LoraAdapter) -> Hold:
    """Of the base, and the adapter as PEFT's starts."""
    ids = reference.truth["sequence_ids"]
    supervised = np.zeros(ids.size, bool)
    supervised[held["columns"][:-1] + 1] = True
    labels = np.append(supervised[1:], True)  # what follows the last token is nothing to be predicted, but looked at
    one = np.array([0])
    (row,) = PackedRows([Example(ids, supervised)], one, np.array([0, 1]), np.array([ids.size]), one)
    row.labels[:] = np.where(labels, 0, -1)
    made = Hold(engine, [row], msgspec.structs.replace(reference.config, hold=float(held["weight"])))
    write(engine.loaded.ggml, adapter.values, np.zeros(adapter.n_values, np.float32))
    made.ask(quiet)
    adapter.load_factors(Reference(reference.model, held).factors("adapter"))
    return made


def test_that_the_divergence_and_its_gradient_are_pytorchs(
    hold: Hold, held: Mapping[str, np.ndarray], engine: Engine, adapter: LoraAdapter
) -> None:
    adapter.zero_gradients()
    distance = hold.passes(0, counted=1)
    assert distance == pytest.approx(float(held["distance"]), rel=1e-4, abs=OF_SUMS)
    factor = engine.loss_scale * float(held["weight"]) * HELD_EVERY
    for tensor, pair in factor_gradients(engine.loaded.ggml, adapter).items():
        for letter, found in zip("ab", pair, strict=True):
            assert relative_error(found / factor, held[f"grad/{tensor}.lora_{letter}"]) < 1e-4, f"{tensor}, {letter}"


def test_that_steps_with_it_follow_pefts(
    reference: Reference, hold: Hold, held: Mapping[str, np.ndarray], engine: Engine, adapter: LoraAdapter
) -> None:
    optimizer = AdamW(engine.loaded.backend, engine.scratch, adapter, reference.config)
    rate, rows = float(reference.truth["lr"]), reference.rows
    results = [
        train_step(engine, optimizer, [rows[step % len(rows)]], rate, step, hold=hold)
        for step in range(len(held["losses"]))
    ]
    np.testing.assert_allclose([result.loss for result in results], held["losses"], rtol=1e-4)
    distances = [result.distance for result in results if result.distance is not None]
    np.testing.assert_allclose(distances, held["distances"], rtol=1e-3, atol=OF_SUMS)
