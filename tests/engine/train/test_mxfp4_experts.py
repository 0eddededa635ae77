"""Training on experts as they lie in MXFP4, against the same numbers dequantized."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from core.convert.convert import convert
from core.engine.ggml import abi
from core.engine.lora.adapter import LoraAdapter
from core.engine.lora.adapter_file import Factors
from core.engine.model.copies import hold_copies
from core.engine.model.frozen import FrozenLinear
from core.engine.model.weight_layouts import Layout, transposed_kinds
from core.engine.model.weights import LoadedModel, load_for_engine
from core.engine.train.engine import Engine
from tests.support.adapter_gradients import factor_gradients
from tests.support.checkpoints import quiet
from tests.support.mxfp4 import published_in_mxfp4
from tests.support.peft import Reference, of_fixture, relative_error, train
from tests.support.places import FIXTURES

MXFP4 = 39  # ggml's type
# ggml rounds to 8 bits what it multiplies with MXFP4, in blocks of 32, which is all that these experts are wide; and
# the gradients that it multiplies with transposed copies in 8 bits.
IN_8_BITS = 0.1
WAYS = ["streamed", "exact copies", "copies"]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Reference:
    """Experts in F32."""
    return of_fixture("gpt-oss", tmp_path_factory.mktemp("plain"))


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same experts in MXFP4, all else in F32."""
    folder = tmp_path_factory.mktemp("packed")
    convert(published_in_mxfp4(FIXTURES / "gpt-oss", folder / "model"), folder / "model.gguf", "f32", quiet)
    return folder / "model.gguf"


def layouts(loaded: LoadedModel, way: str) -> list[Layout]:
    """Transposed copies of the experts: none, in F32, or in the type that a run takes."""

    def kind(linear: FrozenLinear) -> int | None:
        if way == "streamed" or linear.n_experts == 1:
            return None
        return abi.F32 if way == "exact copies" else transposed_kinds(loaded.ggml, linear, is_head=False)[0]

    return [Layout(transposed=kind(linear)) for linear in loaded.model.linears]


@contextmanager
def engine_of(model: Path, plain: Reference, way: str) -> Iterator[Engine]:
    """With PEFT's adapter as it starts, on the experts too."""
    loaded = load_for_engine(model, threads=1)
    adapter = LoraAdapter(loaded.backend, loaded.model, plain.config)
    adapter.load_factors(plain.factors("adapter"))
    copies = hold_copies(loaded.backend, loaded.model.linears, layouts(loaded, way), quiet)
    yield Engine(loaded, adapter, max_tokens=plain.rows[0].tokens.size)
    del copies  # the graphs need them until here


def gradients(model: Path, plain: Reference, way: str) -> dict[str, Factors]:
    row = plain.rows[0]
    with engine_of(model, plain, way) as engine:
        engine.load(row)
        engine.forward()
        engine.loss(weight=1 / row.n_supervised)
        engine.backward()
        return dict(factor_gradients(engine.loaded.ggml, engine.adapter))


def greatest_error(got: Mapping[str, Factors], wanted: Mapping[str, Factors]) -> float:
    assert got.keys() == wanted.keys()
    pairs = ((a, b) for name in wanted for a, b in zip(got[name], wanted[name], strict=True))
    return max(relative_error(a, b) for a, b in pairs)


def test_that_the_experts_are_trained_on_as_they_lie(packed: Path) -> None:
    stacks = [linear for linear in load_for_engine(packed, threads=1).model.linears if linear.n_experts > 1]
    assert len(stacks) == 6 and {linear.weight.kind for linear in stacks} == {MXFP4}


@pytest.mark.parametrize("way", WAYS)
def test_that_gradients_are_those_of_the_same_numbers_dequantized(way: str, plain: Reference, packed: Path) -> None:
    """Of every factor: of the experts, and of all that lies below them."""
    assert greatest_error(gradients(packed, plain, way), gradients(plain.model, plain, "streamed")) < IN_8_BITS


def test_that_streaming_dequantizes_to_the_same_numbers_as_a_copy(plain: Reference, packed: Path) -> None:
    streamed, copied = (gradients(packed, plain, way) for way in ("streamed", "exact copies"))
    assert greatest_error(streamed, copied) < 1e-6


@pytest.mark.parametrize("way", WAYS)
def test_that_twenty_steps_follow_those_on_the_same_numbers_dequantized(
    way: str, plain: Reference, packed: Path
) -> None:
    rates = [float(plain.truth["lr"])] * 20
    with engine_of(plain.model, plain, "streamed") as engine:
        expected, _ = train(plain, engine, rates)
    with engine_of(packed, plain, way) as engine:
        losses, _ = train(plain, engine, rates)
    np.testing.assert_allclose(losses, expected, rtol=5e-3)
    assert losses[-1] < losses[0] - 0.5
