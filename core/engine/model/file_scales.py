"""The scales of quantized rows as the file has them, so that the same numbers can be packed without rounding again."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor, row_bytes
from core.engine.kernels.interface import BLOCK, INT4, INT6, INT8
from core.engine.kernels.panels import Scales

Q4_0, Q5_0, Q3_K, Q4_K, IQ4_NL = 2, 6, 11, 12, 20  # enum ggml_type
PACKED_AS = {  # what holds a type's numbers exactly
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
    """Take scales and mins of K-quants apart: [..., 12] -> two of [..., 8]."""
    a, b, c = (packed[..., at : at + 4] for at in (0, 4, 8))
    scales = np.concatenate([a & 63, c & 15 | a >> 6 << 4], axis=-1)
    return scales, np.concatenate([b & 63, c >> 4 | b >> 6 << 4], axis=-1)


def _q4_k(blocks: NDArray[np.uint8]) -> Scales:
    """block_q4_K, [count, n, 144]: two factors in F16, then six bits of scale and of min for each 32 in 12 bytes. The
    first four have a byte each, whose upper two bits belong to the last four.
    """
    factors = _halves(blocks[..., :4])
    scale, mins = six_bits(blocks[..., 4:16])
    count = len(blocks)
    return Scales((factors[..., :1] * scale).reshape(count, -1), (factors[..., 1:] * mins).reshape(count, -1))


def _q6_k(blocks: NDArray[np.uint8]) -> Scales:
    """block_q6_K, [count, n, 210]: the numbers, then eight bits, signed, of scale for each 16, and a factor in F16."""
    return _times(_halves(blocks[..., 208:]), blocks[..., 192:208].view(np.int8))


def _q3_k(blocks: NDArray[np.uint8]) -> Scales:
    """block_q3_K, [count, n, 110]: the numbers, then six bits of scale for each 16, 32 more than it is, and a factor in
    F16. Of the six the lower four come first, in 8 bytes, then the upper two, in four.
    """
    low, high = blocks[..., 96:104], blocks[..., 104:108]
    lower = np.concatenate([low & 15, low >> 4], axis=-1)
    upper = np.concatenate([high >> shift & 3 for shift in (0, 2, 4, 6)], axis=-1)
    return _times(_halves(blocks[..., 108:]), (lower | upper << 4).astype(np.int8) - 32)


def _times(factors: NDArray[np.float32], scales: NDArray[np.int8]) -> Scales:
    return Scales((factors * scales).reshape(len(scales), -1))


K_QUANTS = {Q3_K: _q3_k, Q4_K: _q4_k, abi.Q6_K: _q6_k}
