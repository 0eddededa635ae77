"""MXFP4 (OCP Microscaling Formats 1.0), the type of gpt-oss's experts: blocks of 32 numbers of 4 bits, and the exponent
of a power of two that they share. Checkpoints and GGUF differ in the order of the numbers alone, so nothing is rounded.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

BLOCK, BLOCK_BYTES = 32, 17  # numbers of a block, and what it takes in GGUF: the exponent, then two numbers a byte


def repacked(blocks: NDArray[np.uint8], scales: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """blocks [rows, n, 16] and exponents [rows, n] of a checkpoint -> [rows, 17 n] as ggml has them.

    Byte j of a checkpoint's block holds the numbers 2 j (low bits) and 2 j + 1, of ggml's the numbers j and j + 16.
    """
    numbers = np.stack((blocks & 15, blocks >> 4), axis=-1).reshape(*blocks.shape[:2], BLOCK)
    result = np.empty((*blocks.shape[:2], BLOCK_BYTES), np.uint8)
    result[..., 0] = scales
    result[..., 1:] = numbers[..., : BLOCK // 2] | numbers[..., BLOCK // 2 :] << 4
    return result.reshape(len(blocks), -1)
