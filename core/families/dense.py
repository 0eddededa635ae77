"""Llama and makers of few models, all dense: attention and a feed-forward in every layer."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import TYPE_CHECKING

from core.families import graph
from core.families.checkpoint import (
    FEED_FORWARD,
    HEAD_NORMS,
    LLAMA_LAYER,
    NO_BIAS,
    POST_NORMS,
    PRE_NORMS,
    SILU,
    Called,
    Family,
    TensorSpec,
    TextPart,
    attention,
    qkv_biases,
)

if TYPE_CHECKING:
    from core.families.values import JsonObject

# Llama, and models with its architecture.

_LLAMA_GRAPH = graph.Architecture("llama", graph.ROPE_PAIRS, rope_factors=graph.ROPE_FREQUENCIES)

_LLAMA = Family(
    _LLAMA_GRAPH,
    LLAMA_LAYER,
    called=Called(
        "Llama",
        "1B to 13B (3.2, 3.1, 3, 2)",
        ("SmolLM2", "SmolLM", "TinyLlama", "Falcon3", "Seed-Coder", "MiniCPM5", "DeepSeek-R1-Distill-Llama"),
    ),
)

_OF_LLAMA = {
    "LlamaForCausalLM": _LLAMA,
    "MistralForCausalLM": replace(_LLAMA, called=Called("Mistral", "7B, Nemo 12B")),
}


# Mistral AI's models with a graph of their own in llama.cpp.

_MISTRAL3_GRAPH = graph.Architecture(
    "mistral3",
    graph.ROPE_PAIRS,
    rope_factors=graph.ROPE_FREQUENCIES,
    options={
        "attention.temperature_scale": 0.0,
        "rope.scaling.yarn_beta_fast": 32.0,
        "rope.scaling.yarn_beta_slow": 1.0,
        "rope.scaling.yarn_log_multiplier": 0.0,
    },
)

_MINISTRAL = Family(_MISTRAL3_GRAPH, LLAMA_LAYER, Called("Ministral 3", "3B, 8B, 14B", ("Mistral Small 3",)))

_OF_MISTRAL = {
    "Ministral3ForCausalLM": _MINISTRAL,
    "Mistral3ForConditionalGeneration": replace(
        _MINISTRAL, text=TextPart(("mistral", "ministral3"), n_layers=(26, 34, 40))
    ),
}


# Hugging Face's SmolLM, and models with it or Llama as their text part.

_SMOLLM3_GRAPH = graph.Architecture("smollm3", graph.ROPE_PAIRS, no_rope_every=4)

_SEEING = Family(
    _LLAMA_GRAPH,
    LLAMA_LAYER,
    text=TextPart(("llama",), prefix="model.text_model."),
    called=Called("SmolVLM", "256M to 2.2B", ("SmolVLM2", "Idefics3")),
)

_OF_SMOLLM = {
    "SmolLM3ForCausalLM": Family(
        _SMOLLM3_GRAPH,
        (*PRE_NORMS, *attention(pairs=True), *FEED_FORWARD),
        expects={**SILU, **NO_BIAS, "mlp_bias": (False, None), "no_rope_layer_interval": (4,)},
        called=Called("SmolLM3", "3B"),
    ),
    "SmolVLMForConditionalGeneration": _SEEING,
    "Idefics3ForConditionalGeneration": _SEEING,
}


# Microsoft's Phi.

_FUSED_LINEARS = graph.LINEAR_TENSORS | {"q": "attn_qkv", "k": "attn_qkv", "v": "attn_qkv", "gate": "ffn_up"}

_PHI3_GRAPH = graph.Architecture(
    "phi3",
    graph.ROPE_HALVES,
    linears=_FUSED_LINEARS,
    rope_factors=("rope_factors_short.weight", "rope_factors_long.weight"),
)

_OF_PHI = {
    "Phi3ForCausalLM": Family(
        _PHI3_GRAPH,
        (
            *PRE_NORMS,
            TensorSpec("self_attn.qkv_proj.weight", "attn_qkv.weight", ("d_qkv", "d_model")),
            TensorSpec("self_attn.o_proj.weight", "attn_output.weight", ("d_model", "d_q")),
            TensorSpec("mlp.gate_up_proj.weight", "ffn_up.weight", ("d_gate_up", "d_model")),
            TensorSpec("mlp.down_proj.weight", "ffn_down.weight", ("d_model", "d_ff")),
        ),
        # Today's llama.cpp ignores the window, older versions require it.
        counts={"attention.sliding_window": ("sliding_window", 0)},
        expects={**SILU, **NO_BIAS},
        partly_rotated=True,
        called=Called("Phi-4", "mini 3.8B, 14B", ("Phi-3.5", "Phi-3")),
    ),
}


# Z.ai's GLM. Its checkpoints rotate neighbouring rows, like llama.cpp's graph.

# Also the architecture of GLM-4.1V's text part, whose file has M-RoPE's sections and rotates halves.
_GLM4_GRAPH = graph.Architecture(
    "glm4",
    graph.ROPE_PAIRS,
    norms=(*graph.PRE_NORMS, *graph.POST_NORMS),
    linears=graph.LINEAR_TENSORS | {"gate": "ffn_up"},
    mrope="sections",
)

_OF_GLM = {
    "Glm4ForCausalLM": Family(
        _GLM4_GRAPH,
        (
            *PRE_NORMS,
            TensorSpec("post_self_attn_layernorm.weight", "post_attention_norm.weight", ("d_model",)),
            TensorSpec("post_mlp_layernorm.weight", "post_ffw_norm.weight", ("d_model",)),
            *attention(),
            *qkv_biases(when="attention_bias"),
            TensorSpec("mlp.gate_up_proj.weight", "ffn_up.weight", ("d_gate_up", "d_model")),
            TensorSpec("mlp.down_proj.weight", "ffn_down.weight", ("d_model", "d_ff")),
        ),
        partly_rotated=True,
        called=Called("GLM-4", "9B (0414)", ("GLM-Z1",)),
    ),
}


# LG's EXAONE.

_EXAONE4_GRAPH = graph.Architecture(
    "exaone4",
    graph.ROPE_HALVES,
    norms=(*graph.QK_NORMS, *graph.POST_NORMS),
    options={"attention.sliding_window": 4096},
    full_attention_every=4,
    windowed_at=64,
    rope_factors=graph.ROPE_FREQUENCIES,
)

_OF_EXAONE = {
    "Exaone4ForCausalLM": Family(
        _EXAONE4_GRAPH,
        (*HEAD_NORMS, *POST_NORMS, *attention(), *FEED_FORWARD),
        called=Called("EXAONE 4", "1.2B"),
    ),
}


# OpenBMB's MiniCPM. Its class comes with its checkpoints (configuration_minicpm.py); Transformers has none.

# llama.cpp guesses scales that a file lacks, and its guess for the logits is wrong.
_MINICPM_GRAPH = graph.Architecture(
    "minicpm",
    graph.ROPE_PAIRS,
    options={"embedding_scale": None, "residual_scale": None, "logit_scale": None},
    rope_factors=("rope_factors_short.weight", "rope_factors_long.weight"),
)


def _residual_scale(values: JsonObject) -> float:
    return values.number("scale_depth") / sqrt(values.count("num_hidden_layers"))


def _logit_scale(values: JsonObject) -> float:
    """Return the logits' divisor."""
    return values.count("hidden_size") / values.number("dim_model_base")


