"""Mixture of experts: the choice of each token's experts and their weights; products with the chosen experts, and
additions to them.

Shapes are in ggml order, fastest axis first. T: tokens, E: experts, k: experts used per token, its slots.
A stack of experts is one tensor [d_in, d_out, E]; ids I32 [k, T] names the expert in each slot.

    y_j = W_e(j) x      dx = sum_j W_e(j)^T dy_j
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.ops.autograd import Tape
from core.engine.ops.composed import combine, dequantized_rows, outer, product, product_by_id, soft_max_back
from core.engine.ops.elementwise import transposed
from core.engine.ops.frozen_product import FrozenWeight, Streaming

# The least divisor for a token's weights: llama.cpp's, the smallest normal number of F16 (build_moe_ffn).
LEAST_SUM = 6.103515625e-5


@dataclass(frozen=True)
class Routing:
    """How to compute weights from the router's logits.

    scores: `softmax` over all experts, `chosen`: softmax over the chosen ones alone, or each expert's `sigmoid`.
    normalized: a token's weights are divided by their sum, or by LEAST_SUM if it is less.
    scale: multiplies the weights in the end.
    groups, groups_used: experts form this many groups; only those with the highest sums of two best scores take part in
    the choice; 1: all are one group.
    """

    n_used: int
    scores: Literal["softmax", "chosen", "sigmoid"] = "softmax"
    normalized: bool = False
    scale: float = 1.0
    groups: int = 1
    groups_used: int = 1


def route(tape: Tape, logits: Tensor, routing: Routing, bias: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """Choose k experts for each token by the router's logits [E, T] -> ids I32 [k, T], and their weights [1, k, T].

    bias [E]: added to the scores for the choice, not for the weights. The choice has no gradient, the weights do:

        s = softmax(l) or sigmoid(l)     ids = the k largest of s + bias     c = s[ids]     w = scale c / sum(c)
        dc = scale (dw - sum(dw w) / scale) / sum(c)     ds = dc where chosen, else 0

    If the sum is below LEAST_SUM, w = scale c / LEAST_SUM and dc = scale dw / LEAST_SUM.
    """
    plain = bias is None and routing.groups == 1
    if routing.scores == "chosen" or (routing.scores == "softmax" and routing.normalized and plain):
        return _softmax_of_chosen(tape, logits, routing, bias)  # normalized shares equal a softmax of the chosen alone
    sigmoid = routing.scores == "sigmoid"
    scores = tape.emit("sigmoid", logits) if sigmoid else tape.emit("soft_max_ext", logits, None, 1.0, 0.0)
    ids = _choose(tape, scores, routing, bias)
    chosen = _chosen_of(tape, scores, ids)
    weights, gradient_of_chosen = _weighed(tape, chosen, routing)

    def rule(dw: Tensor) -> Sequence[Tensor | None]:
        dc = gradient_of_chosen(dw)
        if sigmoid:  # its slope is s (1 - s)
            slope = tape.emit("mul", chosen, tape.emit("scale_bias", chosen, -1.0, 1.0))
            return (_scattered(tape, tape.emit("mul", dc, slope), ids, logits.shape[0]),)
        return (soft_max_back(tape, _scattered(tape, dc, ids, logits.shape[0]), scores, 1.0),)

    return ids, tape.record(weights, (logits,), rule)


def _softmax_of_chosen(tape: Tape, logits: Tensor, routing: Routing, bias: Tensor | None) -> tuple[Tensor, Tensor]:
    """Return the choice and weights that add up to `scale`."""
    ids = _choose(tape, logits, routing, bias)
    n_used, n_tokens = ids.shape[:2]
    chosen = tape.emit("reshape_3d", _chosen_of(tape, logits, ids), n_used, n_tokens, 1)
    p = tape.emit("soft_max_ext", chosen, None, 1.0, 0.0)
    weights = _scaled(tape, tape.emit("reshape_3d", p, 1, n_used, n_tokens), routing.scale)

    def rule(dw: Tensor) -> Sequence[Tensor | None]:
        # In place on a copy: otherwise the allocator may put the result over p, which is read to the end.
        dp = tape.emit("cont", tape.emit("reshape_3d", _scaled(tape, dw, routing.scale), n_used, n_tokens, 1))
        d_chosen = tape.emit("reshape_3d", soft_max_back(tape, dp, p, 1.0), 1, n_used, n_tokens)
        return (_scattered(tape, d_chosen, ids, logits.shape[0]),)

    return ids, tape.record(weights, (logits,), rule)


def _weighed(tape: Tape, chosen: Tensor, routing: Routing) -> tuple[Tensor, Callable[[Tensor], Tensor]]:
    """Return the weights of the chosen [1, k, T] from their scores, and a function from the weights' gradient to the
    scores'.
    """
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
        counts = tape.emit("step", tape.emit("scale_bias", total, 1.0, -LEAST_SUM))  # 0 if the sum was clamped
        d_chosen = tape.emit("div", tape.emit("sub", dw, tape.emit("mul", along, counts)), total)
        return tape.emit("reshape_3d", d_chosen, 1, n_used, n_tokens)

    return tape.emit("reshape_3d", _scaled(tape, shares, routing.scale), 1, n_used, n_tokens), gradient


def _choose(tape: Tape, scores: Tensor, routing: Routing, bias: Tensor | None) -> Tensor:
    """Return ids I32 [k, T] of the largest scores [E, T]."""
    if bias is not None:
        scores = tape.emit("add", scores, bias)
    if routing.groups > 1:
        scores = _best_groups(tape, scores, routing)
    return tape.emit("argsort_top_k", scores, routing.n_used)


def _best_groups(tape: Tape, scores: Tensor, routing: Routing) -> Tensor:
    """Return scores [E, T] of the best groups' experts, minus infinity for the others. A group's score is the sum of
    its two best (arXiv:2412.19437, as in llama.cpp).
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


