"""A frozen projection with the branch beside it. Shapes in ggml order; T: tokens."""

from __future__ import annotations

from core.engine.ggml.tensor import Tensor
from core.engine.model.frozen import FrozenLinear
from core.engine.ops.autograd import Tape
from core.engine.ops.elementwise import add, mul
from core.engine.ops.frozen_product import frozen_mul_mat
from core.engine.ops.low_rank import LowRank, adapted_product


def linear(tape: Tape, frozen: FrozenLinear, branch: LowRank | None, x: Tensor, dropped: Tensor) -> Tensor:
    """Frozen projection of x plus the low-rank branch, which reads `dropped`: [d_in, T] -> [d_out, T]."""
    y = frozen_mul_mat(tape, frozen, x) if branch is None else adapted_product(tape, frozen, branch, x, dropped)
    return y if frozen.bias is None else add(tape, y, frozen.bias)


def drop_out(tape: Tape, x: Tensor, mask: Tensor | None) -> Tensor:
    """x [d, T], less what the mask leaves out; x itself without one."""
    return x if mask is None else mul(tape, x, mask)
