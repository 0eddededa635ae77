"""Alibaba's Qwen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core.families import graph
from core.families.checkpoint import (
    EXPERTS,
    FEED_FORWARD,
    HEAD_NORMS,
    NO_BIAS,
    PRE_NORMS,
    SILU,
    Called,
    Family,
    TensorSpec,
    TextPart,
    attention,
    qkv_biases,
    shared_experts,
)
from core.families.layers import PerLayer, expert_counts, kinds_of_layers

if TYPE_CHECKING:
    from core.families.values import JsonObject


def _with_delta(linears: Mapping[str, str]) -> dict[str, str]:
    """Drop Mamba's linears, which no layer has: delta_out's tensor has the name of one."""
    return {name: tensor for name, tensor in linears.items() if not name.startswith("ssm_")} | graph.DELTA_TENSORS


_QWEN2_GRAPH = graph.Architecture("qwen2", graph.ROPE_HALVES)

_QWEN3_GRAPH = graph.Architecture("qwen3", graph.ROPE_HALVES, norms=(*graph.PRE_NORMS, *graph.QK_NORMS))

# The text part of Qwen2-VL and Qwen2.5-VL, and of Qwen3-VL.
_QWEN2VL_GRAPH = graph.Architecture("qwen2vl", graph.ROPE_HALVES, mrope="sections")

_QWEN3VL_GRAPH = graph.Architecture(
    "qwen3vl", graph.ROPE_HALVES, norms=(*graph.PRE_NORMS, *graph.QK_NORMS), mrope="interleaved"
)

_QWEN2MOE_GRAPH = graph.Architecture(
    "qwen2moe",
    graph.ROPE_HALVES,
    linears=graph.EXPERT_TENSORS,
    experts=graph.Experts(
        width="expert_feed_forward_length",
        shared_width=("expert_shared_feed_forward_length", "feed_forward_length"),
        shared_gated=True,
    ),
)

_QWEN35_GRAPH = graph.Architecture(
    "qwen35",
    graph.ROPE_HALVES,
    norms=("attn_norm", "post_attention_norm", *graph.QK_NORMS),
    ffn_norm="post_attention_norm",
    linears=_with_delta(graph.LINEAR_TENSORS),
    mrope="interleaved",
    gated_attention=True,
    mixer="delta",
    attention_every=4,
)

_QWEN35MOE_GRAPH = replace(
    _QWEN35_GRAPH,
    name="qwen35moe",
    linears=_with_delta(graph.EXPERT_TENSORS),
    experts=graph.Experts(
        normalized=True,
        width="expert_feed_forward_length",
        shared_width=("expert_shared_feed_forward_length",),
        shared_gated=True,
    ),
)

_QWEN3MOE_GRAPH = graph.Architecture(
    "qwen3moe",
    graph.ROPE_HALVES,
    norms=(*graph.PRE_NORMS, *graph.QK_NORMS),
    linears=graph.EXPERT_TENSORS,
    experts=graph.Experts(normalized=True, width="expert_feed_forward_length"),
)


# Qwen3.5's layers: which have attention and which the gated delta rule, and their sizes.
#
# As in Qwen3_5TextConfig and Qwen3_5GatedDeltaNet of Transformers (models/qwen3_5).

KEYS = (
    "full_attention_interval", "linear_conv_kernel_dim", "linear_key_head_dim", "linear_num_key_heads",
    "linear_num_value_heads", "linear_value_head_dim",
)  # fmt: skip
MIXTURE_KEYS = (*KEYS, "num_experts", "num_experts_per_tok", "shared_expert_intermediate_size")
_USUAL_INTERVAL, _USUAL_SHARE, _USUAL_SECTIONS = 4, 0.25, (11, 11, 10)


def read_layers(values: JsonObject, n_layers: int) -> PerLayer:
    """Read the sizes of layers, some with gated delta nets. Raises LuthierError `model.missing-key`,
    `model.bad-value`, `convert.unsupported`.
    """
    key_heads, heads = values.count("linear_num_key_heads"), values.count("linear_num_value_heads")
    width, conv = values.count("linear_key_head_dim"), values.count("linear_conv_kernel_dim")
    if values.count("linear_value_head_dim") != width:
        raise values.unsupported("its linear_value_head_dim is not its linear_key_head_dim")
    if heads % key_heads:
        raise values.bad("linear_num_value_heads", f"a multiple of linear_num_key_heads ({key_heads})")
    recurs = _recurrent_layers(values, n_layers)
    sizes = {
        "d_delta_qkv": (2 * key_heads + heads) * width,
        "d_delta_values": heads * width,
        "delta_width": width,
        "delta_heads": heads,
        "delta_key_heads": key_heads,
        "conv_length": conv,
        "d_q_gated": 2 * values.count("num_attention_heads") * values.count("head_dim"),
    }
    return PerLayer(
        sizes=(sizes,) * n_layers,
        has=[frozenset({"delta" if yes else "attention"}) for yes in recurs],
        counts={
            "ssm.conv_kernel": conv,
            "ssm.state_size": width,
            "ssm.group_count": key_heads,
            "ssm.time_step_rank": heads,
            "ssm.inner_size": heads * width,
            "full_attention_interval": _interval(values),
        },
        arrays={"attention.recurrent_layers": recurs},
    )


def read_mixtures(values: JsonObject, n_layers: int) -> PerLayer:
    """Read layers like `read_layers`, with experts in each, one of them shared. Raises the same errors."""
    shared = {"expert_shared_feed_forward_length": values.count("shared_expert_intermediate_size")}
    layers = read_layers(values, n_layers)
    counts = {**layers.counts, **expert_counts(values), **shared}
    return replace(layers, d_ff=counts["expert_feed_forward_length"], counts=counts)


def _interval(values: JsonObject) -> int:
    return values.count("full_attention_interval", _USUAL_INTERVAL)


def _recurrent_layers(values: JsonObject, n_layers: int) -> list[bool]:
    kinds = kinds_of_layers(values, n_layers, ("full_attention", "linear_attention"))
    if kinds is None:
        return [(i + 1) % _interval(values) != 0 for i in range(n_layers)]
    return [kind == "linear_attention" for kind in kinds]


def usual_rotation(values: JsonObject) -> dict[str, Any]:
    """Return the rotation's settings, with the class's values for missing ones, which `defaults` cannot express."""
    key = next((key for key in ("rope_parameters", "rope_scaling") if values.values.get(key)), "rope_parameters")
    share = values.values.get("partial_rotary_factor") or _USUAL_SHARE
    usual = {"partial_rotary_factor": share, "mrope_section": list(_USUAL_SECTIONS)}
    return {key: {**usual, **values.object(key).values}}


_SECOND = (*PRE_NORMS, *attention(), *qkv_biases(), *FEED_FORWARD)
_THIRD = (*PRE_NORMS, *HEAD_NORMS, *attention(), *FEED_FORWARD)
_UNNAMED = 3  # vision layers, if Qwen3-VL's config.json does not list those that pass on their outputs


def _deepstack(values: JsonObject) -> int:
    """Return the number of decoder layers that also take the output of an earlier vision layer. Text has no such
    output.
    """
    eyes = values.values.get("vision_config")
    named = eyes.get("deepstack_visual_indexes") if isinstance(eyes, dict) else None
    return len(named) if isinstance(named, list) else _UNNAMED


_DELTA = (
    TensorSpec("linear_attn.in_proj_qkv.weight", "attn_qkv.weight", ("d_delta_qkv", "d_model"), tiled="rows"),
    TensorSpec("linear_attn.in_proj_z.weight", "attn_gate.weight", ("d_delta_values", "d_model"), tiled="rows"),
    TensorSpec("linear_attn.in_proj_a.weight", "ssm_alpha.weight", ("delta_heads", "d_model"), tiled="rows"),
    TensorSpec("linear_attn.in_proj_b.weight", "ssm_beta.weight", ("delta_heads", "d_model"), tiled="rows"),
    TensorSpec(
        "linear_attn.conv1d.weight",
        "ssm_conv1d.weight",
        ("d_delta_qkv", "conv_length"),
        tiled="rows",
        kernel=True,
        exact=True,
    ),
    TensorSpec("linear_attn.dt_bias", "ssm_dt.bias", ("delta_heads",), tiled="rows"),
    TensorSpec("linear_attn.A_log", "ssm_a", ("delta_heads",), tiled="rows", is_decay=True),
    TensorSpec("linear_attn.norm.weight", "ssm_norm.weight", ("delta_width",), is_factor=True),
    TensorSpec("linear_attn.out_proj.weight", "ssm_out.weight", ("d_model", "d_delta_values"), tiled="columns"),
)
_GATED_ATTENTION = (
    *HEAD_NORMS,
    *(replace(spec, shape=("d_q_gated", "d_model")) if "q_proj" in spec.source else spec for spec in attention()),
)
_SHARED_EXPERT = (
    *shared_experts("mlp.shared_expert"),
    TensorSpec("mlp.shared_expert_gate.weight", "ffn_gate_inp_shexp.weight", ("one", "d_model"), exact=True),
)
_QWEN35 = Family(
    _QWEN35_GRAPH,
    (
        TensorSpec("input_layernorm.weight", "attn_norm.weight", ("d_model",)),
        TensorSpec("post_attention_layernorm.weight", "post_attention_norm.weight", ("d_model",)),
        *(replace(spec, when="delta") for spec in _DELTA),
        *(replace(spec, when="attention") for spec in _GATED_ATTENTION),
        *FEED_FORWARD,
    ),
    # llama.cpp norms keys and queries with the model's eps, Transformers with 1e-6.
    expects={**SILU, **NO_BIAS, "rms_norm_eps": (1e-6,), "attn_output_gate": (True, None)},
    norm_offset=1.0,
    partly_rotated=True,
    spelled=usual_rotation,
    layers=read_layers,
    keys=KEYS,
    called=Called("Qwen3.5", "0.8B to 27B", ("Qwen3.6", "Qwen3.8")),
)
_QWEN35_MIXTURE = replace(
    _QWEN35,
    architecture=_QWEN35MOE_GRAPH,
    layer=(*(spec for spec in _QWEN35.layer if spec not in FEED_FORWARD), *EXPERTS, *_SHARED_EXPERT),
    layers=read_mixtures,
    keys=MIXTURE_KEYS,
    called=Called("Qwen3.5 MoE", "35B-A3B", ("Qwen3.6",)),
)

FAMILIES = {
    "Qwen2ForCausalLM": Family(
        _QWEN2_GRAPH,
        _SECOND,
        called=Called("Qwen2.5", "0.5B to 14B", ("Qwen2.5-Coder", "Qwen2", "DeepSeek-R1-Distill-Qwen")),
    ),
    "Qwen2VLForConditionalGeneration": Family(
        _QWEN2VL_GRAPH, _SECOND, text=TextPart(("qwen2_vl_text",)), called=Called("Qwen2-VL", "2B, 7B")
    ),
    "Qwen2_5_VLForConditionalGeneration": Family(
        _QWEN2VL_GRAPH, _SECOND, text=TextPart(("qwen2_5_vl_text",)), called=Called("Qwen2.5-VL", "3B, 7B")
    ),
    "Qwen2MoeForCausalLM": Family(
        _QWEN2MOE_GRAPH,
        (
            *PRE_NORMS,
            *attention(),
            *qkv_biases(),
            *EXPERTS,
            *_SHARED_EXPERT,
        ),
        counts={"expert_shared_feed_forward_length": ("shared_expert_intermediate_size", None)},
        expects={
            **SILU,
            "qkv_bias": (True,),
            "norm_topk_prob": (False,),
            "decoder_sparse_step": (1,),
            "mlp_only_layers": ([], None),
        },
        called=Called("Qwen1.5-MoE", "14B-A2.7B", ("Qwen2-57B-A14B",)),
    ),
    "Qwen3ForCausalLM": Family(
        _QWEN3_GRAPH,
        _THIRD,
        expects={**SILU, **NO_BIAS},
        called=Called("Qwen3", "0.6B to 14B, 4B-2507", ("DeepSeek-R1-0528-Qwen3",)),
    ),
    "Qwen3VLForConditionalGeneration": Family(
        _QWEN3VL_GRAPH,
        _THIRD,
        derived_counts={"n_deepstack_layers": _deepstack},
        expects={**SILU, **NO_BIAS},
        text=TextPart(("qwen3_vl_text",)),
        called=Called("Qwen3-VL", "2B, 4B, 8B"),
    ),
    "Qwen3_5ForCausalLM": _QWEN35,
    "Qwen3_5ForConditionalGeneration": replace(_QWEN35, text=TextPart(("qwen3_5_text",))),
    "Qwen3_5MoeForCausalLM": _QWEN35_MIXTURE,
    "Qwen3_5MoeForConditionalGeneration": replace(_QWEN35_MIXTURE, text=TextPart(("qwen3_5_moe_text",))),
    "Qwen3MoeForCausalLM": Family(
        _QWEN3MOE_GRAPH,
        (*PRE_NORMS, *HEAD_NORMS, *attention(), *EXPERTS),
        expects={
            **SILU,
            **NO_BIAS,
            "norm_topk_prob": (True,),
            "decoder_sparse_step": (1,),
            "mlp_only_layers": ([], None),
        },
        called=Called("Qwen3 MoE", "30B-A3B, Coder 30B-A3B"),
    ),
}
