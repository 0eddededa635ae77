"""Gated units (arXiv:2002.05202), the inner part of a feed-forward: activation(gate) * up, elementwise."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sqrt

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.ops.autograd import Tape


def swiglu(tape: Tape, gate: Tensor, up: Tensor) -> Tensor:
    """silu(gate) * up, silu(x) = x sigmoid(x): both [d, ...]."""
    form = _swiglu_by_our_kernel if tape.kernels.takes(gate.shape[0]) else _swiglu_by_ggml
    return form(tape, gate, up)


def _swiglu_by_ggml(tape: Tape, gate: Tensor, up: Tensor) -> Tensor:
    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        d_gate = tape.emit("silu_back", tape.emit("mul", dy, up), gate)
        d_up = tape.emit("mul", dy, tape.emit("silu", gate))
        return d_gate, d_up

    return tape.record(tape.emit("swiglu_split", gate, up), (gate, up), rule)


def _swiglu_by_our_kernel(tape: Tape, gate: Tensor, up: Tensor) -> Tensor:
    """Both gradients in one pass. What was saved in F16 is read as it lies."""
    nodes, shape = tape.kernels.nodes, gate.shape
    rows = gate.n_elements // shape[0]

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        inputs = (dy, tape.as_stored(gate), tape.as_stored(up))
        both = tape.custom(abi.F32, shape[0], 2 * rows, inputs, nodes.swiglu_back)
        row = both.strides[1]
        d_gate, d_up = (
            tape.emit("view_3d", both, *shape[:3], row, row * shape[1], part * rows * row) for part in range(2)
        )
        return d_gate, d_up

    y = tape.custom(abi.F32, shape[0], rows, (tape.as_stored(gate), tape.as_stored(up)), nodes.swiglu)
    return tape.record(tape.emit("reshape_3d", y, *shape[:3]), (gate, up), rule)


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
