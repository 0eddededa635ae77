"""rsLoRA, chosen targets, LoRA+ and DoRA against PEFT. What variants.npz holds: tests/fixtures/make_variants.py."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
import pytest

from core.convert.convert import convert
from core.engine.ggml.tensor import read
from core.engine.lora.adapter import LoraAdapter
from core.engine.lora.adapter_file import read_adapter, write_adapter
from core.engine.model.copies import dequantize_rows
from core.engine.model.weights import LoadedModel
from core.engine.train.engine import Engine
from core.engine.train.optimizer import param_group
from core.protocol.config import TrainConfig
from tests.support.adapter_gradients import factor_gradients
from tests.support.checkpoints import quiet
from tests.support.fixture_models import fixture_models
from tests.support.peft import Reference, relative_error, train
from tests.support.places import FIXTURES


@dataclass(frozen=True)
class Variant(Reference):
    """A reference model and adapter under other settings."""

    settings: dict[str, object]

    @property
    def config(self) -> TrainConfig:
        return msgspec.structs.replace(super().config, **self.settings)

    def engine(self, loaded: LoadedModel, saved_layers: int = 0) -> Engine:
        """Trains the adapter that PEFT started from."""
        adapter = LoraAdapter(loaded.backend, loaded.model, self.config)
        magnitudes = self.under("dora_m") if self.config.dora else None
        adapter.load_factors(self.factors("adapter"), magnitudes)
        return Engine(loaded, adapter, max_tokens=self.truth["ids"].shape[1], saved_layers=saved_layers)

    def under(self, prefix: str, suffix: str = "") -> dict[str, np.ndarray]:
        """By tensor name."""
        start = f"{prefix}/"
        keys = [key for key in self.truth if key.startswith(start) and key.endswith(f".weight{suffix}")]
        return {key[len(start) : len(key) - len(suffix)]: self.truth[key] for key in keys}


@pytest.fixture(scope="module", params=fixture_models("variants.npz", fast=("llama-biased", "phi")))
def reference(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Reference:
    model = tmp_path_factory.mktemp(request.param) / "model.gguf"
    convert(FIXTURES / request.param, model, "f32", quiet)
    arrays: dict[str, np.ndarray] = {}
    for name in ("truth.npz", "variants.npz"):
        with np.load(FIXTURES / request.param / name) as file:
            arrays |= dict(file)
    return Reference(model, arrays)


def variant(reference: Reference, **settings: object) -> Variant:
    return Variant(reference.model, reference.truth, settings)


def backward(engine: Engine, reference: Reference) -> float:
    """Loss of row 0, its gradient left in the adapter."""
    row = reference.rows[0]
    engine.load(row)
    engine.forward()
    loss = engine.loss(weight=1 / row.n_supervised)
    engine.backward()
    return loss / row.n_supervised


def test_that_rslora_scales_as_pefts(reference: Reference, loaded: LoadedModel) -> None:
    rslora = variant(reference, rslora=True)
    assert rslora.config.scale == pytest.approx(float(reference.truth["rslora_scale"]), rel=1e-7)
    loss = rslora.engine(loaded).evaluate(reference.rows[:1], quiet).loss
    assert loss == pytest.approx(float(reference.truth["rslora_loss"]), rel=1e-5)


def test_that_only_the_chosen_linears_are_adapted(reference: Reference, loaded: LoadedModel) -> None:
    few = variant(reference, targets="q,down")
    engine = few.engine(loaded)
    loss = backward(engine, reference)
    assert engine.adapter is not None
    norm = np.linalg.norm(read(loaded.ggml, engine.adapter.gradients))
    assert loss == pytest.approx(float(reference.truth["few_loss"]), rel=1e-5)
    assert norm == pytest.approx(float(reference.truth["few_norm"]), rel=1e-4)
    assert len(engine.adapter.factors()) == 2 * len(loaded.model.layers)


@pytest.mark.parametrize(("part", "saved_layers"), [("upper", 0), ("upper", 1), ("lower", 0)])
def test_that_chosen_layers_alone_learn_as_pefts(
    reference: Reference, loaded: LoadedModel, part: str, saved_layers: int
) -> None:
    n_layer = loaded.model.shape.n_layer
    layer = n_layer - 1 if part == "upper" else 0
    some = variant(reference, layers=str(layer))
    engine = some.engine(loaded, saved_layers)
    loss = backward(engine, reference)
    assert loss == pytest.approx(float(reference.truth[f"{part}_loss"]), rel=1e-5)
    assert engine.adapter is not None
    assert engine.backward_layers == n_layer - layer
    assert len({stream.address for stream in engine.streams}) == n_layer - layer + 1
    found, wanted = factor_gradients(loaded.ggml, engine.adapter), some.factors(f"{part}_grad")
    assert found.keys() == wanted.keys() and all(f"blk.{layer}." in name for name in wanted)
    for name, pair in wanted.items():
        for got, expected in zip(found[name], pair, strict=True):
            assert relative_error(got, expected) < (2e-3 if saved_layers else 1e-4), name


def test_that_lora_plus_takes_pefts_steps(reference: Reference, loaded: LoadedModel) -> None:
    truth = reference.truth
    plus = variant(reference, lora_plus_ratio=float(truth["plus_ratio"]))
    engine = plus.engine(loaded)
    losses, _ = train(plus, engine, [plus.config.learning_rate] * len(truth["plus_losses"]))
    np.testing.assert_allclose(losses, truth["plus_losses"], rtol=1e-3)
    assert np.abs(np.array(losses) / truth["losses"] - 1).max() > 0.1  # the ratio matters
    assert engine.adapter is not None
    factors = engine.adapter.factors()
    for name, pair in plus.factors("plus_after").items():
        for found, expected in zip(factors[name], pair, strict=True):
            assert relative_error(found, expected) < 1e-3, name


@pytest.mark.parametrize("saved_layers", [0, 2])
def test_that_doras_loss_and_gradients_are_pefts(reference: Reference, loaded: LoadedModel, saved_layers: int) -> None:
    dora = variant(reference, dora=True)
    engine = dora.engine(loaded, saved_layers)
    assert backward(engine, reference) == pytest.approx(float(reference.truth["dora_loss"]), rel=1e-5)
    adapter = engine.adapter
    assert adapter is not None
    found = factor_gradients(loaded.ggml, adapter)
    tolerance = 2e-3 if saved_layers else 1e-4  # layers keep their results in F16
    for name, pair in dora.factors("dora_grad").items():
        for got, expected in zip(found[name], pair, strict=True):
            assert relative_error(got, expected) < tolerance, name
    expected_magnitudes = dora.under("dora_grad", ".m")
    assert expected_magnitudes.keys() == adapter.magnitudes().keys()
    for branches in adapter.tensors():
        parts = [read(loaded.ggml, branch.trained[-1][1]).reshape(-1) for branch in branches]
        name = branches[0].name
        assert relative_error(np.concatenate(parts), expected_magnitudes[name]) < tolerance, name


def test_that_doras_steps_are_pefts(reference: Reference, loaded: LoadedModel) -> None:
    truth = reference.truth
    dora = variant(reference, dora=True, lora_plus_ratio=float(truth["plus_ratio"]))
    engine = dora.engine(loaded)
    losses, _ = train(dora, engine, [dora.config.learning_rate] * len(truth["dora_losses"]))
    np.testing.assert_allclose(losses, truth["dora_losses"], rtol=1e-3)
    assert engine.adapter is not None
    magnitudes = engine.adapter.magnitudes()
    for name, expected in dora.under("dora_after", ".m").items():
        assert relative_error(magnitudes[name], expected) < 1e-3, name


def test_that_the_row_norms_are_those_of_the_merged_weight(reference: Reference, loaded: LoadedModel) -> None:
    adapter = variant(reference, dora=True).engine(loaded).adapter
    assert adapter is not None
    factors = adapter.factors()
    for branches in adapter.tensors():
        name = branches[0].name
        weight, (a, b) = loaded.model.file.tensors[name], factors[name]
        merged = dequantize_rows(loaded.ggml, weight, 0, weight.shape[1]) + adapter.scale * b @ a
        norms = [read(loaded.ggml, branch.magnitude.norm).reshape(-1) for branch in branches if branch.magnitude]
        np.testing.assert_allclose(np.concatenate(norms), np.linalg.norm(merged, axis=1), rtol=1e-5)


def test_that_dora_starts_at_the_base_model(reference: Reference, loaded: LoadedModel) -> None:
    adapter = LoraAdapter(loaded.backend, loaded.model, variant(reference, dora=True).config)
    adapter.initialize(seed=3)
    row = reference.rows[0]
    with_dora = Engine(loaded, adapter, row.tokens.size).evaluate([row], quiet).loss
    base = Engine(loaded, None, row.tokens.size, trainable=False).evaluate([row], quiet).loss
    assert with_dora == pytest.approx(base, rel=1e-6)


def test_that_a_dora_adapter_comes_back_from_its_file(
    reference: Reference, loaded: LoadedModel, tmp_path: Path
) -> None:
    adapter = variant(reference, dora=True).engine(loaded).adapter
    assert adapter is not None
    write_adapter(tmp_path / "dora.gguf", "llama", adapter.factors(), 8.0, magnitudes=adapter.magnitudes(), name="fox")
    saved = read_adapter(tmp_path / "dora.gguf")
    assert saved.tensors.keys() == saved.magnitudes.keys() == adapter.factors().keys()
    for name, values in adapter.magnitudes().items():
        np.testing.assert_array_equal(saved.magnitudes[name], values)


def test_that_magnitudes_do_not_decay_and_learn_as_fast_as_b() -> None:
    config = TrainConfig(weight_decay=0.1, lora_plus_ratio=16)
    assert param_group("a", config) == (1, 0.1)
    assert param_group("b", config) == (16, 0.1)
    assert param_group("magnitude", config) == (16, 0)
