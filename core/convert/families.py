"""One declarative row per model family: Hugging Face's names and settings, and what they become in GGUF.

What a family's decoder computes is in core/engine/model/arch.py; here is only where its numbers and tensors come from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from core.engine.model.arch import ARCHITECTURES, NO_CAP, Architecture


@dataclass(frozen=True)
class TensorSpec:
    """A tensor: its names, its shape in words of the config (numpy order), and which heads to reorder.

    stack: what the source of a stack of experts is: one tensor for `each` expert, {expert} in its name; the `whole`
    stack; or the first or second half of the rows of a fused one, `half 0` and `half 1`.
    exact: stays F32, whatever type the weights get.
    """

    source: str
    target: str
    shape: tuple[str, ...]
    heads: str = ""  # rows belong to these heads and are permuted for llama.cpp's rotary order
    when: str = ""  # only in models with this option: untied, attention_bias, mlp_bias
    stack: Literal["", "each", "whole", "half 0", "half 1"] = ""
    exact: bool = False


@dataclass(frozen=True)
class Family:
    """How the checkpoints of one kind become one GGUF architecture.

    layer: tensors below `model.layers.N.`.
    numbers: GGUF key below the architecture's prefix -> config.json's key, and what its null stands for, if it may be.
    counts: the same for whole numbers.
    expects: config.json's key -> the values llama.cpp's graph stands for, the first shown in an error.
    """

    name: str
    layer: tuple[TensorSpec, ...]
    numbers: Mapping[str, tuple[str, float | None]] = field(default_factory=dict)
    counts: Mapping[str, tuple[str, int | None]] = field(default_factory=dict)
    expects: Mapping[str, tuple[Any, ...]] = field(default_factory=lambda: SILU)
    norm_offset: float = 0.0  # what the model adds to its norms' weights when it computes, GGUF when it stores
    partly_rotated: bool = False  # its graph can leave the end of each head as it is

    @property
    def architecture(self) -> Architecture:
        return ARCHITECTURES[self.name]


SILU: Mapping[str, tuple[Any, ...]] = {"hidden_act": ("silu",)}

MODEL = (
    TensorSpec("model.embed_tokens.weight", "token_embd.weight", ("vocab_size", "d_model")),
    TensorSpec("model.norm.weight", "output_norm.weight", ("d_model",)),
    TensorSpec("lm_head.weight", "output.weight", ("vocab_size", "d_model"), when="untied"),
)

_PRE_NORMS = (
    TensorSpec("input_layernorm.weight", "attn_norm.weight", ("d_model",)),
    TensorSpec("post_attention_layernorm.weight", "ffn_norm.weight", ("d_model",)),
)
_POST_NORMS = (
    TensorSpec("post_attention_layernorm.weight", "post_attention_norm.weight", ("d_model",)),
    TensorSpec("post_feedforward_layernorm.weight", "post_ffw_norm.weight", ("d_model",)),
)
_HEAD_NORMS = (
    TensorSpec("self_attn.q_norm.weight", "attn_q_norm.weight", ("head_dim",)),
    TensorSpec("self_attn.k_norm.weight", "attn_k_norm.weight", ("head_dim",)),
)
_WIDE_NORMS = (
    TensorSpec("self_attn.q_norm.weight", "attn_q_norm.weight", ("d_q",)),
    TensorSpec("self_attn.k_norm.weight", "attn_k_norm.weight", ("d_kv",)),
)


def _attention(*, pairs: bool = False) -> tuple[TensorSpec, ...]:
    """pairs: llama.cpp's graph for this architecture rotates neighbouring rows, so q and k are reordered."""
    q, k = ("n_heads", "n_kv_heads") if pairs else ("", "")
    return (
        TensorSpec("self_attn.q_proj.weight", "attn_q.weight", ("d_q", "d_model"), heads=q),
        TensorSpec("self_attn.k_proj.weight", "attn_k.weight", ("d_kv", "d_model"), heads=k),
        TensorSpec("self_attn.v_proj.weight", "attn_v.weight", ("d_kv", "d_model")),
        TensorSpec("self_attn.o_proj.weight", "attn_output.weight", ("d_model", "d_q")),
    )


