"""The forward pass, written once for all architectures; the tape derives the backward pass from it.

Shapes in ggml order. T: tokens, d: d_model.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.model.shape import Shape
from core.engine.model.weights import FrozenLinear, FrozenModel, Layer
from core.engine.ops import experts
from core.engine.ops.attention_mask import Sight
from core.engine.ops.autograd import Tape
from core.engine.ops.elementwise import add, mul, reshape, scale, soft_cap
from core.engine.ops.frozen_product import frozen_mul_mat
from core.engine.ops.fused_attention import pieces_of
from core.engine.ops.gated import geglu, swiglu
from core.engine.ops.low_rank import LowRank, adapted_product
from core.engine.ops.norm import rms_norm

Branches = Mapping[str, LowRank]  # by the name of the linear: q, k, v, ...


@dataclass(frozen=True)
class Places:
    """Where each token of the batch stands: positions I32 [T], and who sees whom.

    sights: by the reach of a layer, see `reach`.
    dropout: what the inputs of low-rank branches are multiplied with, [dropout_widths, T], by name; absent: nothing.
    """

    positions: Tensor
    sights: Mapping[int, Sight]
    dropout: Mapping[str, Tensor] = field(default_factory=dict)

    def seen_by(self, layer: Layer) -> Sight:
        return self.sights[reach(layer.window, self.positions.shape[0])]


def reach(window: int, n_tokens: int) -> int:
    """How far a layer's window lets it look back in a row of n_tokens; 0 when the row is too short to feel it."""
    return window if window < n_tokens else 0


# Called with the name and value of results that are dear to compute again: may store one, or give back a stored one.
Keep = Callable[[str, Tensor], Tensor]


def kept_widths(shape: Shape) -> dict[str, int]:
    """Numbers per token of each result that is worth storing, in the type that `kept_kind` says."""
    q, kv, d = shape.q_width, shape.kv_width, shape.d_model
    # What goes into a norm is kept before it, since the norm's gradient reads it.
    after = {"o": d, "down": d} if shape.architecture.has_post_norms else {"middle": d}
    return {"q": q, "k": kv, "v": kv, "attention": q, "gate": shape.hidden_width, "up": shape.hidden_width, **after}


def kept_kind(name: str) -> int:
    """F16 has digits enough for what only backward reads; but the stream and what joins it can leave its range."""
    return abi.F32 if name in ("middle", "o", "down") else abi.F16


def kept_bytes(shape: Shape) -> int:
    """Per token, of one layer."""
    return sum(width * (4 if kept_kind(name) == abi.F32 else 2) for name, width in kept_widths(shape).items())


def layer_width(shape: Shape) -> int:
    """Numbers per token that a layer's backward graph holds at once, without ggml's attention scores (measured)."""
    hidden, by_slot = shape.hidden_width, shape.d_model * shape.n_expert_used
    return 6 * max(shape.d_model, shape.q_width) + max(5 * hidden, 2 * hidden + 2 * by_slot)


def kept_layer_width(shape: Shape) -> int:
    """The same of a layer that kept its results, by our own kernels: in the feed-forward or in attention (measured)."""
    if shape.n_expert:
        return layer_width(shape)
    parts = 2 * shape.head_dim * pieces_of(shape.n_head_kv)
    return max(4 * shape.hidden_width, 5 * shape.q_width + 8 * shape.kv_width + parts)


# What each linear reads. Linears that read the same share its dropout: PEFT draws anew for each, at the cost of a mask
# and a product more; a branch by itself sees the same distribution.
INPUTS = {"q": "attention", "k": "attention", "v": "attention", "o": "o", "gate": "ffn", "up": "ffn", "down": "down"}


def dropout_widths(shape: Shape) -> dict[str, int]:
    """Numbers per token of each input in INPUTS."""
    return {"attention": shape.d_model, "o": shape.q_width, "ffn": shape.d_model, "down": shape.hidden_width}


def embed(tape: Tape, model: FrozenModel, tokens: Tensor, noise: Tensor | None) -> Tensor:
    """tokens I32 [T], noise [d, T] -> the stream's beginning [d, T]."""
    x = tape.emit("get_rows", model.embedding, tokens)
    if noise is not None:
        x = tape.emit("add", x, noise)
    return _scaled(tape, x, model.shape.embedding_scale)


def decoder_layer(
    tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, places: Places, keep: Keep
) -> Tensor:
    """x: [d, T] -> [d, T]."""

    def normed(name: str, y: Tensor) -> Tensor:
        return rms_norm(tape, y, layer.norms[name], shape.rms_eps) if name in layer.norms else y

    def join(x: Tensor, y: Tensor) -> Tensor:
        return add(tape, x, _scaled(tape, y, shape.residual_scale))

    y = keep("o", self_attention(tape, shape, layer, branches, normed("attn_norm", x), places, keep))
    x = keep("middle", join(x, normed("post_attention_norm", y)))
    feed = mixture if shape.n_expert else feed_forward
    y = keep("down", feed(tape, shape, layer, branches, normed("ffn_norm", x), places, keep))
    return join(x, normed("post_ffw_norm", y))


