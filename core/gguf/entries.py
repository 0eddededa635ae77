"""What a GGUF file's header lists: values, arrays and tensors."""

from __future__ import annotations

import math
from typing import NamedTuple

from core.gguf.types import TENSOR_TYPES

Scalar = int | float | bool | str


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
    """shape: ggml order, padded with ones to four. start, size: bytes in the file. n_axes: those the file gives."""

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
