"""A low-rank branch beside a frozen product (LoRA, arXiv:2106.09685), and DoRA's row lengths.

    y = W x + s B A x
    h = s A x     dh = s B^T dy     dA = dh x^T     dB = dy h^T     dx = W^T dy + A^T dh

Both factors are stored with long rows, for out_prod and our kernels: a [d_in, r] is A, b [d_out, r] the transpose of B.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.kernels.interface import LowRankArgs
from core.engine.ops.autograd import Tape
from core.engine.ops.composed import combine, outer, product
from core.engine.ops.elementwise import add, divide, mul, scale
from core.engine.ops.frozen_product import FrozenWeight, expanded, frozen_mul_mat, frozen_product, input_gradient


@dataclass(frozen=True)
class Magnitude:
    """DoRA (arXiv:2402.09353): a trained length for each row of a weight, [d_out].

    norm [d_out]: the row's own length in W + scale * B A; a constant in backward, as in the paper's 4.3.
    """

    value: Tensor
    norm: Tensor


@dataclass(frozen=True)
class LowRank:
    """A trainable branch: a [d_in, r]; b [d_out, r], the transpose of B in files; the scale s.

    Beside a stack of experts: a [d_in, r, n_experts], b [d_out, r, n_experts].
    """

    a: Tensor
    b: Tensor
    scale: float
    magnitude: Magnitude | None


def adapted_product(tape: Tape, w: FrozenWeight, branch: LowRank, x: Tensor, dropped: Tensor) -> Tensor:
    """Pass x [d_in, T] through the frozen weight and `dropped` [d_in, T] through the branch -> [d_out, T].

    With DoRA dropout is on the branch alone; PEFT lets the magnitude's part of the projection read `dropped` too, which
    takes a second product with W.
    """
    form = _by_our_kernels if tape.kernels.takes(branch.a.shape[0], branch.b.shape[0]) else _by_ggml
    y = form(tape, w, branch, x, dropped)
    if branch.magnitude is None:
        return y
    return mul(tape, y, divide(tape, branch.magnitude.value, branch.magnitude.norm))


def _by_ggml(tape: Tape, w: FrozenWeight, branch: LowRank, x: Tensor, dropped: Tensor) -> Tensor:
    h = scale(tape, contract(tape, branch.a, dropped), branch.scale)  # [r, T]
    return add(tape, frozen_mul_mat(tape, w, x), expand(tape, branch.b, h))


def contract(tape: Tape, a: Tensor, x: Tensor) -> Tensor:
    """Apply the trainable a [d, r], F32, to x [d, T] along its long axis -> [r, T].

    da = x dy^T, dx = a dy. Nothing is transposed: out_prod takes its operands in any layout, and is fast if the rows of
    its first one are long.
    """

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        da = outer(tape, x, dy) if a.requires_grad else None
        dx = combine(tape, a, dy) if x.requires_grad else None
        return da, dx

    return tape.record(product(tape, a, x), (a, x), rule)


def expand(tape: Tape, b: Tensor, h: Tensor) -> Tensor:
    """Sum the columns of the trainable b [d, r], F32, weighted by h [r, T] -> [d, T].

    db = dy h^T, dh = b^T dy.
    """

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        db = outer(tape, dy, h) if b.requires_grad else None
        dh = product(tape, b, dy) if h.requires_grad else None
        return db, dh

    return tape.record(combine(tape, b, h), (b, h), rule)


def _by_our_kernels(tape: Tape, w: FrozenWeight, branch: LowRank, x: Tensor, dropped: Tensor) -> Tensor:
    """Add the branch to W x, and its gradient to W^T dy, while they are computed or in place."""
    a, b, factor = branch.a, branch.b, branch.scale
    h = _contract(tape, a, dropped, factor)

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        dh = _contract(tape, b, dy, factor)
        dx = d_dropped = None
        if x.requires_grad:
            dx = input_gradient(tape, w.weight, w.transposed, dy, (a, dh) if dropped is x else None)
        if dropped is not x and dropped.requires_grad:
            nothing = tape.emit("fill", tape.emit("new_tensor_4d", abi.F32, *dropped.shape), 0.0)
            d_dropped = expanded(tape, nothing, a, dh)
        return dx, d_dropped, _outer(tape, dropped, dh), _outer(tape, dy, h)

    y = frozen_product(tape, w.forward or w.weight, x, (b, h))
    return tape.record(y, (x, dropped, a, b), rule)


def _contract(tape: Tape, a: Tensor, x: Tensor, factor: float) -> Tensor:
    """Return factor a^T x: a [d, r], x [d, T] -> [r, T]."""
    return tape.custom(abi.F32, a.shape[1], x.shape[1], (a, x), tape.kernels.nodes.contract, LowRankArgs(factor))


def _outer(tape: Tape, x: Tensor, h: Tensor) -> Tensor:
    """Return x h^T: x [d, T], h [r, T] -> [d, r]."""
    return tape.custom(abi.F32, x.shape[0], h.shape[0], (x, h), tape.kernels.nodes.outer, LowRankArgs(1.0))
