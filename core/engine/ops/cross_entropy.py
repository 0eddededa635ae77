"""Softmax cross-entropy with its gradient, in place: one [n_vocab, n] tensor exists.

loss = logsumexp(l) - l[label]      dl = softmax(l) - onehot(label)
"""

from __future__ import annotations

from core.engine.ggml.tensor import Tensor
from core.engine.ops.autograd import Tape


def logit_copies(capped: bool) -> float:
    """Return how many tensors as large as the logits exist at once: they, what a soft cap before the loss needs of
    them, and the products' rounded operands, which count half.
    """
    return 3.5 if capped else 1.5


def cross_entropy(tape: Tape, logits: Tensor, labels: Tensor, losses: Tensor) -> Tensor:
    """Return dl [n_vocab, n] of logits [n_vocab, n] (overwritten), labels I32 [n]; store the losses [n], in nats."""
    form = _by_our_kernel if tape.kernels.f32 is not None else _by_ggml
    return form(tape, logits, labels, losses)


def _by_our_kernel(tape: Tape, logits: Tensor, labels: Tensor, losses: Tensor) -> Tensor:
    gradient = tape.custom_in_place(logits, (labels, losses), tape.kernels.nodes.cross_entropy)
    tape.compute(gradient)
    return gradient


def _by_ggml(tape: Tape, logits: Tensor, labels: Tensor, losses: Tensor) -> Tensor:
    """logsumexp = l[max] - log p[max]: p[max] is at least 1 / n_vocab, so the logarithm is always finite."""
    n_vocab, n = logits.shape[:2]
    rows = tape.emit("reshape_3d", logits, 1, n_vocab, n)  # [1, n_vocab, n]: one number a row, so rows can be gathered
    label_index = tape.emit("reshape_3d", labels, 1, n, 1)
    max_index = tape.emit("reshape_3d", tape.emit("argmax", logits), 1, n, 1)
    l_label = tape.emit("get_rows", rows, label_index)  # [1, 1, n]
    l_max = tape.emit("get_rows", rows, max_index)
    tape.compute(l_label)  # before the softmax overwrites them
    tape.compute(l_max)
    p = tape.emit("soft_max_ext_inplace", logits, None, 1.0, 0.0)
    p_rows = tape.emit("reshape_3d", p, 1, n_vocab, n)
    p_label = tape.emit("get_rows", p_rows, label_index)
    p_max = tape.emit("get_rows", p_rows, max_index)
    tape.store(tape.emit("sub", tape.emit("sub", l_max, tape.emit("log", p_max)), l_label), losses)
    less_one = tape.emit("scale_bias", p_label, 1.0, -1.0)
    gradient = tape.emit("set_rows", p_rows, less_one, label_index)
    return tape.emit("reshape_3d", gradient, n_vocab, n, 1)
