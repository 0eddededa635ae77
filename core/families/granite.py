"""IBM's Granite."""

from __future__ import annotations

from dataclasses import replace

from core.families import graph
from core.families.checkpoint import (
    LLAMA_LAYER,
    NARROW_STACK,
    NO_BIAS,
    PRE_NORMS,
    ROUTER,
    SILU,
    WIDE_STACK,
    Called,
    Family,
    TensorSpec,
    attention,
)
from core.families.layers import KEYS, read_layers

_SCALE_OPTIONS = {"embedding_scale": 1.0, "residual_scale": 1.0, "attention.scale": 0.0, "logit_scale": 1.0}

_GRANITE_GRAPH = graph.Architecture(
    "granite", graph.ROPE_PAIRS, options=_SCALE_OPTIONS, switched_rope=True, rope_factors=graph.ROPE_FREQUENCIES
)

_GRANITEMOE_GRAPH = graph.Architecture(
    "granitemoe",
    graph.ROPE_PAIRS,
    linears=graph.EXPERT_TENSORS,
    options=_SCALE_OPTIONS,
    switched_rope=True,
    rope_factors=graph.ROPE_FREQUENCIES,
    experts=graph.Experts(normalized=True),
)

_GRANITEHYBRID_GRAPH = graph.Architecture(
    "granitehybrid",
    graph.ROPE_PAIRS,
    linears=graph.EXPERT_TENSORS,
    options=_SCALE_OPTIONS,
    switched_rope=True,
    rope_factors=graph.ROPE_FREQUENCIES,
    experts=graph.Experts(normalized=True, optional=True, shared_width=("expert_shared_feed_forward_length",)),
    mixer="mamba2",
)


_FUSED_EXPERTS = (
    replace(ROUTER, source="block_sparse_moe.router.layer.weight"),
    TensorSpec("block_sparse_moe.input_linear.weight", "ffn_gate_exps.weight", WIDE_STACK, stack="half 0"),
    TensorSpec("block_sparse_moe.input_linear.weight", "ffn_up_exps.weight", WIDE_STACK, stack="half 1"),
    TensorSpec("block_sparse_moe.output_linear.weight", "ffn_down_exps.weight", NARROW_STACK, stack="whole"),
)
_SCALES = {
    "embedding_scale": ("embedding_multiplier", None),
    "residual_scale": ("residual_multiplier", None),
    "attention.scale": ("attention_multiplier", None),
    "logit_scale": ("logits_scaling", None),
}

_SHARED_FEED = (
    TensorSpec("shared_mlp.input_linear.weight", "ffn_gate.weight", ("d_ff", "d_model"), stack="half 0"),
    TensorSpec("shared_mlp.input_linear.weight", "ffn_up.weight", ("d_ff", "d_model"), stack="half 1"),
    TensorSpec("shared_mlp.output_linear.weight", "ffn_down.weight", ("d_model", "d_ff")),
)

MAMBA = (
    TensorSpec("mamba.in_proj.weight", "ssm_in.weight", ("d_projected", "d_model")),
    TensorSpec("mamba.conv1d.weight", "ssm_conv1d.weight", ("d_mixed", "mamba_length"), kernel=True, exact=True),
    TensorSpec("mamba.conv1d.bias", "ssm_conv1d.bias", ("d_mixed",)),
    TensorSpec("mamba.dt_bias", "ssm_dt.bias", ("n_mamba_heads",)),
    TensorSpec("mamba.A_log", "ssm_a", ("n_mamba_heads", "one"), flat=True, is_decay=True, exact=True),
    TensorSpec("mamba.D", "ssm_d", ("n_mamba_heads", "one"), flat=True, exact=True),
    TensorSpec("mamba.norm.weight", "ssm_norm.weight", ("n_groups", "d_group"), flat=True, exact=True),
    TensorSpec("mamba.out_proj.weight", "ssm_out.weight", ("d_model", "d_inner")),
)
_SHARED_EXPERTS = (
    TensorSpec("shared_mlp.input_linear.weight", "ffn_gate_shexp.weight", ("d_shared", "d_model"), stack="half 0"),
    TensorSpec("shared_mlp.input_linear.weight", "ffn_up_shexp.weight", ("d_shared", "d_model"), stack="half 1"),
    TensorSpec("shared_mlp.output_linear.weight", "ffn_down_shexp.weight", ("d_model", "d_shared")),
)


def _only(specs: tuple[TensorSpec, ...], when: str) -> tuple[TensorSpec, ...]:
    return tuple(replace(spec, when=when) for spec in specs)


# Granite 4.0's hybrids: Mamba-2 in most layers, attention without positions in the others.
_HYBRID = Family(
    _GRANITEHYBRID_GRAPH,
    (
        *PRE_NORMS,
        *_only(attention(pairs=True), "attention"),
        *_only(MAMBA, "mamba"),
        *_only(_SHARED_FEED, "dense"),
        *_only(_FUSED_EXPERTS, "experts"),
        *_only(_SHARED_EXPERTS, "shared"),
    ),
    numbers=_SCALES,
    expects={
        **SILU,
        **NO_BIAS,
        "position_embedding_type": (None, "nope"),
        "mamba_expand": (2,),
        "mamba_conv_bias": (True,),
        "mamba_proj_bias": (False,),
    },
    called=Called("Granite 4.0 hybrid"),
    layers=read_layers,
    keys=KEYS,
)

FAMILIES = {
    "GraniteForCausalLM": Family(
        _GRANITE_GRAPH, LLAMA_LAYER, numbers=_SCALES, called=Called("Granite", "2B to 8B (3.x, 4.1)")
    ),
    "GraniteMoeForCausalLM": Family(
        _GRANITEMOE_GRAPH,
        (*PRE_NORMS, *attention(pairs=True), *_FUSED_EXPERTS),
        numbers=_SCALES,
        expects={**SILU, **NO_BIAS},
        called=Called("Granite MoE", "1B-A400M, 3B-A800M"),
    ),
    # Granite 4.0's models; dense ones with attention in all layers are like earlier ones.
    "GraniteMoeHybridForCausalLM": Family(
        _GRANITE_GRAPH,
        (*PRE_NORMS, *attention(pairs=True), *_SHARED_FEED),
        numbers=_SCALES,
        expects={**SILU, **NO_BIAS, "num_local_experts": (0,), "position_embedding_type": ("rope",)},
        called=Called("Granite 4.0", "350M to micro 3B, hybrids h-350M to h-tiny 7B-A1B"),
        d_ff="shared_intermediate_size",
        layer_types=("attention", "full_attention"),
        hybrid=_HYBRID,
    ),
}
