"""The product of a packed weight as nodes of a graph: tokens are rounded, then multiplied, without Python."""

from __future__ import annotations

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.kernels.interface import BLOCK, LINE, ProductArgs
from core.engine.kernels.panels import PackedWeight
from core.engine.ops.autograd import Tape


def packed_product(tape: Tape, weight: PackedWeight, x: Tensor) -> Tensor:
    """W x: W [depth, rows] in panels, x F32 [depth, T] -> [rows, T]. What several weights read is rounded once."""
    kernels, (depth, rows) = tape.kernels, weight.shape[:2]
    n_tokens = x.shape[1]
    assert x.kind == abi.F32 and x.shape == (depth, n_tokens, 1, 1) and x.strides[0] == 4
    kernel = kernels[weight.kind]
    product = ProductArgs(kernel, depth // BLOCK, 0)

    def rounded() -> Tensor:
        tile, token = kernel.contents.mr, depth // BLOCK * kernel.contents.x_bytes
        # Whole lines, an odd number of them: at multiples of 4,096 bytes tokens would drive each other from the cache.
        return tape.custom(
            abi.I8, (-(-token // LINE) | 1) * LINE, -(-n_tokens // tile) * tile, (x,), kernels.round, product
        )

    tokens = tape.once((x.address, kernel.contents.round, kernel.contents.mr), rounded)
    return tape.custom(abi.F32, rows, n_tokens, (weight, tokens), kernels.multiply, product)
