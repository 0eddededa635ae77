"""The forward pass, written once for all architectures; the tape derives the backward pass from it.

Shapes in ggml order. T: tokens, d: d_model.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from core.engine.ggml.tensor import Tensor
from core.engine.model.shape import Shape
from core.engine.model.weights import FrozenLinear, FrozenModel, Layer
from core.engine.ops import experts
from core.engine.ops.attention.interface import Attention
from core.engine.ops.attention.mask import reach
from core.engine.ops.autograd import Tape
from core.engine.ops.elementwise import add, mul, reshape, scale, soft_cap, stacked
from core.engine.ops.frozen_product import frozen_mul_mat
from core.engine.ops.gated import geglu, swiglu
from core.engine.ops.low_rank import LowRank, adapted_product
from core.engine.ops.norm import rms_norm
from core.shared.config import TrainConfig

Branches = Mapping[str, LowRank]  # by the name of the linear: q, k, v, ...

# Called with the name and value of activations that are dear to recompute (saved.py): forward may save one, backward
# gives back the saved one.
Saved = Callable[[str, Tensor], Tensor]


@dataclass(frozen=True)
class RowInputs:
    """What a layer reads of a row besides the stream: positions I32 [T], and its masks.

    attention: by the reach of a layer, see `reach`.
    dropout: what the inputs of low-rank branches are multiplied with, [dropout_widths, T], by name; absent: nothing.
    """

    positions: Tensor
    attention: Mapping[int, Attention]
    dropout: Mapping[str, Tensor] = field(default_factory=dict)

    def attention_of(self, layer: Layer) -> Attention:
        return self.attention[reach(layer.window, self.positions.shape[0])]


# What the branch of each linear reads. Those that read the same share its dropout: PEFT draws anew for each, at the
# cost of a mask and a product more; a branch by itself sees the same distribution.
BRANCH_INPUTS = {
    "q": "attention", "k": "attention", "v": "attention", "o": "o", "gate": "ffn", "up": "ffn", "down": "down",
}  # fmt: skip


def dropout_widths(shape: Shape, config: TrainConfig) -> dict[str, int]:
    """Numbers per token of each input in BRANCH_INPUTS that a branch reads; none without dropout."""
    widths = {"attention": shape.d_model, "o": shape.q_width, "ffn": shape.d_model, "down": shape.hidden_width}
    read = {BRANCH_INPUTS[linear] for linear in shape.targets(config)} if config.dropout else set()
    return {name: width for name, width in widths.items() if name in read}


def noise_width(shape: Shape, config: TrainConfig) -> int:
    """Random numbers per token: dropout masks, and noise on the embeddings."""
    return sum(dropout_widths(shape, config).values()) + (shape.d_model if config.neftune_alpha else 0)


def embed(tape: Tape, model: FrozenModel, tokens: Tensor, noise: Tensor | None) -> Tensor:
    """tokens I32 [T], noise [d, T] -> the stream's beginning [d, T]."""
    x = tape.emit("get_rows", model.embedding, tokens)
    if noise is not None:
        x = tape.emit("add", x, noise)
    return _scaled(tape, x, model.shape.embedding_scale)


def decoder_layer(
    tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, inputs: RowInputs, saved: Saved
) -> Tensor:
    """x: [d, T] -> [d, T]."""

    def normed(name: str, y: Tensor) -> Tensor:
        return rms_norm(tape, y, layer.norms[name], shape.rms_eps) if name in layer.norms else y

    def join(x: Tensor, y: Tensor) -> Tensor:
        return add(tape, x, _scaled(tape, y, shape.residual_scale))

    y = saved("o", self_attention(tape, shape, layer, branches, normed("attn_norm", x), inputs, saved))
    x = saved("middle", join(x, normed("post_attention_norm", y)))
    feed = mixture if shape.n_expert else feed_forward
    y = saved("down", feed(tape, shape, layer, branches, normed("ffn_norm", x), inputs, saved))
    return join(x, normed("post_ffw_norm", y))


