"""The numbers that a GGUF file's bytes stand for, and what its header lists: values, arrays and tensors."""

from __future__ import annotations

import math
import struct
from typing import NamedTuple

# enum gguf_type (gguf.h) -> how one value is packed, little-endian
_LETTERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
SCALARS = {kind: struct.Struct(f"<{letter}") for kind, letter in _LETTERS.items()}
U32, I32, F32, STRING, ARRAY = 4, 5, 6, 8, 9

Scalar = int | float | bool | str


class TensorType(NamedTuple):
    """How values of a tensor are stored: `block` of them in `size` bytes."""

    name: str
    block: int
    size: int


# enum ggml_type (ggml.h); tests/gguf/test_header.py compares every row with the library's own.
TENSOR_TYPES = {
    0: TensorType("f32", 1, 4),
    1: TensorType("f16", 1, 2),
    2: TensorType("q4_0", 32, 18),
    3: TensorType("q4_1", 32, 20),
    6: TensorType("q5_0", 32, 22),
    7: TensorType("q5_1", 32, 24),
    8: TensorType("q8_0", 32, 34),
    9: TensorType("q8_1", 32, 36),
    10: TensorType("q2_K", 256, 84),
    11: TensorType("q3_K", 256, 110),
    12: TensorType("q4_K", 256, 144),
    13: TensorType("q5_K", 256, 176),
    14: TensorType("q6_K", 256, 210),
    15: TensorType("q8_K", 256, 292),
    16: TensorType("iq2_xxs", 256, 66),
    17: TensorType("iq2_xs", 256, 74),
    18: TensorType("iq3_xxs", 256, 98),
    19: TensorType("iq1_s", 256, 50),
    20: TensorType("iq4_nl", 32, 18),
    21: TensorType("iq3_s", 256, 110),
    22: TensorType("iq2_s", 256, 82),
    23: TensorType("iq4_xs", 256, 136),
    24: TensorType("i8", 1, 1),
    25: TensorType("i16", 1, 2),
    26: TensorType("i32", 1, 4),
    27: TensorType("i64", 1, 8),
    28: TensorType("f64", 1, 8),
    29: TensorType("iq1_m", 256, 56),
    30: TensorType("bf16", 1, 2),
    34: TensorType("tq1_0", 256, 54),
    35: TensorType("tq2_0", 256, 66),
    39: TensorType("mxfp4", 32, 17),
    40: TensorType("nvfp4", 64, 36),
    41: TensorType("q1_0", 128, 18),
    42: TensorType("q2_0", 64, 18),
}


class Array(NamedTuple):
    """An array among the metadata. start, size: its elements in the file, in bytes.

    values: of short numeric ones; empty for all others.
    """

    kind: int  # of an element, enum gguf_type
    length: int
    start: int
    size: int
    values: tuple[int | float | bool, ...] = ()


class TensorInfo(NamedTuple):
    """A tensor's entry in a file. shape: ggml order, padded with ones to four. start, size: bytes in the file. n_axes:
    those the file gives.
    """

    name: str
    kind: int  # enum ggml_type
    shape: tuple[int, int, int, int]
    start: int
    size: int
    n_axes: int = 4

    @property
    def type_name(self) -> str:
        """q4_K, f16, ..."""
        return TENSOR_TYPES[self.kind].name

    @property
    def elements(self) -> int:
        return math.prod(self.shape)