def self_attention(
    tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, places: Places, keep: Keep
) -> Tensor:
    """Causal grouped-query attention inside each sequence of the batch: [d, T] -> [d, T]."""
    n_tokens = x.shape[1]
    dropped = drop_out(tape, x, places.dropout.get("attention"))

    def product(name: str) -> Tensor:
        return linear(tape, layer.linears[name], branches.get(name), x, dropped)

    def heads(y: Tensor) -> Tensor:
        return reshape(tape, y, shape.head_dim, y.shape[0] // shape.head_dim, n_tokens)

    def placed(name: str) -> Tensor:
        """q or k: [head_dim, heads, T], normed where the architecture does, and rotated."""
        weight = layer.norms.get(f"attn_{name}_norm")
        if weight is None:
            return keep(name, rotated(heads(product(name))))
        y = keep(name, product(name))  # before the norm, whose gradient reads it
        if weight.shape[0] == shape.head_dim:
            return rotated(rms_norm(tape, heads(y), weight, shape.rms_eps))
        return rotated(heads(rms_norm(tape, y, weight, shape.rms_eps)))

    def rotated(y: Tensor) -> Tensor:
        return layer.rope.apply(tape, y, places.positions) if layer.rope else y

    q, k, v = placed("q"), placed("k"), keep("v", heads(product("v")))
    scores = shape.attention_scale, shape.attention_softcap
    mixed = keep("attention", places.seen_by(layer).attend(tape, q, k, v, *scores))
    mixed = reshape(tape, mixed, shape.q_width, n_tokens)
    dropped = drop_out(tape, mixed, places.dropout.get("o"))
    return linear(tape, layer.linears["o"], branches.get("o"), mixed, dropped)


ACTIVATIONS = {"silu": swiglu, "gelu": geglu}


def feed_forward(
    tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, places: Places, keep: Keep
) -> Tensor:
    """down(activation(gate(x)) * up(x)): [d, T] -> [d, T]."""
    dropped = drop_out(tape, x, places.dropout.get("ffn"))
    gate = keep("gate", linear(tape, layer.linears["gate"], branches.get("gate"), x, dropped))
    up = keep("up", linear(tape, layer.linears["up"], branches.get("up"), x, dropped))
    hidden = ACTIVATIONS[shape.architecture.activation](tape, gate, up)
    dropped = drop_out(tape, hidden, places.dropout.get("down"))
    return linear(tape, layer.linears["down"], branches.get("down"), hidden, dropped)


def mixture(
    tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, places: Places, keep: Keep
) -> Tensor:
    """The weighted sum of what the experts that the router chose for a token make of it: [d, T] -> [d, T]."""
    assert shape.architecture.experts is not None
    d, n_tokens = x.shape[:2]
    logits = linear(tape, layer.linears["router"], None, x, x)  # [n_expert, T]
    ids, weights = experts.route(tape, logits, shape.n_expert_used, shape.architecture.experts.normalized)

    def low_rank(branch: LowRank, y: Tensor, *, combined: bool = False) -> Tensor:
        h = scale(tape, experts.contract_experts(tape, branch.a, y, ids), branch.scale)  # [r, k, T]
        return experts.expand_experts(tape, branch.b, h, ids, combined=combined)

    def entrance(name: str) -> Tensor:
        """gate or up: [d_ff, k, T]."""
        y = experts.expert_mul_mat(tape, layer.linears[name], x, ids)
        return keep(name, add(tape, y, low_rank(branches[name], dropped)) if name in branches else y)

    x = reshape(tape, x, d, 1, n_tokens)
    dropped = drop_out(tape, x, _slots(tape, places.dropout.get("ffn"), d))
    hidden = swiglu(tape, entrance("gate"), entrance("up"))
    y = experts.expert_sum(tape, layer.linears["down"], hidden, weights, ids)  # [d, 1, T]
    if "down" in branches:
        dropped = drop_out(tape, hidden, _slots(tape, places.dropout.get("down"), shape.d_ff))
        y = add(tape, y, low_rank(branches["down"], experts.weigh(tape, dropped, weights), combined=True))
    return reshape(tape, y, d, n_tokens)


def _slots(tape: Tape, mask: Tensor | None, width: int) -> Tensor | None:
    """[k * width, T] -> [width, k, T]."""
    return None if mask is None else tape.emit("reshape_3d", mask, width, mask.shape[0] // width, mask.shape[1])


def output_logits(tape: Tape, model: FrozenModel, x: Tensor) -> Tensor:
    """The last layer's output, through the final norm and the output projection: [d, n] -> [n_vocab, n]."""
    normed = rms_norm(tape, x, model.output_norm, model.shape.rms_eps)
    logits = linear(tape, model.head, None, normed, normed)
    logits = _scaled(tape, logits, model.shape.logit_scale)
    return soft_cap(tape, logits, model.shape.logit_softcap) if model.shape.logit_softcap else logits


def linear(tape: Tape, frozen: FrozenLinear, branch: LowRank | None, x: Tensor, dropped: Tensor) -> Tensor:
    """Frozen projection of x plus the low-rank branch, which reads `dropped`: [d_in, T] -> [d_out, T]."""
    y = frozen_mul_mat(tape, frozen, x) if branch is None else adapted_product(tape, frozen, branch, x, dropped)
    return y if frozen.bias is None else add(tape, y, frozen.bias)


def drop_out(tape: Tape, x: Tensor, mask: Tensor | None) -> Tensor:
    """x [d, T], less what the mask leaves out; x itself without one."""
    return x if mask is None else mul(tape, x, mask)


def _scaled(tape: Tape, x: Tensor, factor: float) -> Tensor:
    return x if factor == 1.0 else scale(tape, x, factor)
