"""What rounding does to merged weights."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.engine.lora.adapter_file import Adapter
from core.export.check.kept import measure_rounding
from core.export.merge import merge
from tests.support.adapters import NAME, random_adapter
from tests.support.checkpoints import quiet


@pytest.mark.slow
@pytest.mark.parametrize("dtype", [None, "f32", "f16", "bf16", "q4_k_m", "q2_k"])
def test_that_rounding_is_told_apart_from_a_merge_that_is_wrong(
    demo_gguf_q8: Path, tmp_path: Path, dtype: str | None
) -> None:
    """However coarse the type: only the tensor is named of which half was merged."""
    other, merged = "blk.3.ffn_down.weight", tmp_path / "merged.gguf"
    factors = random_adapter().tensors[NAME]
    adapter = Adapter("llama", 8.0, {NAME: factors, other: factors})
    merge(demo_gguf_q8, adapter, merged, dtype, {}, quiet, quiet)
    rounding = measure_rounding(demo_gguf_q8, adapter, merged)
    assert rounding.wrong == []
    assert rounding.learnt > rounding.error
    doubled = Adapter("llama", 8.0, {NAME: (factors[0] * 2, factors[1]), other: factors})
    assert measure_rounding(demo_gguf_q8, doubled, merged).wrong == [NAME]
