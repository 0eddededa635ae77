"""Attention by ggml, in blocks of queries, forward and backward, so that memory grows linearly with the sequence.

Only one block's scores exist at a time; backward recomputes them from q and k (the idea of FlashAttention,
arXiv:2205.14135, with ggml's own products and softmax). A block reads only the keys up to its own end, and in a row
of packed sequences none before the first key that one of its queries attends to.

    s = k^T q * scale + mask      p = softmax(s)      o = v p
    dv = do p^T     dp = v^T do     ds = p * (dp - sum(p * dp)) * scale     dq = k ds     dk = q ds^T

Some models bound the scores: s = cap * t + mask with t = tanh(k^T q * scale / cap), so that ds takes a factor 1 - t^2.
Some have a sink, a score of each head without a key: p = exp(s) / (sum(exp(s)) + exp(sink)), and the gradients stay
the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Extent, Storage
from core.engine.ggml.tensor import Tensor, write
from core.engine.ops.attention.interface import Attended, Attention, Heads, Needs, Scores
from core.engine.ops.autograd import Tape
from core.engine.ops.composed import soft_max_back
from core.engine.ops.elementwise import transposed

SCORES_BYTES = 4 << 20  # F32 scores of one block of queries, all heads
SCORE_FORMS = 6  # probabilities, their gradient and other operands, of one block at a time, measured
NODES, BLOCK_BYTES = 96, 26 << 10  # per block in a layer's graphs; the bytes are measured
SMALLEST_BLOCK, LARGEST_BLOCK = 32, 64  # queries
KEY_STEP = 64  # keys; products are fastest when lengths are multiples of it, and devices bind buffers at 256 bytes
ROW_STEP = 64  # ggml's out_prod handles the rest of a row, beyond a multiple of this, one number at a time


def block_size(n_tokens: int, n_heads: int, scores: int = SCORES_BYTES, largest: int = LARGEST_BLOCK) -> int:
    """Return the queries of a block, a multiple of 32: bounds its scores at any length, so that they stay in
    the cache.
    """
    fitting = scores // (4 * n_tokens * n_heads) // SMALLEST_BLOCK * SMALLEST_BLOCK
    return max(SMALLEST_BLOCK, min(fitting, largest, n_tokens))


class QueryBlock:
    """Queries start .. start + n attend to those keys of 0 .. start + n that mask [start + n, n] (F16 or F32) allows.

    keys: their range; it may begin at the first key that any of the queries attends to.
    """

    def __init__(self, start: int, n: int, mask: Tensor) -> None:
        self.start, self.n, self.mask = start, n, mask
        self.keys = Extent(start + n)


class BlockedAttention(Attention):
    """Attention by ggml, with a mask for each block of queries.

    scores_bytes, largest_block: bounds of a block. score_forms: copies of its scores that exist at once, measured.
    """

    scores_bytes, largest_block, score_forms = SCORES_BYTES, LARGEST_BLOCK, SCORE_FORMS

    def __init__(self, backend: Backend, storage: Storage, n_tokens: int, heads: Heads) -> None:
        self._ggml = backend.ggml
        size = self._block_size(n_tokens, heads)
        self._blocks = []
        for start in range(0, n_tokens, size):
            n = min(size, n_tokens - start)
            self._blocks.append(QueryBlock(start, n, storage.new(start + n, n)))
        self.nodes = NODES * len(self._blocks)

    @classmethod
    def _block_size(cls, n_tokens: int, heads: Heads) -> int:
        return block_size(n_tokens, heads.queries, cls.scores_bytes, cls.largest_block)

    @classmethod
    def needs(cls, n_tokens: int, heads: Heads, threads: int) -> Needs:  # noqa: ARG003 - fused attention's
        """Return the bytes of masks in F32, without the half in the future, and of a block's scores."""
        block = cls._block_size(n_tokens, heads)
        return Needs(
            inputs=2 * n_tokens * n_tokens,
            scores=cls.score_forms * 4 * n_tokens * heads.queries * block,
            graph=-(-n_tokens // block) * BLOCK_BYTES,
            partial_width=0,
        )

    def set_mask(self, keys: Attended) -> None:
        """Write the blocks' masks. keys: for each of the row's queries."""
        for block in self._blocks:
            queries = np.arange(block.start, block.keys.end)
            block.keys.first = int(keys.first[queries].min()) // KEY_STEP * KEY_STEP
            own, shared, shared_end = (of_query[queries, None] for of_query in keys)
            key = np.arange(block.keys.end)[None]
            allowed = (key >= own) & (key <= queries[:, None]) | (key >= shared) & (key < shared_end)
            write(self._ggml, block.mask, np.where(allowed, np.float32(0), np.float32(-np.inf)))

    def attend(self, tape: Tape, q: Tensor, k: Tensor, v: Tensor, scores: Scores) -> Tensor:
        """Attend from q [d, H, T] to k and v [d, H_kv, T], all contiguous -> [d, H, T]."""
        return blocked_attention(tape, q, k, v, self._blocks, scores)


def blocked_attention(
    tape: Tape, q: Tensor, k: Tensor, v: Tensor, blocks: Sequence[QueryBlock], scores: Scores
) -> Tensor:
    """Attend like Attention.attend, block by block."""
    keys = heads_last(tape, k)
    values = transposed(tape, heads_last(tape, v))  # [T, d, H_kv]
    output = tape.emit("new_tensor_4d", abi.F32, *q.shape)
    for block in blocks:
        p, _ = probabilities(tape, keys, queries_of(tape, q, block), block, scores)
        o = tape.emit("mul_mat", keys_of(tape, values, block, axis=0), p)  # [d, n, H]
        output = put(tape, output, tape.emit("permute", o, 0, 2, 1, 3), block.start)

    def rule(do: Tensor) -> Sequence[Tensor | None]:
        return _gradients(tape, q, k, v, do, blocks, scores)

    return tape.record(output, (q, k, v), rule)


def _gradients(
    tape: Tape, q: Tensor, k: Tensor, v: Tensor, do: Tensor, blocks: Sequence[QueryBlock], scores: Scores
) -> tuple[Tensor, Tensor, Tensor]:
    """Return the gradients dq [d, H, T], dk and dv [d, H_kv, T]."""
    keys, values = heads_last(tape, k), heads_last(tape, v)
    keys_transposed = transposed(tape, keys)  # [T, d, H_kv]
    dq = tape.emit("new_tensor_4d", abi.F32, *q.shape)
    keys_first = k.shape[0] % ROW_STEP != 0  # rows of keys, if rows of d would be slow
    shape = (keys_transposed if keys_first else keys).shape
    dk, dv = (tape.emit("fill", tape.emit("new_tensor_4d", abi.F32, *shape), 0.0) for _ in range(2))
    for block in blocks:
        q_block, do_block = queries_of(tape, q, block), queries_of(tape, do, block)  # [d, n, H]
        p, t = probabilities(tape, keys, q_block, block, scores)  # [n_keys, n, H]
        dp = scores_of(tape, "mul_mat", block, keys_of(tape, values, block, axis=1), do_block)
        ds = scores_of(tape, "soft_max_ext_back_inplace", block, dp, p, scores.scale, 0.0)
        if t is not None:
            slope = scores_of(tape, "scale_bias", block, scores_of(tape, "sqr", block, t), -1.0, 1.0)
            ds = scores_of(tape, "mul", block, ds, slope)
        dq_block = tape.emit("mul_mat", keys_of(tape, keys_transposed, block, axis=0), ds)
        dq = put(tape, dq, tape.emit("permute", dq_block, 0, 2, 1, 3), block.start)
        tape.compute(dq)  # now, or all blocks' scores would stay in memory until the sums
        _add_over_queries(tape, dk, q_block, ds, block, keys_first)
        _add_over_queries(tape, dv, do_block, p, block, keys_first)
    order = (2, 0, 1, 3) if keys_first else (0, 2, 1, 3)
    dk, dv = (tape.emit("cont", tape.emit("permute", x, *order)) for x in (dk, dv))
    return dq, dk, dv


def probabilities(
    tape: Tape, keys: Tensor, queries: Tensor, block: QueryBlock, scores: Scores
) -> tuple[Tensor, Tensor | None]:
    """Return the softmax of keys^T queries: [n_keys, n, H]; with a cap also the scores' hyperbolic tangent."""
    mask = keys_of(tape, block.mask, block, axis=0)
    s, t = scores_of(tape, "mul_mat", block, keys_of(tape, keys, block, axis=1), queries), None
    if scores.cap:
        t = scores_of(tape, "tanh", block, scores_of(tape, "scale", block, s, scores.scale / scores.cap))
        p = scores_of(tape, "soft_max_ext", block, t, mask, scores.cap, 0.0)
    else:
        p = scores_of(tape, "soft_max_ext_inplace", block, s, mask, scores.scale, 0.0)
    if scores.sinks is not None:
        tape.ggml.soft_max_add_sinks(p.address, scores.sinks.address)
    return p, t


def scores_of(tape: Tape, name: str, block: QueryBlock, *arguments: Tensor | float) -> Tensor:
    """Emit an operation whose result [n_keys, n, H] is as long as the block's keys."""
    return tape.follow(block.keys, tape.emit(name, *arguments), axis=0)


def keys_of(tape: Tape, x: Tensor, block: QueryBlock, axis: int) -> Tensor:
    """View the block's keys along an axis."""
    shape = [block.keys.end if i == axis else size for i, size in enumerate(x.shape[:3])]
    return tape.follow(block.keys, tape.emit("view_3d", x, *shape, x.strides[1], x.strides[2], 0), axis)


def _add_over_queries(
    tape: Tape, total: Tensor, x: Tensor, weights: Tensor, block: QueryBlock, keys_first: bool
) -> None:
    """Add to total [d, T, H_kv] the sum of x [d, n, H] times weights [n_keys, n, H], over the queries and the heads of
    each group; keys_first: total [T, d, H_kv].
    """
    n_kv, axis = total.shape[2], 0 if keys_first else 1
    group = x.shape[1] * x.shape[2] // n_kv
    x = tape.emit("reshape_3d", x, x.shape[0], group, n_kv)
    weights = tape.emit("reshape_3d", weights, block.keys.end, group, n_kv)
    tape.follow(block.keys, weights, axis=0)
    product = tape.emit("out_prod", weights, x) if keys_first else tape.emit("out_prod", x, weights)
    tape.follow(block.keys, product, axis)
    tape.compute(tape.follow(block.keys, tape.emit("add_inplace", keys_of(tape, total, block, axis), product), axis))


def queries_of(tape: Tape, x: Tensor, block: QueryBlock) -> Tensor:
    """Copy the block's tokens of x [d, H, T], heads last and contiguous: [d, n, H]."""
    d, heads = x.shape[:2]
    part = tape.emit("view_3d", x, d, heads, block.n, x.strides[1], x.strides[2], block.start * x.strides[2])
    return tape.emit("cont", tape.emit("permute", part, 0, 2, 1, 3))


def heads_last(tape: Tape, x: Tensor) -> Tensor:
    """View [d, H, T] as [d, T, H]."""
    return tape.emit("permute", x, 0, 2, 1, 3)


def put(tape: Tape, whole: Tensor, part: Tensor, start: int) -> Tensor:
    """Write part [d, H, n] into whole [d, H, T] from token `start` on."""
    s = whole.strides
    return tape.emit("set_inplace", whole, part, s[1], s[2], s[3], start * s[2])


# On a device, with the same formulas and two differences. Blocks are large, since a device takes longer to start a
# small operation than to compute it. And every operand of a product is first brought into rows, so that the sums run
# along them: on other layouts devices are slow, or lose digits (core/engine/ops/composed.py).


class DeviceAttention(BlockedAttention):
    """Attention by a device's nodes: less than a hundred a block, forward and backward."""

    scores_bytes, largest_block, score_forms = 32 << 20, 512, 9

    def attend(self, tape: Tape, q: Tensor, k: Tensor, v: Tensor, scores: Scores) -> Tensor:
        """Attend from q [d, H, T] to k and v [d, H_kv, T], all contiguous -> [d, H, T]."""
        return device_attention(tape, q, k, v, self._blocks, scores)


def device_attention(
    tape: Tape, q: Tensor, k: Tensor, v: Tensor, blocks: Sequence[QueryBlock], scores: Scores
) -> Tensor:
    """Attend like Attention.attend, by a device's nodes."""
    keys, values = (tape.emit("cont", heads_last(tape, x)) for x in (k, v))  # [d, T, H_kv]
    output = tape.emit("new_tensor_4d", abi.F32, *q.shape)
    for block in blocks:
        p, _ = probabilities(tape, keys, queries_of(tape, q, block), block, scores)
        o = tape.emit("mul_mat", _keys_in_rows(tape, values, block), p)  # [d, n, H]
        output = put(tape, output, tape.emit("permute", o, 0, 2, 1, 3), block.start)

    def rule(do: Tensor) -> Sequence[Tensor | None]:
        return _device_gradients(tape, (q, keys, values, do), blocks, scores)

    return tape.record(output, (q, k, v), rule)


def _device_gradients(
    tape: Tape, inputs: tuple[Tensor, Tensor, Tensor, Tensor], blocks: Sequence[QueryBlock], scores: Scores
) -> tuple[Tensor, Tensor, Tensor]:
    """Return the gradients of q, k and v. inputs: q and the gradient of the output [d, H, T], keys and values [d, T,
    H_kv].
    """
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
        tape.compute(dq)  # now, or all blocks' scores would stay in memory until the sums
        _add_over_queries_in_rows(tape, dk, q_block, ds, block)
        _add_over_queries_in_rows(tape, dv, do_block, p, block)
    dk, dv = (tape.emit("cont", tape.emit("permute", x, 0, 2, 1, 3)) for x in (dk, dv))
    return dq, dk, dv


def _keys_in_rows(tape: Tape, x: Tensor, block: QueryBlock) -> Tensor:
    """Return the block's keys of x [d, T, H_kv] along the rows: [n_keys, d, H_kv]."""
    turned = tape.emit("permute", keys_of(tape, x, block, axis=1), 1, 0, 2, 3)
    return tape.follow(block.keys, tape.emit("cont", tape.follow(block.keys, turned, axis=0)), axis=0)


def _add_over_queries_in_rows(tape: Tape, total: Tensor, x: Tensor, weights: Tensor, block: QueryBlock) -> None:
    """Add to total [d, T, H_kv] the sum of x [d, n, H] times weights [n_keys, n, H], over the queries and the heads of
    each group.
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
