"""The types in which a frozen weight may be held in memory in addition to the file's own.

The two products of a frozen linear read their weight in different directions and are independent choices:

forward, y = W x: the file's own tensor, or a copy that is faster to read. Products with quantized weights round the
activations to 8 bits; a BF16 copy and BF16 activations together are nearer to the file's weights than that.

backward, dx = W^T dy: a transposed copy, or none ("streamed": the weight is dequantized a block at a time). The copy's
rounding only perturbs the gradient: Q6_K by about 2%, Q8_0 by 0.4%, BF16 by 0.1%. It is never much coarser than the
file. F16 is left out, its range is too small for gradients.

Either copy may be packed for our own kernels (core/engine/kernels), in 8 bits or in BF16. Forward, 8, 6 and 4 bits are
for files whose numbers they hold exactly.

Which is fastest depends on the processor and on the shape: core/engine/model/timing.py measures.

This module has everything that depends on a copy's form, ggml's or packed for our own kernels, except its product
(core/engine/ops/frozen_product.py). Rows that are packed in the file's own scales are not rounded again.

Q6_K blocks of a transposed copy are made from columns, in a tenth of the time of transposing and ggml's quantizer. ggml
tries some twenty scales for each 16 weights and keeps the best. We take the scale that fits the largest of the 16. The
copy is only multiplied with gradients, and its rounding error grows from 1.8% to 1.9%.

Layout of a block of 256 weights (block_q6_K, ggml-common.h): 128 bytes of low nibbles, 64 bytes of high pairs of bits,
16 scales (int8), and one F16 that all scales are multiples of. weight = d * scale[i // 16] * (q[i] - 32), q in 0..63.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.engine.ggml import abi
from core.engine.ggml.backend import Storage
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor, row_bytes
from core.engine.kernels import interface as own
from core.engine.kernels.interface import BLOCK, INT4, INT6, INT8, KINDS
from core.engine.kernels.library import kernels_of
from core.engine.kernels.panels import (
    PackedWeight,
    Scales,
    can_pack,
    new_packed_weight,
    pack_weight_columns,
    pack_weight_rows,
    packed_bytes,
)
from core.engine.model.frozen import FrozenLinear

Q8_BLOCK, K_BLOCK = 32, 256  # weights per block; a row must be a multiple of it
FINE = {abi.F32, abi.F16, abi.BF16, abi.Q8_0}  # types in files with more precision than Q6_K

Rows = NDArray[np.float32]


class Layout(NamedTuple):
    """Types of a weight's copies [d_in, d_out], ggml's or our kernels', None for no copy."""

    forward: int | None = None  # [d_in, d_out]
    transposed: int | None = None  # [d_out, d_in]


def forward_kinds(ggml: Ggml, linear: FrozenLinear) -> list[int]:
    """Return the types worth a forward copy, in addition to the file's own."""
    file = linear.weight.kind
    if file == abi.F32 or linear.n_experts > 1:
        return []
    packed = [PACKED_AS[file]] if file in PACKED_AS else []
    packed += [] if file == abi.F16 else [own.BF16]
    others = [abi.F32] if file in (abi.F16, abi.BF16) else [abi.BF16, abi.F32]
    return _worth_timing(_usable(ggml, packed, linear.d_in, linear.d_out) + others)


def transposed_kinds(ggml: Ggml, linear: FrozenLinear, is_head: bool) -> list[int]:
    """Return the types worth a transposed copy, the smallest first; experts have only that one."""
    if linear.weight.kind == abi.F32:
        return [abi.F32]
    kinds, packed = [abi.BF16, abi.F32], [own.BF16]
    if linear.weight.kind not in (abi.F16, abi.BF16):
        # The head's gradients are mostly tiny. Our 8 bits can hold them, without the label's (frozen_product.py);
        # ggml's types cannot, because they round their scales to F16.
        if linear.d_out % Q8_BLOCK == 0:
            packed.append(own.INT8)
            if not is_head:
                kinds.insert(0, abi.Q8_0)
        if linear.d_out % K_BLOCK == 0 and linear.weight.kind not in FINE:
            kinds.insert(0, abi.Q6_K)
    if linear.n_experts > 1:
        return kinds[:1]
    return _worth_timing(kinds + _usable(ggml, packed, linear.d_out, linear.d_in))


def _worth_timing(kinds: list[int]) -> list[int]:
    """Drop F32 if the processor has instructions for BF16, as our kernels require: half the bytes, and faster."""
    return [kind for kind in kinds if kind != abi.F32 or own.BF16 not in kinds]


def _usable(ggml: Ggml, kinds: list[int], depth: int, rows: int) -> list[int]:
    """Return our kernels' types that this processor multiplies, for a weight [depth, rows]."""
    return [kind for kind in kinds if form_of(kind).is_usable(ggml)] if can_pack(depth, rows) else []


