"""Makers of few models, with mixtures of experts among them."""

from __future__ import annotations

from dataclasses import replace

from core.families import graph
from core.families.checkpoint import (
    EXPERTS,
    FEED_FORWARD,
    HEAD_NORMS,
    NARROW_STACK,
    NO_BIAS,
    POST_NORMS,
    PRE_NORMS,
    ROUTER,
    SILU,
    WIDE_NORMS,
    WIDE_STACK,
    Called,
    Family,
    Stack,
    TensorSpec,
    attention,
    qkv_biases,
    shared_experts,
)
from core.families.layers import (
    ERNIE_KEYS,
    LING_KEYS,
    MELLUM_KEYS,
    read_ernie,
    read_gpt_oss,
    read_ling,
    read_mellum,
    read_olmo,
)

# The Allen Institute's OLMo.

_OLMO2_GRAPH = graph.Architecture(
    "olmo2",
    graph.ROPE_HALVES,
    norms=(*graph.QK_NORMS, *graph.POST_NORMS),
    qk_norm="all heads",
    options={"attention.sliding_window": 0},
    full_attention_every=4,
    unscaled_windows=True,
)

_OLMOE_GRAPH = graph.Architecture(
    "olmoe",
    graph.ROPE_HALVES,
    norms=(*graph.PRE_NORMS, *graph.QK_NORMS),
    qk_norm="all heads",
    linears=graph.EXPERT_TENSORS,
    experts=graph.Experts(normalized=False),
)

_OLMO2 = Family(
    _OLMO2_GRAPH,
    (*WIDE_NORMS, *POST_NORMS, *attention(), *FEED_FORWARD),
    Called("OLMo 2", "1B to 13B"),
    expects={**SILU, **NO_BIAS},
)

_OF_OLMO = {
    "Olmo2ForCausalLM": _OLMO2,
    "Olmo3ForCausalLM": replace(
        _OLMO2,
        called=Called("OLMo 3", "7B"),
        counts={"attention.sliding_window": ("sliding_window", None)},
        layers=read_olmo,
    ),
    "OlmoeForCausalLM": Family(
        _OLMOE_GRAPH,
        (*PRE_NORMS, *WIDE_NORMS, *attention(), *EXPERTS),
        expects={**SILU, **NO_BIAS, "clip_qkv": (None,), "norm_topk_prob": (False, None)},
        called=Called("OLMoE", "7B-A1B"),
    ),
}


# Baidu's ERNIE. Its checkpoints rotate neighbouring rows, like llama.cpp's graph.

_ERNIE4_5_GRAPH = graph.Architecture("ernie4_5", graph.ROPE_PAIRS)

_ERNIE4_5_MOE_GRAPH = graph.Architecture(
    "ernie4_5-moe",
    graph.ROPE_PAIRS,
    linears=graph.EXPERT_TENSORS,
    options={"leading_dense_block_count": 0, "interleave_moe_layer_step": 1},
    experts=graph.Experts(
        normalized=True,
        width="expert_feed_forward_length",
        selection_bias=True,
        shared_width=("expert_shared_feed_forward_length",),
    ),
)

_ERNIE = Family(
    _ERNIE4_5_GRAPH,
    (*PRE_NORMS, *attention(), *FEED_FORWARD),
    expects={**SILU, "use_bias": (False, None)},
    called=Called("ERNIE 4.5", "0.3B"),
)

_PICKS = "mlp.moe_statics.e_score_correction_bias"

_OF_ERNIE = {
    "Ernie4_5ForCausalLM": _ERNIE,
    "Ernie4_5_ForCausalLM": _ERNIE,  # used before Transformers had the class
    "Ernie4_5_MoeForCausalLM": Family(
        _ERNIE4_5_MOE_GRAPH,
        (
            *PRE_NORMS,
            *attention(),
            *(replace(spec, when="dense") for spec in FEED_FORWARD),
            *(replace(spec, when="experts") for spec in EXPERTS),
            TensorSpec(_PICKS, "exp_probs_b.bias", ("one", "n_experts"), exact=True, when="experts"),
            *shared_experts("mlp.shared_experts", when="shared"),
        ),
        expects={**SILU, "use_bias": (False, None)},
        aliases={"moe_num_experts": "num_experts", "moe_k": "num_experts_per_tok"},
        layers=read_ernie,
        keys=ERNIE_KEYS,
        # PEFT 0.21 takes every gate_proj, up_proj and down_proj of this class for the experts'.
        no_peft=tuple(spec.target for spec in (*FEED_FORWARD, *shared_experts(""))),
        left_out=("model.mtp_",),
        called=Called("ERNIE 4.5 mixtures", "21B-A3B"),
    ),
}


# Ant Group's Ling and Ring. Their class comes with their checkpoints (modeling_bailing_moe_v2.py of inclusionAI/
# Ling-V2); Transformers has none, and Glm4MoeForCausalLM computes the same.

_BAILINGMOE2_GRAPH = graph.Architecture(
    "bailingmoe2",
    graph.ROPE_HALVES,
    norms=(*graph.PRE_NORMS, *graph.QK_NORMS),
    linears=graph.EXPERT_TENSORS | {"q": "attn_qkv", "k": "attn_qkv", "v": "attn_qkv"},
    options={"leading_dense_block_count": 0, "expert_weights_scale": 1.0},
    experts=graph.Experts(
        normalized=None,
        scores=None,
        width="expert_feed_forward_length",
        selection_bias=True,
        shared_width=("expert_shared_feed_forward_length", "expert_feed_forward_length"),
        shared_counted=True,
    ),
)