def _qkv_biases(*, pairs: bool = False, when: str = "") -> tuple[TensorSpec, ...]:
    q, k = ("n_heads", "n_kv_heads") if pairs else ("", "")
    return (
        TensorSpec("self_attn.q_proj.bias", "attn_q.bias", ("d_q",), heads=q, when=when),
        TensorSpec("self_attn.k_proj.bias", "attn_k.bias", ("d_kv",), heads=k, when=when),
        TensorSpec("self_attn.v_proj.bias", "attn_v.bias", ("d_kv",), when=when),
    )


_GEMMA_NORMS = (
    TensorSpec("input_layernorm.weight", "attn_norm.weight", ("d_model",)),
    TensorSpec("pre_feedforward_layernorm.weight", "ffn_norm.weight", ("d_model",)),
    *_POST_NORMS,
)

_FEED_FORWARD = (
    TensorSpec("mlp.gate_proj.weight", "ffn_gate.weight", ("d_ff", "d_model")),
    TensorSpec("mlp.up_proj.weight", "ffn_up.weight", ("d_ff", "d_model")),
    TensorSpec("mlp.down_proj.weight", "ffn_down.weight", ("d_model", "d_ff")),
)
_ROUTER = TensorSpec("mlp.gate.weight", "ffn_gate_inp.weight", ("n_experts", "d_model"), exact=True)
_WIDE, _NARROW = ("n_experts", "d_expert", "d_model"), ("n_experts", "d_model", "d_expert")
_EXPERTS = (
    _ROUTER,
    TensorSpec("mlp.experts.{expert}.gate_proj.weight", "ffn_gate_exps.weight", _WIDE, stack="each"),
    TensorSpec("mlp.experts.{expert}.up_proj.weight", "ffn_up_exps.weight", _WIDE, stack="each"),
    TensorSpec("mlp.experts.{expert}.down_proj.weight", "ffn_down_exps.weight", _NARROW, stack="each"),
)
_FUSED_EXPERTS = (
    replace(_ROUTER, source="block_sparse_moe.router.layer.weight"),
    TensorSpec("block_sparse_moe.input_linear.weight", "ffn_gate_exps.weight", _WIDE, stack="half 0"),
    TensorSpec("block_sparse_moe.input_linear.weight", "ffn_up_exps.weight", _WIDE, stack="half 1"),
    TensorSpec("block_sparse_moe.output_linear.weight", "ffn_down_exps.weight", _NARROW, stack="whole"),
)
_OPTIONAL_BIASES = (
    *_qkv_biases(pairs=True, when="attention_bias"),
    TensorSpec("self_attn.o_proj.bias", "attn_output.bias", ("d_model",), when="attention_bias"),
    TensorSpec("mlp.gate_proj.bias", "ffn_gate.bias", ("d_ff",), when="mlp_bias"),
    TensorSpec("mlp.up_proj.bias", "ffn_up.bias", ("d_ff",), when="mlp_bias"),
    TensorSpec("mlp.down_proj.bias", "ffn_down.bias", ("d_model",), when="mlp_bias"),
)
_LLAMA_LAYER = (*_PRE_NORMS, *_attention(pairs=True), *_FEED_FORWARD, *_OPTIONAL_BIASES)
_NO_BIAS = {"attention_bias": (False, None)}

_ONE_WAY = {"use_bidirectional_attention": (False, None)}
_GELU = {"hidden_activation": ("gelu_pytorch_tanh",)}

_LLAMA = Family("llama", _LLAMA_LAYER)

_GRANITE_SCALES = {
    "embedding_scale": ("embedding_multiplier", None),
    "residual_scale": ("residual_multiplier", None),
    "attention.scale": ("attention_multiplier", None),
    "logit_scale": ("logits_scaling", None),
}

