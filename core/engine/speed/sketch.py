"""A made-up model of a given shape: as the header of a file that is not there, to plan with, and some of its layers as
a file with random weights, to compute.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import gguf
import numpy as np
from gguf import GGMLQuantizationType as Type
from numpy.typing import NDArray

from core.engine.ggml.lib import Ggml
from core.engine.model.weight_layouts import quantize_rows
from core.gguf.header import Header
from core.gguf.types import TensorInfo
from core.protocol import BenchShape

BAND = 256  # rows that are made; those after them are the same again
DEVIATION = 0.02  # as weights have
MIXED = "q4_k_m"  # llama.cpp's quantizer gives some tensors a finer type
CONTEXT = 8192  # tokens that it is said to be made for


class _Matrix(NamedTuple):
    """A tensor of the file. d_out: rows, 1 of a norm."""

    name: str
    kind: Type
    d_in: int
    d_out: int


def parameters(shape: BenchShape) -> int:
    """Return how many numbers the whole model has."""
    return sum(one.d_in * one.d_out for one in _matrices(shape, range(shape.layers), shape.vocab))


def header_of_shape(ggml: Ggml, shape: BenchShape) -> Header:
    """Return what the file of the whole model would say of itself."""
    tensors, start = dict[str, TensorInfo](), 0
    for name, kind, d_in, d_out in _matrices(shape, range(shape.layers), shape.vocab):
        size = d_out * ggml.row_size(kind, d_in)
        tensors[name] = TensorInfo(name, int(kind), (d_in, d_out, 1, 1), start, size, 1 if d_out == 1 else 2)
        start += size
    values = _values(shape, shape.layers, shape.vocab)
    kinds = {key: int(_VALUE_TYPES[type(value)]) for key, value in values.items()}
    return Header(Path(f"{shape.name}.gguf"), start, values, kinds, {}, tensors)


def write_layers(
    ggml: Ggml, shape: BenchShape, layers: Sequence[int], vocab: int, path: Path, keep_going: Callable[[], None]
) -> None:
    """Write some layers of the model, by their numbers in the whole, with a vocabulary of that size. Raises OSError."""
    with contextlib.closing(gguf.GGUFWriter(path, "llama")) as writer:  # Windows deletes no file that is open
        _write(writer, ggml, _values(shape, len(layers), vocab), list(_matrices(shape, layers, vocab)), keep_going)


def _write(
    writer: gguf.GGUFWriter,
    ggml: Ggml,
    values: Mapping[str, int | float | str],
    matrices: Sequence[_Matrix],
    keep_going: Callable[[], None],
) -> None:
    for key, value in values.items():
        if key != "general.architecture":  # the writer has put it there
            writer.add_key_value(key, value, _VALUE_TYPES[type(value)])
    for name, kind, d_in, d_out in matrices:
        shape = (d_in,) if d_out == 1 else (d_out, ggml.row_size(kind, d_in))
        dtype = np.dtype(np.float32 if d_out == 1 else np.uint8)
        writer.add_tensor_info(name, shape, dtype, d_out * ggml.row_size(kind, d_in), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_ti_data_to_file()
    bands = dict[tuple[Type, int], NDArray[np.uint8]]()
    for _name, kind, d_in, d_out in matrices:
        keep_going()
        if d_out == 1:
            writer.write_tensor_data(np.ones(d_in, np.float32))
            continue
        if (kind, d_in) not in bands:
            bands[kind, d_in] = _random_rows(ggml, kind, d_in)
        band = bands[kind, d_in]
        writer.write_tensor_data(np.resize(band, (d_out, band.shape[1])))


def _random_rows(ggml: Ggml, kind: Type, width: int) -> NDArray[np.uint8]:
    values = np.random.default_rng(width).standard_normal((BAND, width), np.float32) * np.float32(DEVIATION)
    return quantize_rows(ggml, int(kind), values).reshape(BAND, -1)


_VALUE_TYPES = {int: gguf.GGUFValueType.UINT32, float: gguf.GGUFValueType.FLOAT32, str: gguf.GGUFValueType.STRING}


def _values(shape: BenchShape, n_layer: int, vocab: int) -> dict[str, int | float | str]:
    return {
        "general.architecture": "llama",
        "llama.context_length": CONTEXT,
        "llama.embedding_length": shape.hidden,
        "llama.block_count": n_layer,
        "llama.feed_forward_length": shape.feed_forward,
        "llama.attention.head_count": shape.heads,
        "llama.attention.head_count_kv": shape.kv_heads,
        "llama.attention.layer_norm_rms_epsilon": 1e-5,
        "llama.vocab_size": vocab,
        "llama.rope.dimension_count": shape.hidden // shape.heads,
    }


def _matrices(shape: BenchShape, layers: Sequence[int], vocab: int) -> Iterator[_Matrix]:
    """layers: by their numbers in the whole model, on which their types depend."""
    d, ff = shape.hidden, shape.feed_forward
    kv = shape.kv_heads * (d // shape.heads)

    def matrix(name: str, d_in: int, d_out: int, *, finer: bool = False) -> _Matrix:
        return _Matrix(f"{name}.weight", kind_of(shape.dtype, d_in, is_finer=finer), d_in, d_out)

    def norm(name: str) -> _Matrix:
        return _Matrix(f"{name}.weight", Type.F32, d, 1)

    yield matrix("token_embd", d, vocab, finer=True)
    for place, number in enumerate(layers):
        finer, block = is_finer(number, shape.layers), f"blk.{place}"
        yield norm(f"{block}.attn_norm")
        yield norm(f"{block}.ffn_norm")
        yield matrix(f"{block}.attn_q", d, d)
        yield matrix(f"{block}.attn_k", d, kv)
        yield matrix(f"{block}.attn_v", d, kv, finer=finer)
        yield matrix(f"{block}.attn_output", d, d)
        yield matrix(f"{block}.ffn_gate", d, ff)
        yield matrix(f"{block}.ffn_up", d, ff)
        yield matrix(f"{block}.ffn_down", ff, d, finer=finer)
    yield norm("output_norm")
    if not shape.tied:
        yield matrix("output", d, vocab, finer=True)


def is_finer(layer: int, n_layer: int) -> bool:
    """Return whether Q4_K_M gives a layer's values and its last product more bits."""
    eighth = n_layer // 8
    return layer < eighth or layer >= 7 * n_layer // 8 or (layer - eighth) % 3 == 2


def kind_of(dtype: str, width: int, *, is_finer: bool) -> Type:
    """Return the type that llama.cpp's quantizer gives a tensor: Q5_0 and Q8_0 for widths not divisible by 256."""
    if dtype != MIXED:
        return Type[dtype.upper()]
    if width % 256:
        return Type.Q8_0 if is_finer else Type.Q5_0
    return Type.Q6_K if is_finer else Type.Q4_K
