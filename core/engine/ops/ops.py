"""Differentiable operations: what each emits, and its vector-Jacobian rule.

Shapes are in ggml order, fastest axis first. T: tokens, d: width.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi, sqrt
from typing import NamedTuple

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.kernels.panels import PackedWeight
from core.engine.ops.autograd import Tape
from core.engine.ops.fused_elementwise import fused_norm, fused_swiglu
from core.engine.ops.packed_product import packed_product


def add(tape: Tape, a: Tensor, b: Tensor) -> Tensor:
    """a + b, same shape, or b [d] frozen and repeated over the rows of a [d, T]."""
    if b.requires_grad and a.shape != b.shape:
        raise ValueError("a repeated summand cannot be trained")
    return tape.record(tape.emit("add", a, b), (a, b), lambda dy: (dy, dy))


def scale(tape: Tape, x: Tensor, factor: float) -> Tensor:
    """x * factor."""
    return tape.record(tape.emit("scale", x, factor), (x,), lambda dy: (tape.emit("scale", dy, factor),))


def mul(tape: Tape, a: Tensor, b: Tensor) -> Tensor:
    """a * b, same shape, or b [d] repeated over the rows of a [d, T]."""

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        da = tape.emit("mul", dy, b) if a.requires_grad else None
        db = tape.emit("mul", dy, a) if b.requires_grad else None
        if db is not None and a.shape != b.shape:
            db = tape.emit("repeat_back", db, b)
        return da, db

    return tape.record(tape.emit("mul", a, b), (a, b), rule)


def divide(tape: Tape, a: Tensor, b: Tensor) -> Tensor:
    """a / b, same shape, b frozen."""
    return tape.record(tape.emit("div", a, b), (a,), lambda dy: (tape.emit("div", dy, b),))


def reshape(tape: Tape, x: Tensor, ne0: int, ne1: int, ne2: int = 1) -> Tensor:
    """The same elements in another shape; x contiguous."""
    ne = x.shape

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        return (tape.emit("reshape_3d", dy, ne[0], ne[1], ne[2]),)

    return tape.record(tape.emit("reshape_3d", x, ne0, ne1, ne2), (x,), rule)


def contract(tape: Tape, a: Tensor, x: Tensor) -> Tensor:
    """a [d, r], x [d, T] -> [r, T]: the trainable a, F32, applied along its long axis.

    da = x dy^T, dx = a dy. Nothing is transposed: out_prod takes its operands as they lie, and is fast as long as the
    rows of its first one are long.
    """

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        da = tape.emit("out_prod", x, dy) if a.requires_grad else None
        dx = _combine(tape, a, dy) if x.requires_grad else None
        return da, dx

    return tape.record(tape.emit("mul_mat", a, x), (a, x), rule)


def expand(tape: Tape, b: Tensor, h: Tensor) -> Tensor:
    """b [d, r], h [r, T] -> [d, T]: the columns of the trainable b, F32, weighted by h.

    db = dy h^T, dh = b^T dy.
    """

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        db = tape.emit("out_prod", dy, h) if b.requires_grad else None
        dh = tape.emit("mul_mat", b, dy) if h.requires_grad else None
        return db, dh

    return tape.record(_combine(tape, b, h), (b, h), rule)


def _combine(tape: Tape, columns: Tensor, weights: Tensor) -> Tensor:
    """columns [d, r], weights [r, T] -> [d, T]."""
    return tape.emit("out_prod", columns, tape.emit("permute", weights, 1, 0, 2, 3))


class Frozen(NamedTuple):
    """A weight [d_in, d_out] of any type that does not learn, and the copies of it that are held.

    transposed: [d_out, d_in], for gradients; without it the weight is dequantized a block of rows at a time
    ("streamed": slower, but no copy is held). forward: one that is multiplied faster.
    """

    weight: Tensor
    transposed: Tensor | None = None
    forward: Tensor | None = None


def frozen_mul_mat(tape: Tape, w: Frozen, x: Tensor) -> Tensor:
    """w x: [d_in, T] -> [d_out, T]; dx = w^T dy."""

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        return (input_gradient(tape, w.weight, w.transposed, dy),)

    return tape.record(frozen_product(tape, w.forward or w.weight, x), (x,), rule)


def frozen_product(tape: Tape, w: Tensor, x: Tensor) -> Tensor:
    """w [d_in, d_out] as the file has it, or a copy of any type: [d_in, T] -> [d_out, T]."""
    return packed_product(tape, w, x) if isinstance(w, PackedWeight) else tape.emit("mul_mat", w, x)


def input_gradient(tape: Tape, w: Tensor, w_transposed: Tensor | None, dy: Tensor) -> Tensor:
    """w^T dy: [d_out, T] -> [d_in, T]."""
    if w_transposed is not None:
        return frozen_product(tape, w_transposed, dy)
    return _streamed_input_gradient(tape, w, dy)


STREAM_BYTES = 8 << 20  # F32 bytes of weight dequantized at a time: stays in the last-level cache


def stream_rows(d_in: int, d_out: int) -> int:
    """Rows of a weight that are dequantized at a time."""
    return max(1, min(d_out, STREAM_BYTES // (4 * d_in)))


def streamed_nodes(d_in: int, d_out: int) -> int:
    """Tensors of a streamed input gradient, at most."""
    return 6 * -(-d_out // stream_rows(d_in, d_out))


def _streamed_input_gradient(tape: Tape, w: Tensor, dy: Tensor) -> Tensor:
    """sum over blocks of rows of w: block [d_in, rows] x dy_block [rows, T] -> [d_in, T]."""
    d_in, d_out = w.shape[:2]
    rows = stream_rows(d_in, d_out)
    total: Tensor | None = None
    for start in range(0, d_out, rows):
        n = min(rows, d_out - start)
        block = tape.emit("view_3d", w, d_in, n, 1, w.strides[1], w.strides[1] * n, start * w.strides[1])
        if w.kind != abi.F32:
            block = tape.emit("cast", block, abi.F32)
        part = tape.emit("view_3d", dy, n, dy.shape[1], 1, dy.strides[1], dy.strides[2], start * dy.strides[0])
        product = tape.emit("out_prod", block, tape.emit("permute", part, 1, 0, 2, 3))
        total = product if total is None else tape.emit("add", total, product)
    assert total is not None
    return total


def rms_norm(tape: Tape, x: Tensor, gain: Tensor, eps: float) -> Tensor:
    """gain * x / sqrt(mean(x^2) + eps) over axis 0 (arXiv:1910.07467); the gain [d] is frozen."""
    if tape.ggml.kernels.takes(x.shape[0]):
        return fused_norm(tape, x, gain, eps)
    y = tape.record(tape.emit("rms_norm", x, eps), (x,), lambda dy: (tape.emit("rms_norm_back", dy, x, eps),))
    return mul(tape, y, gain)


def swiglu(tape: Tape, gate: Tensor, up: Tensor) -> Tensor:
    """silu(gate) * up (arXiv:2002.05202)."""
    if tape.ggml.kernels.takes(gate.shape[0]):
        return fused_swiglu(tape, gate, up)

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        d_gate = tape.emit("silu_back", tape.emit("mul", dy, up), gate)
        d_up = tape.emit("mul", dy, tape.emit("silu", gate))
        return d_gate, d_up

    return tape.record(tape.emit("swiglu_split", gate, up), (gate, up), rule)


def geglu(tape: Tape, gate: Tensor, up: Tensor) -> Tensor:
    """gelu(gate) * up, with the gelu that is usual in language models (arXiv:1606.08415, its tanh form):
    gelu(x) = x s(x), s = sigmoid(2 sqrt(2 / pi) (x + 0.044715 x^3)). ggml's own takes it from a table in F16, and so
    does llama.cpp.
    """

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        d_gate = tape.emit("mul", tape.emit("mul", dy, up), gelu_slope(tape, gate))
        d_up = tape.emit("mul", dy, tape.emit("gelu", gate))
        return d_gate, d_up

    return tape.record(tape.emit("geglu_split", gate, up), (gate, up), rule)


def gelu_slope(tape: Tape, x: Tensor) -> Tensor:
    """d gelu / dx = s (1 + x u' (1 - s)), where u = c x + 0.044715 c x^3 is what s is the sigmoid of."""
    c = 2 * sqrt(2 / pi)
    squared = tape.emit("sqr", x)
    s = tape.emit("sigmoid", tape.emit("mul", x, tape.emit("scale_bias", squared, 0.044715 * c, c)))
    slope = tape.emit("mul", x, tape.emit("scale_bias", squared, 3 * 0.044715 * c, c))  # x u'
    slope = tape.emit("mul", slope, tape.emit("scale_bias", s, -1.0, 1.0))
    return tape.emit("mul", s, tape.emit("scale_bias", slope, 1.0, 1.0))


def soft_cap(tape: Tape, x: Tensor, cap: float) -> Tensor:
    """cap * tanh(x / cap): nearly x where it is small, never beyond the cap. Its slope is 1 - tanh(x / cap)^2."""
    t = tape.emit("tanh", tape.emit("scale", x, 1 / cap))

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        return (tape.emit("mul", dy, tape.emit("scale_bias", tape.emit("sqr", t), -1.0, 1.0)),)

    return tape.record(tape.emit("scale", t, cap), (x,), rule)


@dataclass(frozen=True)
class Rope:
    """Rotary position embedding (arXiv:2104.09864), with ggml's parameters.

    mode: 0 rotates neighbouring pairs, 2 rotates halves (NeoX). factors [n_dims / 2] divide the frequencies;
    long_factors do in rows of more than n_ctx_orig tokens.
    """

    n_dims: int
    mode: int
    freq_base: float
    freq_scale: float = 1.0
    n_ctx_orig: int = 0
    ext_factor: float = 0.0
    attn_factor: float = 1.0
    beta_fast: float = 32.0
    beta_slow: float = 1.0
    factors: Tensor | None = None
    long_factors: Tensor | None = None

    def apply(self, tape: Tape, x: Tensor, positions: Tensor) -> Tensor:
        """x [head_dim, n_head, T], positions I32 [T]. A rotation's transpose is its inverse."""
        factors = self.factors if self.long_factors is None or x.shape[2] <= self.n_ctx_orig else self.long_factors
        arguments = (
            positions, factors, self.n_dims, self.mode, self.n_ctx_orig, self.freq_base, self.freq_scale,
            self.ext_factor, self.attn_factor, self.beta_fast, self.beta_slow,
        )  # fmt: skip
        output = tape.emit("rope_ext", x, *arguments)
        return tape.record(output, (x,), lambda dy: (tape.emit("rope_ext_back", dy, *arguments),))


def transposed(tape: Tape, x: Tensor) -> Tensor:
    """A contiguous copy with the first two axes swapped (copied element by element: small tensors only)."""
    return tape.emit("cont", tape.emit("permute", x, 1, 0, 2, 3))
