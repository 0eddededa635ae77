"""A feed-forward for all tokens with experts beside it, each with norms of its own (llama.cpp's gemma4.cpp). Shapes in
ggml order; T: tokens, d: d_model.

    norm_1(down(gelu(gate(u)) * up(u))) + norm_2(experts(v))     u = norm(x), v = pre_norm_2(x)
    the router's logits: R (s * x / rms(x) / sqrt(d)), s [d] its scale
"""

from __future__ import annotations

from math import sqrt

from core.engine.ggml.tensor import Tensor
from core.engine.model.frozen import Layer
from core.engine.model.layer_shape import LayerShape
from core.engine.model.parts.linear import linear
from core.engine.model.parts.mixture import Mixture, chosen_experts, shared_experts
from core.engine.model.parts.part import Branches, Dims, RowInputs, Saved
from core.engine.model.shape import Shape
from core.engine.ops.attention.interface import Needs
from core.engine.ops.autograd import Tape
from core.engine.ops.elementwise import add, mul, scale
from core.engine.ops.norm import rms_norm

PRE_NORM, POST_NORM, POST_NORM_EXPERTS = "pre_ffw_norm_2.weight", "post_ffw_norm_1.weight", "post_ffw_norm_2.weight"
ROUTER_SCALE = "ffn_gate_inp.scale"


class BesideExperts(Mixture):
    """The feed-forward for all tokens is what other mixtures call shared experts."""

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
