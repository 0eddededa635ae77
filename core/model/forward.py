"""The forward pass, written once for all architectures; the tape derives the backward pass from it.

Shapes in ggml order. T: tokens, d: d_model.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from core.ggml import ops
from core.ggml.attention import QueryBlock, attention
from core.ggml.autograd import Tape
from core.ggml.tensor import Tensor
from core.model.arch import Shape
from core.model.weights import FrozenLinear, Layer


@dataclass(frozen=True)
class LowRank:
    """A trainable branch beside a frozen linear: scale * B A x (arXiv:2106.09685).

    a [d_in, r]; b [d_out, r], the transpose of what files hold: both then have long rows, which ops.py asks for.
    """

    a: Tensor
    b: Tensor
    scale: float


Branches = Mapping[str, LowRank]  # by the name of the linear: q, k, v, ...


@dataclass(frozen=True)
class Places:
    """Where each token of the batch stands: positions I32 [T], and who sees whom, a block of queries at a time.

    dropout: what the inputs of low-rank branches are multiplied with, [dropout_widths, T], by name; absent: nothing.
    """

    positions: Tensor
    blocks: Sequence[QueryBlock]
    dropout: Mapping[str, Tensor] = field(default_factory=dict)


# Called with the name and value of each result that is dear to compute again: may store it, or give back a stored one.
Keep = Callable[[str, Tensor], Tensor]


def kept_widths(shape: Shape) -> dict[str, int]:
    """Numbers per token of each result that goes through `keep`."""
    q, kv = shape.n_head * shape.head_dim, shape.n_head_kv * shape.head_dim
    return {"q": q, "k": kv, "v": kv, "attention": q, "middle": shape.d_model, "gate": shape.d_ff, "up": shape.d_ff}


# What each linear reads. Linears that read the same share its dropout: PEFT draws anew for each, at the cost of a mask
# and a product more; a branch by itself sees the same distribution.
INPUTS = {"q": "attention", "k": "attention", "v": "attention", "o": "o", "gate": "ffn", "up": "ffn", "down": "down"}


def dropout_widths(shape: Shape) -> dict[str, int]:
    """Numbers per token of each input in INPUTS."""
    heads = shape.n_head * shape.head_dim
    return {"attention": shape.d_model, "o": heads, "ffn": shape.d_model, "down": shape.d_ff}


def decoder_layer(
    tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, places: Places, keep: Keep
) -> Tensor:
    """x: [d, T] -> [d, T]."""
    normed = norm(tape, x, layer.norms["attn_norm"], shape.rms_eps)
    x = keep("middle", ops.add(tape, x, self_attention(tape, shape, layer, branches, normed, places, keep)))
    normed = norm(tape, x, layer.norms["ffn_norm"], shape.rms_eps)
    return ops.add(tape, x, feed_forward(tape, layer, branches, normed, places, keep))


def self_attention(
    tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, places: Places, keep: Keep
) -> Tensor:
    """Causal grouped-query attention inside each sequence of the batch: [d, T] -> [d, T]."""
    n_tokens = x.shape[1]
    dropped = drop_out(tape, x, places.dropout.get("attention"))

    def heads(name: str, count: int) -> Tensor:
        y = linear(tape, layer.linears[name], branches.get(name), x, dropped)
        return ops.reshape(tape, y, shape.head_dim, count, n_tokens)

    q = keep("q", shape.rope.apply(tape, heads("q", shape.n_head), places.positions))
    k = keep("k", shape.rope.apply(tape, heads("k", shape.n_head_kv), places.positions))
    v = keep("v", heads("v", shape.n_head_kv))
    mixed = keep("attention", attention(tape, q, k, v, places.blocks, 1 / sqrt(shape.head_dim)))
    mixed = ops.reshape(tape, mixed, shape.head_dim * shape.n_head, n_tokens)
    dropped = drop_out(tape, mixed, places.dropout.get("o"))
    return linear(tape, layer.linears["o"], branches.get("o"), mixed, dropped)


def feed_forward(tape: Tape, layer: Layer, branches: Branches, x: Tensor, places: Places, keep: Keep) -> Tensor:
    """down(silu(gate(x)) * up(x)): [d, T] -> [d, T]."""
    dropped = drop_out(tape, x, places.dropout.get("ffn"))
    gate = keep("gate", linear(tape, layer.linears["gate"], branches.get("gate"), x, dropped))
    up = keep("up", linear(tape, layer.linears["up"], branches.get("up"), x, dropped))
    hidden = ops.swiglu(tape, gate, up)
    dropped = drop_out(tape, hidden, places.dropout.get("down"))
    return linear(tape, layer.linears["down"], branches.get("down"), hidden, dropped)


def linear(tape: Tape, frozen: FrozenLinear, branch: LowRank | None, x: Tensor, dropped: Tensor) -> Tensor:
    """Frozen projection of x plus the low-rank branch, which reads `dropped`: [d_in, T] -> [d_out, T]."""
    y = ops.frozen_mul_mat(tape, frozen.weight, frozen.transposed, x)
    if branch is None:
        return y
    h = ops.scale(tape, ops.contract(tape, branch.a, dropped), branch.scale)  # [r, T]
    return ops.add(tape, y, ops.expand(tape, branch.b, h))


def drop_out(tape: Tape, x: Tensor, mask: Tensor | None) -> Tensor:
    """x [d, T], less what the mask leaves out; x itself without one."""
    return x if mask is None else ops.mul(tape, x, mask)


def norm(tape: Tape, x: Tensor, weight: Tensor, eps: float) -> Tensor:
    """RMS norm with a frozen gain [d]: [d, T] -> [d, T]."""
    return ops.mul(tape, ops.rms_norm(tape, x, eps), weight)
