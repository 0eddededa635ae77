"""The output projection, whose output's gradient has one number that is unlike all others of a token: its label's.

    l = W x      dx = W^T dl,   dl = softmax(l) - onehot(label)

With a transposed copy of few bits dl is rounded, too, with one scale for 32 numbers or more. The label's would leave
nothing of its neighbours, and what rounding takes of it is much where the sum nearly cancels. So its row is taken from
the file and the rest is multiplied:

    dx = W^T (dl without the label's) + dl[label] W[label]
"""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.kernels import interface as own
from core.engine.ops.autograd import Tape
from core.engine.ops.frozen_product import FrozenWeight, frozen_product, input_gradient

FLOATS = {abi.F32, abi.F16, abi.BF16, own.BF16}  # copies with which every number is rounded by itself, or not at all


def takes_label_apart(transposed: int | None, *, on_device: bool = False) -> bool:
    """Whether the gradient reads rows of the file's tensor beside a transposed copy of this type. Devices round every
    number by itself.
    """
    return transposed is not None and transposed not in FLOATS and not on_device


def head_mul_mat(tape: Tape, w: FrozenWeight, x: Tensor, labels: Tensor | None) -> Tensor:
    """w x: [d, n] -> [n_vocab, n]. labels I32 [n]: whose gradients a copy of few bits does not multiply."""

    def rule(dl: Tensor) -> Sequence[Tensor | None]:
        copy = w.transposed
        if copy is None or not takes_label_apart(copy.kind, on_device=tape.backend.halves_products):
            return (input_gradient(tape, w.weight, copy, dl),)
        assert labels is not None
        return (_gradient_label_apart(tape, w.weight, copy, dl, labels),)

    return tape.record(frozen_product(tape, w.forward or w.weight, x), (x,), rule)


def _gradient_label_apart(tape: Tape, w: Tensor, w_transposed: Tensor, dl: Tensor, labels: Tensor) -> Tensor:
    """dl [n_vocab, n], whose labels' numbers are overwritten -> dx [d, n]."""
    n_vocab, n = dl.shape[:2]
    numbers = tape.emit("reshape_3d", dl, 1, n_vocab, n)
    index = tape.emit("reshape_3d", labels, 1, n, 1)
    at_label = tape.emit("get_rows", numbers, index)  # [1, 1, n]
    others = tape.emit("set_rows", numbers, tape.emit("scale", at_label, 0.0), index)
    dx = frozen_product(tape, w_transposed, tape.emit("reshape_3d", others, n_vocab, n, 1))
    factor = tape.emit("reshape_3d", at_label, 1, n, 1)
    return tape.emit("add", dx, tape.emit("mul", tape.emit("get_rows", w, labels), factor))
