"""Linears that are one tensor in the file are adapted together, as llama.cpp knows them."""

from __future__ import annotations

import numpy as np
import pytest

from core.convert.convert import convert
from core.engine.lora.adapter import LoraAdapter, trainable_numbers
from core.engine.model.weights import LoadedModel, load_for_engine
from core.protocol.config import TrainConfig
from tests.support.places import FIXTURES

PHI = FIXTURES / "phi"


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> LoadedModel:
    path = tmp_path_factory.mktemp("phi") / "model.gguf"
    convert(PHI, path, "f32", lambda done, total: None)
    return load_for_engine(path, threads=1)


def adapter_for(loaded: LoadedModel, targets: str) -> LoraAdapter:
    return LoraAdapter(loaded.backend, loaded.model, TrainConfig(rank=4, targets=targets))


def test_that_asking_for_a_piece_adapts_the_whole_tensor(loaded: LoadedModel) -> None:
    adapter = adapter_for(loaded, "v, up")
    shapes = {name: (a.shape, b.shape) for name, (a, b) in adapter.factors().items()}
    qkv, gate_up = ((4, 32), (64, 4)), ((4, 32), (96, 4))
    assert shapes == {f"blk.{i}.{t}.weight": s for i in (0, 1) for t, s in (("attn_qkv", qkv), ("ffn_up", gate_up))}


def test_that_the_plan_counts_what_the_adapter_has(loaded: LoadedModel) -> None:
    for targets in ("all-linear", "q", "o, down"):
        config = TrainConfig(rank=4, targets=targets)
        assert trainable_numbers(loaded.model, config) == adapter_for(loaded, targets).n_values


def test_that_factors_come_back_as_they_were_loaded(loaded: LoadedModel) -> None:
    adapter, rng = adapter_for(loaded, "all-linear"), np.random.default_rng(0)
    wanted = {
        name: tuple(rng.normal(size=f.shape).astype("f4") for f in pair) for name, pair in adapter.factors().items()
    }
    adapter.load_factors(wanted)
    for name, pair in adapter.factors().items():
        for got, expected in zip(pair, wanted[name], strict=True):
            np.testing.assert_array_equal(got, expected)


def test_that_an_adapter_for_another_width_is_refused(loaded: LoadedModel) -> None:
    adapter = adapter_for(loaded, "q")
    name = "blk.0.attn_qkv.weight"
    factors = adapter.factors() | {name: (np.zeros((4, 32), np.float32), np.zeros((32, 4), np.float32))}
    with pytest.raises(ValueError, match="has 64 outputs, and its adapter 32"):
        adapter.load_factors(factors)
