"""Which experts a token goes to, and with what weight each of them counts.

Shapes are in ggml order, fastest axis first. T: tokens, E: experts, k: experts used per token, its slots.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.ops.autograd import Tape
from core.engine.ops.composed import soft_max_back

# The least sum that a token's weights are divided by: llama.cpp's, the smallest normal number of F16 (build_moe_ffn).
LEAST_SUM = 6.103515625e-5


@dataclass(frozen=True)
class Routing:
    """How weights come from the router's logits.

    scores: `softmax` over all experts, `chosen`: softmax over the chosen ones alone, or each expert's `sigmoid`.
    normalized: a token's weights are divided by their sum, which counts as LEAST_SUM where it is less.
    scale: multiplies the weights in the end.
    groups, groups_used: experts lie in so many groups, of which those with the highest sums of two best scores are
    chosen among; 1: all are one group.
    """

    n_used: int
    scores: Literal["softmax", "chosen", "sigmoid"] = "softmax"
    normalized: bool = False
    scale: float = 1.0
    groups: int = 1
    groups_used: int = 1


def route(tape: Tape, logits: Tensor, routing: Routing, bias: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """Choose k experts for each token by the router's logits [E, T] -> ids I32 [k, T], and their weights [1, k, T].

    bias [E]: added to the scores by which experts are chosen, not to those they are weighed by. The choice has no
    gradient, the weights have:

        s = softmax(l) or sigmoid(l)     ids = the k largest of s + bias     c = s[ids]     w = scale c / sum(c)
        dc = scale (dw - sum(dw w) / scale) / sum(c)     ds = dc where chosen, else 0

    Where the sum is below LEAST_SUM, w = scale c / LEAST_SUM and dc = scale dw / LEAST_SUM.
    """
    plain = bias is None and routing.groups == 1
    if routing.scores == "chosen" or (routing.scores == "softmax" and routing.normalized and plain):
        return _softmax_of_chosen(tape, logits, routing, bias)  # shares of shares are those of the chosen alone
    sigmoid = routing.scores == "sigmoid"
    scores = tape.emit("sigmoid", logits) if sigmoid else tape.emit("soft_max_ext", logits, None, 1.0, 0.0)
    ids = _choose(tape, scores, routing, bias)
    chosen = chosen_of(tape, scores, ids)
    weights, gradient_of_chosen = _weighed(tape, chosen, routing)

    def rule(dw: Tensor) -> Sequence[Tensor | None]:
        dc = gradient_of_chosen(dw)
        if sigmoid:  # its slope is s (1 - s)
            slope = tape.emit("mul", chosen, tape.emit("scale_bias", chosen, -1.0, 1.0))
            return (scattered(tape, tape.emit("mul", dc, slope), ids, logits.shape[0]),)
        return (soft_max_back(tape, scattered(tape, dc, ids, logits.shape[0]), scores, 1.0),)

    return ids, tape.record(weights, (logits,), rule)


def _softmax_of_chosen(tape: Tape, logits: Tensor, routing: Routing, bias: Tensor | None) -> tuple[Tensor, Tensor]:
    """Weights that add up to `scale`."""
    ids = _choose(tape, logits, routing, bias)
    n_used, n_tokens = ids.shape[:2]
    chosen = tape.emit("reshape_3d", chosen_of(tape, logits, ids), n_used, n_tokens, 1)
    p = tape.emit("soft_max_ext", chosen, None, 1.0, 0.0)
    weights = _scaled(tape, tape.emit("reshape_3d", p, 1, n_used, n_tokens), routing.scale)

    def rule(dw: Tensor) -> Sequence[Tensor | None]:
        # In place on a copy: left to itself, the allocator may put the result over p, which is read to the end.
        dp = tape.emit("cont", tape.emit("reshape_3d", _scaled(tape, dw, routing.scale), n_used, n_tokens, 1))
        d_chosen = tape.emit("reshape_3d", soft_max_back(tape, dp, p, 1.0), 1, n_used, n_tokens)
        return (scattered(tape, d_chosen, ids, logits.shape[0]),)

    return ids, tape.record(weights, (logits,), rule)


def _weighed(tape: Tape, chosen: Tensor, routing: Routing) -> tuple[Tensor, Callable[[Tensor], Tensor]]:
    """Scores of the chosen [1, k, T] -> their weights [1, k, T], and the gradient of the scores from theirs."""
    if not routing.normalized:
        return _scaled(tape, chosen, routing.scale), lambda dw: _scaled(tape, dw, routing.scale)
    _, n_used, n_tokens = chosen.shape[:3]

    def slots_in_rows(x: Tensor) -> Tensor:
        return tape.emit("reshape_3d", x, n_used, n_tokens, 1)

    total = tape.emit("sum_rows", slots_in_rows(chosen))  # [1, T]
    total = tape.emit("clamp", total, LEAST_SUM, inf)
    shares = tape.emit("div", slots_in_rows(chosen), total)

    def gradient(dw: Tensor) -> Tensor:
        dw = _scaled(tape, slots_in_rows(dw), routing.scale)
        along = tape.emit("sum_rows", tape.emit("mul", dw, shares))  # [1, T]
        counts = tape.emit("step", tape.emit("scale_bias", total, 1.0, -LEAST_SUM))  # 0 where the sum is no divisor
        d_chosen = tape.emit("div", tape.emit("sub", dw, tape.emit("mul", along, counts)), total)
        return tape.emit("reshape_3d", d_chosen, 1, n_used, n_tokens)

    return tape.emit("reshape_3d", _scaled(tape, shares, routing.scale), 1, n_used, n_tokens), gradient


def _choose(tape: Tape, scores: Tensor, routing: Routing, bias: Tensor | None) -> Tensor:
    """scores [E, T] -> ids I32 [k, T] of the largest."""
    if bias is not None:
        scores = tape.emit("add", scores, bias)
    if routing.groups > 1:
        scores = _best_groups(tape, scores, routing)
    return tape.emit("argsort_top_k", scores, routing.n_used)


def _best_groups(tape: Tape, scores: Tensor, routing: Routing) -> Tensor:
    """scores [E, T] of the best groups' experts, minus infinity those of the others. A group is as good as its two best
    (arXiv:2412.19437, as llama.cpp has it).
    """
    n_expert, n_tokens = scores.shape[:2]
    groups, size = routing.groups, n_expert // routing.groups
    by_group = tape.emit("reshape_3d", scores, size, groups, n_tokens)
    best = tape.emit("argsort_top_k", by_group, 2)  # [2, groups, T]
    of_best = tape.emit("get_rows", tape.emit("reshape_4d", by_group, 1, size, groups, n_tokens), best)
    sums = tape.emit("sum_rows", tape.emit("reshape_3d", of_best, 2, groups, n_tokens))  # [1, groups, T]
    used = tape.emit("argsort_top_k", tape.emit("reshape_3d", sums, groups, n_tokens, 1), routing.groups_used)
    kept = tape.emit("get_rows", by_group, used)  # [size, groups_used, T]
    none = tape.emit("fill", by_group, -inf)
    return tape.emit("reshape_3d", tape.emit("set_rows", none, kept, used), n_expert, n_tokens, 1)


def chosen_of(tape: Tape, values: Tensor, ids: Tensor) -> Tensor:
    """Return the chosen experts' values, from all values [E, T], contiguous: [1, k, T]."""
    n_expert, n_tokens = values.shape[:2]
    return tape.emit("get_rows", tape.emit("reshape_3d", values, 1, n_expert, n_tokens), ids)


def scattered(tape: Tape, values: Tensor, ids: Tensor, n_expert: int) -> Tensor:
    """Put values [1, k, T] in the places of the chosen experts, zero elsewhere: [E, T]."""
    n_tokens = ids.shape[1]
    zeros = tape.emit("fill", tape.emit("new_tensor_4d", abi.F32, 1, n_expert, n_tokens, 1), 0.0)
    return tape.emit("reshape_3d", tape.emit("set_rows", zeros, values, ids), n_expert, n_tokens, 1)


def _scaled(tape: Tape, x: Tensor, factor: float) -> Tensor:
    return x if factor == 1.0 else tape.emit("scale", x, factor)
