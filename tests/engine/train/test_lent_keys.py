"""Layers that read the keys and values of an earlier one: what reaches the lender, whichever layers learn."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from core.base.errors import LuthierError
from core.engine.ggml.lib import load
from core.engine.lora.adapter import LoraAdapter
from core.engine.lora.adapter_file import Factors
from core.engine.model.weights import LoadedModel, load_model
from core.engine.train.engine import Engine
from tests.support.adapter_gradients import factor_gradients
from tests.support.peft import Reference, of_fixture, relative_error
from tests.support.rewritten_models import rewritten

LENDERS = (1, 2)  # of windowed layers, and of those that see everything


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Reference:
    return of_fixture("gemma4-e2b", tmp_path_factory.mktemp("gemma4"))


def gradients(reference: Reference, loaded: LoadedModel, layers: str, saved: int = 0) -> dict[str, Factors]:
    """Of a model in which only branches beside layers 2 to 5 change anything, with branches in `layers`."""
    adapter = LoraAdapter(loaded.backend, loaded.model, msgspec.structs.replace(reference.config, layers=layers))
    factors = {
        name: (a, b if int(name.split(".")[1]) >= 2 else np.zeros_like(b))
        for name, (a, b) in reference.factors("adapter").items()
    }
    adapter.load_factors({name: factors[name] for name in adapter.factors()})
    row = reference.rows[0]
    engine = Engine(loaded, adapter, row.tokens.size, saved_layers=saved)
    engine.load(row)
    engine.forward()
    engine.loss(weight=1 / row.n_supervised)
    engine.backward()
    return factor_gradients(loaded.ggml, adapter)


def test_that_a_lender_learns_the_same_where_backward_ends_in_it(reference: Reference, loaded: LoadedModel) -> None:
    everywhere, upper = (gradients(reference, loaded, layers) for layers in ("all", "2-5"))
    assert {name.split(".")[1] for name in upper} == {"2", "3", "4", "5"}
    for name, pair in upper.items():
        for got, wanted in zip(pair, everywhere[name], strict=True):
            assert relative_error(got, wanted) < 1e-5, name


def test_that_a_row_after_another_learns_as_if_alone(reference: Reference, loaded: LoadedModel) -> None:
    """What borrowers gathered for one row is not left for the next."""
    adapter = LoraAdapter(loaded.backend, loaded.model, reference.config)
    adapter.load_factors(reference.factors("adapter"))
    row = reference.rows[0]
    engine = Engine(loaded, adapter, row.tokens.size)
    found = []
    for times in (1, 2):
        engine.load(row)
        engine.forward()
        engine.loss(weight=1 / row.n_supervised)
        engine.backward()
        gathered = factor_gradients(loaded.ggml, adapter)
        found.append({name: tuple(gradient / times for gradient in pair) for name, pair in gathered.items()})
    for name, pair in found[1].items():
        for got, wanted in zip(pair, found[0][name], strict=True):
            assert relative_error(got, wanted) < 1e-6, name


def test_that_layers_without_keys_have_no_branch_there(reference: Reference, loaded: LoadedModel) -> None:
    adapter = LoraAdapter(loaded.backend, loaded.model, reference.config)
    with_keys = {int(name.split(".")[1]) for name in adapter.factors() if "attn_k" in name or "attn_v" in name}
    assert with_keys == {0, *LENDERS}


def test_that_keys_in_layers_that_borrow_are_passed_over(reference: Reference, tmp_path: Path) -> None:
    """Published files have them, and neither llama.cpp's graph nor ours reads them."""
    path = rewritten(reference.model, tmp_path / "model.gguf", add="blk.3.attn_k.weight")
    assert "k" not in load_model(load(), path).layers[3].linears


@pytest.mark.parametrize("said", [2, 5, 7])
def test_that_lenders_of_another_kind_are_refused(reference: Reference, tmp_path: Path, said: int) -> None:
    key = "gemma4.attention.shared_kv_layers"
    with pytest.raises(LuthierError) as caught:
        load_model(load(), rewritten(reference.model, tmp_path / "model.gguf", says={key: said}))
    assert caught.value.code == "model.bad-value"
    assert key in caught.value.message
