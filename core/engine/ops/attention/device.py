"""Attention by ggml on a device, in blocks of queries as `blocked.py` has it, and with its formulas.

Two things differ. Blocks are large, since a device takes longer to start a small operation than to compute it. And
every operand of a product is brought into rows first, so that the sums run along them: on anything else devices are
slow, or lose digits (`products.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.ops.attention.blocked import (
    BlockedAttention,
    QueryBlock,
    heads_last,
    keys_of,
    probabilities,
    put,
    queries_of,
    scores_of,
)  # fmt: skip
from core.engine.ops.attention.interface import Scores
from core.engine.ops.autograd import Tape
from core.engine.ops.composed import soft_max_back


class DeviceAttention(BlockedAttention):
    """Attention by a device's nodes: less than a hundred a block, forward and backward."""

    scores_bytes, largest_block, score_forms = 32 << 20, 512, 9

    def attend(self, tape: Tape, q: Tensor, k: Tensor, v: Tensor, scores: Scores) -> Tensor:
        """Attend from q [d, H, T] to k and v [d, H_kv, T], all contiguous -> [d, H, T]."""
        return device_attention(tape, q, k, v, self._blocks, scores)


def device_attention(
    tape: Tape, q: Tensor, k: Tensor, v: Tensor, blocks: Sequence[QueryBlock], scores: Scores
) -> Tensor:
    """Attend as Attention.attend does, by a device's nodes."""
    keys, values = (tape.emit("cont", heads_last(tape, x)) for x in (k, v))  # [d, T, H_kv]
    output = tape.emit("new_tensor_4d", abi.F32, *q.shape)
    for block in blocks:
        p, _ = probabilities(tape, keys, queries_of(tape, q, block), block, scores)
        o = tape.emit("mul_mat", _keys_in_rows(tape, values, block), p)  # [d, n, H]
        output = put(tape, output, tape.emit("permute", o, 0, 2, 1, 3), block.start)

    def rule(do: Tensor) -> Sequence[Tensor | None]:
        return _gradients(tape, (q, keys, values, do), blocks, scores)

    return tape.record(output, (q, k, v), rule)


def _gradients(
    tape: Tape, inputs: tuple[Tensor, Tensor, Tensor, Tensor], blocks: Sequence[QueryBlock], scores: Scores
) -> tuple[Tensor, Tensor, Tensor]:
    """inputs: q and the gradient of the output [d, H, T], keys and values [d, T, H_kv] -> the gradients of q, k, v."""
    q, keys, values, do = inputs
    dq = tape.emit("new_tensor_4d", abi.F32, *q.shape)
    dk, dv = (tape.emit("fill", tape.emit("new_tensor_4d", abi.F32, *keys.shape), 0.0) for _ in range(2))
    for block in blocks:
        q_block, do_block = queries_of(tape, q, block), queries_of(tape, do, block)  # [d, n, H]
        p, t = probabilities(tape, keys, q_block, block, scores)  # [n_keys, n, H]
        dp = scores_of(tape, "mul_mat", block, keys_of(tape, values, block, axis=1), do_block)
        ds = soft_max_back(tape, dp, p, scores.scale, partial(tape.follow, block.keys, axis=0))
        if t is not None:
            slope = scores_of(tape, "scale_bias", block, scores_of(tape, "sqr", block, t), -1.0, 1.0)
            ds = scores_of(tape, "mul", block, ds, slope)
        dq_block = tape.emit("mul_mat", _keys_in_rows(tape, keys, block), ds)
        dq = put(tape, dq, tape.emit("permute", dq_block, 0, 2, 1, 3), block.start)
        tape.compute(dq)  # now, or the scores of all blocks would wait for each other's sums
        _add_over_queries(tape, dk, q_block, ds, block)
        _add_over_queries(tape, dv, do_block, p, block)
    dk, dv = (tape.emit("cont", tape.emit("permute", x, 0, 2, 1, 3)) for x in (dk, dv))
    return dq, dk, dv


def _keys_in_rows(tape: Tape, x: Tensor, block: QueryBlock) -> Tensor:
    """The block's keys of x [d, T, H_kv] along the rows: [n_keys, d, H_kv]."""
    turned = tape.emit("permute", keys_of(tape, x, block, axis=1), 1, 0, 2, 3)
    return tape.follow(block.keys, tape.emit("cont", tape.follow(block.keys, turned, axis=0)), axis=0)


def _add_over_queries(tape: Tape, total: Tensor, x: Tensor, weights: Tensor, block: QueryBlock) -> None:
    """total [d, T, H_kv] += the sum of x [d, n, H] times weights [n_keys, n, H], over the queries and the heads of each
    group.
    """
    d, n_kv, n_keys = x.shape[0], total.shape[2], block.keys.end
    group = x.shape[1] * x.shape[2] // n_kv

    def follow(y: Tensor, axis: int) -> Tensor:
        return tape.follow(block.keys, y, axis)

    weights = follow(tape.emit("reshape_3d", weights, n_keys, group, n_kv), axis=0)
    weights = follow(tape.emit("permute", weights, 1, 0, 2, 3), axis=1)
    weights = follow(tape.emit("cont", weights), axis=1)  # [group, n_keys, H_kv]
    x = tape.emit("cont", tape.emit("permute", tape.emit("reshape_3d", x, d, group, n_kv), 1, 0, 2, 3))
    product = follow(tape.emit("mul_mat", x, weights), axis=1)  # [d, n_keys, H_kv]
    tape.compute(follow(tape.emit("add_inplace", keys_of(tape, total, block, axis=1), product), axis=1))
