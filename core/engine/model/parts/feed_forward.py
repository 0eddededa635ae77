"""The feed-forward, gated or not. Shapes in ggml order; T: tokens, d: d_model."""

from __future__ import annotations

from collections.abc import Callable

from core.engine.ggml.tensor import Tensor
from core.engine.model.frozen import Layer
from core.engine.model.layer_shape import LayerShape
from core.engine.model.parts.linear import drop_out, linear
from core.engine.model.parts.part import Branches, Dims, Part, RowInputs, Saved
from core.engine.model.shape import Shape
from core.engine.ops.attention.interface import Needs
from core.engine.ops.autograd import Tape
from core.engine.ops.gated import geglu, relu_squared, swiglu, swiglu_oai

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
