"""Sums, products and other small operations by ggml, each with its vector-Jacobian rule.

Shapes are in ggml order, fastest axis first. T: tokens, d: width.

Includes the inner part of a feed-forward: gated units (arXiv:2002.05202), activation(gate) * up, their activation
functions, and squared ReLU, which has no gate.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from ctypes import Structure
from itertools import accumulate
from math import inf, pi, sqrt

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.kernels.interface import GatedArgs
from core.engine.ops.autograd import Tape
from core.engine.ops.composed import in_rows, repeat_back


def add(tape: Tape, a: Tensor, b: Tensor) -> Tensor:
    """Return a + b, same shape, or b [d] frozen and repeated over the rows of a [d, T]."""
    if b.requires_grad and a.shape != b.shape:
        raise ValueError("a repeated summand cannot be trained")
    return tape.record(tape.emit("add", a, b), (a, b), lambda dy: (dy, dy))


def scale(tape: Tape, x: Tensor, factor: float) -> Tensor:
    """Return x * factor."""
    return tape.record(tape.emit("scale", x, factor), (x,), lambda dy: (tape.emit("scale", dy, factor),))


def mul(tape: Tape, a: Tensor, b: Tensor) -> Tensor:
    """Return a * b, same shape, or b [d] repeated over the rows of a [d, T]."""

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        da = tape.emit("mul", dy, b) if a.requires_grad else None
        db = tape.emit("mul", dy, a) if b.requires_grad else None
        if db is not None and a.shape != b.shape:
            db = repeat_back(tape, db, b)
        return da, db

    return tape.record(tape.emit("mul", a, b), (a, b), rule)


def divide(tape: Tape, a: Tensor, b: Tensor) -> Tensor:
    """Return a / b, same shape, b frozen."""
    return tape.record(tape.emit("div", a, b), (a,), lambda dy: (tape.emit("div", dy, b),))


def reshape(tape: Tape, x: Tensor, ne0: int, ne1: int, ne2: int = 1) -> Tensor:
    """Return the elements of contiguous x in another shape."""
    ne = x.shape

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        return (tape.emit("reshape_3d", dy, ne[0], ne[1], ne[2]),)

    return tape.record(tape.emit("reshape_3d", x, ne0, ne1, ne2), (x,), rule)


def stacked(tape: Tape, parts: Sequence[Tensor]) -> Tensor:
    """Stack parts [n, T] one after another along axis 0."""
    n_rows, n_columns = sum(part.shape[0] for part in parts), parts[0].shape[1]
    whole = tape.emit("new_tensor_4d", abi.F32, n_rows, n_columns, 1, 1)
    starts = list(accumulate((part.shape[0] for part in parts), initial=0))[:-1]
    for part, start in zip(parts, starts, strict=True):
        whole = tape.emit("set_inplace", whole, part, *whole.strides[1:], start * whole.strides[0])

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        pieces = (
            tape.emit("view_3d", dy, part.shape[0], n_columns, 1, dy.strides[1], dy.strides[2], start * dy.strides[0])
            for part, start in zip(parts, starts, strict=True)
        )
        return [tape.emit("cont", piece) for piece in pieces]

    return tape.record(whole, parts, rule)


def split(tape: Tape, x: Tensor, *widths: int) -> list[Tensor]:
    """Split x [n, T] along axis 0 into views [width, T]. Later operations must read every one."""
    n_rows, n_tokens = x.shape[:2]
    starts = accumulate(widths, initial=0)
    whole: list[Tensor] = []  # the gradient of x, which the parts write into

    def rule_of(start: int) -> Callable[[Tensor], Sequence[Tensor | None]]:
        def rule(dy: Tensor) -> Sequence[Tensor | None]:
            into = whole.pop() if whole else tape.emit("new_tensor_4d", abi.F32, n_rows, n_tokens, 1, 1)
            whole.append(tape.emit("set_inplace", into, dy, *into.strides[1:], start * into.strides[0]))
            return (whole[0] if start == 0 else None,)  # the first part comes last

        return rule

    return [
        tape.record(
            tape.emit("view_3d", x, width, n_tokens, 1, *x.strides[1:3], start * x.strides[0]), (x,), rule_of(start)
        )
        for width, start in zip(widths, starts, strict=False)
    ]


def contiguous(tape: Tape, x: Tensor) -> Tensor:
    """Copy x to contiguous memory."""
    return tape.record(tape.emit("cont", x), (x,), lambda dy: (dy,))


def exponential(tape: Tape, x: Tensor) -> Tensor:
    """Return exp(x), which is its own derivative."""
    y = tape.emit("exp", x)
    return tape.record(y, (x,), lambda dy: (tape.emit("mul", dy, y),))


def soft_cap(tape: Tape, x: Tensor, cap: float) -> Tensor:
    """Return cap * tanh(x / cap): nearly x while that is small, never beyond cap. Its slope is 1 - tanh(x / cap)^2."""
    t = tape.emit("tanh", tape.emit("scale", x, 1 / cap))

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        return (tape.emit("mul", dy, tape.emit("scale_bias", tape.emit("sqr", t), -1.0, 1.0)),)

    return tape.record(tape.emit("scale", t, cap), (x,), rule)


def transposed(tape: Tape, x: Tensor) -> Tensor:
    """Copy x with the first two axes swapped, contiguous (copied element by element: small tensors only)."""
    return tape.emit("cont", tape.emit("permute", x, 1, 0, 2, 3))


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
    """Compute a gated unit, and both gradients in one pass. Activations saved in F16 are read as such."""
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
    gpt-oss, as in llama.cpp and Transformers (GptOssExperts). No gradient passes beyond the limit.
    """
    form = _swiglu_oai_by_our_kernel if tape.kernels.takes(gate.shape[0]) else _swiglu_oai_by_ggml
    return form(tape, gate, up, alpha, limit)


def _swiglu_oai_by_ggml(tape: Tape, gate: Tensor, up: Tensor, alpha: float, limit: float) -> Tensor:
    def below(x: Tensor) -> Tensor:
        """Return 1 if x is less than the limit, else 0."""
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
    """Return gelu(gate) * up, with the usual gelu of language models (arXiv:1606.08415, its tanh form), gelu(x) = x
    s(x), s = sigmoid(2 sqrt(2 / pi) (x + 0.044715 x^3)). ggml and llama.cpp take it from a table in F16.
    """

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        d_gate = tape.emit("mul", tape.emit("mul", dy, up), gelu_slope(tape, gate))
        d_up = tape.emit("mul", dy, tape.emit("gelu", gate))
        return d_gate, d_up

    return tape.record(tape.emit("geglu_split", gate, up), (gate, up), rule)


def gelu_slope(tape: Tape, x: Tensor) -> Tensor:
    """Return d gelu / dx = s (1 + x u' (1 - s)), where s = sigmoid(u), u = c x + 0.044715 c x^3."""
    c = 2 * sqrt(2 / pi)
    squared = tape.emit("sqr", x)
    s = tape.emit("sigmoid", tape.emit("mul", x, tape.emit("scale_bias", squared, 0.044715 * c, c)))
    slope = tape.emit("mul", x, tape.emit("scale_bias", squared, 3 * 0.044715 * c, c))  # x u'
    slope = tape.emit("mul", slope, tape.emit("scale_bias", s, -1.0, 1.0))
    return tape.emit("mul", s, tape.emit("scale_bias", slope, 1.0, 1.0))
