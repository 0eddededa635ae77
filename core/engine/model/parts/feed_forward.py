"""The feed-forward, gated or not, and Gemma's gate beside it. Shapes in ggml order; T: tokens, d: d_model.

Also here: Gemma's gate on the embedding that a token has for one layer. Shapes in ggml order; T: tokens, d: d_model.

    x + norm(up(gelu(gate(x)) * e))

e [p, T] depends on the tokens alone (`embeddings`), and nothing that learns lies before it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

from core.engine.ggml.tensor import Tensor
from core.engine.model.frozen import Layer, PerLayerTables
from core.engine.model.parts.part import Branches, Dims, Part, RowInputs, Saved, drop_out, linear
from core.engine.model.shape import LayerShape, Shape
from core.engine.ops.attention.interface import Needs
from core.engine.ops.autograd import Tape
from core.engine.ops.gated import geglu, relu_squared, swiglu, swiglu_oai
from core.engine.ops.norm import rms_norm
from core.engine.ops.products import product

# Of what gives each of Architecture.entrances.
ACTIVATIONS: dict[str, Callable[..., Tensor]] = {
    "silu": swiglu,
    "gelu": geglu,
    "swiglu_oai": swiglu_oai,
    "relu2": relu_squared,
}


class FeedForward(Part):
    """down(activation(gate(x)) * up(x)), or down(activation(up(x)))."""

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
    """The end of a layer with embeddings of its own, less the sum with what it began with."""

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
    """Embed tokens I32 [T] for each layer, by the stream's beginning x [d, T], too -> [p, T] each, rows apart:

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
