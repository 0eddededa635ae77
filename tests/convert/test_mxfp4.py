"""Experts that are published in MXFP4 stay what they are."""

from __future__ import annotations

from pathlib import Path

import gguf
import numpy as np

from core.convert.convert import convert
from core.convert.source_parts import repacked
from tests.support.mxfp4 import published_in_mxfp4
from tests.support.places import FIXTURES

PLAIN = FIXTURES / "gpt-oss"


def test_that_packed_experts_are_the_numbers_that_transformers_reads(tmp_path: Path) -> None:
    """The fixture has the same experts plain, and as Transformers unpacks them."""
    folder = published_in_mxfp4(PLAIN, tmp_path / "packed")
    packed, plain = tmp_path / "packed.gguf", tmp_path / "plain.gguf"
    convert(folder, packed, "f32", lambda *_: None)
    convert(PLAIN, plain, "f32", lambda *_: None)
    ours, theirs = ({t.name: t for t in gguf.GGUFReader(file).tensors} for file in (packed, plain))
    assert ours.keys() == theirs.keys()
    experts = [name for name in ours if name.endswith("_exps.weight")]
    assert len(experts) == 6
    for name, tensor in ours.items():
        kind = gguf.GGMLQuantizationType.MXFP4 if name in experts else theirs[name].tensor_type
        assert tensor.tensor_type == kind
        values = gguf.dequantize(tensor.data, tensor.tensor_type)
        np.testing.assert_array_equal(values, gguf.dequantize(theirs[name].data, theirs[name].tensor_type))


def test_that_a_blocks_numbers_are_put_in_ggmls_order() -> None:
    """Number n of a block is n & 15 here: in a checkpoint two neighbours share a byte, in ggml those 16 apart."""
    numbers = np.arange(32, dtype=np.uint8) % 16
    blocks, scales = (numbers[0::2] | numbers[1::2] << 4)[None, None], np.array([[130]], np.uint8)
    expected = [130, *(n | n << 4 for n in range(16))]
    np.testing.assert_array_equal(repacked(blocks, scales), [expected])
