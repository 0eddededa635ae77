"""GGUF's types of values and tensors, and the header's entries: values, arrays and tensors.

Also the types of weights that files can be written in, for lists and pickers, named like llama.cpp's file types. Each
is a mix: most of the weights have the type in the name, and llama.cpp stores those that matter most (the output, some
of `attn_v` and `ffn_down`) in a finer one.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from typing import NamedTuple

from core.base.errors import LuthierError

# enum gguf_type (gguf.h) -> struct format of one value, little-endian
_LETTERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
SCALARS = {kind: struct.Struct(f"<{letter}") for kind, letter in _LETTERS.items()}
U32, I32, F32, STRING, ARRAY = 4, 5, 6, 8, 9

Scalar = int | float | bool | str


class TensorType(NamedTuple):
    """How a tensor's values are stored: `block` of them in `size` bytes."""

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
    """An array in the metadata. start, size: its elements in the file, in bytes.

    values: of short numeric arrays; empty for all others.
    """

    kind: int  # of an element, enum gguf_type
    length: int
    start: int
    size: int
    values: tuple[int | float | bool, ...] = ()


class TensorInfo(NamedTuple):
    """A tensor's entry in a file. shape: ggml order, padded with ones to four. start, size: bytes in the file. n_axes:
    the number of axes in the file.
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


@dataclass(frozen=True)
class QuantType:
    """One choice. bits: per weight in most of the file, scales included; a whole file has a little more.

    number: llama.cpp's, of enum llama_ftype. needs_imatrix: the result would be noise without an importance matrix, so
    llama.cpp refuses. special: for models that were trained for such weights; it ruins any other.
    """

    name: str
    number: int
    bits: float
    summary: str
    needs_imatrix: bool = False
    special: bool = False


# From the largest to the smallest.
QUANT_TYPES = (
    QuantType("f32", 0, 32, "Every value as it is, twice the size of the original download."),
    QuantType("bf16", 32, 16, "As most models are published; nothing is lost. Slow on many processors."),
    QuantType("f16", 1, 16, "As good as the original, and fast everywhere. The usual start for smaller types."),
    QuantType("q8_0", 7, 8.5, "Half the size, answers as good. The best base for training."),
    QuantType("q6_k", 18, 6.56, "Nearly as good as Q8_0, a quarter smaller."),
    QuantType("q5_k_m", 17, 5.5, "Very close to the original."),
    QuantType("q5_k_s", 16, 5.5, "Q5_K_M without its finer parts: a little smaller."),
    QuantType("q5_1", 9, 6, "An older 5-bit type with offsets; Q5_K_M is better and smaller."),
    QuantType("q5_0", 8, 5.5, "An older 5-bit type, for models whose widths the k types cannot divide."),
    QuantType("q4_k_m", 15, 4.5, "The usual choice: a third of the size for a small loss."),
    QuantType("q4_k_s", 14, 4.5, "Q4_K_M without its finer parts: a little smaller, a little worse."),
    QuantType("q4_1", 3, 5, "An older 4-bit type with offsets; Q4_K_S is better and smaller."),
    QuantType("q4_0", 2, 4.5, "An older 4-bit type, the fastest on many processors."),
    QuantType("iq4_nl", 25, 4.5, "4 bits with uneven steps: better than Q4_0 at its size."),
    QuantType("iq4_xs", 30, 4.25, "About Q4_K_S in a smaller file; slower on processors."),
    QuantType("mxfp4_moe", 38, 4.25, "Mixtures of experts: the experts in 4-bit floating point, all else in Q8_0."),
    QuantType("q3_k_l", 13, 3.44, "3 bits with many finer parts: a loss that shows in small models."),
    QuantType("q3_k_m", 12, 3.44, "3 bits with finer parts: a clear loss, for when Q4_K_M does not fit."),
    QuantType("q3_k_s", 11, 3.44, "3 bits nearly throughout: a large loss; IQ3_S is better."),
    QuantType("iq3_m", 27, 3.66, "3 bits from a table, with finer parts: better than Q3_K_M at less. Slow to make."),
    QuantType("iq3_s", 26, 3.44, "3 bits from a table. Slow to make."),
    QuantType("iq3_xs", 22, 3.3, "Between IQ3_S and IQ3_XXS.", needs_imatrix=True),
    QuantType("iq3_xxs", 23, 3.06, "The smallest with 3 bits.", needs_imatrix=True),
    QuantType("q2_k", 10, 2.63, "2 bits with finer parts: only for models too large otherwise."),
    QuantType("q2_k_s", 21, 2.63, "Q2_K without its finer parts.", needs_imatrix=True),
    QuantType("iq2_m", 29, 2.7, "2 bits from a table, with finer parts: better than Q2_K at less.", needs_imatrix=True),
    QuantType("iq2_s", 28, 2.5, "Between IQ2_M and IQ2_XS.", needs_imatrix=True),
    QuantType("iq2_xs", 20, 2.31, "2 bits from a table: very large models only.", needs_imatrix=True),
    QuantType("iq2_xxs", 19, 2.06, "The smallest with 2 bits: very large models only.", needs_imatrix=True),
    QuantType("iq1_m", 31, 1.75, "Under 2 bits: a last resort for the largest models.", needs_imatrix=True),
    QuantType("iq1_s", 24, 1.56, "The smallest of all: often incoherent.", needs_imatrix=True),
    QuantType("q2_0", 41, 2.25, "Four values in groups of 64, for models trained for it.", special=True),
    QuantType("tq2_0", 37, 2.06, "Weights of -1, 0 and 1, for models trained so (BitNet).", special=True),
    QuantType("tq1_0", 36, 1.69, "The same as TQ2_0 in a smaller file; slower.", special=True),
    QuantType("q1_0", 40, 1.13, "Weights of -1 and 1, for models trained so.", special=True),
)

_BY_NAME = {row.name: row for row in QUANT_TYPES}


def quant_type(name: str) -> QuantType:
    """Return the row of that name, in any case. Raises LuthierError `quantize.unknown-type`."""
    found = _BY_NAME.get(name.lower())
    if found is None:
        raise LuthierError(
            "quantize.unknown-type", f"'{name}' is not a quantization.", f"Known: {', '.join(_BY_NAME)}."
        )
    return found
