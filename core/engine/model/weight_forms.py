"""The forms in which a copy of a frozen weight lies in memory: as ggml has its types, or packed for our own kernels.

All that a form decides is here, but its product (core/engine/ops/frozen_product.py). Which types are worth a copy is
another question, see weight_layouts.py.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from core.engine.ggml import abi
from core.engine.ggml.backend import Storage
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor
from core.engine.kernels.beside_ggml import kernels_of
from core.engine.kernels.interface import KINDS
from core.engine.kernels.panels import (
    PackedWeight,
    new_packed_weight,
    pack_weight_columns,
    pack_weight_rows,
    packed_bytes,
)
from core.engine.model import q6_k
from core.engine.model.file_scales import PACKED_AS, file_scales

Rows = NDArray[np.float32]


class WeightForm(ABC):
    """How weights of one type are stored and multiplied; weights are [depth, rows, n_experts]."""

    def __init__(self, kind: int) -> None:
        self.kind = kind

    @abstractmethod
    def is_usable(self, ggml: Ggml) -> bool:
        """Whether this processor multiplies it."""

    @abstractmethod
    def bytes(self, ggml: Ggml, depth: int, rows: int, n_experts: int) -> int:
        """Memory of a weight."""

    @abstractmethod
    def declare(self, storage: Storage, depth: int, rows: int, n_experts: int) -> Tensor:
        """A weight, its bytes to be allocated with the storage."""

    @abstractmethod
    def write_rows(self, ggml: Ggml, copy: Tensor, weight: Tensor, first: int, rows: Rows) -> None:
        """Rows [count, d_in] of the file's weight, from row `first` on, into its forward copy."""

    @abstractmethod
    def write_columns(self, ggml: Ggml, copy: Tensor, first: int, rows: Rows) -> None:
        """The same into its transposed copy [d_out, d_in, n_experts]."""


class GgmlForm(WeightForm):
    """Weights as ggml has them."""

    def is_usable(self, ggml: Ggml) -> bool:  # noqa: ARG002 - ggml multiplies all its types everywhere
        return True

    def bytes(self, ggml: Ggml, depth: int, rows: int, n_experts: int) -> int:
        return int(ggml.row_size(self.kind, depth)) * rows * n_experts

    def declare(self, storage: Storage, depth: int, rows: int, n_experts: int) -> Tensor:
        return storage.new(depth, rows, n_experts, kind=self.kind)

    def write_rows(self, ggml: Ggml, copy: Tensor, weight: Tensor, first: int, rows: Rows) -> None:  # noqa: ARG002
        packed = quantize_rows(ggml, self.kind, rows)
        ggml.backend_tensor_set(copy.address, packed.ctypes.data, first * copy.strides[1], packed.nbytes)

    def write_columns(self, ggml: Ggml, copy: Tensor, first: int, rows: Rows) -> None:
        d_out, d_in = copy.shape[:2]
        packed = q6_k.quantize_columns(rows) if self.kind == abi.Q6_K else quantize_rows(ggml, self.kind, rows.T)
        expert, start = divmod(first, d_out)
        piece, step = packed.nbytes // d_in, copy.strides[1]
        offset = expert * copy.strides[2] + ggml.row_size(self.kind, start)
        ggml.backend_tensor_set_2d(copy.address, packed.ctypes.data, offset, piece, d_in, step, piece)


class PackedForm(WeightForm):
    """Weights in panels for our own kernels, which know no experts."""

    def is_usable(self, ggml: Ggml) -> bool:
        return self.kind in kernels_of(ggml)

    def bytes(self, ggml: Ggml, depth: int, rows: int, n_experts: int) -> int:  # noqa: ARG002
        return packed_bytes(self.kind, depth, rows)

    def declare(self, storage: Storage, depth: int, rows: int, n_experts: int) -> Tensor:  # noqa: ARG002
        return new_packed_weight(storage, self.kind, depth, rows)

    def write_rows(self, ggml: Ggml, copy: Tensor, weight: Tensor, first: int, rows: Rows) -> None:
        assert isinstance(copy, PackedWeight)
        scales = file_scales(weight, first, len(rows)) if PACKED_AS.get(weight.kind) == self.kind else None
        pack_weight_rows(kernels_of(ggml), copy, first, rows, scales)

    def write_columns(self, ggml: Ggml, copy: Tensor, first: int, rows: Rows) -> None:
        assert isinstance(copy, PackedWeight)
        pack_weight_columns(kernels_of(ggml), copy, first, rows)


def form_of(kind: int) -> WeightForm:
    """kind: ggml's or our kernels' number of a type."""
    return PackedForm(kind) if kind in KINDS else GgmlForm(kind)


def quantize_rows(ggml: Ggml, kind: int, rows: Rows) -> NDArray[np.uint8]:
    """F32 rows [count, width] as the bytes of that type."""
    rows = np.ascontiguousarray(rows, np.float32)
    if kind == abi.F32:
        return rows.view(np.uint8)
    packed = np.empty(len(rows) * ggml.row_size(kind, rows.shape[1]), np.uint8)
    ggml.quantize_chunk(kind, rows.ctypes.data, packed.ctypes.data, 0, *rows.shape, None)
    return packed


def rounded(ggml: Ggml, kind: int, rows: Rows) -> Rows:
    """What is left of F32 rows [count, width] that are written as that type and read again."""
    if kind == abi.F32:
        return rows
    packed, found = quantize_rows(ggml, kind, rows), np.empty(rows.shape, np.float32)
    ggml.get_type_traits(kind).contents.to_float(packed.ctypes.data, found.ctypes.data, found.size)
    return found
