"""NVIDIA's Nemotron-H: layers of a single part, each with one norm. Checkpoints call the decoder `backbone`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core.families import graph
from core.families.checkpoint import NARROW_STACK, ROUTER, WIDE_STACK, Called, Family, TensorSpec, attention
from core.families.granite import MAMBA
from core.families.layers import PerLayer, read_mamba

if TYPE_CHECKING:
    from core.families.values import JsonObject

_NEMOTRON_H_GRAPH = graph.Architecture(
    "nemotron_h",
    graph.ROPE_HALVES,
    norms=("attn_norm",),
    ffn_norm="attn_norm",
    activation="relu2",
    alone=True,
    no_rope_every=1,
    mixer="mamba2",
)

_NEMOTRON_H_MOE_GRAPH = replace(
    _NEMOTRON_H_GRAPH,
    name="nemotron_h_moe",
    linears=graph.EXPERT_TENSORS,
    options={"expert_weights_scale": 1.0},
    experts=graph.Experts(
        normalized=None,
        scores="sigmoid",
        width="expert_feed_forward_length",
        selection_bias=True,
        shared_width=("expert_shared_feed_forward_length",),
    ),
    refused={
        "moe_latent_size": "its experts read and write through latent projections, as Nemotron 3 Super does, "
        "whose smallest model has 75 billion parameters, more than a computer at home trains"
    },
)


# Nemotron-H's layers: Mamba-2, attention or feed-forward, and their sizes.
#
# As in NemotronHConfig of Transformers and llama.cpp's converter. Transformers 5.23 raises the steps of Mamba-2's
# layers to time_step_min, regardless of time_step_limit; llama.cpp does not.

KEYS = ("conv_kernel", "mamba_head_dim", "mamba_num_heads", "n_groups", "ssm_state_size")
MIXTURE_KEYS = (
    *KEYS,
    *("moe_latent_size", "moe_shared_expert_intermediate_size", "n_routed_experts", "norm_topk_prob"),
    *("num_experts_per_tok", "routed_scaling_factor"),
)
_LETTERS = {"M": "linear_attention", "*": "full_attention", "-": "mlp", "E": "moe"}
_OLDER = {"mamba": "linear_attention", "attention": "full_attention"}


def usual_words(values: JsonObject) -> dict[str, Any]:
    """Return the kinds of layers: a letter for each before Transformers 5, then a list of words.

    Raises LuthierError `model.bad-value`, `convert.unsupported`.
    """
    listed = values.values.get("layers_block_type") or values.values.get("layer_types")
    letters = values.values.get("hybrid_override_pattern")
    if listed is None and isinstance(letters, str):
        listed = [_LETTERS.get(letter, letter) for letter in letters]
    if not isinstance(listed, list) or not listed:
        raise values.bad("hybrid_override_pattern", "a letter for each layer")
    kinds = [_OLDER.get(str(kind), str(kind)) for kind in listed]
    if strange := next((kind for kind in kinds if kind not in _LETTERS.values()), None):
        raise values.unsupported(f"it has layers of the kind {strange!r}")
    return {"layer_types": kinds, "num_hidden_layers": len(kinds)}


def read_dense(values: JsonObject, n_layers: int) -> PerLayer:
    """Read layers without experts. Raises LuthierError `model.missing-key`, `model.bad-value`,
    `convert.unsupported`.
    """
    return _read(values, n_layers, "mlp", "dense", values.count("intermediate_size"))


def read_mixtures(values: JsonObject, n_layers: int) -> PerLayer:
    """Read layers with experts. Raises the errors of `read_dense`."""
    if values.get("moe_latent_size") is not None:
        raise values.unsupported("its experts read and write through latent projections (moe_latent_size)")
    width = values.count("moe_intermediate_size")
    layers, experts = _read(values, n_layers, "moe", "experts", width), values.count("n_routed_experts")
    counts = {
        "expert_count": experts,
        "expert_used_count": values.count("num_experts_per_tok", most=experts),
        "expert_feed_forward_length": width,
        "expert_shared_feed_forward_length": values.count("moe_shared_expert_intermediate_size"),
        "expert_shared_count": 1,
        "expert_group_count": 1,
        "expert_group_used_count": 1,
    }
    return replace(
        layers,
        counts={**layers.counts, **counts},
        numbers={"expert_weights_scale": values.number("routed_scaling_factor")},
        switches={**layers.switches, "expert_weights_norm": values.flag("norm_topk_prob")},
    )


def _read(values: JsonObject, n_layers: int, feed: str, part: str, width: int) -> PerLayer:
    """feed: config.json's name for feed-forward layers. part: the option for their tensors."""
    kinds, keys = values.get("layer_types"), values.count("num_key_value_heads")
    inner = values.count("mamba_num_heads") * values.count("mamba_head_dim")
    mamba = read_mamba(values, inner, "mamba_num_heads", "n_groups", "ssm_state_size", "conv_kernel")
    parts = {"linear_attention": "mamba", "full_attention": "attention", feed: part}
    if strange := set(kinds) - parts.keys():
        raise values.unsupported(f"it has layers of the kind {strange.pop()!r} beside those of experts")
    return PerLayer(
        sizes=(mamba.sizes,) * n_layers,
        has=[frozenset({parts[kind]}) for kind in kinds],
        d_ff=width,
        counts=mamba.counts,
        switches={"rope.scaling.finetuned": False},
        arrays={
            "feed_forward_length": [width if kind == feed else 0 for kind in kinds],
            "attention.head_count_kv": [keys if kind == "full_attention" else 0 for kind in kinds],
        },
    )


