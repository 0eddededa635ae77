"""Google's Gemma."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from core.families import graph
from core.families.checkpoint import (
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
from core.families.graph import FUSED_STACK, NO_CAP, OUT_SCALE
from core.families.layers import PerLayer, expert_counts, kinds_of_layers

if TYPE_CHECKING:
    from core.families.values import JsonObject

_BESIDE_LINEARS = graph.EXPERT_TENSORS | {
    "shared_gate": "ffn_gate", "shared_up": "ffn_up", "shared_down": "ffn_down",
}  # fmt: skip

_GEMMA2_GRAPH = graph.Architecture(
    "gemma2",
    graph.ROPE_HALVES,
    norms=(*graph.PRE_NORMS, *graph.POST_NORMS),
    activation="gelu",
    scaled_embedding=True,
    options={
        "attention.sliding_window": 4096,
        "attn_logit_softcapping": 50.0,
        "final_logit_softcapping": 30.0,
    },
    full_attention_every=2,
    always_tied=True,
    broad_scores_at=46,
)

_GEMMA3_GRAPH = graph.Architecture(
    "gemma3",
    graph.ROPE_HALVES,
    norms=(*graph.PRE_NORMS, *graph.QK_NORMS, *graph.POST_NORMS),
    activation="gelu",
    scaled_embedding=True,
    options={
        "attention.sliding_window": 0,
        "final_logit_softcapping": 0.0,
        "rope.freq_base_swa": 10000.0,
    },
    full_attention_every=6,
    broad_scores_at=62,
)

_GEMMA4_GRAPH = graph.Architecture(
    "gemma4",
    graph.ROPE_HALVES,
    norms=(*graph.PRE_NORMS, *graph.QK_NORMS, *graph.POST_NORMS),
    activation="gelu",
    scaled_embedding=True,
    options={
        "attention.sliding_window": 0,
        "final_logit_softcapping": 30.0,
        "rope.freq_base_swa": 10000.0,
    },
    rope_factors=graph.ROPE_FREQUENCIES,
    unscaled_scores=True,
    value_norm=True,
    local_heads=True,
    shared_keys=True,
    per_layer_embeddings=True,
    linears=_BESIDE_LINEARS,
    experts=graph.Experts(
        normalized=True,
        optional=True,
        width="expert_feed_forward_length",
        scaled=True,
        shared_width=("feed_forward_length",),
        beside_all=True,
    ),
)


# Gemma 4's layers, from config.json: the heads differ between kinds of layers, and some layers have no keys of their
# own.
#
# From Transformers' Gemma4TextConfig and llama.cpp's conversion/gemma.py.

_SLIDING, _FULL = "sliding_attention", "full_attention"
_FULL_EVERY = 6  # in files without a list of layer kinds
_GLOBAL_HEAD_DIM = 512  # the class's head width in layers with full attention
_CAP = "final_logit_softcapping"
_UNREAD = frozenset(f"self_attn.{name}.weight" for name in ("k_proj", "v_proj", "k_norm", "v_norm"))

# The keys of config.json that `read_layers` reads, beyond those of every family.
KEYS = (
    "attention_k_eq_v", "enable_moe_block", "final_logit_softcapping", "global_head_dim", "hidden_size_per_layer_input",
    "num_experts", "num_global_key_value_heads", "num_kv_shared_layers", "per_layer_config", "top_k_experts",
    "use_double_wide_mlp", "vocab_size_per_layer_input",
)  # fmt: skip


def read_layers(values: JsonObject, n_layers: int) -> PerLayer:
    """Read Gemma's layers, some with a sliding window. Raises LuthierError `model.bad-value`, `model.missing-key`
    or `convert.unsupported`.
    """
    windowed = _windowed(values, n_layers)
    head_dims = [_of_layer(values, i, "head_dim", local) for i, local in enumerate(windowed)]
    kv_heads = [_of_layer(values, i, "num_key_value_heads", local) for i, local in enumerate(windowed)]
    if not {_SLIDING, _FULL} <= values.object("rope_parameters").values.keys():
        raise values.bad("rope_parameters", "an object for each kind of layers")
    n_shared = _whole(values, "num_kv_shared_layers")
    if n_shared > n_layers:
        raise values.bad("num_kv_shared_layers", f"at most its number of layers ({n_layers})")
    own = range(n_layers - n_shared)
    if n_shared and not (len(own) >= 2 and windowed[own[-2]] and not windowed[own[-1]]):
        raise values.unsupported("the last two layers with keys of their own are not one with a window and one without")
    d_ff, wide = values.count("intermediate_size"), values.flag("use_double_wide_mlp")
    widths = [d_ff if i in own or not wide else 2 * d_ff for i in range(n_layers)]
    keys_are_values, per_layer = values.flag("attention_k_eq_v"), _whole(values, "hidden_size_per_layer_input")
    if per_layer and values.get("vocab_size_per_layer_input") != values.get("vocab_size"):
        raise values.unsupported("its embeddings for single layers know other tokens than its vocabulary")
    said_once = {"attention.head_count_kv": kv_heads, "feed_forward_length": widths}  # if all layers are the same
    experts = _experts(values) if values.flag("enable_moe_block") else {}
    n_heads = values.count("num_attention_heads")
    if any(n_heads % heads for heads in kv_heads):
        raise values.bad("num_key_value_heads", f"a divisor of num_attention_heads ({n_heads}), in every layer")

    def has(layer: int) -> frozenset[str]:
        found = ({"per_layer"} if per_layer else set()) | ({"experts"} if experts else set())
        if layer in own:
            found |= {"keys"} if keys_are_values and not windowed[layer] else {"keys", "values"}
        return frozenset(found)

    return PerLayer(
        sizes=[
            {
                "head_dim": head_dim,
                "d_q": n_heads * head_dim,
                "d_kv": heads * head_dim,
                "d_ff": width,
                "d_per_layer": per_layer,
            }
            for head_dim, heads, width in zip(head_dims, kv_heads, widths, strict=True)
        ],
        has=[has(layer) for layer in range(n_layers)],
        head_dim=_one(values, head_dims, windowed, local=False),
        counts={
            "attention.shared_kv_layers": n_shared,
            "embedding_length_per_layer_input": per_layer,
            "attention.key_length_swa": (local := _one(values, head_dims, windowed, local=True)),
            "attention.value_length_swa": local,
            "rope.dimension_count_swa": local,
            **experts,
        },
        numbers={_CAP: values.number(_CAP) if values.get(_CAP) else 0.0},  # llama.cpp takes 30 if a file has none
        arrays={
            "attention.sliding_window_pattern": windowed,
            **{key: found for key, found in said_once.items() if len(set(found)) > 1},
        },
        unread=[frozenset() if i in own else _UNREAD for i in range(n_layers)],
    )


def _experts(values: JsonObject) -> dict[str, int]:
    """Return the counts of experts; their width always differs from that of the feed-forward beside them."""
    return expert_counts(values, "top_k_experts") | {
        "expert_feed_forward_length": values.count("moe_intermediate_size"),
    }


def _windowed(values: JsonObject, n_layers: int) -> list[bool]:
    """Return which layers have a sliding window. The last one never does, even if the list says so."""
    kinds = kinds_of_layers(values, n_layers, (_SLIDING, _FULL))
    if kinds is None:
        kinds = [_SLIDING if (i + 1) % _FULL_EVERY else _FULL for i in range(n_layers)]
    return [kind == _SLIDING for kind in kinds[:-1]] + [False]


def _of_layer(values: JsonObject, layer: int, key: str, local: bool) -> int:
    """Return a size of the layer's heads. Older files give one for all layers without a window, newer ones one per
    layer.
    """
    listed = values.object("per_layer_config") if values.get("per_layer_config") else None
    if listed is not None:
        own = listed.object(str(layer))
        return own.count(key) if key in own.values else values.count(key)
    if local:
        return values.count(key)
    if key == "head_dim":
        return values.count("global_head_dim", _GLOBAL_HEAD_DIM)
    known = values.flag("attention_k_eq_v") and values.get("num_global_key_value_heads") is not None
    return values.count("num_global_key_value_heads" if known else key)


def _one(values: JsonObject, head_dims: Sequence[int], windowed: Sequence[bool], *, local: bool) -> int:
    """Return the head width of one kind of layers; if there are no such layers, that of the others."""
    found = {head_dim for head_dim, is_local in zip(head_dims, windowed, strict=True) if is_local == local}
    if len(found) > 1:
        raise values.unsupported("the heads of its layers have more than two widths")
    return found.pop() if found else head_dims[-1]


def _whole(values: JsonObject, key: str) -> int:
    """Return a count that may be 0 or null."""
    return values.count(key) if values.get(key) else 0


_NORMS = (
    TensorSpec("input_layernorm.weight", "attn_norm.weight", ("d_model",)),
    TensorSpec("pre_feedforward_layernorm.weight", "ffn_norm.weight", ("d_model",)),
    *POST_NORMS,
)


def _only(spec: TensorSpec, module: str, when: str) -> TensorSpec:
    """Return the tensor, limited to layers with the option if it is that module's."""
    return replace(spec, when=when) if module in spec.source else spec


_ONE_WAY = {"use_bidirectional_attention": (False, None)}
_GELU = {"hidden_activation": ("gelu_pytorch_tanh",)}

_GEMMA3 = Family(
    _GEMMA3_GRAPH,
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
    _GEMMA4_GRAPH,
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
        _GEMMA2_GRAPH,
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
    # First, because this class is what is published: GGUF files of other converters do not name a class.
    "Gemma4ForConditionalGeneration": replace(_GEMMA4, text=TextPart(("gemma4_text",))),
    "Gemma4UnifiedForConditionalGeneration": replace(_GEMMA4, text=TextPart(("gemma4_unified_text",))),
    "Gemma4ForCausalLM": _GEMMA4,
}
