"""Liquid AI's LFM2."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.families import graph
from core.families.checkpoint import NARROW_STACK, ROUTER, WIDE_STACK, Called, Family, TensorSpec, TextPart
from core.families.layers import SIGMOID, PerLayer, expert_counts, kinds_of_layers

if TYPE_CHECKING:
    from core.families.values import JsonObject

_LFM2_GRAPH = graph.Architecture(
    "lfm2", graph.ROPE_HALVES, norms=(*graph.PRE_NORMS, *graph.QK_NORMS), output_norm="token_embd_norm", mixer="conv"
)

_LFM2MOE_GRAPH = replace(
    _LFM2_GRAPH,
    name="lfm2moe",
    linears=graph.EXPERT_TENSORS,
    options={"leading_dense_block_count": 0},
    experts=graph.Experts(normalized=True, scores=None, width="expert_feed_forward_length", selection_bias=True),
)


# LFM2's layers: attention or convolution, the width of their feed-forward, and which have experts.
#
# As in Lfm2Config, Lfm2MLP and Lfm2MoeConfig of Transformers (models/lfm2, models/lfm2_moe).

KEYS = ("block_auto_adjust_ff_dim", "block_ffn_dim_multiplier", "block_multiple_of", "full_attn_idxs")

MIXTURE_KEYS = ("full_attn_idxs", "num_dense_layers", "num_experts", "num_experts_per_tok")


def read_layers(values: JsonObject, n_layers: int) -> PerLayer:
    """Read layers with attention or short convolutions. Raises LuthierError `model.missing-key`,
    `model.bad-value`.
    """
    return replace(_read_mixers(values, n_layers), d_ff=_feed_forward_width(values))


def read_mixtures(values: JsonObject, n_layers: int) -> PerLayer:
    """Read layers; the first ones have no experts. Raises the errors of `read_layers`."""
    layers, dense = _read_mixers(values, n_layers), values.count("num_dense_layers", 0)
    feeds = ["dense" if i < dense else "experts" for i in range(n_layers)]
    counts = {"leading_dense_block_count": dense, "expert_gating_func": SIGMOID}
    return replace(
        layers,
        has=[mixer | {feed} for mixer, feed in zip(layers.has, feeds, strict=True)],
        counts=expert_counts(values) | counts,
    )


def _read_mixers(values: JsonObject, n_layers: int) -> PerLayer:
    attends, keys = _attention_layers(values, n_layers), values.count("num_key_value_heads")
    return PerLayer(
        sizes=({"d_gates": 3 * values.count("hidden_size")},) * n_layers,
        has=[frozenset({"attention" if yes else "conv"}) for yes in attends],
        arrays={"attention.head_count_kv": [keys if yes else 0 for yes in attends]},
    )


def _attention_layers(values: JsonObject, n_layers: int) -> list[bool]:
    """Return which layers have attention, by name, or in older files by number."""
    kinds, numbers = kinds_of_layers(values, n_layers, ("full_attention", "conv")), values.get("full_attn_idxs")
    if kinds is not None:
        return [kind == "full_attention" for kind in kinds]
    if numbers is None:
        return [True] * n_layers
    if not isinstance(numbers, list) or any(number not in range(n_layers) for number in numbers):
        raise values.bad("full_attn_idxs", f"a list of layers from 0 to {n_layers - 1}")
    return [i in numbers for i in range(n_layers)]


def _feed_forward_width(values: JsonObject) -> int:
    """Unless config.json says otherwise, two thirds of its width, times a factor and rounded up."""
    width = values.count("intermediate_size")
    if not values.flag("block_auto_adjust_ff_dim"):
        return width
    width = int(2 * width / 3)
    if values.get("block_ffn_dim_multiplier") is None:
        return width
    unit = values.count("block_multiple_of")
    return -(-int(values.number("block_ffn_dim_multiplier") * width) // unit) * unit


_FEED_FORWARD = (
    TensorSpec("feed_forward.w1.weight", "ffn_gate.weight", ("d_ff", "d_model")),
    TensorSpec("feed_forward.w3.weight", "ffn_up.weight", ("d_ff", "d_model")),
    TensorSpec("feed_forward.w2.weight", "ffn_down.weight", ("d_model", "d_ff")),
)
_EXPERTS = (
    replace(ROUTER, source="feed_forward.gate.weight"),
    TensorSpec("feed_forward.expert_bias", "exp_probs_b.bias", ("n_experts",), exact=True),
    TensorSpec("feed_forward.experts.{expert}.w1.weight", "ffn_gate_exps.weight", WIDE_STACK, stack="each"),
    TensorSpec("feed_forward.experts.{expert}.w3.weight", "ffn_up_exps.weight", WIDE_STACK, stack="each"),
    TensorSpec("feed_forward.experts.{expert}.w2.weight", "ffn_down_exps.weight", NARROW_STACK, stack="each"),
)
_LFM2 = Family(
    _LFM2_GRAPH,
    (
        TensorSpec("operator_norm.weight", "attn_norm.weight", ("d_model",)),
        TensorSpec("ffn_norm.weight", "ffn_norm.weight", ("d_model",)),
        TensorSpec("conv.in_proj.weight", "shortconv.in_proj.weight", ("d_gates", "d_model"), when="conv"),
        TensorSpec(
            "conv.conv.weight",
            "shortconv.conv.weight",
            ("d_model", "conv_length"),
            when="conv",
            kernel=True,
            exact=True,
        ),
        TensorSpec("conv.out_proj.weight", "shortconv.out_proj.weight", ("d_model", "d_model"), when="conv"),
        TensorSpec("self_attn.q_proj.weight", "attn_q.weight", ("d_q", "d_model"), when="attention"),
        TensorSpec("self_attn.k_proj.weight", "attn_k.weight", ("d_kv", "d_model"), when="attention"),
        TensorSpec("self_attn.v_proj.weight", "attn_v.weight", ("d_kv", "d_model"), when="attention"),
        TensorSpec("self_attn.out_proj.weight", "attn_output.weight", ("d_model", "d_q"), when="attention"),
        TensorSpec("self_attn.q_layernorm.weight", "attn_q_norm.weight", ("head_dim",), when="attention"),
        TensorSpec("self_attn.k_layernorm.weight", "attn_k_norm.weight", ("head_dim",), when="attention"),
        *_FEED_FORWARD,
    ),
    counts={"shortconv.l_cache": ("conv_L_cache", None)},
    expects={"conv_bias": (False,)},
    called=Called("LFM2", "350M to 2.6B, 230M to 1.2B of LFM2.5", ("LFM2.5",)),
    final_norm=TensorSpec("model.embedding_norm.weight", "token_embd_norm.weight", ("d_model",)),
    layers=read_layers,
    keys=KEYS,
    aliases={
        "norm_eps": "rms_norm_eps",
        "block_ff_dim": "intermediate_size",
        "tie_embedding": "tie_word_embeddings",
    },
)
_LFM2_MIXTURE = replace(
    _LFM2,
    architecture=_LFM2MOE_GRAPH,
    layer=(
        *(spec for spec in _LFM2.layer if spec not in _FEED_FORWARD),
        *(replace(spec, when="dense") for spec in _FEED_FORWARD),
        *(replace(spec, when="experts") for spec in _EXPERTS),
    ),
    # llama.cpp's graph has no other scale, and its loader requires the bias.
    expects={
        **_LFM2.expects,
        "norm_topk_prob": (True,),
        "use_expert_bias": (True,),
        "routed_scaling_factor": (1.0,),
    },
    called=Called("LFM2 MoE", "8B-A1B, 24B-A2B"),
    layers=read_mixtures,
    keys=MIXTURE_KEYS,
)

FAMILIES = {
    "Lfm2ForCausalLM": _LFM2,
    "Lfm2MoeForCausalLM": _LFM2_MIXTURE,
    "Lfm2VlForConditionalGeneration": replace(
        _LFM2, text=TextPart(("lfm2",)), called=Called("LFM2-VL", "450M to 3B", ("LFM2.5-VL",))
    ),
}
