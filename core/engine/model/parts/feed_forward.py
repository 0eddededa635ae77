"""The feed-forward, gated or not, and with experts. Shapes in ggml order; T: tokens, d: d_model, k: experts used per
token.

PerLayer is Gemma's gate on the tokens' embeddings for a single layer.

    x + norm(up(gelu(gate(x)) * e))

e [p, T] depends on the tokens alone (`embeddings`), and nothing before it learns.

BesideExperts is a feed-forward for all tokens with experts beside it, each with norms of its own (llama.cpp's
gemma4.cpp).

    norm_1(down(gelu(gate(u)) * up(u))) + norm_2(experts(v))     u = norm(x), v = pre_norm_2(x)
    the router's logits: R (s * x / rms(x) / sqrt(d)), s [d] its scale
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

from core.engine.ggml.tensor import Tensor
from core.engine.model.frozen import Layer, PerLayerTables
from core.engine.model.parts.part import Branches, Dims, Part, RowInputs, Saved, drop_out, linear
from core.engine.model.shape import LayerShape, Shape
from core.engine.ops import experts
from core.engine.ops.attention.interface import Needs
from core.engine.ops.autograd import Tape
from core.engine.ops.composed import product
from core.engine.ops.elementwise import add, geglu, mul, relu_squared, reshape, scale, swiglu, swiglu_oai
from core.engine.ops.experts import route
from core.engine.ops.low_rank import LowRank
from core.engine.ops.norm import rms_norm

# Of the value that the entrance linears give, by Architecture.entrances.
ACTIVATIONS: dict[str, Callable[..., Tensor]] = {
    "silu": swiglu,
    "gelu": geglu,
    "swiglu_oai": swiglu_oai,
    "relu2": relu_squared,
}


class FeedForward(Part):
    """The feed-forward: down(activation(gate(x)) * up(x)), or down(activation(up(x)))."""

    def linears(self, shape: Shape, layer: LayerShape) -> Dims:
        d, d_ff = shape.d_model, layer.d_ff
        return {**dict.fromkeys(shape.architecture.entrances, (d, d_ff)), "down": (d_ff, d)}

    def saved_widths(self, shape: Shape, layer: LayerShape) -> dict[str, int]:
        return dict.fromkeys(shape.architecture.entrances, layer.d_ff)

    def width(self, shape: Shape, layer: LayerShape) -> int:  # noqa: ARG002
        return 5 * layer.d_ff

    def width_when_saved(self, shape: Shape, layer: LayerShape, attention: Needs) -> int | None:  # noqa: ARG002
        return 4 * layer.d_ff

    def forward(
        self, tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, inputs: RowInputs, saved: Saved
    ) -> Tensor:
        dropped = drop_out(tape, x, inputs.dropout.get("ffn"))
        entering = (
            saved(name, linear(tape, layer.linears[name], branches.get(name), x, dropped))
            for name in shape.architecture.entrances
        )
        hidden = ACTIVATIONS[shape.architecture.activation](tape, *entering)
        dropped = drop_out(tape, hidden, inputs.dropout.get("down"))
        return linear(tape, layer.linears["down"], branches.get("down"), hidden, dropped)


NORM = "post_norm.weight"


class PerLayer(Part):
    """The end of a layer with its own embeddings, without the sum with the layer's input."""

    def linears(self, shape: Shape, layer: LayerShape) -> Dims:
        d, p = shape.d_model, layer.per_layer
        return {"ple_gate": (d, p), "ple_up": (p, d)}

    def constants(self, shape: Shape, layer: LayerShape) -> Dims:  # noqa: ARG002
        return {NORM: (shape.d_model,)}

    def saved_widths(self, shape: Shape, layer: LayerShape) -> dict[str, int]:
        return {"ple_gate": layer.per_layer, "ple_up": shape.d_model}

    def width(self, shape: Shape, layer: LayerShape) -> int:
        return shape.d_model + 5 * layer.per_layer

    def width_when_saved(self, shape: Shape, layer: LayerShape, attention: Needs) -> int | None:  # noqa: ARG002
        return 2 * shape.d_model + 5 * layer.per_layer

    def forward(
        self, tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, inputs: RowInputs, saved: Saved
    ) -> Tensor:
        assert inputs.per_layer is not None
        dropped = drop_out(tape, x, inputs.dropout.get("ple_gate"))
        gate = saved("ple_gate", linear(tape, layer.linears["ple_gate"], branches.get("ple_gate"), x, dropped))
        hidden = ACTIVATIONS["gelu"](tape, gate, inputs.per_layer)
        dropped = drop_out(tape, hidden, inputs.dropout.get("ple_up"))
        y = saved("ple_up", linear(tape, layer.linears["ple_up"], branches.get("ple_up"), hidden, dropped))
        return rms_norm(tape, y, layer.constants[NORM], shape.rms_eps)


