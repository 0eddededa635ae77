"""LFM2's short convolution. Shapes in ggml order; T: tokens, d: d_model."""

from __future__ import annotations

from core.engine.ggml.tensor import Tensor
from core.engine.model.frozen import Layer
from core.engine.model.layer_shape import LayerShape
from core.engine.model.parts.linear import drop_out, linear
from core.engine.model.parts.part import Branches, Dims, Part, RowInputs, Saved
from core.engine.model.shape import Shape
from core.engine.ops.autograd import Tape
from core.engine.ops.causal_conv import causal_conv
from core.engine.ops.elementwise import mul, split


class ShortConv(Part):
    """out(c * conv(b * y)), where in(x) is b, c and y: a convolution over a few tokens between two gates."""

    def linears(self, shape: Shape, layer: LayerShape) -> Dims:  # noqa: ARG002
        d = shape.d_model
        return {"conv_in": (d, 3 * d), "conv_out": (d, d)}

    def constants(self, shape: Shape, layer: LayerShape) -> Dims:  # noqa: ARG002
        return {"shortconv.conv.weight": (shape.conv_length, shape.d_model)}

    def saved_widths(self, shape: Shape, layer: LayerShape) -> dict[str, int]:  # noqa: ARG002
        return {"conv_in": 3 * shape.d_model}

    def width(self, shape: Shape, layer: LayerShape) -> int:  # noqa: ARG002
        return 10 * shape.d_model

    def forward(
        self, tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, inputs: RowInputs, saved: Saved
    ) -> Tensor:
        d = shape.d_model
        dropped = drop_out(tape, x, inputs.dropout.get("attention"))
        whole = saved("conv_in", linear(tape, layer.linears["conv_in"], branches.get("conv_in"), x, dropped))
        b, c, y = split(tape, whole, d, d, d)
        y = mul(tape, c, causal_conv(tape, mul(tape, b, y), layer.constants["shortconv.conv.weight"], inputs.positions))
        dropped = drop_out(tape, y, inputs.dropout.get("o"))
        return linear(tape, layer.linears["conv_out"], branches.get("conv_out"), y, dropped)
