"""Some layers alone, for every architecture: what PEFT learns with layers_to_transform (tests/fixtures/make_layers.py;
of Llamas in test_peft_variants.py), and what all layers learn together, which is PEFT's by test_peft_parity.py:
branches whose B is zero change nothing, so with these in the other layers loss and gradients are as if those had none.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
import numpy as np
import pytest

from core.base.errors import LuthierError
from core.engine.ggml.tensor import read, write
from core.engine.lora.adapter import LoraAdapter
from core.engine.lora.adapter_file import Factors, write_adapter
from core.engine.model.parts.feed_forward import ACTIVATIONS
from core.engine.model.targets import named_linears
from core.engine.model.weights import LoadedModel, load_for_engine
from core.engine.train.engine import Engine
from core.engine.train.noise import RowOfStep
from core.engine.train.plan.placement import model_sizes
from core.protocol.config import TrainConfig
from core.protocol.layers import trained_layers
from tests.support.adapter_gradients import factor_gradients
from tests.support.exact_geglu import exact_geglu
from tests.support.fixture_models import fixture_models, fixture_names
from tests.support.logits import our_logits, their_logits
from tests.support.peft import Reference, of_fixture, relative_error
from tests.support.places import FIXTURES

# Fused linears, windows, lent keys, experts, Mamba-2, the delta rule.
FAST = ("phi", "gemma4-e2b", "qwen3moe", "granitehybrid", "qwen35")
LAYERS = ("last half", "last 1", "first half")


@pytest.fixture(scope="module", params=fixture_models(fast=FAST))
def reference(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Reference:
    return of_fixture(request.param, tmp_path_factory.mktemp(request.param))


@pytest.fixture(scope="module")
def loaded(reference: Reference) -> LoadedModel:
    return load_for_engine(reference.model, threads=1)


def learnt(
    reference: Reference, loaded: LoadedModel, config: TrainConfig, factors: Mapping[str, Factors], saved: int = 0
) -> tuple[float, dict[str, Factors], list[np.ndarray]]:
    """Loss of row 0, the gradients of all factors, and of the magnitudes beside `factors`. Branches that are not in
    `factors` have a B of zero.
    """
    adapter = LoraAdapter(loaded.backend, loaded.model, config)
    adapter.initialize(seed=1)
    adapter.load_factors({**adapter.factors(), **factors}, adapter.magnitudes())
    row = reference.rows[0]
    engine = Engine(loaded, adapter, row.tokens.size, config=config, saved_layers=saved)
    engine.load(row, RowOfStep(1, 0))
    engine.forward()
    loss = engine.loss(weight=1 / row.n_supervised) / row.n_supervised
    engine.backward()
    magnitudes = [
        read(loaded.ggml, branch.magnitude_gradient)
        for branch in adapter.branches()
        if branch.magnitude_gradient and branch.name in factors
    ]
    return loss, factor_gradients(loaded.ggml, adapter), magnitudes


@pytest.mark.parametrize("name", fixture_names("layers.npz"))
def test_that_a_models_upper_layers_learn_as_pefts(
    name: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ACTIVATIONS, "gelu", exact_geglu)
    whole = of_fixture(name, tmp_path_factory.mktemp(name))
    of_all = {key: values for key, values in whole.truth.items() if "/" not in key}
    with np.load(FIXTURES / name / "layers.npz") as file:
        upper = Reference(whole.model, of_all | dict(file))
    loaded = load_for_engine(upper.model, threads=1)
    loss, found, _ = learnt(upper, loaded, upper.config, upper.factors("adapter"))
    assert loss == pytest.approx(float(upper.truth["loss"]), rel=1e-5)
    wanted = upper.factors("grad")
    assert found.keys() == wanted.keys()
    for tensor, pair in wanted.items():
        for got, expected in zip(found[tensor], pair, strict=True):
            assert relative_error(got, expected) < 1e-4, tensor


def settings_of(kind: str, reference: Reference, loaded: LoadedModel) -> TrainConfig:
    config, shape = reference.config, loaded.model.shape
    match kind:
        case "experts":
            return msgspec.structs.replace(config, targets=",".join(named_linears(shape)))
        case "dropout and noise":
            return msgspec.structs.replace(config, dropout=0.25, neftune_alpha=5.0)
        case "dora":
            return msgspec.structs.replace(config, targets="all-linear", dora=True)
    return config


@pytest.mark.parametrize("layers", LAYERS)
@pytest.mark.parametrize("kind", ["plain", "saved", "experts", "dropout and noise", "dora"])
def test_that_some_layers_learn_what_they_would_among_others_that_do_not(
    reference: Reference, loaded: LoadedModel, layers: str, kind: str
) -> None:
    if kind == "experts" and not loaded.model.shape.n_expert:
        pytest.skip("it has none")
    config = settings_of(kind, reference, loaded)
    some, every = (msgspec.structs.replace(config, layers=which) for which in (layers, "all"))
    numbers, rng = trained_layers(layers, loaded.model.shape.n_layer), np.random.default_rng(6)
    factors = {
        name: tuple(0.1 * rng.normal(size=factor.shape).astype(np.float32) for factor in pair)
        for name, pair in LoraAdapter(loaded.backend, loaded.model, some).factors().items()
    }
    saved = len(numbers) if kind == "saved" and layers != "first half" else 0
    loss, alone, alone_magnitudes = learnt(reference, loaded, some, factors, saved)
    wanted_loss, among, among_magnitudes = learnt(reference, loaded, every, factors, saved)
    assert loss == pytest.approx(wanted_loss, rel=1e-6)
    assert {int(name.split(".")[1]) for name in alone} <= set(numbers)
    for name, pair in alone.items():
        for got, wanted in zip(pair, among[name], strict=True):
            assert relative_error(got, wanted) < 1e-5 or not np.any(wanted), name  # experts without a token
    for got, wanted in zip(alone_magnitudes, among_magnitudes, strict=True):
        assert relative_error(got, wanted) < 1e-5


def test_that_nothing_is_held_for_layers_below(reference: Reference, loaded: LoadedModel) -> None:
    n_tokens = reference.rows[0].tokens.size
    config = msgspec.structs.replace(reference.config, layers="last 1", dropout=0.1)
    engine = Engine(loaded, LoraAdapter(loaded.backend, loaded.model, config), n_tokens, config=config)
    assert engine.backward_layers == 1
    assert len({stream.address for stream in engine.streams}) == 2
    assert not engine.last.activations.lent_gradient
    sizes = model_sizes(loaded.model, config, n_tokens)
    assert sizes.n_backward == 1
    assert sizes.noise_width == sum(width for _, width in engine.last.noise.masks)


def test_that_llama_cpp_answers_with_some_layers_as_we_do(
    reference: Reference, loaded: LoadedModel, tmp_path: Path
) -> None:
    config = msgspec.structs.replace(reference.config, layers="last half")
    adapter = LoraAdapter(loaded.backend, loaded.model, config)
    rng = np.random.default_rng(4)
    write(loaded.ggml, adapter.values, 0.05 * rng.normal(size=adapter.n_values))
    file = tmp_path / "adapter.gguf"
    write_adapter(file, loaded.model.shape.architecture.name, adapter.factors(), adapter.scale * adapter.rank)
    tokens = rng.integers(5, loaded.model.shape.n_vocab, 24).astype(np.int32)
    ours = our_logits(loaded, adapter, tokens)
    theirs, base = (their_logits(reference.model, one, tokens) for one in (file, None))
    assert np.abs(ours - theirs).max() < 5e-3 * np.abs(theirs - base).max()


def test_that_layers_without_any_of_the_targets_are_refused(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The first layer of this model is Mamba-2's."""
    reference = of_fixture("granitehybrid", tmp_path_factory.mktemp("hybrid"))
    loaded = load_for_engine(reference.model, threads=1)
    with pytest.raises(LuthierError, match="None of the layers first 1 has any of the targets q,v") as caught:
        LoraAdapter(loaded.backend, loaded.model, TrainConfig(layers="first 1", targets="q,v"))
    assert caught.value.code == "lora.no-such-linear"
