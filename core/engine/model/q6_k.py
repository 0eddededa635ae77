"""Q6_K blocks made from columns: what a transposed copy needs, a tenth of the time of transposing and ggml's quantizer.

ggml tries some twenty scales for each 16 weights and keeps the best. Here the scale is the one that the largest of the
16 asks for. The copy is only multiplied with gradients, and its rounding error grows from 1.8% to 1.9%.

Layout of a block of 256 weights (block_q6_K, ggml-common.h): 128 bytes of low nibbles, 64 bytes of high pairs of bits,
16 scales (int8), and one F16 that all scales are multiples of. weight = d * scale[i // 16] * (q[i] - 32), q in 0..63.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

BLOCK = 256  # weights
BLOCK_BYTES = 210
COLUMNS = 512  # at a time, so that everything stays in the processor's cache


def quantize_columns(rows: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Rows F32 [256, n], as numpy has them -> bytes [n, 210]: each column as a block."""
    packed = np.empty((rows.shape[1], BLOCK_BYTES), np.uint8)
    for start in range(0, rows.shape[1], COLUMNS):
        part = rows[:, start : start + COLUMNS]
        packed[start : start + COLUMNS] = _pack(part).T
    return packed


def _pack(x: NDArray[np.float32]) -> NDArray[np.uint8]:
    """[256, n] -> bytes [210, n]."""
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
    """groups [16, 16, n] -> d F16 [n], scales int8 [16, n]. The largest of 16 becomes -32, which has no opposite."""
    high, low = groups.max(axis=1), groups.min(axis=1)
    wanted = np.where(high > -low, high, low) / np.float32(-32)  # [16, n]
    d = (np.abs(wanted).max(axis=0) / np.float32(127)).astype(np.float16)
    wide = d.astype(np.float32)
    per_d = np.divide(1, wide, out=np.zeros_like(wide), where=wide != 0)
    return d, np.clip(np.rint(wanted * per_d), -127, 127).astype(np.int8)
