"""The inner part of a feed-forward, elementwise: gated units (arXiv:2002.05202), activation(gate) * up, the functions
that gates are made of, and squared ReLU, which has no gate.
"""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import Structure
from math import inf, pi, sqrt

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.kernels.interface import GatedArgs
from core.engine.ops.autograd import Tape
from core.engine.ops.products import in_rows


def silu(tape: Tape, x: Tensor) -> Tensor:
    """Return x sigmoid(x)."""
    return tape.record(tape.emit("silu", x), (x,), lambda dy: (tape.emit("silu_back", dy, x),))


def sigmoid(tape: Tape, x: Tensor) -> Tensor:
    """Return s = 1 / (1 + exp(-x)), whose slope is s (1 - s)."""
    s = tape.emit("sigmoid", x)

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        return (tape.emit("mul", dy, tape.emit("mul", s, tape.emit("scale_bias", s, -1.0, 1.0))),)

    return tape.record(s, (x,), rule)


def softplus(tape: Tape, x: Tensor) -> Tensor:
    """Return log(1 + exp(x)), whose slope is sigmoid(x)."""
    return tape.record(tape.emit("softplus", x), (x,), lambda dy: (tape.emit("mul", dy, tape.emit("sigmoid", x)),))


def relu_squared(tape: Tape, x: Tensor) -> Tensor:
    """Return max(x, 0)^2 (arXiv:2109.08668), whose slope is 2 max(x, 0)."""

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        return (tape.emit("mul", dy, tape.emit("scale", tape.emit("relu", x), 2.0)),)

    return tape.record(tape.emit("sqr", tape.emit("relu", x)), (x,), rule)


def swiglu(tape: Tape, gate: Tensor, up: Tensor) -> Tensor:
    """Return silu(gate) * up, silu(x) = x sigmoid(x): both [d, ...]."""
    form = _swiglu_by_our_kernel if tape.kernels.takes(gate.shape[0]) else _swiglu_by_ggml
    return form(tape, gate, up)


def _swiglu_by_ggml(tape: Tape, gate: Tensor, up: Tensor) -> Tensor:
    rows = in_rows(tape, gate)

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        d_gate = tape.emit("silu_back", tape.emit("mul", dy, up), rows)
        d_up = tape.emit("mul", dy, tape.emit("silu", rows))
        return d_gate, d_up

    return tape.record(tape.emit("swiglu_split", rows, up), (gate, up), rule)


def _swiglu_by_our_kernel(tape: Tape, gate: Tensor, up: Tensor) -> Tensor:
    return _by_our_kernels(tape, gate, up, "swiglu")


def _by_our_kernels(tape: Tape, gate: Tensor, up: Tensor, name: str, data: Structure | None = None) -> Tensor:
    """Both gradients in one pass. What was saved in F16 is read as it lies."""
    nodes, shape = tape.kernels.nodes, gate.shape
    rows = gate.n_elements // shape[0]

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        inputs = (dy, tape.as_stored(gate), tape.as_stored(up))
        both = tape.custom(abi.F32, shape[0], 2 * rows, inputs, getattr(nodes, f"{name}_back"), data)
        row = both.strides[1]
        d_gate, d_up = (
            tape.emit("view_3d", both, *shape[:3], row, row * shape[1], part * rows * row) for part in range(2)
        )
        return d_gate, d_up

    inputs = (tape.as_stored(gate), tape.as_stored(up))
    y = tape.custom(abi.F32, shape[0], rows, inputs, getattr(nodes, name), data)
    return tape.record(tape.emit("reshape_3d", y, *shape[:3]), (gate, up), rule)


def swiglu_oai(tape: Tape, gate: Tensor, up: Tensor, alpha: float = 1.702, limit: float = 7.0) -> Tensor:
    """Return x sigmoid(alpha x) (1 + y), where x = min(gate, limit), and y = up clipped to +-limit: the gated unit of
    gpt-oss, as llama.cpp and Transformers have it (GptOssExperts). No gradient passes beyond the limit.
    """
    form = _swiglu_oai_by_our_kernel if tape.kernels.takes(gate.shape[0]) else _swiglu_oai_by_ggml
    return form(tape, gate, up, alpha, limit)


def _swiglu_oai_by_ggml(tape: Tape, gate: Tensor, up: Tensor, alpha: float, limit: float) -> Tensor:
    def below(x: Tensor) -> Tensor:
        """1 where x is less than the limit, else 0."""
        return tape.emit("step", tape.emit("scale_bias", x, -1.0, limit))

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        x = tape.emit("clamp", gate, -inf, limit)
        s = tape.emit("sigmoid", tape.emit("scale", x, alpha))
        slope = tape.emit("mul", tape.emit("scale", x, alpha), tape.emit("scale_bias", s, -1.0, 1.0))
        slope = tape.emit("mul", s, tape.emit("scale_bias", slope, 1.0, 1.0))  # s (1 + alpha x (1 - s))
        factor = tape.emit("scale_bias", tape.emit("clamp", up, -limit, limit), 1.0, 1.0)
        d_gate = tape.emit("mul", tape.emit("mul", dy, tape.emit("mul", factor, slope)), below(gate))
        within = tape.emit("step", tape.emit("scale_bias", tape.emit("sqr", up), -1.0, limit * limit))
        return d_gate, tape.emit("mul", tape.emit("mul", dy, tape.emit("mul", x, s)), within)

    return tape.record(tape.emit("swiglu_oai", gate, up, alpha, limit), (gate, up), rule)


def _swiglu_oai_by_our_kernel(tape: Tape, gate: Tensor, up: Tensor, alpha: float, limit: float) -> Tensor:
    return _by_our_kernels(tape, gate, up, "swiglu_oai", GatedArgs(alpha, limit))


def geglu(tape: Tape, gate: Tensor, up: Tensor) -> Tensor:
    """Return gelu(gate) * up, with the gelu that is usual in language models (arXiv:1606.08415, its tanh form), gelu(x)
    = x s(x), s = sigmoid(2 sqrt(2 / pi) (x + 0.044715 x^3)). ggml and llama.cpp take it from a table in F16.
    """

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        d_gate = tape.emit("mul", tape.emit("mul", dy, up), gelu_slope(tape, gate))
        d_up = tape.emit("mul", dy, tape.emit("gelu", gate))
        return d_gate, d_up

    return tape.record(tape.emit("geglu_split", gate, up), (gate, up), rule)


def gelu_slope(tape: Tape, x: Tensor) -> Tensor:
    """Return d gelu / dx = s (1 + x u' (1 - s)), where u = c x + 0.044715 c x^3 is what s is the sigmoid of."""
    c = 2 * sqrt(2 / pi)
    squared = tape.emit("sqr", x)
    s = tape.emit("sigmoid", tape.emit("mul", x, tape.emit("scale_bias", squared, 0.044715 * c, c)))
    slope = tape.emit("mul", x, tape.emit("scale_bias", squared, 3 * 0.044715 * c, c))  # x u'
    slope = tape.emit("mul", slope, tape.emit("scale_bias", s, -1.0, 1.0))
    return tape.emit("mul", s, tape.emit("scale_bias", slope, 1.0, 1.0))
