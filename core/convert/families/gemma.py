"""Google's Gemma."""

from __future__ import annotations

from dataclasses import replace

from core.convert.family import (
    FEED_FORWARD,
    HEAD_NORMS,
    NARROW_STACK,
    NO_BIAS,
    POST_NORMS,
    ROUTER,
    Called,
    Family,
    TensorSpec,
    TextPart,
    attention,
)
from core.convert.gemma4_layers import KEYS, read_layers
from core.engine.model.arch import FUSED_STACK, NO_CAP, OUT_SCALE

_NORMS = (
    TensorSpec("input_layernorm.weight", "attn_norm.weight", ("d_model",)),
    TensorSpec("pre_feedforward_layernorm.weight", "ffn_norm.weight", ("d_model",)),
    *POST_NORMS,
)


def _only(spec: TensorSpec, module: str, when: str) -> TensorSpec:
    """The tensor, if it is that module's only in layers with the option."""
    return replace(spec, when=when) if module in spec.source else spec


_ONE_WAY = {"use_bidirectional_attention": (False, None)}
_GELU = {"hidden_activation": ("gelu_pytorch_tanh",)}

_GEMMA3 = Family(
    "gemma3",
    (*_NORMS, *HEAD_NORMS, *attention(), *FEED_FORWARD),
    counts={"attention.sliding_window": ("sliding_window", None)},
    expects={
        **_GELU,
        **NO_BIAS,
        "attn_logit_softcapping": (None,),
        "final_logit_softcapping": (None,),
        **_ONE_WAY,
    },
    norm_offset=1.0,
    called=Called("Gemma 3", "270M to 12B"),
)

_FUSED = ("n_experts", "d_fused_expert", "d_model")
_BESIDE_EXPERTS = (
    replace(ROUTER, source="router.proj.weight"),
    TensorSpec("router.scale", "ffn_gate_inp.scale", ("d_model",)),
    TensorSpec("router.per_expert_scale", "ffn_down_exps.scale", ("n_experts",)),
    TensorSpec("experts.gate_up_proj", f"{FUSED_STACK}.weight", _FUSED, stack="whole"),
    TensorSpec("experts.down_proj", "ffn_down_exps.weight", NARROW_STACK, stack="whole"),
    TensorSpec("pre_feedforward_layernorm_2.weight", "pre_ffw_norm_2.weight", ("d_model",)),
    TensorSpec("post_feedforward_layernorm_1.weight", "post_ffw_norm_1.weight", ("d_model",)),
    TensorSpec("post_feedforward_layernorm_2.weight", "post_ffw_norm_2.weight", ("d_model",)),
)

_GEMMA4 = Family(
    "gemma4",
    (
        *_NORMS,
        *(_only(spec, "k_norm", "keys") for spec in HEAD_NORMS),
        *(_only(_only(spec, "k_proj", "keys"), "v_proj", "values") for spec in attention()),
        *FEED_FORWARD,
        TensorSpec("per_layer_input_gate.weight", "inp_gate.weight", ("d_per_layer", "d_model"), when="per_layer"),
        TensorSpec("per_layer_projection.weight", "proj.weight", ("d_model", "d_per_layer"), when="per_layer"),
        TensorSpec("post_per_layer_input_norm.weight", "post_norm.weight", ("d_model",), when="per_layer"),
        TensorSpec("layer_scalar", OUT_SCALE, ("one",)),
        *(replace(spec, when="experts") for spec in _BESIDE_EXPERTS),
    ),
    model=(
        TensorSpec(
            "model.embed_tokens_per_layer.weight",
            "per_layer_token_embd.weight",
            ("vocab_size", "d_all_layers"),
            when="per_layer",
        ),
        TensorSpec(
            "model.per_layer_model_projection.weight",
            "per_layer_model_proj.weight",
            ("d_all_layers", "d_model"),
            when="per_layer",
        ),
        TensorSpec(
            "model.per_layer_projection_norm.weight",
            "per_layer_proj_norm.weight",
            ("d_per_layer",),
            when="per_layer",
        ),
    ),
    counts={"attention.sliding_window": ("sliding_window", None)},
    expects={**_GELU, **NO_BIAS, "use_bidirectional_attention": (None, False, "vision")},
    layers=read_layers,
    keys=KEYS,
    called=Called("Gemma 4", "E2B, E4B, 12B, 26B-A4B, 31B"),
)

FAMILIES = {
    "Gemma2ForCausalLM": Family(
        "gemma2",
        (*_NORMS, *attention(), *FEED_FORWARD),
        numbers={
            "attn_logit_softcapping": ("attn_logit_softcapping", NO_CAP),
            "final_logit_softcapping": ("final_logit_softcapping", NO_CAP),
        },
        counts={"attention.sliding_window": ("sliding_window", None)},
        expects={**_GELU, **NO_BIAS, **_ONE_WAY},
        norm_offset=1.0,
        called=Called("Gemma 2", "2B, 9B"),
    ),
    "Gemma3ForCausalLM": _GEMMA3,
    "Gemma3ForConditionalGeneration": replace(_GEMMA3, text=TextPart(("gemma3_text",), n_layers=(34, 48, 62))),
    # What is published is this class, so it comes first: GGUF files of other converters do not say theirs.
    "Gemma4ForConditionalGeneration": replace(_GEMMA4, text=TextPart(("gemma4_text",))),
    "Gemma4UnifiedForConditionalGeneration": replace(_GEMMA4, text=TextPart(("gemma4_unified_text",))),
    "Gemma4ForCausalLM": _GEMMA4,
}
