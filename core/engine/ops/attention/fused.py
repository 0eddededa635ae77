"""Attention by our own kernels: each thread holds only a few rows of scores, masks do not exist, and keys that a query
does not attend to are not computed.

    s = k^T q * scale     p = softmax(s)     o = v p
    dv = do p^T     dp = v^T do     ds = p * (dp - sum(p * dp)) * scale     dq = k ds     dk = q ds^T

Some models bound the scores: s = cap * t with t = tanh(k^T q * scale / cap), so that ds takes a factor 1 - t^2. Some
have a sink, a score of each head without a key: p = exp(s) / (sum(exp(s)) + exp(sink)), and the gradients stay the
same.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Storage
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor, write
from core.engine.kernels.interface import KEYS, MASK_ROWS, QUERIES, AttentionArgs, gradient_numbers, workspace_numbers
from core.engine.kernels.library import kernels_of
from core.engine.ops.attention.blocked import BlockedAttention, DeviceAttention
from core.engine.ops.attention.interface import Attended, Attention, Heads, Needs, Scores
from core.engine.ops.autograd import Tape

PIECES = 16  # of work in backward, at least: divided by heads of keys and by parts of the queries
NODES, GRAPH_BYTES = 32, 130 << 10  # of a layer's graphs, forward and backward; the bytes are measured


def pieces_of(kv_heads: int) -> int:
    """Return the number of pieces in a long row's backward: parts of the queries for each head of keys; each holds
    gradients of k and v.
    """
    return -(-PIECES // kv_heads) * kv_heads


class FusedAttention(Attention):
    """Attention by our own kernels, with each query's keys (`Attended`) in place of a mask."""

    nodes = NODES

    def __init__(self, backend: Backend, storage: Storage, n_tokens: int, heads: Heads) -> None:
        self._ggml = backend.ggml
        self._mask = storage.new(n_tokens, MASK_ROWS, kind=abi.I32)
        self._workspace = storage.new(workspace_numbers(n_tokens, heads.width), backend.threads)

    @classmethod
    def needs(cls, n_tokens: int, heads: Heads, threads: int) -> Needs:
        """Return the bytes of an F32 workspace for each thread."""
        return Needs(
            inputs=4 * workspace_numbers(n_tokens, heads.width) * threads,
            scores=0,
            graph=GRAPH_BYTES,
            partial_width=2 * heads.width * pieces_of(heads.keys),
        )

    def set_mask(self, keys: Attended) -> None:
        """Write the mask. keys: for each of the row's queries."""
        write(self._ggml, self._mask, np.stack(keys))

    def attend(self, tape: Tape, q: Tensor, k: Tensor, v: Tensor, scores: Scores) -> Tensor:
        """Attend from q [d, H, T] to k and v [d, H_kv, T], all contiguous -> [d, H, T]."""
        return fused_attention(tape, q, k, v, self._mask, self._workspace, scores)


def fused_attention(
    tape: Tape, q: Tensor, k: Tensor, v: Tensor, mask: Tensor, workspace: Tensor, scores: Scores
) -> Tensor:
    """Attend like Attention.attend, by our own kernels. mask: I32 [T, MASK_ROWS], the fields of `Attended`; workspace:
    [workspace_numbers, threads], for one graph at a time.
    """
    nodes = tape.kernels.nodes
    (d, heads, n_tokens), kv_heads = q.shape[:3], k.shape[1]
    parts = min(pieces_of(kv_heads) // kv_heads, -(-n_tokens // QUERIES))
    work = AttentionArgs(d, heads, kv_heads, n_tokens, parts, scores.scale, scores.cap)
    sinks = () if scores.sinks is None else (scores.sinks,)

    def in_panels(x: Tensor) -> Tensor:
        numbers = -(-n_tokens // KEYS) * KEYS * d
        return tape.once(
            (x.address, "panels"), lambda: tape.custom(abi.F32, numbers, kv_heads, (x,), nodes.panels, work)
        )

    def heads_last(x: Tensor) -> Tensor:
        """View [d, H_kv, T] as [d, T, H_kv]."""
        return tape.emit("cont", tape.emit("permute", x, 0, 2, 1, 3))

    def rule(do: Tensor) -> Sequence[Tensor | None]:
        inputs = (q, do, in_panels(k), in_panels(v), heads_last(k), mask, workspace, *sinks)
        pieces = kv_heads * parts
        dq, dk = gradient_numbers(n_tokens, d, heads, pieces)
        gradients = tape.custom(abi.F32, dq + 2 * dk, 1, inputs, nodes.attend_back, work)

        def part(shape: tuple[int, int, int], offset: int) -> Tensor:
            row = 4 * shape[0]
            return tape.emit("view_3d", gradients, *shape, row, row * shape[1], 4 * offset)

        def summed(offset: int) -> Tensor:
            parts_of_it = part((d, n_tokens, pieces), offset)
            total = tape.custom(abi.F32, d * kv_heads, n_tokens, (parts_of_it,), nodes.sum_parts, work)
            return tape.emit("reshape_3d", total, d, kv_heads, n_tokens)

        return part((d, heads, n_tokens), 0), summed(dq), summed(dq + dk)

    inputs = (q, in_panels(k), heads_last(v), mask, workspace, *sinks)
    o = tape.custom(abi.F32, d * heads, n_tokens, inputs, nodes.attend, work)
    return tape.record(tape.emit("reshape_3d", o, d, heads, n_tokens), (q, k, v), rule)


def attention_for(ggml: Ggml, heads: Heads, *, on_device: bool = False) -> type[Attention]:
    """Return our own kernels' attention on the CPU, if it supports heads of this width; else ggml's."""
    if on_device:
        return DeviceAttention
    return FusedAttention if kernels_of(ggml).takes(heads.width) else BlockedAttention
