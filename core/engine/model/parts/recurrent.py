"""Layers that carry a state from token to token. Shapes in ggml order; T: tokens, d: d_model.

The gated delta rule of Qwen3-Next and Qwen3.5; Mamba-2's mixer (arXiv:2405.21060), H: heads, e: all their numbers; and
LFM2's short convolution.

Mamba-2: one product gives a gate z, the mixed values (x, b and c), and a step for each head. The mixed values are
convolved over a few tokens, then x goes through a recurrence in which b writes into the state and c reads it, and the
output is gated and normed.
"""

from __future__ import annotations

from core.engine.ggml import abi
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor
from core.engine.model.frozen import Layer
from core.engine.model.parts.part import Branches, Dims, Part, RowInputs, Saved, drop_out, linear
from core.engine.model.shape import DeltaSizes, LayerShape, Shape
from core.engine.ops import gated_delta, selective_scan
from core.engine.ops.attention.interface import Heads, Needs
from core.engine.ops.autograd import Tape
from core.engine.ops.causal_conv import causal_conv
from core.engine.ops.elementwise import add, contiguous, mul, reshape, sigmoid, silu, softplus, split, swiglu
from core.engine.ops.gated_delta import DeltaInputs
from core.engine.ops.norm import l2_norm, rms_norm
from core.engine.ops.selective_scan import StateHeads

KERNEL, KERNEL_BIAS, STEP_BIAS = "ssm_conv1d.weight", "ssm_conv1d.bias", "ssm_dt.bias"
DECAY, SKIP, NORM = "ssm_a", "ssm_d", "ssm_norm.weight"


class GatedDelta(Part):
    """q, k, v = silu(conv(delta_qkv x)), q and k of length one; beta = sigmoid(delta_beta x);
    decay = ssm_a softplus(delta_alpha x + ssm_dt), where the file's ssm_a is -exp(A_log) of Hugging Face's;
    delta_out(norm(o) silu(delta_gate x)), o the rule's output.
    """

    def linears(self, shape: Shape, layer: LayerShape) -> Dims:
        d, sizes = shape.d_model, _delta_sizes(layer)
        return {
            "delta_qkv": (d, sizes.qkv_width),
            "delta_gate": (d, sizes.value_width),
            "delta_alpha": (d, sizes.heads),
            "delta_beta": (d, sizes.heads),
            "delta_out": (sizes.value_width, d),
        }

    def constants(self, shape: Shape, layer: LayerShape) -> Dims:  # noqa: ARG002
        sizes = _delta_sizes(layer)
        return {
            "ssm_conv1d.weight": (sizes.conv, sizes.qkv_width),
            "ssm_dt.bias": (sizes.heads,),
            "ssm_a": (sizes.heads,),
            "ssm_norm.weight": (sizes.width,),
        }

    def saved_widths(self, shape: Shape, layer: LayerShape) -> dict[str, int]:  # noqa: ARG002
        sizes = _delta_sizes(layer)
        return {"delta_qkv": sizes.qkv_width, "delta_gate": sizes.value_width, "delta": sizes.value_width}

    def width(self, shape: Shape, layer: LayerShape) -> int:
        sizes = _delta_sizes(layer)
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
        sizes, n_tokens = _delta_sizes(layer.shape), x.shape[1]
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


def _delta_sizes(layer: LayerShape) -> DeltaSizes:
    assert layer.delta is not None
    return layer.delta


def _heads(layer: LayerShape) -> Heads:
    sizes = _delta_sizes(layer)
    return Heads(sizes.heads, sizes.key_heads, sizes.width)