def _chosen_of(tape: Tape, values: Tensor, ids: Tensor) -> Tensor:
    """Return the chosen experts' values, from all values [E, T], contiguous: [1, k, T]."""
    n_expert, n_tokens = values.shape[:2]
    return tape.emit("get_rows", tape.emit("reshape_3d", values, 1, n_expert, n_tokens), ids)


def _scattered(tape: Tape, values: Tensor, ids: Tensor, n_expert: int) -> Tensor:
    """Put values [1, k, T] in the places of the chosen experts, zero elsewhere: [E, T]."""
    n_tokens = ids.shape[1]
    zeros = tape.emit("fill", tape.emit("new_tensor_4d", abi.F32, 1, n_expert, n_tokens, 1), 0.0)
    return tape.emit("reshape_3d", tape.emit("set_rows", zeros, values, ids), n_expert, n_tokens, 1)


def _scaled(tape: Tape, x: Tensor, factor: float) -> Tensor:
    return x if factor == 1.0 else tape.emit("scale", x, factor)


def weigh(tape: Tape, x: Tensor, weights: Tensor) -> Tensor:
    """Return x [n, k, T] times weights [1, k, T]."""

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        dx = tape.emit("mul", dy, weights) if x.requires_grad else None
        dw = tape.emit("sum_rows", tape.emit("mul", dy, x)) if weights.requires_grad else None
        return dx, dw

    return tape.record(tape.emit("mul", x, weights), (x, weights), rule)


def add_bias(tape: Tape, x: Tensor, bias: Tensor, ids: Tensor) -> Tensor:
    """Add to each slot of x [n, k, T] the bias of its expert: bias [n, E], frozen."""
    return tape.record(tape.emit("add_id", x, bias, ids), (x,), lambda dy: (dy,))


