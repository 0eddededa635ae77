"""Frozen weights packed for our kernels: strips of 16 rows, in the order in which they are multiplied."""

from __future__ import annotations

import ctypes as c
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.engine.ggml import abi
from core.engine.ggml.backend import Storage
from core.engine.ggml.tensor import Tensor
from core.engine.kernels.library import BF16, BLOCK, INT4, INT6, INT8, STRIP, Band, Kernels


class Scales(NamedTuple):
    """What a file's numbers are whole multiples of, F32 [rows, depth / 32], in 6 bits [rows, depth / 16]: w = scale q -
    least, which only 4 bits have.
    """

    scale: NDArray[np.float32]
    least: NDArray[np.float32] | None = None


class Strips(Tensor):
    """A packed weight [depth, rows]. `kind` and `shape` say what it means; to ggml it is bytes."""

    __slots__ = ()

    def __init__(self, tensor: Tensor, kind: int, depth: int, rows: int) -> None:
        super().__init__(tensor.address, owner=tensor.owner)
        self.kind, self.shape = kind, (depth, rows, 1, 1)


def new_strips(storage: Storage, kind: int, depth: int, rows: int) -> Strips:
    """Declare a packed weight."""
    return Strips(storage.new(strips_bytes(kind, depth, rows), kind=abi.I8), kind, depth, rows)


def can_pack(depth: int, rows: int) -> bool:
    """Whether a weight [depth, rows] can be packed."""
    return depth % BLOCK == 0 and rows % STRIP == 0


def strips_bytes(kind: int, depth: int, rows: int) -> int:
    """Of a packed weight. Each block has a scale in F16 in 8 bits, a scale and a least in 4, two scales in 6."""
    a_block = {INT8: BLOCK + 2, INT6: BLOCK + 4, INT4: BLOCK // 2 + 4, BF16: 2 * BLOCK}[kind]
    return a_block * (depth // BLOCK) * rows


def pack_rows(kernels: Kernels, strips: Strips, first: int, rows: NDArray[np.float32], scales: Scales | None) -> None:
    """Pack rows [count, depth] of the weight from row `first` on.

    scales: of these rows; None: the best are taken, which 4 and 6 bits do not allow.
    """
    count, depth = rows.shape
    _pack(kernels, strips, rows, Band(row_step=depth, depth_step=1, first_row=first, rows=count, depth=depth), scales)


def pack_columns(kernels: Kernels, strips: Strips, first: int, rows: NDArray[np.float32]) -> None:
    """Pack rows [count, width] of a weight whose transpose the strips hold, from row `first` on."""
    count, width = rows.shape
    _pack(kernels, strips, rows, Band(row_step=1, depth_step=width, first_depth=first, rows=width, depth=count), None)


def _pack(kernels: Kernels, strips: Strips, rows: NDArray[np.float32], band: Band, scales: Scales | None) -> None:
    rows = np.ascontiguousarray(rows, np.float32)
    band.values, (band.whole_depth, band.whole_rows) = rows.ctypes.data, strips.shape[:2]
    assert can_pack(band.depth, band.rows) and can_pack(band.first_depth, band.first_row)
    to = abi.TensorStruct.from_address(strips.address).data
    if strips.kind == INT4:
        assert scales is not None and scales.least is not None
        scale, least = (np.ascontiguousarray(part, np.float32) for part in scales)
        kernels.pack_int4(c.byref(band), scale.ctypes.data, least.ctypes.data, to)
    elif strips.kind == INT6:
        assert scales is not None
        scale = np.ascontiguousarray(scales.scale, np.float32)
        kernels.pack_int6(c.byref(band), scale.ctypes.data, to)
    elif strips.kind == INT8:
        halves = None if scales is None else np.ascontiguousarray(scales.scale, np.float16)
        kernels.pack_int8(c.byref(band), None if halves is None else halves.ctypes.data, to)
    else:
        kernels.pack_bf16(c.byref(band), to)
