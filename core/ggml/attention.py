"""Attention in blocks of queries, forward and backward, so that memory grows linearly with the sequence.

Only one block's scores exist at a time; backward computes them again from q and k (the idea of FlashAttention,
arXiv:2205.14135, with ggml's own products and softmax). A block looks only at the keys up to its own end.

    s = k^T q * scale + mask      p = softmax(s)      o = v p
    dv = do p^T     dp = v^T do     ds = p * (dp - sum(p * dp)) * scale     dq = k ds     dk = q ds^T

Some models bound the scores: s = cap * t + mask with t = tanh(k^T q * scale / cap), so that ds takes a factor 1 - t^2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.ggml import abi
from core.ggml.autograd import Tape
from core.ggml.ops import tanh_slope, transposed
from core.ggml.tensor import Tensor


@dataclass(frozen=True)
class QueryBlock:
    """Queries start .. start + n see keys 0 .. start + n, less what mask [start + n, n] (F16 or F32) forbids."""

    start: int
    n: int
    mask: Tensor

    @property
    def n_keys(self) -> int:
        return self.start + self.n


def attention(
    tape: Tape, q: Tensor, k: Tensor, v: Tensor, blocks: Sequence[QueryBlock], scale: float, cap: float = 0.0
) -> Tensor:
    """q [d, H, T], k and v [d, H_kv, T], contiguous -> [d, H, T]. Query head h reads key head h * H_kv / H.

    cap: bound of the scores; 0: none.
    """
    keys = _heads_last(tape, k)
    values = transposed(tape, _heads_last(tape, v))  # [T, d, H_kv]
    output = tape.emit("new_tensor_4d", abi.F32, *q.shape)
    for block in blocks:
        p, _ = _probabilities(tape, keys, _queries(tape, q, block), block, scale, cap)
        o = tape.emit("mul_mat", _first(tape, values, block.n_keys, axis=0), p)  # [d, n, H]
        output = _put(tape, output, tape.emit("permute", o, 0, 2, 1, 3), block.start)

    def rule(do: Tensor) -> Sequence[Tensor | None]:
        return _gradients(tape, q, k, v, do, blocks, scale, cap)

    return tape.record(output, (q, k, v), rule)


def _gradients(
    tape: Tape, q: Tensor, k: Tensor, v: Tensor, do: Tensor, blocks: Sequence[QueryBlock], scale: float, cap: float
) -> tuple[Tensor, Tensor, Tensor]:
    """dq [d, H, T], dk and dv [d, H_kv, T]. The last block sees all keys: it starts the sums."""
    keys, values = _heads_last(tape, k), _heads_last(tape, v)
    keys_transposed = transposed(tape, keys)  # [T, d, H_kv]
    d, n_kv = k.shape[0], k.shape[1]
    dq = tape.emit("new_tensor_4d", abi.F32, *q.shape)
    dk: Tensor | None = None
    dv: Tensor | None = None
    for block in reversed(blocks):
        q_block, do_block = _queries(tape, q, block), _queries(tape, do, block)  # [d, n, H]
        p, t = _probabilities(tape, keys, q_block, block, scale, cap)  # [n_keys, n, H]
        dp = tape.emit("mul_mat", _first(tape, values, block.n_keys, axis=1), do_block)
        ds = tape.emit("soft_max_ext_back_inplace", dp, p, scale, 0.0)
        if t is not None:
            ds = tape.emit("mul", ds, tanh_slope(tape, t))
        dq_block = tape.emit("mul_mat", _first(tape, keys_transposed, block.n_keys, axis=0), ds)
        dq = _put(tape, dq, tape.emit("permute", dq_block, 0, 2, 1, 3), block.start)
        dk = _add_keys(tape, dk, _over_queries(tape, q_block, ds, d, n_kv))
        dv = _add_keys(tape, dv, _over_queries(tape, do_block, p, d, n_kv))
        for result in (dq, dk, dv):
            tape.compute(result)  # now, or the scores of all blocks would wait for each other's sums
    assert dk is not None and dv is not None
    return dq, _heads_second(tape, dk), _heads_second(tape, dv)


def _probabilities(
    tape: Tape, keys: Tensor, queries: Tensor, block: QueryBlock, scale: float, cap: float
) -> tuple[Tensor, Tensor | None]:
    """softmax of keys^T queries: [n_keys, n, H]; with a cap also the hyperbolic tangent that is in the scores."""
    scores = tape.emit("mul_mat", _first(tape, keys, block.n_keys, axis=1), queries)
    if not cap:
        return tape.emit("soft_max_ext_inplace", scores, block.mask, scale, 0.0), None
    t = tape.emit("tanh", tape.emit("scale", scores, scale / cap))
    return tape.emit("soft_max_ext", t, block.mask, cap, 0.0), t


def _over_queries(tape: Tape, x: Tensor, weights: Tensor, d: int, n_kv: int) -> Tensor:
    """x [d, n, H], weights [n_keys, n, H] -> [d, n_keys, H_kv]: sum over queries and the heads of each group."""
    n_keys, n, heads = weights.shape[:3]
    group = n * heads // n_kv
    x_t = transposed(tape, tape.emit("reshape_3d", x, d, group, n_kv))
    weights_t = transposed(tape, tape.emit("reshape_3d", weights, n_keys, group, n_kv))
    return tape.emit("mul_mat", x_t, weights_t)


def _queries(tape: Tape, x: Tensor, block: QueryBlock) -> Tensor:
    """The block's tokens of x [d, H, T], heads last and contiguous: [d, n, H]."""
    d, heads = x.shape[:2]
    part = tape.emit("view_3d", x, d, heads, block.n, x.strides[1], x.strides[2], block.start * x.strides[2])
    return tape.emit("cont", tape.emit("permute", part, 0, 2, 1, 3))


def _heads_last(tape: Tape, x: Tensor) -> Tensor:
    """[d, H, T] -> a view [d, T, H]."""
    return tape.emit("permute", x, 0, 2, 1, 3)


def _heads_second(tape: Tape, x: Tensor) -> Tensor:
    """[d, T, H] -> a copy [d, H, T]."""
    return tape.emit("cont", tape.emit("permute", x, 0, 2, 1, 3))


def _first(tape: Tape, x: Tensor, n: int, axis: int) -> Tensor:
    """A view of the first n keys along an axis."""
    shape = [n if i == axis else size for i, size in enumerate(x.shape[:3])]
    return tape.emit("view_3d", x, *shape, x.strides[1], x.strides[2], 0)


def _put(tape: Tape, whole: Tensor, part: Tensor, start: int) -> Tensor:
    """Write part [d, H, n] into whole [d, H, T] from token `start` on."""
    s = whole.strides
    return tape.emit("set_inplace", whole, part, s[1], s[2], s[3], start * s[2])


def _add_keys(tape: Tape, total: Tensor | None, part: Tensor) -> Tensor:
    """Add [d, n_keys, H_kv] onto the first keys of total [d, T, H_kv]."""
    if total is None:
        return part
    s = total.strides
    return tape.emit("acc_inplace", total, part, s[1], s[2], s[3], 0)
