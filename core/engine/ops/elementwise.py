"""Sums, products and other small operations, by ggml: what each emits, and its vector-Jacobian rule.

Shapes are in ggml order, fastest axis first. T: tokens, d: width.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.ops.autograd import Tape
from core.engine.ops.composed import repeat_back


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
    """Split x [n, T] along axis 0 into views [width, T]. What follows has to read every one."""
    n_rows, n_tokens = x.shape[:2]
    starts = accumulate(widths, initial=0)
    whole: list[Tensor] = []  # the gradient of x, which parts write themselves into

    def rule_of(start: int) -> Callable[[Tensor], Sequence[Tensor | None]]:
        def rule(dy: Tensor) -> Sequence[Tensor | None]:
            into = whole.pop() if whole else tape.emit("new_tensor_4d", abi.F32, n_rows, n_tokens, 1, 1)
            whole.append(tape.emit("set_inplace", into, dy, *into.strides[1:], start * into.strides[0]))
            return (whole[0] if start == 0 else None,)  # the first part's turn is last

        return rule

    return [
        tape.record(
            tape.emit("view_3d", x, width, n_tokens, 1, *x.strides[1:3], start * x.strides[0]), (x,), rule_of(start)
        )
        for width, start in zip(widths, starts, strict=False)
    ]


def contiguous(tape: Tape, x: Tensor) -> Tensor:
    """Copy x so that its numbers lie side by side."""
    return tape.record(tape.emit("cont", x), (x,), lambda dy: (dy,))


def exponential(tape: Tape, x: Tensor) -> Tensor:
    """Return exp(x), which is its own slope."""
    y = tape.emit("exp", x)
    return tape.record(y, (x,), lambda dy: (tape.emit("mul", dy, y),))


def soft_cap(tape: Tape, x: Tensor, cap: float) -> Tensor:
    """Return cap * tanh(x / cap): nearly x where that is small, never beyond cap. Its slope is 1 - tanh(x / cap)^2."""
    t = tape.emit("tanh", tape.emit("scale", x, 1 / cap))

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        return (tape.emit("mul", dy, tape.emit("scale_bias", tape.emit("sqr", t), -1.0, 1.0)),)

    return tape.record(tape.emit("scale", t, cap), (x,), rule)


def transposed(tape: Tape, x: Tensor) -> Tensor:
    """Copy x with the first two axes swapped, contiguous (copied element by element: small tensors only)."""
    return tape.emit("cont", tape.emit("permute", x, 1, 0, 2, 3))
