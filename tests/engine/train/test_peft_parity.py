"""The engine against PyTorch, Transformers and PEFT, in F32. What truth.npz holds: tests/fixtures/make_fixtures.py."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from core.engine.ggml import abi
from core.engine.lora.adapter import LoraAdapter
from core.engine.lora.adapter_file import Factors
from core.engine.model.copies import hold_copies
from core.engine.model.parts.feed_forward import ACTIVATIONS
from core.engine.model.weight_layouts import Layout
from core.engine.model.weights import LoadedModel
from core.engine.train.engine import Engine
from tests.support.adapter_gradients import factor_gradients
from tests.support.checkpoints import quiet
from tests.support.exact_geglu import exact_geglu
from tests.support.fixture_models import fixture_models
from tests.support.peft import Reference, logits, of_fixture, relative_error, train


@pytest.fixture(scope="module", params=fixture_models())
def reference(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Reference:
    return of_fixture(request.param, tmp_path_factory.mktemp(request.param))


@pytest.fixture(autouse=True)
def exact(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without ggml's table, whose rounding to F16 would hide a mistake as small as it."""
    if "table" not in request.function.__name__:
        monkeypatch.setitem(ACTIVATIONS, "gelu", exact_geglu)


@pytest.fixture
def engine(reference: Reference, loaded: LoadedModel, adapter: LoraAdapter) -> Engine:
    return Engine(loaded, adapter, max_tokens=reference.truth["ids"].shape[1])


def test_that_the_base_models_logits_are_transformers(reference: Reference, loaded: LoadedModel) -> None:
    engine = Engine(loaded, None, max_tokens=reference.sequence.tokens.size, trainable=False)
    assert relative_error(logits(engine, reference), reference.truth["logits"]) < 1e-5


def test_that_the_table_of_an_activation_changes_little(reference: Reference, engine: Engine) -> None:
    assert relative_error(logits(engine, reference), reference.truth["logits_adapter"]) < 1e-3


def test_that_the_logits_with_an_adapter_are_pefts(reference: Reference, engine: Engine) -> None:
    assert relative_error(logits(engine, reference), reference.truth["logits_adapter"]) < 1e-5


def test_that_a_packed_rows_loss_is_that_of_its_segments_alone(reference: Reference, engine: Engine) -> None:
    row = reference.rows[0]
    loss, n_supervised, *_ = engine.evaluate([row], quiet)
    assert n_supervised == np.count_nonzero(reference.truth["targets"][0] >= 0)
    assert loss == pytest.approx(float(reference.truth["loss"]), rel=1e-5)


IN_F16 = 2e-3  # what layers save for backward is rounded to F16


@pytest.mark.parametrize("backward", ["cached", "streamed", "saved"])
def test_that_every_gradient_is_pefts(
    reference: Reference, loaded: LoadedModel, adapter: LoraAdapter, backward: str
) -> None:
    layouts = [Layout(transposed=abi.F32 if backward == "cached" else None)] * len(loaded.model.linears)
    copies = hold_copies(loaded.backend, loaded.model.linears, layouts, quiet)
    row = reference.rows[0]
    saved = loaded.model.shape.n_layer if backward == "saved" else 0
    engine = Engine(loaded, adapter, max_tokens=row.tokens.size, saved_layers=saved)
    engine.load(row)
    engine.forward()
    engine.loss(weight=1 / row.n_supervised)
    engine.backward()
    assert_factors_agree(factor_gradients(loaded.ggml, adapter), reference.factors("grad"), IN_F16 if saved else 1e-4)
    del copies  # the graphs need them until here


def test_that_twenty_steps_follow_pefts(reference: Reference, engine: Engine, adapter: LoraAdapter) -> None:
    truth, steps = reference.truth, len(reference.truth["losses"])
    losses, norms = train(reference, engine, [float(truth["lr"])] * steps)
    np.testing.assert_allclose(losses, truth["losses"], rtol=1e-3)
    np.testing.assert_allclose(norms, truth["grad_norms"], rtol=1e-3)
    assert_factors_agree(adapter.factors(), reference.factors("adapter_after"), 1e-3)


def test_that_a_changing_learning_rate_follows_pefts(reference: Reference, engine: Engine) -> None:
    truth = reference.truth
    losses, norms = train(reference, engine, truth["cosine_lr"].tolist())
    np.testing.assert_allclose(losses, truth["cosine_losses"], rtol=1e-4)
    np.testing.assert_allclose(norms, truth["cosine_grad_norms"], rtol=1e-4)


def assert_factors_agree(got: Mapping[str, Factors], wanted: Mapping[str, Factors], tolerance: float) -> None:
    assert got.keys() == wanted.keys()
    for name, pair in wanted.items():
        for factor, found, expected in zip("ab", got[name], pair, strict=True):
            assert relative_error(found, expected) < tolerance, f"{name}.lora_{factor}"
