"""A layer of the gated delta rule, as Qwen3-Next and Qwen3.5 have it. Shapes in ggml order; T: tokens, d: d_model."""

from __future__ import annotations

from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor
from core.engine.model.frozen import Layer
from core.engine.model.layer_shape import DeltaSizes, LayerShape
from core.engine.model.parts.part import Branches, Dims, Part, RowInputs, Saved, drop_out, linear
from core.engine.model.shape import Shape
from core.engine.ops import gated_delta
from core.engine.ops.attention.interface import Heads, Needs
from core.engine.ops.autograd import Tape
from core.engine.ops.causal_conv import causal_conv
from core.engine.ops.elementwise import add, contiguous, mul, reshape, split
from core.engine.ops.gated import sigmoid, silu, softplus, swiglu
from core.engine.ops.gated_delta_composed import DeltaInputs
from core.engine.ops.norm import l2_norm, rms_norm


class GatedDelta(Part):
    """q, k, v = silu(conv(delta_qkv x)), q and k of length one; beta = sigmoid(delta_beta x);
    decay = ssm_a softplus(delta_alpha x + ssm_dt), where the file's ssm_a is -exp(A_log) of Hugging Face's;
    delta_out(norm(o) silu(delta_gate x)) of what the rule gives.
    """

    def linears(self, shape: Shape, layer: LayerShape) -> Dims:
        d, sizes = shape.d_model, _sizes(layer)
        return {
            "delta_qkv": (d, sizes.qkv_width),
            "delta_gate": (d, sizes.value_width),
            "delta_alpha": (d, sizes.heads),
            "delta_beta": (d, sizes.heads),
            "delta_out": (sizes.value_width, d),
        }

    def constants(self, shape: Shape, layer: LayerShape) -> Dims:  # noqa: ARG002
        sizes = _sizes(layer)
        return {
            "ssm_conv1d.weight": (sizes.conv, sizes.qkv_width),
            "ssm_dt.bias": (sizes.heads,),
            "ssm_a": (sizes.heads,),
            "ssm_norm.weight": (sizes.width,),
        }

    def saved_widths(self, shape: Shape, layer: LayerShape) -> dict[str, int]:  # noqa: ARG002
        sizes = _sizes(layer)
        return {"delta_qkv": sizes.qkv_width, "delta_gate": sizes.value_width, "delta": sizes.value_width}

    def width(self, shape: Shape, layer: LayerShape) -> int:
        sizes = _sizes(layer)
        return 3 * shape.d_model + 5 * sizes.qkv_width + 4 * sizes.value_width

    def needs(
        self,
        ggml: Ggml,
        shape: Shape,  # noqa: ARG002
        layer: LayerShape,
        n_tokens: int,
        threads: int,
        *,
        on_device: bool,
    ) -> Needs:
        return gated_delta.needs(ggml, _heads(layer), n_tokens, threads, on_device=on_device)

    def row_nodes(self, ggml: Ggml, shape: Shape, layer: LayerShape, n_tokens: int, *, on_device: bool) -> int:  # noqa: ARG002
        return gated_delta.row_nodes(ggml, _heads(layer), n_tokens, on_device=on_device)

    def forward(
        self, tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, inputs: RowInputs, saved: Saved
    ) -> Tensor:
        sizes, n_tokens = _sizes(layer.shape), x.shape[1]
        dropped = drop_out(tape, x, inputs.dropout.get("attention"))

        def product(name: str) -> Tensor:
            return linear(tape, layer.linears[name], branches.get(name), x, dropped)

        def heads(y: Tensor) -> Tensor:
            return reshape(tape, contiguous(tape, y), sizes.width, y.shape[0] // sizes.width, n_tokens)

        qkv = saved("delta_qkv", product("delta_qkv"))
        qkv = silu(tape, causal_conv(tape, qkv, layer.constants["ssm_conv1d.weight"], inputs.positions))
        keys = sizes.key_heads * sizes.width
        q, k, v = map(heads, split(tape, qkv, keys, keys, sizes.value_width))
        q, k = (l2_norm(tape, y, shape.rms_eps) for y in (q, k))
        step = softplus(tape, add(tape, product("delta_alpha"), layer.constants["ssm_dt.bias"]))
        decay = mul(tape, step, layer.constants["ssm_a"])
        beta = sigmoid(tape, product("delta_beta"))
        rule = DeltaInputs(q, k, v, decay, beta)
        o = saved("delta", gated_delta.gated_delta(tape, rule, inputs.positions, sizes.width**-0.5))
        o = rms_norm(tape, o, layer.constants["ssm_norm.weight"], shape.rms_eps)
        gate = saved("delta_gate", product("delta_gate"))
        o = swiglu(tape, gate, reshape(tape, o, sizes.value_width, n_tokens))
        dropped = drop_out(tape, o, inputs.dropout.get("o"))
        return linear(tape, layer.linears["delta_out"], branches.get("delta_out"), o, dropped)


def _sizes(layer: LayerShape) -> DeltaSizes:
    assert layer.delta is not None
    return layer.delta


def _heads(layer: LayerShape) -> Heads:
    sizes = _sizes(layer)
    return Heads(sizes.heads, sizes.key_heads, sizes.width)