def weighed_bias(tape: Tape, bias: Tensor, weights: Tensor, ids: Tensor) -> Tensor:
    """Return sum_j weight_j b_e(j): bias [n, E], frozen; weights [1, k, T] -> [n, 1, T]. dweight_j = <b_e(j), dy>.

    Multiplies with the weights of all experts, mostly zero, so that no tensor is as large as all slots.
    """
    n, n_expert, n_tokens = bias.shape[0], bias.shape[1], ids.shape[1]
    of_all = _scattered(tape, weights, ids, n_expert)  # [E, T]
    total = tape.emit("reshape_3d", combine(tape, bias, of_all), n, 1, n_tokens)

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        return (_chosen_of(tape, product(tape, bias, tape.emit("reshape_3d", dy, n, n_tokens, 1)), ids),)

    return tape.record(total, (weights,), rule)


def scaled_by_expert(tape: Tape, weights: Tensor, scales: Tensor, ids: Tensor) -> Tensor:
    """Return weights [1, k, T], each times its expert's number: scales [E], frozen."""
    n_expert, (n_used, n_tokens) = scales.shape[0], ids.shape[:2]
    flat = tape.emit("reshape_3d", tape.emit("cont", ids), n_used * n_tokens, 1, 1)
    factors = tape.emit("get_rows", tape.emit("reshape_3d", scales, 1, n_expert, 1), flat)
    factors = tape.emit("reshape_3d", factors, 1, n_used, n_tokens)
    return tape.record(tape.emit("mul", weights, factors), (weights,), lambda dy: (tape.emit("mul", dy, factors),))


def gated_by_token(tape: Tape, y: Tensor, x: Tensor, weight: Tensor) -> Tensor:
    """Return y [n, T] times s [1, T], the sigmoid of w . x: x [d, T], w [d] frozen.

    dy: s dz. dx: s (1 - s) <y, dz> w, with dz the gradient of the product.
    """
    column = tape.emit("reshape_3d", weight, weight.shape[0], 1, 1)
    s = tape.emit("sigmoid", product(tape, column, x))  # [1, T]

    def rule(dz: Tensor) -> Sequence[Tensor | None]:
        dy = tape.emit("mul", dz, s) if y.requires_grad else None
        slope = tape.emit("mul", s, tape.emit("scale_bias", s, -1.0, 1.0))
        ds = tape.emit("mul", tape.emit("sum_rows", tape.emit("mul", dz, y)), slope)
        return dy, combine(tape, column, ds) if x.requires_grad else None

    return tape.record(tape.emit("mul", y, s), (y, x), rule)


def expert_mul_mat(tape: Tape, w: FrozenWeight, x: Tensor, ids: Tensor) -> Tensor:
    """Multiply each slot of x by its expert's matrix: w [d_in, d_out, E]; x [d_in, k, T], or [d_in, 1, T] for all slots
    -> [d_out, k, T].

    The input gradient needs the transposed copy [d_out, d_in, E], or streams: see `expert_input_gradient`.
    """
    shared = x.shape[1] == 1

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        return (expert_input_gradient(tape, w.weight, w.transposed, dy, ids, combined=shared),)

    return tape.record(product_by_id(tape, w.weight, x, ids), (x,), rule)


def expert_sum(tape: Tape, w: FrozenWeight, x: Tensor, weights: Tensor, ids: Tensor) -> Tensor:
    """Return sum_j weight_j W_e(j) x_j: w as in `expert_mul_mat`, x [d_in, k, T], weights [1, k, T] -> [d_out, 1, T].

    With g_j = W_e(j)^T dy: dx_j = weight_j g_j, and dweight_j = <W_e(j) x_j, dy> = <x_j, g_j> needs no further product.
    """

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        g = expert_input_gradient(tape, w.weight, w.transposed, dy, ids, combined=False)  # [d_in, k, T]
        dx = tape.emit("mul", g, weights) if x.requires_grad else None
        dweights = tape.emit("sum_rows", tape.emit("mul", g, x)) if weights.requires_grad else None
        return dx, dweights

    y = sum_slots(tape, tape.emit("mul", product_by_id(tape, w.weight, x, ids), weights))
    return tape.record(y, (x, weights), rule)


