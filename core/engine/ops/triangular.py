"""The inverse of 1 + a of each chunk, where a [C, C] has numbers only on one side of its diagonal (s < t of [s, t]):
what tokens solve that correct each other, one after another, for all at once. It has ones on its diagonal and is put
together of blocks twice as large each time, which loses no digits as a series of powers would:

    | X    |^-1   | X^-1             |
    | Z  Y |    = | -Y^-1 Z X^-1  Y^-1 |
"""

from __future__ import annotations

from core.engine.ggml.tensor import Tensor
from core.engine.ops.chunks import CHUNK, Chunks


def inverse_of_one_and(chunks: Chunks, a: Tensor, one: Tensor) -> Tensor:
    """a [C, C, H, N]; one [C, C]: 1 on the diagonal, else 0."""
    emit, (heads, n) = chunks.tape.emit, a.shape[2:]
    x = emit("repeat_4d", one, CHUNK, CHUNK, heads * n, 1)
    a = emit("reshape_3d", a, CHUNK, CHUNK, heads * n)
    size = 1
    while size < CHUNK:
        upper_left, lower_right = (_blocks(chunks, x, size, place, place) for place in (0, 1))
        inner = chunks.times(chunks.turned(upper_left), _blocks(chunks, a, size, 1, 0))
        below = chunks.scaled(chunks.times(chunks.turned(inner), lower_right), -1.0)
        x = emit("set_inplace", x, below, *_block_steps(x, size), size * x.strides[1])
        size *= 2
    return emit("reshape_4d", x, CHUNK, CHUNK, heads, n)


def _blocks(chunks: Chunks, x: Tensor, size: int, row: int, column: int) -> Tensor:
    """Of each pair of blocks on the diagonal: one of the four that are its square, [size, size, pairs, ..]."""
    place = row * size * x.strides[1] + column * size * x.strides[0]
    shape = (size, size, CHUNK // (2 * size), x.shape[2])
    return chunks.tape.emit("cont", chunks.tape.emit("view_4d", x, *shape, *_block_steps(x, size), place))


def _block_steps(x: Tensor, size: int) -> tuple[int, int, int]:
    return x.strides[1], 2 * size * (x.strides[1] + x.strides[0]), x.strides[2]