def is_usable(ggml: Ggml, layout: Layout) -> bool:
    """Return whether this processor has a layout's kernels; the layout may come from another machine."""
    return all(kind is None or form_of(kind).is_usable(ggml) for kind in layout)


def copies_bytes(ggml: Ggml, linear: FrozenLinear, layout: Layout) -> tuple[int, int]:
    """Return the bytes of the forward and of the transposed copy."""
    return (
        0 if layout.forward is None else forward_bytes(ggml, linear, layout.forward),
        0 if layout.transposed is None else transposed_bytes(ggml, linear, layout.transposed),
    )


def forward_bytes(ggml: Ggml, linear: FrozenLinear, kind: int) -> int:
    """Return the bytes of a forward copy."""
    return form_of(kind).bytes(ggml, linear.d_in, linear.d_out, linear.n_experts)


def transposed_bytes(ggml: Ggml, linear: FrozenLinear, kind: int) -> int:
    """Return the bytes of a transposed copy."""
    return form_of(kind).bytes(ggml, linear.d_out, linear.d_in, linear.n_experts)


class WeightForm(ABC):
    """How weights of one type are stored and multiplied; weights are [depth, rows, n_experts]."""

    def __init__(self, kind: int) -> None:
        self.kind = kind

    @abstractmethod
    def is_usable(self, ggml: Ggml) -> bool:
        """Return whether this processor multiplies weights of the form."""

    @abstractmethod
    def bytes(self, ggml: Ggml, depth: int, rows: int, n_experts: int) -> int:
        """Return the bytes of a weight."""

    @abstractmethod
    def declare(self, storage: Storage, depth: int, rows: int, n_experts: int) -> Tensor:
        """Declare a weight; its bytes are allocated with the storage."""

    @abstractmethod
    def write_rows(self, ggml: Ggml, copy: Tensor, weight: Tensor, first: int, rows: Rows) -> None:
        """Write rows [count, d_in] of the file's weight, from row `first` on, into its forward copy."""

    @abstractmethod
    def write_columns(self, ggml: Ggml, copy: Tensor, first: int, rows: Rows) -> None:
        """Write the same rows of the file's weight as columns of its transposed copy [d_out, d_in, n_experts]."""


class GgmlForm(WeightForm):
    """Weights in ggml's own layout."""

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
        packed = quantize_columns(rows) if self.kind == abi.Q6_K else quantize_rows(ggml, self.kind, rows.T)
        expert, start = divmod(first, d_out)
        piece, step = packed.nbytes // d_in, copy.strides[1]
        offset = expert * copy.strides[2] + ggml.row_size(self.kind, start)
        ggml.backend_tensor_set_2d(copy.address, packed.ctypes.data, offset, piece, d_in, step, piece)


class PackedForm(WeightForm):
    """Weights in panels for our own kernels, which do not support experts."""

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
    """Return the form of weights of a type. kind: ggml's or our kernels' number for it."""
    return PackedForm(kind) if kind in KINDS else GgmlForm(kind)


def quantize_rows(ggml: Ggml, kind: int, rows: Rows) -> NDArray[np.uint8]:
    """Quantize F32 rows [count, width] to the bytes of that type."""
    rows = np.ascontiguousarray(rows, np.float32)
    if kind == abi.F32:
        return rows.view(np.uint8)
    packed = np.empty(len(rows) * ggml.row_size(kind, rows.shape[1]), np.uint8)
    ggml.quantize_chunk(kind, rows.ctypes.data, packed.ctypes.data, 0, *rows.shape, None)
    return packed


def rounded(ggml: Ggml, kind: int, rows: Rows) -> Rows:
    """Round F32 rows [count, width] to values that the type can hold."""
    if kind == abi.F32:
        return rows
    packed, found = quantize_rows(ggml, kind, rows), np.empty(rows.shape, np.float32)
    ggml.get_type_traits(kind).contents.to_float(packed.ctypes.data, found.ctypes.data, found.size)
    return found


Q4_0, Q5_0, Q3_K, Q4_K, IQ4_NL = 2, 6, 11, 12, 20  # enum ggml_type
PACKED_AS = {  # the type that holds a type's numbers exactly
    Q4_0: INT4, Q4_K: INT4, Q3_K: INT6, abi.Q6_K: INT6, Q5_0: INT8, abi.Q8_0: INT8, IQ4_NL: INT8,
}  # fmt: skip