def expert_input_gradient(
    tape: Tape, w: Tensor, w_transposed: Tensor | None, dy: Tensor, ids: Tensor, *, combined: bool
) -> Tensor:
    """Return W_e(j)^T dy_j: [d_out, k or 1, T] -> [d_in, k, T]; combined: summed over the slots, [d_in, 1, T]."""
    if w_transposed is None:
        # First, or ggml orders a block of this stack before dy's inputs, which may include another stack's block.
        tape.compute(dy)
        streamed = _streamed_by_rows if tape.backend.halves_products else _streamed
        return streamed(tape, w, dy, ids, combined)
    dx = product_by_id(tape, w_transposed, dy, ids)
    return sum_slots(tape, dx) if combined else dx


def contract_experts(tape: Tape, a: Tensor, x: Tensor, ids: Tensor) -> Tensor:
    """Apply each slot's matrix of the trainable a [d, r, E], F32, to x [d, k, T], or [d, 1, T] for all slots -> [r, k,
    T]. Like `low_rank.contract`.
    """
    shared = x.shape[1] == 1

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        da = _stack_gradient(tape, x, dy, ids, a) if a.requires_grad else None
        if not x.requires_grad:
            return da, None
        return da, expert_input_gradient(tape, a, transposed(tape, a), dy, ids, combined=shared)

    return tape.record(product_by_id(tape, a, x, ids), (a, x), rule)


def expand_experts(tape: Tape, b: Tensor, h: Tensor, ids: Tensor, *, combined: bool = False) -> Tensor:
    """Sum the columns of each slot's matrix of the trainable b [d, r, E], F32, weighted by h [r, k, T] -> [d, k, T];
    combined: [d, 1, T]. Like `low_rank.expand`.
    """
    y = product_by_id(tape, transposed(tape, b), h, ids)

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        db = _stack_gradient(tape, dy, h, ids, b) if b.requires_grad else None
        dh = product_by_id(tape, b, dy, ids) if h.requires_grad else None
        return db, dh

    return tape.record(sum_slots(tape, y) if combined else y, (b, h), rule)


def _stack_gradient(tape: Tape, wide: Tensor, narrow: Tensor, ids: Tensor, stack: Tensor) -> Tensor:
    """Return the sum of wide_j narrow_j^T over each expert's slots: wide [d, k or 1, T], narrow [r, k, T] -> [d, r, E].

    The narrow side is scattered over the experts, zero elsewhere: one outer product then serves all experts.
    """
    d, r, n_expert = stack.shape[:3]
    n_columns = wide.shape[1] * wide.shape[2]
    per_column = ids.shape[0] * ids.shape[1] // n_columns  # slots that share a column: all of a token's, or one
    rows = tape.emit("reshape_3d", narrow, r, per_column, n_columns)
    indices = tape.emit("reshape_3d", tape.emit("cont", ids), per_column, n_columns, 1)
    zeros = tape.emit("fill", tape.emit("new_tensor_4d", abi.F32, r, n_expert, n_columns, 1), 0.0)
    scattered = tape.emit("reshape_3d", tape.emit("set_rows", zeros, rows, indices), r * n_expert, n_columns, 1)
    product = outer(tape, tape.emit("reshape_3d", wide, d, n_columns, 1), scattered)  # [d, r * E]
    return tape.emit("reshape_3d", product, d, r, n_expert)


COLUMNS = 256  # a multiple of every type's block, so that rows can be cut at it
COLUMNS_BYTES = 32 << 20  # of a stack in F32, dequantized in one pass
ROWS = 64  # the fewest rows per expert that devices dequantize in one pass: the height of their tiles


