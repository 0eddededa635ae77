"""The loss on the logits l of n tokens, with its gradient: their cross-entropy with labels, in place, so that one
[n_vocab, n] tensor exists, and their divergence from another model's logits e.

    cross-entropy = logsumexp(l) - l[label]                           dl = softmax(l) - onehot(label)
    KL(e || l) = sum softmax(e) (e - l) - logsumexp(e) + logsumexp(l)   dl = softmax(l) - softmax(e)
"""

from __future__ import annotations

from core.engine.ggml.tensor import Tensor
from core.engine.ops.autograd import Tape


def logit_copies(capped: bool) -> float:
    """Return how many tensors as large as the logits exist at once: the logits, what a soft cap needs of them before
    the loss, and the products' rounded operands, which count half.
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
    n_vocab, n = logits.shape[:2]
    label_index = tape.emit("reshape_3d", labels, 1, n, 1)
    l_label = tape.emit("get_rows", _numbers(tape, logits), label_index)  # [1, 1, n]
    tape.compute(l_label)  # before the softmax overwrites them
    p, log_sum = _softmax(tape, logits)
    p_rows = _numbers(tape, p)
    p_label = tape.emit("get_rows", p_rows, label_index)
    tape.store(tape.emit("sub", log_sum, l_label), losses)
    less_one = tape.emit("scale_bias", p_label, 1.0, -1.0)
    gradient = tape.emit("set_rows", p_rows, less_one, label_index)
    return tape.emit("reshape_3d", gradient, n_vocab, n, 1)


def divergence(tape: Tape, expected: Tensor, logits: Tensor, losses: Tensor) -> Tensor:
    """Return dl [n_vocab, n] of logits l [n_vocab, n]; store KL(e || l) of each token [n], in nats.

    expected: e, [n_vocab, n]. Both are overwritten. For equal logits all roundings are equal too, and both the
    divergence and its gradient are exactly 0.
    """
    apart = tape.emit("sub", expected, logits)
    tape.compute(apart)  # before the softmaxes overwrite them
    p, p_log_sum = _softmax(tape, expected)
    q, q_log_sum = _softmax(tape, logits)
    n = logits.shape[1]
    weighed = tape.emit("reshape_3d", tape.emit("sum_rows", tape.emit("mul", apart, p)), 1, 1, n)
    tape.store(tape.emit("add", weighed, tape.emit("sub", q_log_sum, p_log_sum)), losses)
    return tape.emit("sub", q, p)


def _softmax(tape: Tape, logits: Tensor) -> tuple[Tensor, Tensor]:
    """Return softmax(l), in place of l [n_vocab, n], and logsumexp(l) [1, 1, n].

    logsumexp = l[max] - log p[max]: p[max] is at least 1 / n_vocab, so the logarithm is always finite.
    """
    max_index = tape.emit("reshape_3d", tape.emit("argmax", logits), 1, logits.shape[1], 1)
    l_max = tape.emit("get_rows", _numbers(tape, logits), max_index)
    tape.compute(l_max)  # before the softmax overwrites it
    p = tape.emit("soft_max_ext_inplace", logits, None, 1.0, 0.0)
    p_max = tape.emit("get_rows", _numbers(tape, p), max_index)
    return p, tape.emit("sub", l_max, tape.emit("log", p_max))


def _numbers(tape: Tape, logits: Tensor) -> Tensor:
    """View [n_vocab, n] as [1, n_vocab, n]: one number a row, so that rows can be gathered."""
    return tape.emit("reshape_3d", logits, 1, *logits.shape[:2])