def file_scales(weight: Tensor, start: int, count: int) -> Scales:
    """Return the scales of rows of a host tensor of a type in PACKED_AS."""
    rows = row_bytes(weight, start, count)
    if weight.kind in K_QUANTS:
        return K_QUANTS[weight.kind](rows.reshape(count, weight.shape[0] // 256, -1))
    scale = _halves(rows.reshape(count, weight.shape[0] // BLOCK, -1)[..., :2])[..., 0]
    return Scales(scale, 8 * scale) if weight.kind == Q4_0 else Scales(scale)


def _halves(pairs: NDArray[np.uint8]) -> NDArray[np.float32]:
    return np.ascontiguousarray(pairs).view(np.float16).astype(np.float32)


def six_bits(packed: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Split scales and mins of K-quants: [..., 12] -> two of [..., 8]."""
    a, b, c = (packed[..., at : at + 4] for at in (0, 4, 8))
    scales = np.concatenate([a & 63, c & 15 | a >> 6 << 4], axis=-1)
    return scales, np.concatenate([b & 63, c >> 4 | b >> 6 << 4], axis=-1)


def _q4_k(blocks: NDArray[np.uint8]) -> Scales:
    """Read block_q4_K, [count, n, 144]: two factors in F16, then six bits of scale and of min for each 32 in 12 bytes.
    The first four have a byte each, whose upper two bits belong to the last four.
    """
    factors = _halves(blocks[..., :4])
    scale, mins = six_bits(blocks[..., 4:16])
    count = len(blocks)
    return Scales((factors[..., :1] * scale).reshape(count, -1), (factors[..., 1:] * mins).reshape(count, -1))


def _q6_k(blocks: NDArray[np.uint8]) -> Scales:
    """Read block_q6_K, [count, n, 210]: the numbers, then eight bits, signed, of scale for each 16, and a factor in
    F16.
    """
    return _times(_halves(blocks[..., 208:]), blocks[..., 192:208].view(np.int8))


def _q3_k(blocks: NDArray[np.uint8]) -> Scales:
    """Read block_q3_K, [count, n, 110]: the numbers, then six bits of scale (plus 32) for each 16, and a factor in F16.
    Of the six bits the lower four come first, in 8 bytes, then the upper two, in four.
    """
    low, high = blocks[..., 96:104], blocks[..., 104:108]
    lower = np.concatenate([low & 15, low >> 4], axis=-1)
    upper = np.concatenate([high >> shift & 3 for shift in (0, 2, 4, 6)], axis=-1)
    return _times(_halves(blocks[..., 108:]), (lower | upper << 4).astype(np.int8) - 32)


def _times(factors: NDArray[np.float32], scales: NDArray[np.int8]) -> Scales:
    return Scales((factors * scales).reshape(len(scales), -1))


K_QUANTS = {Q3_K: _q3_k, Q4_K: _q4_k, abi.Q6_K: _q6_k}


Q6_K_BLOCK = 256  # weights
Q6_K_BYTES = 210
COLUMNS = 512  # per pass, so that everything stays in the processor's cache


def quantize_columns(rows: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Quantize each column of F32 rows [256, n] (numpy order) as a block of Q6_K: bytes [n, 210]."""
    packed = np.empty((rows.shape[1], Q6_K_BYTES), np.uint8)
    for start in range(0, rows.shape[1], COLUMNS):
        part = rows[:, start : start + COLUMNS]
        packed[start : start + COLUMNS] = _pack(part).T
    return packed


def _pack(x: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Pack columns [256, n] to bytes [210, n]."""
    groups = x.reshape(16, 16, -1)
    d, scales = _scales(groups)
    step = d.astype(np.float32) * scales  # [16, n]
    per_step = np.divide(1, step, out=np.zeros_like(step), where=step != 0)
    q = np.rint(groups * per_step[:, None]).astype(np.int8)  # at most a little beyond -32
    q = (np.clip(q, -32, 31, out=q) + np.int8(32)).view(np.uint8).reshape(2, 4, 32, -1)  # half, quarter of it, weight
    low, high = q & 15, q >> 4
    return np.concatenate(
        [
            (low[:, :2] | low[:, 2:] << 4).reshape(128, -1),
            (high[:, 0] | high[:, 1] << 2 | high[:, 2] << 4 | high[:, 3] << 6).reshape(64, -1),
            scales.view(np.uint8),
            d.view(np.uint8).reshape(-1, 2).T,
        ]
    )


def _scales(groups: NDArray[np.float32]) -> tuple[NDArray[np.float16], NDArray[np.int8]]:
    """Return the scales of groups [16, 16, n]: d F16 [n], scales int8 [16, n]. The largest of 16 becomes -32, because
    +32 does not exist.
    """
    high, low = groups.max(axis=1), groups.min(axis=1)
    wanted = np.where(high > -low, high, low) / np.float32(-32)  # [16, n]
    d = (np.abs(wanted).max(axis=0) / np.float32(127)).astype(np.float16)
    wide = d.astype(np.float32)
    per_d = np.divide(1, wide, out=np.zeros_like(wide), where=wide != 0)
    return d, np.clip(np.rint(wanted * per_d), -127, 127).astype(np.int8)