def streamed_columns(d_in: int, d_out: int, n_expert: int) -> int:
    """Return how many columns of the experts are dequantized in one pass: at least COLUMNS, or all."""
    return min(d_in, max(1, COLUMNS_BYTES // (4 * d_out * n_expert) // COLUMNS) * COLUMNS)


def streamed_rows(d_in: int, d_out: int, n_expert: int) -> int:
    """Return how many rows of the experts a device dequantizes in one pass: at least ROWS, or all."""
    return min(d_out, max(ROWS, COLUMNS_BYTES // (4 * d_in * n_expert)))


def streaming(d_in: int, d_out: int, n_expert: int, n_used: int) -> Streaming:
    """Return the cost of streaming a stack [d_in, d_out, n_expert]: some columns in F32, and their transpose."""
    columns = streamed_columns(d_in, d_out, n_expert)
    blocks = max(-(-d_in // columns), -(-d_out // streamed_rows(d_in, d_out, n_expert)))
    return Streaming(2 * 4 * columns * d_out * n_expert, nodes=(14 + 2 * n_used) * blocks + 1)


def backward_bytes(d_in: int, d_out: int, n_expert: int, n_slots: int, rank: int) -> int:
    """Return the bytes that the backward pass of a mixture needs beyond a dense layer's, without streaming.

    n_slots: of all tokens. rank: of the factors beside its stacks; 0: none are trained.
    """
    lists = 8 * n_expert * n_slots  # ggml's lists of each expert's slots
    columns = rank * n_expert  # of a stack's gradient, and of the operand that it is computed from
    return lists + 4 * columns * (2 * n_slots + 3 * max(d_in, d_out))


def nodes(n_used: int) -> int:
    """Return the most tensors in the sums over a layer's slots, forward and backward."""
    return 16 * n_used


def _streamed(tape: Tape, w: Tensor, dy: Tensor, ids: Tensor, combined: bool) -> Tensor:
    """Dequantize and transpose some columns of all experts at a time; each pass gives as many rows of the gradient."""
    d_in, d_out, n_expert = w.shape[:3]
    n_used, n_tokens = (1 if combined else ids.shape[0]), ids.shape[1]
    row_size, result = tape.ggml.row_size, tape.emit("new_tensor_4d", abi.F32, d_in, n_used, n_tokens, 1)
    columns = streamed_columns(d_in, d_out, n_expert)
    for start in range(0, d_in, columns):
        n = min(columns, d_in - start)
        offset = row_size(w.kind, start)
        part = tape.emit("view_3d", w, n, d_out, n_expert, w.strides[1], w.strides[2], offset)
        if w.kind != abi.F32:
            part = tape.emit("cast", part, abi.F32)
        dx = product_by_id(tape, transposed(tape, part), dy, ids)  # [n, k, T]
        dx = sum_slots(tape, dx) if combined else dx
        result = tape.emit("set_inplace", result, dx, *result.strides[1:4], start * result.strides[0])
    return result


def _streamed_by_rows(tape: Tape, w: Tensor, dy: Tensor, ids: Tensor, combined: bool) -> Tensor:
    """Stream like `_streamed`, but with some rows of all experts at a time, as devices dequantize them; add up the
    products.
    """
    d_in, d_out, n_expert = w.shape[:3]
    rows = streamed_rows(d_in, d_out, n_expert)
    total: Tensor | None = None
    for start in range(0, d_out, rows):
        n = min(rows, d_out - start)
        block = transposed(tape, dequantized_rows(tape, w, start, n))  # [n, d_in, E]
        part = tape.emit("view_3d", dy, n, *dy.shape[1:3], dy.strides[1], dy.strides[2], start * dy.strides[0])
        dx = product_by_id(tape, block, part, ids)
        dx = sum_slots(tape, dx) if combined else dx
        total = dx if total is None else tape.emit("add", total, dx)
    assert total is not None
    return total


def sum_slots(tape: Tape, y: Tensor) -> Tensor:
    """Sum over the slots: [n, k, T] -> [n, 1, T]."""
    n, n_used, n_tokens = y.shape[:3]
    slots = [
        tape.emit("view_3d", y, n, 1, n_tokens, y.strides[1], y.strides[2], j * y.strides[1]) for j in range(n_used)
    ]
    total = slots[0]
    for j, slot in enumerate(slots[1:]):
        total = tape.emit("add_inplace" if j else "add", total, slot)
    return total
