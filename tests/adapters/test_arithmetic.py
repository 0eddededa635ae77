"""Adapters added, weighted and taken from two models, against numpy and PEFT."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import gguf
import numpy as np
import pytest

from core import protocol as p
from core.adapters.combine import Weighted, combine, reduce_rank
from core.adapters.extract import extract
from core.adapters.low_rank import product_norm, truncate, truncate_product, with_one_rank
from core.adapters.open import open_adapter
from core.base.errors import LuthierError
from core.engine.lora.adapter_file import Adapter, read_adapter, write_adapter
from core.gguf.header import Header, read_header
from core.jobs.adapters import combine_adapters, extract_adapter, show_adapter
from core.jobs.context import JobContext
from tests.support.peft_folders import logits_with, truth_of
from tests.support.places import FIXTURES

Base = Callable[[str], Header]
SHAPES = {"blk.0.attn_q.weight": (64, 64), "blk.1.ffn_down.weight": (192, 64)}  # d_in, d_out


def adapter_of(rank: int, seed: int, alpha: float = 8.0, names: tuple[str, ...] = (*SHAPES,)) -> Adapter:
    rng = np.random.default_rng(seed)
    tensors = {
        name: (
            rng.normal(size=(rank, SHAPES[name][0])).astype(np.float32),
            rng.normal(size=(SHAPES[name][1], rank)).astype(np.float32),
        )
        for name in names
    }
    return Adapter("llama", alpha, tensors)


def changes(adapter: Adapter) -> dict[str, np.ndarray]:
    """What is added to each weight, in F64."""
    return {
        name: adapter.scale(name) * b.astype(np.float64) @ a.astype(np.float64)
        for name, (a, b) in adapter.tensors.items()
    }


def weighted(*parts: tuple[Adapter, float]) -> list[Weighted]:
    return [Weighted(adapter, weight, Path(f"{i}.gguf")) for i, (adapter, weight) in enumerate(parts)]


def test_that_side_by_side_is_the_exact_sum() -> None:
    one, other = adapter_of(4, 1), adapter_of(2, 2, alpha=3.0, names=("blk.0.attn_q.weight",))
    found = combine(weighted((one, 0.25), (other, -1.5)))
    assert (found.rank_of("blk.0.attn_q.weight"), found.rank_of("blk.1.ffn_down.weight")) == (6, 4)
    before, of_other = changes(one), changes(other)
    for name, change in changes(found).items():
        np.testing.assert_allclose(change, 0.25 * before[name] - 1.5 * of_other.get(name, 0.0), atol=1e-5)


def test_that_a_single_adapter_keeps_its_factors_when_it_is_weighted() -> None:
    one = adapter_of(4, 1)
    found = combine(weighted((one, 0.5)))
    assert found.alpha == one.alpha / 2
    for name, pair in one.tensors.items():
        assert all(map(np.array_equal, found.tensors[name], pair))


def test_that_combinations_are_those_of_peft(base: Base, tmp_path: Path) -> None:
    """add_weighted_adapter with 0.75 and -0.5: cat and linear (tests/fixtures/make_adapters.py)."""
    first, second = (open_adapter(FIXTURES / "granite" / name, base("granite")) for name in ("peft", "peft-2"))
    truth = truth_of("granite") | dict(np.load(FIXTURES / "granite" / "peft-2" / "combined.npz"))
    assert np.abs(truth["linear"] - truth["cat"]).max() > 1e-3
    for method, theirs in (("exact", "cat"), ("linear", "linear")):
        found = combine(weighted((first, 0.75), (second, -0.5)), method)
        assert found.rank == (4 if method == "exact" else 2)
        logits = logits_with(base("granite"), found, truth["tokens"], tmp_path)[truth["positions"]]
        np.testing.assert_allclose(logits, truth[theirs], atol=1e-5)


def test_that_one_rank_for_all_tensors_changes_nothing() -> None:
    one, other = adapter_of(4, 1, names=("blk.0.attn_q.weight",)), adapter_of(3, 2, names=("blk.1.ffn_down.weight",))
    mixed = replace(one, tensors=one.tensors | other.tensors)
    found = with_one_rank(mixed, 6)
    assert all(found.rank_of(name) == 6 for name in found.tensors)
    for name, change in changes(found).items():
        np.testing.assert_allclose(change, changes(mixed)[name], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("shape", [(40, 30), (150, 300)])
def test_that_a_truncated_matrix_is_the_nearest(shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(3)
    decay = np.exp(-np.arange(min(shape)) / 8)
    matrix = ((rng.normal(size=(shape[0], len(decay))) * decay) @ rng.normal(size=(len(decay), shape[1]))).astype(
        np.float32
    )
    u, s, v = np.linalg.svd(matrix.astype(np.float64), full_matrices=False)
    cut = truncate(matrix, 12)
    a, b = cut.factors
    assert (a.shape, b.shape) == ((12, shape[1]), (shape[0], 12))
    np.testing.assert_allclose(b @ a, (u[:, :12] * s[:12]) @ v[:12], atol=2e-4 * s[0])
    assert cut.kept / cut.whole == pytest.approx((s[:12] ** 2).sum() / (s**2).sum(), rel=1e-5)
    product = truncate_product((a, b), 5)
    assert product.whole == pytest.approx((s[:12] ** 2).sum(), rel=1e-4)
    assert product.kept == pytest.approx((s[:5] ** 2).sum(), rel=1e-4)
    assert product_norm((a, b)) == pytest.approx(np.sqrt((s[:12] ** 2).sum()), rel=1e-4)


def test_that_a_sum_cut_to_a_rank_says_what_it_keeps() -> None:
    whole = combine(weighted((adapter_of(4, 1), 1.0), (adapter_of(4, 2), 1.0)))
    cut, kept = reduce_rank(whole, 3)
    lost = total = 0.0
    for name, change in changes(whole).items():
        u, s, v = np.linalg.svd(change)
        np.testing.assert_allclose(changes(cut)[name], (u[:, :3] * s[:3]) @ v[:3], atol=1e-3)
        lost, total = lost + (s[3:] ** 2).sum(), total + (s**2).sum()
    assert kept == pytest.approx(np.sqrt(1 - lost / total), rel=1e-4)


def test_that_what_cannot_be_combined_is_named(base: Base) -> None:
    one = adapter_of(4, 1)
    dora = open_adapter(FIXTURES / "llama-biased" / "peft", base("llama-biased"))
    other_sizes = replace(one, tensors={"blk.0.attn_q.weight": one.tensors["blk.1.ffn_down.weight"]})
    for parts, method, code, named in (
        (((one, 1.0), (replace(one, architecture="qwen2"), 1.0)), "exact", "adapter.other-architecture", "qwen2"),
        (((one, 1.0), (other_sizes, 1.0)), "exact", "adapter.other-base", "blk.0.attn_q.weight"),
        (((one, 1.0), (adapter_of(2, 1), 1.0)), "linear", "adapter.rank-differs", "4, 2"),
        (((one, 1.0), (dora, 1.0)), "exact", "adapter.dora", "1.gguf"),
        (((one, 0.0),), "exact", "adapter.bad-weight", "0.gguf"),
        (((one, float("nan")),), "exact", "adapter.bad-weight", "0.gguf"),
    ):
        with pytest.raises(LuthierError) as caught:
            combine(weighted(*parts), method)
        assert caught.value.code == code and named in caught.value.message


def tuned(model: Header, output: Path, edit: Callable[[str, np.ndarray], np.ndarray]) -> Header:
    """A copy with other values."""
    data = bytearray(model.path.read_bytes())
    for tensor in gguf.GGUFReader(model.path).tensors:
        values = edit(tensor.name, np.array(tensor.data))
        data[tensor.data_offset : tensor.data_offset + values.nbytes] = values.astype(tensor.data.dtype).tobytes()
    output.write_bytes(data)
    return read_header(output)


@pytest.mark.parametrize("name", ["llama", "olmoe"])
def test_that_an_adapter_is_found_again_in_a_tuned_model(name: str, base: Base, tmp_path: Path) -> None:
    adapter = open_adapter(FIXTURES / name / "peft", base(name))

    def add(tensor: str, values: np.ndarray) -> np.ndarray:
        if tensor not in adapter.tensors:
            return values
        a, b = adapter.tensors[tensor]
        return values + adapter.scale(tensor) * (b @ a)

    after = tuned(base(name), tmp_path / "tuned.gguf", add)
    found = extract(base(name), after, 2, lambda done, total: None)
    assert found.adapter.tensors.keys() == adapter.tensors.keys() and found.left_out == {}
    assert min(found.kept.values()) > 1 - 1e-6 and found.kept_of_all == pytest.approx(1)
    truth = truth_of(name)
    logits = logits_with(base(name), found.adapter, truth["tokens"], tmp_path)[truth["positions"]]
    assert np.abs(logits - truth["logits"]).max() < 1e-3 * np.abs(truth["logits"] - truth["base"]).max()


def test_that_what_no_adapter_can_hold_is_said(base: Base, tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    after = tuned(
        base("llama"),
        tmp_path / "tuned.gguf",
        lambda name, values: (
            values * 1.01
            if name == "output_norm.weight"
            else values + 0.01 * rng.normal(size=values.shape) * name.endswith("attn_q.weight")
        ),
    )
    events: list[p.Event] = []
    job = p.ExtractAdapterJob(
        base=str(base("llama").path), tuned=str(after.path), output=str(tmp_path / "a.gguf"), rank=8
    )
    _, result = extract_adapter(job, JobContext(events.append))
    assert [(one.name, round(one.change, 4)) for one in result.left_out] == [("output_norm.weight", 0.01)]
    assert set(result.kept_of) == {f"blk.{layer}.attn_q.weight" for layer in range(3)}
    assert 0.3 < result.kept < 0.9 and read_adapter(tmp_path / "a.gguf").rank == 8
    assert any("output_norm.weight (by 1.00%)" in event.message for event in events if isinstance(event, p.Notice))


def test_that_models_of_other_sizes_are_not_compared(base: Base, tmp_path: Path) -> None:
    for other, code in (("llama-tied", "adapter.other-base"), ("qwen2", "adapter.other-architecture")):
        with pytest.raises(LuthierError) as caught:
            extract(base("llama"), base(other), 4, lambda done, total: None)
        assert caught.value.code == code and base(other).path.name in caught.value.message
    broken = tuned(base("llama"), tmp_path / "broken.gguf", lambda _, values: values * np.nan)
    with pytest.raises(LuthierError) as caught:
        extract(base("llama"), broken, 4, lambda done, total: None)
    assert caught.value.code == "adapter.not-finite" and "blk.0" in caught.value.message
    with pytest.raises(LuthierError) as caught:
        extract(base("llama"), base("llama"), 4, lambda done, total: None)
    assert caught.value.code == "adapter.nothing-differs"


def test_that_jobs_combine_and_show(base: Base, tmp_path: Path) -> None:
    one, other = tmp_path / "one.gguf", FIXTURES / "llama" / "peft"
    write_adapter(one, "llama", adapter_of(4, 1).tensors, 8.0, notes={"base_model": "llama.gguf", "run": "fox"})
    job = p.CombineAdaptersJob(
        sources=[str(one), str(other)],
        weights=[1.0, 0.5],
        output=str(tmp_path / "sum.gguf"),
        model=str(base("llama").path),
    )
    events: list[p.Event] = []
    for rank, method in ((0, "exact"), (2, "exact")):
        job.rank = rank
        _, result = combine_adapters(job, JobContext(events.append))
        assert (result.rank, result.method) == (rank or 6, method)
        assert (result.kept < 1) == bool(rank)
    notices = [event.message for event in events if isinstance(event, p.Notice)]
    assert "4 + 2" in notices[0] and "cut to rank 2" in notices[1]
    _, shown = show_adapter(p.ShowAdapterJob(source=str(one)), JobContext(events.append))
    assert (shown.base, shown.run, shown.rank, shown.layers) == ("llama.gguf", "fox", 4, 2)
    norms = {tensor.name: tensor.norm for tensor in shown.tensors}
    for name, change in changes(adapter_of(4, 1)).items():
        assert norms[name] == pytest.approx(np.linalg.norm(change), rel=1e-5)
    with pytest.raises(LuthierError) as caught:
        show_adapter(p.ShowAdapterJob(source=str(other)), JobContext(events.append))
    assert caught.value.code == "adapter.needs-model"