def embeddings(tape: Tape, shape: Shape, tables: PerLayerTables, tokens: Tensor, x: Tensor) -> Sequence[Tensor]:
    """Embed tokens I32 [T] for each layer, also from the stream's beginning x [d, T] -> [p, T] each, rows apart:

        (norm(W x / sqrt(d)) + sqrt(p) table[token]) / sqrt(2), the norm over each layer's numbers

    (llama.cpp's gemma4.cpp, project_per_layer_inputs).
    """
    p, n_layer, n_tokens = shape.layers[0].per_layer, shape.n_layer, tokens.shape[0]
    projected = tape.emit("scale", product(tape, tables.projection, x), 1 / sqrt(shape.d_model))
    projected = rms_norm(tape, tape.emit("reshape_3d", projected, p, n_layer, n_tokens), tables.norm, shape.rms_eps)
    found = tape.emit("scale", tape.emit("get_rows", tables.embedding, tokens), sqrt(p))
    found = tape.emit("reshape_3d", found, p, n_layer, n_tokens)
    both = tape.emit("scale", tape.emit("add", projected, found), 1 / sqrt(2))
    row = both.strides[2]
    return [
        tape.emit("view_3d", both, p, n_tokens, 1, row, row * n_tokens, i * both.strides[1]) for i in range(n_layer)
    ]


SELECTION_BIAS, OUTPUT_SCALES, SHARED_GATE = "exp_probs_b.bias", "ffn_down_exps.scale", "ffn_gate_inp_shexp.weight"


class Mixture(Part):
    """The weighted sum of the chosen experts' outputs for each token, plus the output of the experts that all tokens
    use.
    """

    def linears(self, shape: Shape, layer: LayerShape) -> Dims:
        d, d_ff, n_expert, shared = shape.d_model, layer.d_ff, shape.n_expert, shape.d_shared
        wide, narrow = (d, d_ff, n_expert), (d_ff, d, n_expert)
        entrances = shape.architecture.entrances
        stacks = {**dict.fromkeys(entrances, wide), "down": narrow, "router": (d, n_expert)}
        of_all = {**{f"shared_{name}": (d, shared) for name in entrances}, "shared_down": (shared, d)}
        return stacks | (of_all if shared else {})

    def constants(self, shape: Shape, layer: LayerShape) -> Dims:  # noqa: ARG002
        row = shape.architecture.experts
        return {SHARED_GATE: (shape.d_model,)} if row and row.shared_gated and shape.d_shared else {}

    def optional(self, shape: Shape, layer: LayerShape) -> Dims:  # noqa: ARG002
        row, of_each = shape.architecture.experts, (shape.n_expert,)
        assert row is not None
        return ({SELECTION_BIAS: of_each} if row.selection_bias else {}) | (
            {OUTPUT_SCALES: of_each} if row.scaled else {}
        )

    def saved_widths(self, shape: Shape, layer: LayerShape) -> dict[str, int]:
        hidden, shared, entrances = layer.d_ff * shape.n_expert_used, shape.d_shared, shape.architecture.entrances
        of_all = {f"shared_{name}": shared for name in entrances}
        return dict.fromkeys(entrances, hidden) | (of_all if shared else {})

    def width(self, shape: Shape, layer: LayerShape) -> int:
        hidden = layer.d_ff * shape.n_expert_used
        gated = len(shape.architecture.entrances) > 1
        return _gradients(shape, layer) + 3 * hidden * gated + 2 * shape.d_shared

    def width_when_saved(self, shape: Shape, layer: LayerShape, attention: Needs) -> int | None:  # noqa: ARG002
        return _gradients(shape, layer) + 2 * shape.d_model

    def nodes(self, shape: Shape, layer: LayerShape) -> int:  # noqa: ARG002
        return 128 + experts.nodes(shape.n_expert_used)

    def forward(
        self, tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, inputs: RowInputs, saved: Saved
    ) -> Tensor:
        logits = linear(tape, layer.linears["router"], None, x, x)  # [n_expert, T]
        y = chosen_experts(tape, shape, layer, branches, x, logits, inputs, saved)
        return add(tape, y, shared_experts(tape, shape, layer, branches, x, inputs, saved)) if shape.d_shared else y


