"""NVIDIA's Nemotron-H: layers of one part alone, each with one norm. Checkpoints call the decoder `backbone`."""

from __future__ import annotations

from dataclasses import replace

from core.convert.families.granite import MAMBA
from core.convert.family import NARROW_STACK, ROUTER, WIDE_STACK, Called, Family, TensorSpec, attention
from core.convert.nemotron_layers import KEYS, MIXTURE_KEYS, read_dense, read_mixtures, usual_words


def _mixer(specs: tuple[TensorSpec, ...], when: str) -> tuple[TensorSpec, ...]:
    """Whatever a layer is, it is called its mixer."""
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
    "nemotron_h",
    (_NORM, *_MIXERS, *_FEED_FORWARD),
    numbers={"attention.layer_norm_epsilon": ("rms_norm_eps", None)},  # which llama.cpp's loader asks for, too
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
    name="nemotron_h_moe",
    layer=(_NORM, *_MIXERS, *(replace(spec, when="experts") for spec in _EXPERTS)),
    # llama.cpp's graph knows no groups where its converter does not say how many are used.
    expects={**_DENSE.expects, "n_group": (1,), "topk_group": (1,), "n_shared_experts": (1,)},
    called=Called("Nemotron 3 Nano", "30B-A3B"),
    layers=read_mixtures,
    keys=MIXTURE_KEYS,
    layer_types=("linear_attention", "full_attention", "moe"),
)

FAMILIES = {"NemotronHForCausalLM": replace(_DENSE, hybrid=_MIXTURE)}
