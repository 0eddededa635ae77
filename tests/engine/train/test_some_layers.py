"""Some layers alone against all of them, for every architecture: branches whose B is zero change nothing, so with these
in all other layers loss and gradients are those of an adapter that the other layers do not have. That all layers learn
as PEFT's is test_peft_parity.py's, and that PEFT's layers_to_transform does, test_peft_variants.py's.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np
import pytest

from core.engine.ggml.tensor import read
from core.engine.lora.adapter import LoraAdapter
from core.engine.lora.adapter_file import Factors
from core.engine.model.loaded import LoadedModel, load_for_engine
from core.engine.model.targets import named_linears
from core.engine.train.engine import Engine
from core.engine.train.noise import RowOfStep
from core.engine.train.plan.draft import Draft
from core.shared.config import TrainConfig
from core.shared.errors import LuthierError
from core.shared.layers import trained_layers
from tests.support.adapter_gradients import factor_gradients
from tests.support.fixture_models import fixture_models
from tests.support.peft import Reference, of_fixture, relative_error

# Fused linears, windows, lent keys, experts, Mamba-2, the delta rule.
FAST = ("phi", "gemma4-e2b", "qwen3moe", "granitehybrid", "qwen35")


@pytest.fixture(scope="module", params=fixture_models(fast=FAST))
def reference(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Reference:
    return of_fixture(request.param, tmp_path_factory.mktemp(request.param))


@pytest.fixture(scope="module")
def loaded(reference: Reference) -> LoadedModel:
    return load_for_engine(reference.model, threads=1)


def learnt(
    reference: Reference, loaded: LoadedModel, config: TrainConfig, factors: Mapping[str, Factors], saved: int
) -> tuple[float, dict[str, Factors], list[np.ndarray]]:
    """Loss of a row, and the gradients of its factors and magnitudes; branches that `factors` lacks have a B of zero."""
    adapter = LoraAdapter(loaded.backend, loaded.model, config)
    adapter.initialize(seed=1)
    adapter.load_factors({**adapter.factors(), **factors}, adapter.magnitudes())
    row = reference.rows[0]
    engine = Engine(loaded, adapter, row.tokens.size, config=config, saved_layers=saved)
    engine.load(row, RowOfStep(1, 0))
    engine.forward()
    loss = engine.loss(weight=1 / row.n_supervised)
    engine.backward()
    named = [branch for branch in adapter.branches() if branch.name in factors and branch.magnitude_gradient]
    magnitudes = [read(loaded.ggml, branch.magnitude_gradient) for branch in named]
    return loss, factor_gradients(loaded.ggml, adapter), magnitudes


@pytest.mark.parametrize("layers", ["last half", "last 1", "first half"])
@pytest.mark.parametrize("kind", ["plain", "experts", "dropout and noise", "dora", "saved"])
def test_that_some_layers_learn_what_they_would_among_others_that_do_not(
    reference: Reference, loaded: LoadedModel, layers: str, kind: str
) -> None:
    shape, config = loaded.model.shape, reference.config
    if kind == "experts":
        if not shape.n_expert:
            pytest.skip("it has no experts")
        config = msgspec.structs.replace(config, targets=",".join(named_linears(shape)))
    if kind == "dropout and noise":
        config = msgspec.structs.replace(config, dropout=0.25, neftune_alpha=5.0)
    if kind == "dora":
        config = msgspec.structs.replace(config, targets="all-linear", dora=True)
    numbers = trained_layers(layers, shape.n_layer)
    wider = msgspec.structs.replace(config, layers="all")
    try:
        every = LoraAdapter(loaded.backend, loaded.model, wider).factors()
    except LuthierError as error:
        pytest.skip(error.message)
    rng = np.random.default_rng(6)
    factors = {
        name: (rng.normal(size=a.shape).astype(np.float32) * 0.1, rng.normal(size=b.shape).astype(np.float32) * 0.1)
        for name, (a, b) in every.items()
        if int(name.split(".")[1]) in numbers
    }
    if not factors:
        pytest.skip("these layers have no linears")
    saved = len(numbers) if kind == "saved" and layers != "first half" else 0
    narrow = msgspec.structs.replace(config, layers=layers)
    loss, some, some_magnitudes = learnt(reference, loaded, narrow, factors, saved)
    wanted_loss, among, wanted_magnitudes = learnt(reference, loaded, wider, factors, saved)
    assert loss == pytest.approx(wanted_loss, rel=1e-6)
    assert some.keys() == factors.keys()
    for name, pair in some.items():
        for got, wanted in zip(pair, among[name], strict=True):
            assert relative_error(got, wanted) < 1e-5 or not np.any(wanted), name
    for got, wanted in zip(some_magnitudes, wanted_magnitudes, strict=True):
        assert relative_error(got, wanted) < 1e-5