def chosen_experts(
    tape: Tape,
    shape: Shape,
    layer: Layer,
    branches: Branches,
    x: Tensor,
    logits: Tensor,
    inputs: RowInputs,
    saved: Saved,
) -> Tensor:
    """Compute the chosen experts' output for x [d, T], from the router's logits [n_expert, T]: [d, T].

    A branch beside `down` is not scaled by its expert's scale, since llama.cpp adds it after scaling.
    """
    assert shape.routing is not None
    d, n_tokens = x.shape[:2]
    ids, weights = route(tape, logits, shape.routing, layer.constants.get(SELECTION_BIAS))

    def low_rank(branch: LowRank, y: Tensor, *, combined: bool = False) -> Tensor:
        h = scale(tape, experts.contract_experts(tape, branch.a, y, ids), branch.scale)  # [r, k, T]
        return experts.expand_experts(tape, branch.b, h, ids, combined=combined)

    def entrance(name: str) -> Tensor:
        """Return the output of gate or up: [d_ff, k, T]."""
        frozen = layer.linears[name]
        y = experts.expert_mul_mat(tape, frozen, x, ids)
        y = add(tape, y, low_rank(branches[name], dropped)) if name in branches else y
        return saved(name, y if frozen.bias is None else experts.add_bias(tape, y, frozen.bias, ids))

    x = reshape(tape, x, d, 1, n_tokens)
    dropped = drop_out(tape, x, _slots(tape, inputs.dropout.get("ffn"), d))
    hidden = ACTIVATIONS[shape.architecture.activation](tape, *map(entrance, shape.architecture.entrances))
    down, scales = layer.linears["down"], layer.constants.get(OUTPUT_SCALES)
    scaled = weights if scales is None else experts.scaled_by_expert(tape, weights, scales, ids)
    y = experts.expert_sum(tape, down, hidden, scaled, ids)  # [d, 1, T]
    if "down" in branches:
        dropped = drop_out(tape, hidden, _slots(tape, inputs.dropout.get("down"), layer.shape.d_ff))
        y = add(tape, y, low_rank(branches["down"], experts.weigh(tape, dropped, weights), combined=True))
    if down.bias is not None:
        y = add(tape, y, experts.weighed_bias(tape, down.bias, weights, ids))
    return reshape(tape, y, d, n_tokens)


def shared_experts(
    tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, inputs: RowInputs, saved: Saved
) -> Tensor:
    """Compute the output for x [d, T] of the experts that all tokens use: [d, T]."""
    dropped = drop_out(tape, x, inputs.dropout.get("ffn"))

    def product(name: str, y: Tensor, dropped: Tensor) -> Tensor:
        return linear(tape, layer.linears[name], branches.get(name), y, dropped)

    names = (f"shared_{name}" for name in shape.architecture.entrances)
    hidden = ACTIVATIONS[shape.architecture.activation](
        tape, *(saved(name, product(name, x, dropped)) for name in names)
    )
    y = product("shared_down", hidden, drop_out(tape, hidden, inputs.dropout.get("shared_down")))
    weight = layer.constants.get(SHARED_GATE)
    return y if weight is None else experts.gated_by_token(tape, y, x, weight)


def _gradients(shape: Shape, layer: LayerShape) -> int:
    """Return the numbers per token of gradients in the experts: their width, and for each slot the stream's."""
    hidden, by_slot = layer.d_ff * shape.n_expert_used, shape.d_model * shape.n_expert_used
    return max(5 * hidden, 2 * hidden + 2 * by_slot)


def _slots(tape: Tape, mask: Tensor | None, width: int) -> Tensor | None:
    """Reshape a mask [k * width, T] to [width, k, T]."""
    return None if mask is None else tape.emit("reshape_3d", mask, width, mask.shape[0] // width, mask.shape[1])


PRE_NORM, POST_NORM, POST_NORM_EXPERTS = "pre_ffw_norm_2.weight", "post_ffw_norm_1.weight", "post_ffw_norm_2.weight"
ROUTER_SCALE = "ffn_gate_inp.scale"


class BesideExperts(Mixture):
    """The feed-forward for all tokens takes the place of other mixtures' shared experts."""

    reads_stream = True

    def constants(self, shape: Shape, layer: LayerShape) -> Dims:  # noqa: ARG002
        return dict.fromkeys((PRE_NORM, POST_NORM, POST_NORM_EXPERTS, ROUTER_SCALE), (shape.d_model,))

    def saved_widths(self, shape: Shape, layer: LayerShape) -> dict[str, int]:
        return super().saved_widths(shape, layer) | {"shared_down": shape.d_model, "experts": shape.d_model}

    def width(self, shape: Shape, layer: LayerShape) -> int:
        return super().width(shape, layer) + 3 * shape.d_shared + 2 * shape.d_model

    def width_when_saved(self, shape: Shape, layer: LayerShape, attention: Needs) -> int | None:  # noqa: ARG002
        return None

    def forward(
        self, tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, inputs: RowInputs, saved: Saved
    ) -> Tensor:
        def normed(name: str, y: Tensor) -> Tensor:
            return rms_norm(tape, y, layer.constants[name], shape.rms_eps)

        of_all = normed(f"{shape.architecture.ffn_norm}.weight", x)
        of_all = saved("shared_down", shared_experts(tape, shape, layer, branches, of_all, inputs, saved))
        spread = scale(tape, rms_norm(tape, x, None, shape.rms_eps), 1 / sqrt(shape.d_model))
        spread = mul(tape, spread, layer.constants[ROUTER_SCALE])
        logits = linear(tape, layer.linears["router"], None, spread, spread)  # [n_expert, T]
        chosen = chosen_experts(tape, shape, layer, branches, normed(PRE_NORM, x), logits, inputs, saved)
        return add(tape, normed(POST_NORM, of_all), normed(POST_NORM_EXPERTS, saved("experts", chosen)))