_OF_MINICPM = {
    "MiniCPMForCausalLM": Family(
        _MINICPM_GRAPH,
        (*PRE_NORMS, *attention(pairs=True), *FEED_FORWARD),
        numbers={"embedding_scale": ("scale_emb", None)},
        derived={"residual_scale": _residual_scale, "logit_scale": _logit_scale},
        expects={**SILU, **NO_BIAS},
        called=Called("MiniCPM", "1B, 2B, MiniCPM4 0.5B and 8B", ("MiniCPM4", "MiniCPM4.1")),
    ),
}


# Tencent's Hunyuan.

_HUNYUAN_DENSE_GRAPH = graph.Architecture(
    "hunyuan-dense", graph.ROPE_HALVES, norms=(*graph.PRE_NORMS, *graph.QK_NORMS), norms_after_rope=True
)

_OF_HUNYUAN = {
    "HunYuanDenseV1ForCausalLM": Family(
        _HUNYUAN_DENSE_GRAPH,
        (
            *PRE_NORMS,
            TensorSpec("self_attn.query_layernorm.weight", "attn_q_norm.weight", ("head_dim",)),
            TensorSpec("self_attn.key_layernorm.weight", "attn_k_norm.weight", ("head_dim",)),
            *attention(),
            *FEED_FORWARD,
        ),
        expects={**SILU, **NO_BIAS},
        stretched_base=True,
        called=Called("Hunyuan", "0.5B to 7B"),
    ),
}


FAMILIES = _OF_LLAMA | _OF_MISTRAL | _OF_SMOLLM | _OF_PHI | _OF_GLM | _OF_EXAONE | _OF_MINICPM | _OF_HUNYUAN