class Mamba2(Part):
    """Mamba-2's mixer: out(norm(silu(z) * scan(silu(conv(x, b, c)))))."""

    def __init__(self, *, bare: bool = False) -> None:
        """bare: files may lack the norm."""
        self._bare = bare

    def linears(self, shape: Shape, layer: LayerShape) -> Dims:  # noqa: ARG002
        sizes, d = _sizes(shape), shape.d_model
        inner = sizes.heads * sizes.width
        return {"ssm_in": (d, inner + sizes.mixed_width + sizes.heads), "ssm_out": (inner, d)}

    def constants(self, shape: Shape, layer: LayerShape) -> Dims:  # noqa: ARG002
        sizes = _sizes(shape)
        return {
            KERNEL: (shape.conv_length, sizes.mixed_width),
            KERNEL_BIAS: (sizes.mixed_width,),
            STEP_BIAS: (sizes.heads,),
            DECAY: (1, sizes.heads),
            SKIP: (1, sizes.heads),
            **({} if self._bare else _norm(shape)),
        }

    def optional(self, shape: Shape, layer: LayerShape) -> Dims:  # noqa: ARG002
        return _norm(shape) if self._bare else {}

    def saved_widths(self, shape: Shape, layer: LayerShape) -> dict[str, int]:
        sizes = _sizes(shape)
        return {"ssm_in": self.linears(shape, layer)["ssm_in"][1], "scanned": sizes.heads * sizes.width}

    def width(self, shape: Shape, layer: LayerShape) -> int:  # noqa: ARG002
        sizes = _sizes(shape)
        return 6 * sizes.heads * sizes.width + 4 * sizes.mixed_width + 2 * sizes.groups * sizes.parts * sizes.states

    def width_when_saved(self, shape: Shape, layer: LayerShape, attention: Needs) -> int | None:  # noqa: ARG002
        sizes = _sizes(shape)
        gradients = 2 * sizes.groups * sizes.parts * sizes.states
        return 7 * sizes.heads * sizes.width + 5 * sizes.mixed_width + gradients + 2 * shape.d_model

    def needs(
        self,
        ggml: Ggml,
        shape: Shape,
        layer: LayerShape,  # noqa: ARG002
        n_tokens: int,
        threads: int,
        *,
        on_device: bool,
    ) -> Needs:
        return selective_scan.needs(ggml, _sizes(shape), n_tokens, threads, on_device=on_device)

    def row_nodes(self, ggml: Ggml, shape: Shape, layer: LayerShape, n_tokens: int, *, on_device: bool) -> int:  # noqa: ARG002
        return selective_scan.row_nodes(ggml, _sizes(shape), n_tokens, on_device=on_device)

    def forward(
        self, tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, inputs: RowInputs, saved: Saved
    ) -> Tensor:
        sizes, held = _sizes(shape), layer.constants
        heads, inner, n_tokens = sizes.heads, sizes.heads * sizes.width, x.shape[1]
        dropped = drop_out(tape, x, inputs.dropout.get("attention"))
        whole = saved("ssm_in", linear(tape, layer.linears["ssm_in"], branches.get("ssm_in"), x, dropped))
        z, mixed, step = split(tape, whole, inner, sizes.mixed_width, heads)
        mixed = silu(tape, causal_conv(tape, mixed, held[KERNEL], inputs.positions, held[KERNEL_BIAS]))
        step = softplus(tape, add(tape, step, held[STEP_BIAS]))
        decay, skip = (tape.emit("reshape_3d", held[name], heads, 1, 1) for name in (DECAY, SKIP))
        decay = mul(tape, step, decay)
        y = selective_scan.selective_scan(tape, mixed, decay, step, inputs.positions, skip, sizes)
        y = saved("scanned", y)
        y = swiglu(tape, z, reshape(tape, y, inner, n_tokens))
        y = _normed(tape, y, held[NORM], shape.rms_eps) if NORM in held else y
        dropped = drop_out(tape, y, inputs.dropout.get("ssm_out"))
        return linear(tape, layer.linears["ssm_out"], branches.get("ssm_out"), y, dropped)


def _norm(shape: Shape) -> Dims:
    sizes = _sizes(shape)
    return {NORM: (sizes.heads * sizes.width // sizes.groups, sizes.groups)}


def _normed(tape: Tape, y: Tensor, gain: Tensor, eps: float) -> Tensor:
    """Norm each group of y [e, T] separately. gain: [e / groups, groups]."""
    width, groups = gain.shape[:2]
    inner, n_tokens = y.shape[:2]
    if groups == 1:
        return rms_norm(tape, y, gain, eps)
    ones = tape.emit("fill", tape.emit("new_tensor_4d", abi.F32, width, 1, 1, 1), 1.0)
    y = mul(tape, rms_norm(tape, reshape(tape, y, width, groups, n_tokens), ones, eps), gain)
    return reshape(tape, y, inner, n_tokens)


def _sizes(shape: Shape) -> StateHeads:
    assert shape.scan is not None
    return shape.scan


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
