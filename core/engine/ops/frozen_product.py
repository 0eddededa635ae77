"""The product with a weight that does not learn, and the gradient of its input.

    y = W x      dx = W^T dy

Forward reads the file's own tensor or a copy with a faster product, by ggml or, if packed, by our own kernels. The
gradient multiplies with a transposed copy, of either kind. Without one it is streamed: rows of the weight are
dequantized a block at a time, which is slower, but holds no copy. `streaming` returns its cost.

Also the output projection. In the gradient of its output one number of each token, the label's, differs from all
others:

    l = W x      dx = W^T dl,   dl = softmax(l) - onehot(label)

A transposed copy of few bits also rounds dl, with one scale for 32 numbers or more. The label's number would round its
neighbours to nothing, and its own rounding error is large where the sum nearly cancels. So we take its row from the
file and multiply the rest:

    dx = W^T (dl without the label's) + dl[label] W[label]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.kernels import interface as own
from core.engine.kernels.interface import BLOCK, LINE, LowRankArgs, ProductArgs
from core.engine.kernels.panels import PackedWeight
from core.engine.ops.autograd import Tape
from core.engine.ops.composed import combine, dequantized_rows, product

ROWS_BYTES = 8 << 20  # F32 bytes of weight dequantized in one pass: stays in the last-level cache


class FrozenWeight(Protocol):
    """A weight [d_in, d_out] of any type, and its copies in memory.

    forward: one with a faster product. transposed: [d_out, d_in], for gradients.
    """

    @property
    def weight(self) -> Tensor: ...

    @property
    def forward(self) -> Tensor | None: ...

    @property
    def transposed(self) -> Tensor | None: ...


def frozen_mul_mat(tape: Tape, w: FrozenWeight, x: Tensor) -> Tensor:
    """Return w x: [d_in, T] -> [d_out, T]; dx = w^T dy."""

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        return (input_gradient(tape, w.weight, w.transposed, dy),)

    return tape.record(frozen_product(tape, w.forward or w.weight, x), (x,), rule)


Branch = tuple[Tensor, Tensor]  # factors b [d, r] and h [r, T], F32, of what our kernels add to a product: b h


def frozen_product(tape: Tape, w: Tensor, x: Tensor, branch: Branch | None = None) -> Tensor:
    """Return w x and the branch, w [d_in, d_out] of any type, in the file or a copy: [d_in, T] -> [d_out, T]."""
    if isinstance(w, PackedWeight):
        return packed_product(tape, w, x, branch)
    y = product(tape, w, x)
    return expanded(tape, y, *branch) if branch else y


def input_gradient(
    tape: Tape, w: Tensor, w_transposed: Tensor | None, dy: Tensor, branch: Branch | None = None
) -> Tensor:
    """Return w^T dy and the branch: [d_out, T] -> [d_in, T]."""
    if w_transposed is not None:
        return frozen_product(tape, w_transposed, dy, branch)
    dx = _streamed_input_gradient(tape, w, dy)
    return expanded(tape, dx, *branch) if branch else dx


def expanded(tape: Tape, y: Tensor, b: Tensor, h: Tensor) -> Tensor:
    """Return y + b h, in place of y, which nothing else reads: y [d, T], b [d, r], h [r, T]."""
    return tape.custom_in_place(y, (b, h), tape.kernels.nodes.expand, LowRankArgs(1.0))


def streamed_rows(d_in: int, d_out: int) -> int:
    """Return how many rows of a weight are dequantized in one pass."""
    return max(1, min(d_out, ROWS_BYTES // (4 * d_in)))


class Streaming(NamedTuple):
    """The cost of a streamed input gradient. bytes: of the compute buffer. nodes: of the graph, at most."""

    bytes: int
    nodes: int


def streaming(d_in: int, d_out: int) -> Streaming:
    """Return the cost of streaming a weight [d_in, d_out]."""
    rows = streamed_rows(d_in, d_out)
    return Streaming(4 * d_in * rows, 12 * -(-d_out // rows))


def _streamed_input_gradient(tape: Tape, w: Tensor, dy: Tensor) -> Tensor:
    """Sum over blocks of rows of w: block [d_in, rows] x dy_block [rows, T] -> [d_in, T]."""
    d_in, d_out = w.shape[:2]
    rows = streamed_rows(d_in, d_out)
    total: Tensor | None = None
    for start in range(0, d_out, rows):
        n = min(rows, d_out - start)
        block = dequantized_rows(tape, w, start, n)
        part = tape.emit("view_3d", dy, n, dy.shape[1], 1, dy.strides[1], dy.strides[2], start * dy.strides[0])
        dx = combine(tape, block, part)
        total = dx if total is None else tape.emit("add", total, dx)
    assert total is not None
    return total


def packed_product(tape: Tape, weight: PackedWeight, x: Tensor, branch: Branch | None = None) -> Tensor:
    """Return W x and the branch: W [depth, rows] in panels, x F32 [depth, T] -> [rows, T].

    Several weights share one rounded x. The branch is added while sums are in the cache.
    """
    kernels, (depth, rows) = tape.kernels, weight.shape[:2]
    n_tokens = x.shape[1]
    assert x.kind == abi.F32 and x.shape == (depth, n_tokens, 1, 1) and x.strides[0] == 4
    kernel = kernels[weight.kind]
    product = ProductArgs(kernel, depth // BLOCK, 0, tape.kernels.nodes.expand_part if branch else None)

    def rounded() -> Tensor:
        tile, token = kernel.contents.mr, depth // BLOCK * kernel.contents.x_bytes
        # Whole cache lines, an odd number of them: at multiples of 4,096 bytes tokens would evict each other from the
        # cache.
        return tape.custom(
            abi.I8, (-(-token // LINE) | 1) * LINE, -(-n_tokens // tile) * tile, (x,), kernels.round, product
        )

    tokens = tape.once((x.address, kernel.contents.round, kernel.contents.mr), rounded)
    return tape.custom(abi.F32, rows, n_tokens, (weight, tokens, *(branch or ())), kernels.multiply, product)


FLOATS = {abi.F32, abi.F16, abi.BF16, own.BF16}  # copies that round every number separately, or not at all


def takes_label_apart(transposed: int | None, *, on_device: bool = False) -> bool:
    """Return whether the gradient reads rows of the file's tensor in addition to a transposed copy of this type.
    Devices round every number separately.
    """
    return transposed is not None and transposed not in FLOATS and not on_device


def head_mul_mat(tape: Tape, w: FrozenWeight, x: Tensor, labels: Tensor | None) -> Tensor:
    """Return w x: [d, n] -> [n_vocab, n]. labels I32 [n]: a copy of few bits is not multiplied with their gradients."""

    def rule(dl: Tensor) -> Sequence[Tensor | None]:
        copy = w.transposed
        if copy is None or not takes_label_apart(copy.kind, on_device=tape.backend.halves_products):
            return (input_gradient(tape, w.weight, copy, dl),)
        assert labels is not None
        return (_gradient_label_apart(tape, w.weight, copy, dl, labels),)

    return tape.record(frozen_product(tape, w.forward or w.weight, x), (x,), rule)


def _gradient_label_apart(tape: Tape, w: Tensor, w_transposed: Tensor, dl: Tensor, labels: Tensor) -> Tensor:
    """Return dx [d, n] from dl [n_vocab, n], whose labels' numbers are overwritten."""
    n_vocab, n = dl.shape[:2]
    numbers = tape.emit("reshape_3d", dl, 1, n_vocab, n)
    index = tape.emit("reshape_3d", labels, 1, n, 1)
    at_label = tape.emit("get_rows", numbers, index)  # [1, 1, n]
    others = tape.emit("set_rows", numbers, tape.emit("scale", at_label, 0.0), index)
    dx = frozen_product(tape, w_transposed, tape.emit("reshape_3d", others, n_vocab, n, 1))
    factor = tape.emit("reshape_3d", at_label, 1, n, 1)
    return tape.emit("add", dx, tape.emit("mul", tape.emit("get_rows", w, labels), factor))