def _mixer(specs: tuple[TensorSpec, ...], when: str) -> tuple[TensorSpec, ...]:
    """Return the tensors of a layer's part, which this class calls the mixer in layers of any kind."""
    return tuple(replace(spec, source=f"mixer.{spec.source.partition('.')[2]}", when=when) for spec in specs)


_NORM = TensorSpec("norm.weight", "attn_norm.weight", ("d_model",))
_MIXERS = (*_mixer(attention(pairs=True), "attention"), *_mixer(MAMBA, "mamba"))
_FEED_FORWARD = (
    TensorSpec("mixer.up_proj.weight", "ffn_up.weight", ("d_ff", "d_model"), when="dense"),
    TensorSpec("mixer.down_proj.weight", "ffn_down.weight", ("d_model", "d_ff"), when="dense"),
)
_SHARED = ("d_shared", "d_model"), ("d_model", "d_shared")
_EXPERTS = (
    replace(ROUTER, source="mixer.gate.weight"),
    TensorSpec("mixer.gate.e_score_correction_bias", "exp_probs_b.bias", ("n_experts",), exact=True),
    TensorSpec("mixer.experts.{expert}.up_proj.weight", "ffn_up_exps.weight", WIDE_STACK, stack="each"),
    TensorSpec("mixer.experts.{expert}.down_proj.weight", "ffn_down_exps.weight", NARROW_STACK, stack="each"),
    TensorSpec("mixer.shared_experts.up_proj.weight", "ffn_up_shexp.weight", _SHARED[0]),
    TensorSpec("mixer.shared_experts.down_proj.weight", "ffn_down_shexp.weight", _SHARED[1]),
)

_DENSE = Family(
    _NEMOTRON_H_GRAPH,
    (_NORM, *_MIXERS, *_FEED_FORWARD),
    numbers={"attention.layer_norm_epsilon": ("rms_norm_eps", None)},  # llama.cpp's loader requires it too
    expects={
        "mlp_hidden_act": ("relu2",),
        "mamba_hidden_act": ("silu",),
        "attention_bias": (False, None),
        "mlp_bias": (False,),
        "use_bias": (False,),
        "use_conv_bias": (True,),
    },
    called=Called("Nemotron-H", "Nano 4B, 8B, Nano 9B v2, mixture 30B-A3B", ("Nemotron Nano v2", "Nemotron 3 Nano")),
    final_norm=TensorSpec("model.norm_f.weight", "output_norm.weight", ("d_model",)),
    spelled=usual_words,
    layers=read_dense,
    # PEFT 0.21 refuses it in this class, since fast kernels of Mamba-2 read the weight alone.
    no_peft=("ssm_out.weight",),
    keys=KEYS,
    aliases={"layer_norm_epsilon": "rms_norm_eps", "attention_head_dim": "head_dim"},
    layer_types=("linear_attention", "full_attention", "mlp"),
)
_MIXTURE = replace(
    _DENSE,
    architecture=_NEMOTRON_H_MOE_GRAPH,
    layer=(_NORM, *_MIXERS, *(replace(spec, when="experts") for spec in _EXPERTS)),
    # llama.cpp's graph ignores groups unless its converter writes how many are used.
    expects={**_DENSE.expects, "n_group": (1,), "topk_group": (1,), "n_shared_experts": (1,)},
    called=Called("Nemotron 3 Nano", "30B-A3B"),
    layers=read_mixtures,
    keys=MIXTURE_KEYS,
    layer_types=("linear_attention", "full_attention", "moe"),
)

FAMILIES = {"NemotronHForCausalLM": replace(_DENSE, hybrid=_MIXTURE)}
