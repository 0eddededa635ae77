"""A frozen product with a LoRA branch beside it, by our own kernels: y = W x + s B A x, in y's own place.

    h = s A x     y = W x + B h
    dh = s B^T dy     dA = dh x^T     dB = dy h^T     dx = W^T dy + A^T dh

Both factors are held with long rows: a [d_in, r] is A, b [d_out, r] the transpose of B.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.kernels.library import LowRank
from core.engine.ops.autograd import Tape
from core.engine.ops.ops import Frozen, frozen_product, input_gradient


def adapted_mul_mat(tape: Tape, w: Frozen, x: Tensor, dropped: Tensor, a: Tensor, b: Tensor, scale: float) -> Tensor:
    """x [d_in, T] through the frozen weight w, `dropped` [d_in, T] through the branch -> [d_out, T]."""
    h = _contract(tape, a, dropped, scale)

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        dh = _contract(tape, b, dy, scale)
        dx = input_gradient(tape, w.weight, w.transposed, dy) if x.requires_grad else None
        d_dropped = None
        if dropped is x and dx is not None:
            dx = _expand(tape, dx, a, dh)
        elif dropped.requires_grad:
            d_dropped = _expand(
                tape, tape.emit("fill", tape.emit("new_tensor_4d", abi.F32, *dropped.shape), 0.0), a, dh
            )
        return dx, d_dropped, _outer(tape, dropped, dh), _outer(tape, dy, h)

    y = _expand(tape, frozen_product(tape, w.forward or w.weight, x), b, h)
    return tape.record(y, (x, dropped, a, b), rule)


def _contract(tape: Tape, a: Tensor, x: Tensor, scale: float) -> Tensor:
    """scale a^T x: a [d, r], x [d, T] -> [r, T]."""
    return tape.custom(abi.F32, a.shape[1], x.shape[1], (a, x), tape.ggml.kernels.nodes.contract, LowRank(scale))


def _expand(tape: Tape, y: Tensor, b: Tensor, h: Tensor) -> Tensor:
    """y + b h, in y's place, which nothing else reads: y [d, T], b [d, r], h [r, T]."""
    return tape.custom_in_place(y, (b, h), tape.ggml.kernels.nodes.expand, LowRank(1.0))


def _outer(tape: Tape, x: Tensor, h: Tensor) -> Tensor:
    """x h^T: x [d, T], h [r, T] -> [d, r]."""
    return tape.custom(abi.F32, x.shape[0], h.shape[0], (x, h), tape.ggml.kernels.nodes.outer, LowRank(1.0))
