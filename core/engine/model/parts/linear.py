"""A frozen projection with the branch beside it. Shapes in ggml order; T: tokens."""

from __future__ import annotations

from core.engine.ggml.tensor import Tensor
from core.engine.model.frozen import FrozenLinear
from core.engine.ops.autograd import Tape
from core.engine.ops.elementwise import add, mul
from core.engine.ops.frozen_product import frozen_mul_mat
from core.engine.ops.head_product import head_mul_mat
from core.engine.ops.low_rank import LowRank, adapted_product


def linear(tape: Tape, frozen: FrozenLinear, branch: LowRank | None, x: Tensor, dropped: Tensor) -> Tensor:
    """Frozen projection of x plus the low-rank branch, which reads `dropped`: [d_in, T] -> [d_out, T]."""
    y = frozen_mul_mat(tape, frozen, x) if branch is None else adapted_product(tape, frozen, branch, x, dropped)
    return _biased(tape, frozen, y)


def output_projection(tape: Tape, head: FrozenLinear, x: Tensor, labels: Tensor | None) -> Tensor:
    """x [d, n] -> logits [n_vocab, n]; labels: as head_product.py has them."""
    return _biased(tape, head, head_mul_mat(tape, head, x, labels))


def _biased(tape: Tape, frozen: FrozenLinear, y: Tensor) -> Tensor:
    return y if frozen.bias is None else add(tape, y, frozen.bias)


def drop_out(tape: Tape, x: Tensor, mask: Tensor | None) -> Tensor:
    """x [d, T], less what the mask leaves out; x itself without one."""
    return x if mask is None else mul(tape, x, mask)