# Hugging Face class -> its family
FAMILIES = {
    "LlamaForCausalLM": _LLAMA,
    "MistralForCausalLM": _LLAMA,
    "Qwen2ForCausalLM": Family("qwen2", (*_PRE_NORMS, *_attention(), *_qkv_biases(), *_FEED_FORWARD)),
    "Qwen3ForCausalLM": Family(
        "qwen3", (*_PRE_NORMS, *_HEAD_NORMS, *_attention(), *_FEED_FORWARD), expects={**SILU, **_NO_BIAS}
    ),
    "Olmo2ForCausalLM": Family(
        "olmo2", (*_WIDE_NORMS, *_POST_NORMS, *_attention(), *_FEED_FORWARD), expects={**SILU, **_NO_BIAS}
    ),
    "GraniteForCausalLM": Family("granite", _LLAMA_LAYER, numbers=_GRANITE_SCALES),
    "GraniteMoeForCausalLM": Family(
        "granitemoe",
        (*_PRE_NORMS, *_attention(pairs=True), *_FUSED_EXPERTS),
        numbers=_GRANITE_SCALES,
        expects={**SILU, **_NO_BIAS},
    ),
    "OlmoeForCausalLM": Family(
        "olmoe",
        (*_PRE_NORMS, *_WIDE_NORMS, *_attention(), *_EXPERTS),
        expects={**SILU, **_NO_BIAS, "clip_qkv": (None,), "norm_topk_prob": (False, None)},
    ),
    "Qwen3MoeForCausalLM": Family(
        "qwen3moe",
        (*_PRE_NORMS, *_HEAD_NORMS, *_attention(), *_EXPERTS),
        expects={
            **SILU,
            **_NO_BIAS,
            "norm_topk_prob": (True,),
            "decoder_sparse_step": (1,),
            "mlp_only_layers": ([], None),
        },
    ),
    "SmolLM3ForCausalLM": Family(
        "smollm3",
        (*_PRE_NORMS, *_attention(pairs=True), *_FEED_FORWARD),
        expects={**SILU, **_NO_BIAS, "mlp_bias": (False, None), "no_rope_layer_interval": (4,)},
    ),
    "Phi3ForCausalLM": Family(
        "phi3",
        (
            *_PRE_NORMS,
            TensorSpec("self_attn.qkv_proj.weight", "attn_qkv.weight", ("d_qkv", "d_model")),
            TensorSpec("self_attn.o_proj.weight", "attn_output.weight", ("d_model", "d_q")),
            TensorSpec("mlp.gate_up_proj.weight", "ffn_up.weight", ("d_gate_up", "d_model")),
            TensorSpec("mlp.down_proj.weight", "ffn_down.weight", ("d_model", "d_ff")),
        ),
        # llama.cpp ignores the window today, and older versions ask for it.
        counts={"attention.sliding_window": ("sliding_window", 0)},
        expects={**SILU, **_NO_BIAS},
        partly_rotated=True,
    ),
    "Gemma2ForCausalLM": Family(
        "gemma2",
        (*_GEMMA_NORMS, *_attention(), *_FEED_FORWARD),
        numbers={
            "attn_logit_softcapping": ("attn_logit_softcapping", NO_CAP),
            "final_logit_softcapping": ("final_logit_softcapping", NO_CAP),
        },
        counts={"attention.sliding_window": ("sliding_window", None)},
        expects={**_GELU, **_NO_BIAS, **_ONE_WAY},
        norm_offset=1.0,
    ),
    "Gemma3ForCausalLM": Family(
        "gemma3",
        (*_GEMMA_NORMS, *_HEAD_NORMS, *_attention(), *_FEED_FORWARD),
        counts={"attention.sliding_window": ("sliding_window", None)},
        expects={
            **_GELU,
            **_NO_BIAS,
            "attn_logit_softcapping": (None,),
            "final_logit_softcapping": (None,),
            **_ONE_WAY,
        },
        norm_offset=1.0,
    ),
}
