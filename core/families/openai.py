"""OpenAI's gpt-oss."""

from __future__ import annotations

from dataclasses import replace

from core.families import graph
from core.families.checkpoint import (
    NARROW_STACK,
    ROUTER,
    WIDE_STACK,
    Called,
    Family,
    Stack,
    TensorSpec,
    attention,
    qkv_biases,
)
from core.families.layers import read_gpt_oss

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
FAMILIES = {
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
