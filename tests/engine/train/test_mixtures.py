"""Training a mixture of experts: which parts learn, and that every plan computes the same."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from core.base.errors import LuthierError
from core.convert.convert import convert
from core.convert.quantize import quantize
from core.data.example import Example
from core.data.tokens.pack import pack_rows
from core.engine.ggml.tensor import read
from core.engine.lora.adapter import LoraAdapter
from core.engine.lora.adapter_file import read_adapter
from core.engine.model.weights import LoadedModel, load_for_engine
from core.engine.ops import experts, frozen_product
from core.engine.ops.experts import COLUMNS_BYTES, streamed_columns
from core.engine.train.engine import Engine
from core.engine.train.plan.search import plan_memory
from core.engine.train.rows import PackedRow
from core.engine.train.training import Training
from core.export.merge import merge
from core.protocol.config import TrainConfig
from tests.support.places import FIXTURES

CONFIG = TrainConfig(context=48, rank=4, grad_accumulation=2, max_steps=8, learning_rate=3e-3, threads=2)
EVERYTHING = "q,k,v,o,gate,up,down"


@pytest.fixture(scope="module", params=["olmoe", "granitemoe", "qwen3moe"])
def loaded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> LoadedModel:
    """A quantized mixture."""
    folder = tmp_path_factory.mktemp(request.param)
    convert(FIXTURES / request.param, folder / "f16.gguf", "f16", lambda done, total: None)
    quantize(folder / "f16.gguf", folder / "q4_0.gguf", "q4_0", lambda done, total: None, lambda level, line: None)
    return load_for_engine(folder / "q4_0.gguf", threads=2)


@pytest.fixture(scope="module")
def rows() -> list[PackedRow]:
    rng = np.random.default_rng(1)
    texts = [rng.integers(5, 300, 24).astype(np.int32) for _ in range(4)]
    return pack_rows([Example(text, np.arange(24) > 0) for text in texts], 48)


def training(loaded: LoadedModel, rows: list[PackedRow], **settings: object) -> Training:
    for linear in loaded.model.linears:
        linear.transposed = None
    config = msgspec.structs.replace(CONFIG, **settings)
    plan = plan_memory(loaded, config, 48)
    return Training(loaded, config, rows, [], plan, lambda done, total: None)


def parts(adapter: LoraAdapter) -> set[str]:
    """The adapted tensors of a layer."""
    return {name.split(".")[2] for name in adapter.factors()}


@pytest.mark.slow
@pytest.mark.parametrize("targets", ["all-linear", EVERYTHING], ids=["experts frozen", "experts learn"])
def test_that_a_quantized_mixture_learns_the_same_streamed_and_cached(
    loaded: LoadedModel, rows: list[PackedRow], targets: str
) -> None:
    losses = {}
    for backward in ("cached", "streamed"):
        run = training(loaded, rows, backward=backward, targets=targets)
        losses[backward] = [run.step().result.loss for _ in range(8)]
    np.testing.assert_allclose(losses["cached"], losses["streamed"], rtol=5e-3)
    assert losses["streamed"][-1] < losses["streamed"][0] - 0.01


@pytest.mark.slow
def test_that_experts_learn_only_when_they_are_named(loaded: LoadedModel, rows: list[PackedRow]) -> None:
    frozen = training(loaded, rows).adapter
    assert parts(frozen) == {"attn_q", "attn_k", "attn_v", "attn_output"}
    named = training(loaded, rows, targets="q,down").adapter
    assert parts(named) == {"attn_q", "ffn_down_exps"}
    shape = loaded.model.shape
    layer = shape.layers[0]
    values = shape.n_expert * CONFIG.rank * (layer.d_ff + shape.d_model)
    assert named.n_values == shape.n_layer * (values + CONFIG.rank * (shape.d_model + layer.q_width))


def test_that_an_adapter_of_experts_is_read_back_as_it_was(
    loaded: LoadedModel, rows: list[PackedRow], tmp_path: Path
) -> None:
    run = training(loaded, rows, targets=EVERYTHING)
    run.step()
    run.write_adapter(tmp_path / "adapter.gguf", {})
    saved = read_adapter(tmp_path / "adapter.gguf")
    before = read(loaded.ggml, run.adapter.values)
    run.step()
    run.adapter.load_factors(saved.tensors)
    np.testing.assert_array_equal(read(loaded.ggml, run.adapter.values), before)


def test_that_dora_leaves_experts_alone(loaded: LoadedModel, rows: list[PackedRow]) -> None:
    run = training(loaded, rows, dora=True)
    assert "ffn_down_exps" not in parts(run.adapter)
    assert run.step().result.updated
    with pytest.raises(LuthierError) as caught:
        training(loaded, rows, dora=True, targets="q,down")
    assert caught.value.code == "lora.dora-experts"


def test_that_a_merged_mixture_computes_what_its_adapter_did(
    loaded: LoadedModel, rows: list[PackedRow], tmp_path: Path
) -> None:
    run = training(loaded, rows, targets=EVERYTHING)
    for _ in range(4):
        run.step()
    run.write_adapter(tmp_path / "adapter.gguf", {})
    with_adapter = Engine(loaded, run.adapter, 48, trainable=False).evaluate(rows, lambda done, total: None).loss
    base = Engine(loaded, None, 48, trainable=False).evaluate(rows, lambda done, total: None).loss
    merged, adapter = tmp_path / "merged.gguf", read_adapter(tmp_path / "adapter.gguf")
    merge(loaded.model.file.path, adapter, merged, "f32", {}, lambda done, total: None, lambda level, line: None)
    found = Engine(load_for_engine(merged, 2), None, 48, trainable=False).evaluate(rows, lambda done, total: None).loss
    assert abs(found - with_adapter) < 0.05 * abs(base - with_adapter)


def test_that_dropout_reaches_the_experts(loaded: LoadedModel, rows: list[PackedRow]) -> None:
    def second_loss(dropout: float) -> float:
        run = training(loaded, rows, targets="gate,up,down", dropout=dropout)
        run.step()
        return run.step().result.loss

    assert second_loss(0.5) != second_loss(0.0)


def test_that_a_plan_counts_the_copies_of_all_experts(loaded: LoadedModel) -> None:
    config = TrainConfig(context=48, backward="cached", memory_budget=8 << 30)
    shape = loaded.model.shape
    stacks = 3 * shape.n_layer * shape.n_expert * shape.d_model * shape.layers[0].d_ff
    plan = plan_memory(loaded, config, 48).memory
    assert plan.transposed > stacks  # a little more than a byte each
    streamed = plan_memory(loaded, msgspec.structs.replace(config, backward="streamed"), 48).memory
    assert streamed.transposed == 0
    assert streamed.total < plan.total


@pytest.mark.parametrize(("d_in", "d_out", "n_expert"), [(2048, 768, 128), (768, 2048, 128), (32, 32, 6)])
def test_that_streaming_is_bounded(d_in: int, d_out: int, n_expert: int) -> None:
    columns = streamed_columns(d_in, d_out, n_expert)
    assert columns == d_in or columns % 256 == 0
    assert 4 * columns * d_out * n_expert <= max(COLUMNS_BYTES, 4 * 256 * d_out * n_expert)


def test_that_short_rows_have_room_for_many_streamed_pieces(
    loaded: LoadedModel, rows: list[PackedRow], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = training(loaded, rows, backward="streamed").step().result
    monkeypatch.setattr(experts, "COLUMNS", 32)
    monkeypatch.setattr(experts, "COLUMNS_BYTES", 1)
    monkeypatch.setattr(frozen_product, "ROWS_BYTES", 1)  # a row at a time: hundreds of pieces
    pieces = training(loaded, rows, backward="streamed").step().result
    assert pieces.loss == whole.loss
    assert pieces.grad_norm == pytest.approx(whole.grad_norm, rel=1e-4)