_OF_LING = {
    "BailingMoeV2ForCausalLM": Family(
        _BAILINGMOE2_GRAPH,
        (
            *PRE_NORMS,
            TensorSpec("attention.query_key_value.weight", "attn_qkv.weight", ("d_qkv", "d_model")),
            TensorSpec("attention.dense.weight", "attn_output.weight", ("d_model", "d_q")),
            TensorSpec("attention.query_layernorm.weight", "attn_q_norm.weight", ("head_dim",)),
            TensorSpec("attention.key_layernorm.weight", "attn_k_norm.weight", ("head_dim",)),
            *(replace(spec, when="dense") for spec in FEED_FORWARD),
            *(replace(spec, when="experts") for spec in EXPERTS),
            TensorSpec("mlp.gate.expert_bias", "exp_probs_b.bias", ("n_experts",), exact=True, when="experts"),
            *shared_experts("mlp.shared_experts", when="shared"),
        ),
        embedding=TensorSpec("model.word_embeddings.weight", "token_embd.weight", ("vocab_size", "d_model")),
        numbers={"expert_weights_scale": ("routed_scaling_factor", None)},
        expects={
            **SILU,
            "norm_topk_prob": (True, None),  # the class always divides by the sum
            "score_function": ("sigmoid", None),
            "use_bias": (False, None),
            "use_qk_norm": (True,),
            "use_qkv_bias": (False, None),
        },
        layers=read_ling,
        keys=LING_KEYS,
        partly_rotated=True,
        linear_experts=True,
        called=Called("Ling 2.0", "mini 16B-A1.4B", ("Ring 2.0",)),
    ),
}


# JetBrains' Mellum 2.

_MELLUM_GRAPH = graph.Architecture(
    "mellum",
    graph.ROPE_HALVES,
    norms=(*graph.PRE_NORMS, *graph.QK_NORMS),
    linears=graph.EXPERT_TENSORS,
    options={"attention.sliding_window": 0},
    full_attention_every=4,
    unscaled_windows=True,
    experts=graph.Experts(normalized=True, width="expert_feed_forward_length"),
)

_OF_JETBRAINS = {
    "MellumForCausalLM": Family(
        _MELLUM_GRAPH,
        (*PRE_NORMS, *HEAD_NORMS, *attention(), *EXPERTS),
        # llama.cpp's graph divides by the sum of weights, and its loader requires an output table.
        expects={**SILU, **NO_BIAS, "norm_topk_prob": (True,), "tie_word_embeddings": (False,)},
        counts={"attention.sliding_window": ("sliding_window", None)},
        layers=read_mellum,
        keys=MELLUM_KEYS,
        called=Called("Mellum 2", "12B-A2.5B"),
    ),
}


# OpenAI's gpt-oss.

_GPT_OSS_GRAPH = graph.Architecture(
    "gpt-oss",
    graph.ROPE_HALVES,
    norms=("attn_norm", "post_attention_norm"),
    ffn_norm="post_attention_norm",
    linears={name: tensor for name, tensor in graph.EXPERT_TENSORS.items() if not name.startswith("shared")},
    options={"attention.sliding_window": 0},
    full_attention_every=2,
    activation="swiglu_oai",
    sinks=True,
    experts=graph.Experts(scores="chosen", width="expert_feed_forward_length"),
)


def _stack(source: str, target: str, rows: Stack, shape: tuple[str, ...]) -> tuple[TensorSpec, ...]:
    """Return a stack as published, in MXFP4; or plain, with transposed matrices."""
    plain: Stack = "turned even" if rows == "mxfp4 even" else "turned odd" if rows == "mxfp4 odd" else "turned"
    return (
        TensorSpec(f"mlp.experts.{source}_blocks", target, shape, stack=rows, when="packed"),
        TensorSpec(f"mlp.experts.{source}", target, shape, stack=plain, when="plain"),
    )


_BIAS = ("n_experts", "d_expert")

_OF_OPENAI = {
    "GptOssForCausalLM": Family(
        _GPT_OSS_GRAPH,
        (
            TensorSpec("input_layernorm.weight", "attn_norm.weight", ("d_model",)),
            TensorSpec("post_attention_layernorm.weight", "post_attention_norm.weight", ("d_model",)),
            *attention(),
            *qkv_biases(),
            TensorSpec("self_attn.o_proj.bias", "attn_output.bias", ("d_model",)),
            TensorSpec("self_attn.sinks", "attn_sinks.weight", ("n_heads",)),
            replace(ROUTER, source="mlp.router.weight"),
            TensorSpec("mlp.router.bias", "ffn_gate_inp.bias", ("n_experts",)),
            *_stack("gate_up_proj", "ffn_gate_exps.weight", "mxfp4 even", WIDE_STACK),
            *_stack("gate_up_proj", "ffn_up_exps.weight", "mxfp4 odd", WIDE_STACK),
            *_stack("down_proj", "ffn_down_exps.weight", "mxfp4", NARROW_STACK),
            TensorSpec("mlp.experts.gate_up_proj_bias", "ffn_gate_exps.bias", _BIAS, stack="even", exact=True),
            TensorSpec("mlp.experts.gate_up_proj_bias", "ffn_up_exps.bias", _BIAS, stack="odd", exact=True),
            TensorSpec("mlp.experts.down_proj_bias", "ffn_down_exps.bias", ("n_experts", "d_model"), exact=True),
        ),
        counts={"attention.sliding_window": ("sliding_window", None)},
        expects={"attention_bias": (True,), "swiglu_alpha": (1.702, None), "swiglu_limit": (7.0, None)},
        layers=read_gpt_oss,
        quantized=("mxfp4",),
        called=Called("gpt-oss", "20B"),
    ),
}


FAMILIES = _OF_OLMO | _OF_ERNIE | _OF_LING | _OF_JETBRAINS | _OF_OPENAI
