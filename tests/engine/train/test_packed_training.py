"""Training with weights packed for our own kernels: gradients, resumed runs, and plans from other machines."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.paths import DEMO
from core.convert.convert import convert
from core.data.example import Example
from core.data.tokenizer import Tokenizer
from core.data.tokens.pack import pack_rows
from core.engine.ggml import abi
from core.engine.ggml.backend import Backend
from core.engine.ggml.tensor import read
from core.engine.kernels.interface import BF16, INT8, KINDS
from core.engine.kernels.library import Kernels, load_kernels
from core.engine.kernels.panels import can_pack
from core.engine.lora.adapter import LoraAdapter
from core.engine.model import timing
from core.engine.model.copies import hold_copies
from core.engine.model.frozen import FrozenLinear
from core.engine.model.timing import Routing
from core.engine.model.weight_layouts import Layout, transposed_bytes
from core.engine.model.weights import load_for_engine
from core.engine.train.engine import Engine
from core.engine.train.plan.changes import leanest_plan
from core.engine.train.plan.draft import Plan
from core.engine.train.plan.search import plan_memory, plan_of_run, remember_plan
from core.engine.train.rows import PackedRow
from core.engine.train.training import Training
from core.gguf.header import read_header
from core.memory.monitor import SHARE_OF_BUDGET
from core.protocol.config import TrainConfig
from tests.support.adapter_gradients import factor_gradients
from tests.support.checkpoints import quiet
from tests.support.fixture_models import fixture_models
from tests.support.peft import Reference
from tests.support.places import FIXTURES
from tests.support.short_training import CONFIG, NOTES, sequences

pytestmark = pytest.mark.skipif(
    any(kind not in load_kernels() for kind in KINDS), reason="this processor has not all kernels"
)


def packed(linear: FrozenLinear, kind: int, instead: int | None) -> Layout:
    """Both copies in that type; `instead`, where it cannot be packed."""
    d_in, d_out = linear.d_in, linear.d_out
    if linear.n_experts > 1:
        return Layout()
    return Layout(kind if can_pack(d_in, d_out) else instead, kind if can_pack(d_out, d_in) else instead)


def like(layout: Layout) -> Layout:
    """ggml's types of the same precision."""
    forward, transposed = ({INT8: abi.Q8_0, BF16: abi.BF16}.get(kind, kind) for kind in layout)
    return Layout(forward, transposed)


WIDE_ENOUGH = [model for model in fixture_models() if model.id != "exaone4-wide"]  # it has 64 layers of 8 numbers


@pytest.mark.parametrize("kind", [INT8, BF16], ids=["int8", "BF16"])
@pytest.mark.parametrize("name", WIDE_ENOUGH)
def test_that_gradients_are_as_near_to_pefts_as_with_ggmls_copies(tmp_path: Path, name: str, kind: int) -> None:
    model = tmp_path / "model.gguf"
    convert(FIXTURES / name, model, "f32", quiet)
    with np.load(FIXTURES / name / "truth.npz") as truth:
        reference = Reference(model, dict(truth))
    with_ours = [packed(linear, kind, None) for linear in load_for_engine(model, threads=1).model.linears]
    assert any(INT8 in layout or BF16 in layout for layout in with_ours)
    ours, theirs = (gradient_error(reference, layouts) for layouts in (with_ours, [like(one) for one in with_ours]))
    # In 8 bits these small models' errors are as large as their rounding happens to be, up and down.
    assert 1e-5 < ours < {INT8: 2, BF16: 1.05}[kind] * theirs


def gradient_error(reference: Reference, layouts: list[Layout]) -> float:
    """Of all factors together, relative to PEFT's."""
    loaded = load_for_engine(reference.model, threads=1)
    adapter = LoraAdapter(loaded.backend, loaded.model, reference.config)
    adapter.load_factors(reference.factors("adapter"))
    copies = hold_copies(loaded.backend, loaded.model.linears, layouts, quiet)
    row = reference.rows[0]
    engine = Engine(loaded, adapter, max_tokens=row.tokens.size)
    engine.load(row)
    engine.forward()
    engine.loss(weight=1024 / row.n_supervised)
    engine.backward()
    got, wanted = factor_gradients(loaded.ggml, adapter), reference.factors("grad")
    del copies  # the graphs need them until here
    found, true = (
        np.concatenate([factor.ravel() for name in wanted for factor in factors[name]]) for factors in (got, wanted)
    )
    return float(np.linalg.norm(found / 1024 - true) / np.linalg.norm(true))


def test_that_8_bits_keep_the_gradient_of_a_trained_models_head(demo_gguf_q8: Path) -> None:
    """Its loss is 5 a token, so that labels stand out; rounded with the others they would cost 9e-3."""
    with Tokenizer(read_header(demo_gguf_q8)) as tokenizer:
        text = (DEMO / "holmes.txt").read_text(encoding="utf-8")[20_000:22_000]
        tokens = np.array(tokenizer.encode(text)[:256], np.int32)
    (row,) = pack_rows([Example(tokens, np.arange(256) > 0)], 256)
    exact, ours = (gradient_behind_the_head(demo_gguf_q8, row, kind) for kind in (abi.F32, INT8))
    assert 1e-4 < np.linalg.norm(ours - exact) / np.linalg.norm(exact) < 5e-3


