"""The forward pass, written once for all architectures; the tape derives the backward pass from it.

Shapes in ggml order. T: tokens, d: d_model.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from core.ggml import ops
from core.ggml.attention import QueryBlock, attention
from core.ggml.autograd import Tape
from core.ggml.tensor import Tensor
from core.model.arch import Shape
from core.model.weights import FrozenLinear, Layer


@dataclass(frozen=True)
class LowRank:
    """A trainable branch beside a frozen linear: scale * B A x, A [d_in, r], B [r, d_out] (arXiv:2106.09685)."""

    a: Tensor
    b: Tensor
    scale: float


Branches = Mapping[str, LowRank]  # by the name of the linear: q, k, v, ...


@dataclass(frozen=True)
class Places:
    """Where each token of the batch stands: positions I32 [T], and who sees whom, a block of queries at a time."""

    positions: Tensor
    blocks: Sequence[QueryBlock]


# Called with the name and value of each result that is dear to compute again: may store it, or give back a stored one.
Keep = Callable[[str, Tensor], Tensor]


def kept_widths(shape: Shape) -> dict[str, int]:
    """Numbers per token of each result that goes through `keep`."""
    q, kv = shape.n_head * shape.head_dim, shape.n_head_kv * shape.head_dim
    return {"q": q, "k": kv, "v": kv, "attention": q, "middle": shape.d_model, "gate": shape.d_ff, "up": shape.d_ff}


def decoder_layer(
    tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, places: Places, keep: Keep
) -> Tensor:
    """x: [d, T] -> [d, T]."""
    normed = norm(tape, x, layer.norms["attn_norm"], shape.rms_eps)
    x = keep("middle", ops.add(tape, x, self_attention(tape, shape, layer, branches, normed, places, keep)))
    normed = norm(tape, x, layer.norms["ffn_norm"], shape.rms_eps)
    return ops.add(tape, x, feed_forward(tape, layer, branches, normed, keep))


def self_attention(
    tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, places: Places, keep: Keep
) -> Tensor:
    """Causal grouped-query attention inside each sequence of the batch: [d, T] -> [d, T]."""
    n_tokens = x.shape[1]

    def heads(name: str, count: int) -> Tensor:
        y = linear(tape, layer.linears[name], branches.get(name), x)
        return ops.reshape(tape, y, shape.head_dim, count, n_tokens)

    q = keep("q", shape.rope.apply(tape, heads("q", shape.n_head), places.positions))
    k = keep("k", shape.rope.apply(tape, heads("k", shape.n_head_kv), places.positions))
    v = keep("v", heads("v", shape.n_head_kv))
    mixed = keep("attention", attention(tape, q, k, v, places.blocks, 1 / sqrt(shape.head_dim)))
    mixed = ops.reshape(tape, mixed, shape.head_dim * shape.n_head, n_tokens)
    return linear(tape, layer.linears["o"], branches.get("o"), mixed)


def feed_forward(tape: Tape, layer: Layer, branches: Branches, x: Tensor, keep: Keep) -> Tensor:
    """down(silu(gate(x)) * up(x)): [d, T] -> [d, T]."""
    gate = keep("gate", linear(tape, layer.linears["gate"], branches.get("gate"), x))
    up = keep("up", linear(tape, layer.linears["up"], branches.get("up"), x))
    return linear(tape, layer.linears["down"], branches.get("down"), ops.swiglu(tape, gate, up))


def linear(tape: Tape, frozen: FrozenLinear, branch: LowRank | None, x: Tensor) -> Tensor:
    """Frozen projection plus its low-rank branch: [d_in, T] -> [d_out, T]."""
    y = ops.frozen_mul_mat(tape, frozen.weight, frozen.transposed, x)
    if branch is None:
        return y
    h = ops.scale(tape, ops.mul_mat(tape, branch.a, x), branch.scale)  # [r, T]
    return ops.add(tape, y, ops.mul_mat(tape, branch.b, h))


def norm(tape: Tape, x: Tensor, weight: Tensor, eps: float) -> Tensor:
    """RMS norm with a frozen gain [d]: [d, T] -> [d, T]."""
    return ops.mul(tape, ops.rms_norm(tape, x, eps), weight)
