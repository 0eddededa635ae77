"""Adapters brought to one rank, and shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core import protocol as p
from core.base.errors import LuthierError
from core.engine.lora.adapter_file import Adapter, with_one_rank, write_adapter
from core.gguf.header import Header
from core.jobs.adapters import show_adapter
from core.jobs.context import JobContext
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


def test_that_one_rank_for_all_tensors_changes_nothing() -> None:
    one, other = adapter_of(4, 1, names=("blk.0.attn_q.weight",)), adapter_of(3, 2, names=("blk.1.ffn_down.weight",))
    mixed = replace(one, tensors=one.tensors | other.tensors)
    found = with_one_rank(mixed, 6)
    assert all(found.rank_of(name) == 6 for name in found.tensors)
    for name, change in changes(found).items():
        np.testing.assert_allclose(change, changes(mixed)[name], rtol=1e-5, atol=1e-6)


def test_that_an_adapter_is_shown_with_what_it_adds(base: Base, tmp_path: Path) -> None:
    one, other = tmp_path / "one.gguf", FIXTURES / "llama" / "peft"
    write_adapter(one, "llama", adapter_of(4, 1).tensors, 8.0, notes={"base_model": "llama.gguf", "run": "fox"})
    context = JobContext(lambda event: None)
    _, shown = show_adapter(p.ShowAdapterJob(source=str(one)), context)
    assert (shown.base, shown.run, shown.rank, shown.layers) == ("llama.gguf", "fox", 4, 2)
    norms = {tensor.name: tensor.norm for tensor in shown.tensors}
    for name, change in changes(adapter_of(4, 1)).items():
        assert norms[name] == pytest.approx(np.linalg.norm(change), rel=1e-5)
    with pytest.raises(LuthierError) as caught:
        show_adapter(p.ShowAdapterJob(source=str(other)), context)
    assert caught.value.code == "adapter.needs-model"
    _, shown = show_adapter(p.ShowAdapterJob(source=str(other), model=str(base("llama").path)), context)
    assert (shown.source, shown.architecture, shown.rank) == ("peft", "llama", 2)
