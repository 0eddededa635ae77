"""Frozen weights packed for our kernels: panels of NR rows, in the order of the products."""

from __future__ import annotations

import ctypes as c
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.engine.ggml import abi
from core.engine.ggml.backend import Storage
from core.engine.ggml.tensor import Tensor
from core.engine.kernels.interface import BLOCK, BLOCK_BYTES, INT4, INT6, INT8, NR, Submatrix
from core.engine.kernels.library import Kernels


class Scales(NamedTuple):
    """A file's quantization scales, F32 [rows, depth / 32], in 6 bits [rows, depth / 16]: w = scale q - min; only 4
    bits have a min.
    """

    scale: NDArray[np.float32]
    min: NDArray[np.float32] | None = None


class PackedWeight(Tensor):
    """A weight [depth, rows] in panels. `kind` and `shape` describe it; ggml sees only bytes."""

    __slots__ = ()

    def __init__(self, tensor: Tensor, kind: int, depth: int, rows: int) -> None:
        super().__init__(tensor.address, owner=tensor.owner)
        self.kind, self.shape = kind, (depth, rows, 1, 1)


def new_packed_weight(storage: Storage, kind: int, depth: int, rows: int) -> PackedWeight:
    """Declare a packed weight."""
    return PackedWeight(storage.new(packed_bytes(kind, depth, rows), kind=abi.I8), kind, depth, rows)


def can_pack(depth: int, rows: int) -> bool:
    """Return whether a weight [depth, rows] can be packed."""
    return depth % BLOCK == 0 and rows % NR == 0


def packed_bytes(kind: int, depth: int, rows: int) -> int:
    """Return the size of a packed weight."""
    return BLOCK_BYTES[kind] * (depth // BLOCK) * rows


def pack_weight_rows(
    kernels: Kernels, weight: PackedWeight, first: int, rows: NDArray[np.float32], scales: Scales | None
) -> None:
    """Pack rows [count, depth] of the weight from row `first` on.

    scales: of these rows; None: the best are chosen, which 4 and 6 bits do not support.
    """
    count, depth = rows.shape
    part = Submatrix(row_stride=depth, depth_stride=1, first_row=first, rows=count, depth=depth)
    _pack(kernels, weight, rows, part, scales)


def pack_weight_columns(kernels: Kernels, weight: PackedWeight, first: int, rows: NDArray[np.float32]) -> None:
    """Pack rows [count, width] of the packed weight's transpose, from row `first` on."""
    count, width = rows.shape
    part = Submatrix(row_stride=1, depth_stride=width, first_depth=first, rows=width, depth=count)
    _pack(kernels, weight, rows, part, None)


def _pack(
    kernels: Kernels, weight: PackedWeight, rows: NDArray[np.float32], part: Submatrix, scales: Scales | None
) -> None:
    rows = np.ascontiguousarray(rows, np.float32)
    part.values, (part.whole_depth, part.whole_rows) = rows.ctypes.data, weight.shape[:2]
    assert can_pack(part.depth, part.rows) and can_pack(part.first_depth, part.first_row)
    to = abi.TensorStruct.from_address(weight.address).data
    if weight.kind == INT4:
        assert scales is not None and scales.min is not None
        scale, mins = (np.ascontiguousarray(values, np.float32) for values in scales)
        kernels.pack_int4(c.byref(part), scale.ctypes.data, mins.ctypes.data, to)
    elif weight.kind == INT6:
        assert scales is not None
        scale = np.ascontiguousarray(scales.scale, np.float32)
        kernels.pack_int6(c.byref(part), scale.ctypes.data, to)
    elif weight.kind == INT8:
        f16 = None if scales is None else np.ascontiguousarray(scales.scale, np.float16)
        kernels.pack_int8(c.byref(part), None if f16 is None else f16.ctypes.data, to)
    else:
        kernels.pack_bf16(c.byref(part), to)