def gradient_behind_the_head(model: Path, row: PackedRow, kind: int) -> NDArray[np.float32]:
    """Of the stream, with the head's transposed copy in that type."""
    loaded = load_for_engine(model, threads=1)
    heads = [loaded.model.head]
    copies = hold_copies(loaded.backend, heads, [Layout(transposed=kind)], quiet)
    engine = Engine(loaded, LoraAdapter(loaded.backend, loaded.model, CONFIG), max_tokens=row.tokens.size)
    engine.load(row)
    engine.forward()
    engine.loss(weight=1024 / row.n_supervised)
    del copies
    return read(loaded.ggml, engine.last.activations.gradient)


def test_that_a_resumed_run_matches_an_uninterrupted_one_to_the_bit(demo_gguf_q8: Path, tmp_path: Path) -> None:
    loaded = load_for_engine(demo_gguf_q8, threads=2)
    rows, plan = pack_rows(sequences(20), 64), plan_memory(loaded, CONFIG, 64)
    layouts = [packed(linear, INT8, abi.F32) for linear in loaded.model.linears]
    assert set(layouts) == {Layout(INT8, INT8)}

    def start(threads: int = 2) -> Training:
        loaded = load_for_engine(demo_gguf_q8, threads=threads)
        return Training(loaded, CONFIG, rows, rows[:2], Plan(plan.memory, layouts), lambda done, total: None)

    whole, first = start(), start()
    losses = [whole.step().result.loss for _ in range(6)]
    before = [first.step().result.loss for _ in range(3)]
    first.save(tmp_path, NOTES)
    second = start()
    second.restore(tmp_path)
    after = [second.step().result.loss for _ in range(3)]
    assert before + after == losses
    np.testing.assert_array_equal(*(read(run.loaded.ggml, run.adapter.values) for run in (whole, second)))


def test_that_a_plan_from_a_machine_with_other_kernels_is_made_anew(demo_gguf_q8: Path, tmp_path: Path) -> None:
    loaded, config, file = load_for_engine(demo_gguf_q8, threads=2), TrainConfig(context=64), tmp_path / "plan.json"
    plan = plan_memory(loaded, config, 64)
    layouts = [packed(linear, INT8, None) for linear in loaded.model.linears]
    file.write_bytes(msgspec.json.encode(Plan(plan.memory, layouts)))
    known, why_anew = plan_of_run(loaded, config, 64, file)
    assert why_anew is None and known.layouts == layouts
    loaded.ggml.kernels = Kernels(None)
    found, why_anew = plan_of_run(loaded, config, 64, file)
    assert why_anew and "processor" in why_anew
    assert not any(kind in KINDS for layout in found.layouts for kind in layout)


def test_that_it_is_said_why_a_plan_is_made_anew(demo_gguf_q8: Path, tmp_path: Path) -> None:
    loaded, config, file = load_for_engine(demo_gguf_q8, threads=2), TrainConfig(context=64), tmp_path / "plan.json"
    plan, why_anew = plan_of_run(loaded, config, 64, file)
    assert why_anew == "plan.json is missing"
    remember_plan(plan, file)
    assert plan_of_run(loaded, config, 64, file) == (plan, None)
    greedy = msgspec.structs.replace(plan.memory, total=1 << 60)
    for content, told in (
        (b"", "plan.json cannot be read"),
        (b'{"memory":"\xff"}', "plan.json cannot be read"),
        (msgspec.json.encode(Plan(plan.memory, plan.layouts[1:])), "plan.json is damaged"),
        (msgspec.json.encode(Plan(msgspec.structs.replace(plan.memory, kept_layers=99), plan.layouts)), "is damaged"),
        (msgspec.json.encode(Plan(greedy, plan.layouts)), "less memory is free"),
    ):
        file.write_bytes(content)
        _, why_anew = plan_of_run(loaded, config, 64, file)
        assert why_anew and told in why_anew
        assert file.read_bytes() == content  # until it is known that the run goes on


def test_that_a_copy_in_place_of_the_files_tensor_takes_no_memory(
    demo_gguf_q8: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where the transposed copies fit and little else, forward ones replace what is no longer read then."""
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    rates = {INT8: 4.0, abi.Q8_0: 1.0}

    def seconds(_backend: Backend, kind: int, d_in: int, rows: int, _routing: Routing) -> float:
        return d_in * rows / rates.get(kind, 0.1) / 1e9

    monkeypatch.setattr(timing, "_product_seconds", seconds)
    monkeypatch.setattr(timing, "_streamed_seconds", lambda *what: 20 * seconds(*what))
    loaded = load_for_engine(demo_gguf_q8, threads=2)
    passed = [linear for linear in loaded.model.linears if loaded.model.needs_gradient(linear)]
    transposed = sum(transposed_bytes(loaded.ggml, linear, INT8) for linear in passed)
    budget = leanest_plan(loaded.model, TrainConfig(), 512).total + transposed + (1 << 18)
    plan = plan_memory(loaded, TrainConfig(memory_budget=int(budget / SHARE_OF_BUDGET) + 1, max_steps=1), 512)
    layouts = {id(linear): layout for linear, layout in zip(loaded.model.linears, plan.layouts, strict=True)}
    assert layouts[id(loaded.model.head)] == Layout(None, INT8)  # the embedding, which tokens read
    assert all(layouts[id(linear)] == Layout(INT8, INT8) for linear in passed[:-1])