def self_attention(
    tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, inputs: RowInputs, saved: Saved
) -> Tensor:
    """Causal grouped-query attention inside each sequence of the batch: [d, T] -> [d, T]."""
    n_tokens = x.shape[1]
    dropped = drop_out(tape, x, inputs.dropout.get("attention"))

    def product(name: str) -> Tensor:
        return linear(tape, layer.linears[name], branches.get(name), x, dropped)

    def heads(y: Tensor) -> Tensor:
        return reshape(tape, y, shape.head_dim, y.shape[0] // shape.head_dim, n_tokens)

    def rotated_heads(name: str) -> Tensor:
        """q or k: [head_dim, heads, T], normed where the architecture does, and rotated."""
        weight = layer.norms.get(f"attn_{name}_norm")
        if weight is None:
            return saved(name, rotated(heads(product(name))))
        y = saved(name, product(name))  # before the norm, whose gradient reads it
        if weight.shape[0] == shape.head_dim:
            return rotated(rms_norm(tape, heads(y), weight, shape.rms_eps))
        return rotated(heads(rms_norm(tape, y, weight, shape.rms_eps)))

    def rotated(y: Tensor) -> Tensor:
        return layer.rope.apply(tape, y, inputs.positions) if layer.rope else y

    q, k, v = rotated_heads("q"), rotated_heads("k"), saved("v", heads(product("v")))
    scores = shape.attention_scale, shape.attention_softcap
    mixed = saved("attention", inputs.attention_of(layer).attend(tape, q, k, v, *scores))
    mixed = reshape(tape, mixed, shape.q_width, n_tokens)
    dropped = drop_out(tape, mixed, inputs.dropout.get("o"))
    return linear(tape, layer.linears["o"], branches.get("o"), mixed, dropped)


ACTIVATIONS = {"silu": swiglu, "gelu": geglu}


def feed_forward(
    tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, inputs: RowInputs, saved: Saved
) -> Tensor:
    """down(activation(gate(x)) * up(x)): [d, T] -> [d, T]."""
    dropped = drop_out(tape, x, inputs.dropout.get("ffn"))
    gate = saved("gate", linear(tape, layer.linears["gate"], branches.get("gate"), x, dropped))
    up = saved("up", linear(tape, layer.linears["up"], branches.get("up"), x, dropped))
    hidden = ACTIVATIONS[shape.architecture.activation](tape, gate, up)
    dropped = drop_out(tape, hidden, inputs.dropout.get("down"))
    return linear(tape, layer.linears["down"], branches.get("down"), hidden, dropped)


def mixture(
    tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, inputs: RowInputs, saved: Saved
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
        return saved(name, add(tape, y, low_rank(branches[name], dropped)) if name in branches else y)

    x = reshape(tape, x, d, 1, n_tokens)
    dropped = drop_out(tape, x, _slots(tape, inputs.dropout.get("ffn"), d))
    hidden = swiglu(tape, entrance("gate"), entrance("up"))
    y = experts.expert_sum(tape, layer.linears["down"], hidden, weights, ids)  # [d, 1, T]
    if "down" in branches:
        dropped = drop_out(tape, hidden, _slots(tape, inputs.dropout.get("down"), shape.d_ff))
        y = add(tape, y, low_rank(branches["down"], experts.weigh(tape, dropped, weights), combined=True))
    return reshape(tape, y, d, n_tokens)


def _slots(tape: Tape, mask: Tensor | None, width: int) -> Tensor | None:
    """[k * width, T] -> [width, k, T]."""
    return None if mask is None else tape.emit("reshape_3d", mask, width, mask.shape[0] // width, mask.shape[1])


def output_logits(tape: Tape, model: FrozenModel, x: Tensor) -> Tensor:
    """The last layer's output, through the final norm and the output projection: [d, n] -> [n_vocab, n]."""
    normed = rms_norm(tape, x, model.output_norm, model.shape.rms_eps)
    parts = [linear(tape, head, None, normed, normed) for head in model.head_pieces or (model.head,)]
    logits = stacked(tape, parts) if len(parts) > 1 else parts[0]
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
