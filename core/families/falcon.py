"""TII's Falcon-H1."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.families import graph
from core.families.checkpoint import FEED_FORWARD, NO_BIAS, SILU, Called, Family, TensorSpec, attention
from core.families.granite import MAMBA
from core.families.layers import PerLayer, Run, read_mamba

if TYPE_CHECKING:
    from core.families.values import JsonObject

_FALCON_H1_GRAPH = graph.Architecture(
    "falcon-h1", graph.ROPE_HALVES, unsuffixed=("ffn_norm",), mixer="mamba2", beside_attention=True
)


# Falcon-H1's layers, which are all alike: the sizes of their Mamba-2, and the factors on weights.
#
# The class multiplies inputs or outputs of linears by numbers of config.json (Transformers' modeling_falcon_h1.py);
# llama.cpp's graph does not, and its converter multiplies the weights instead (conversion/falcon_h1.py).

_NUMBERS = (
    "embedding_multiplier", "lm_head_multiplier", "key_multiplier", "attention_in_multiplier",
    "attention_out_multiplier", "ssm_in_multiplier", "ssm_out_multiplier",
)  # fmt: skip
KEYS = (
    *_NUMBERS, "mlp_multipliers", "ssm_multipliers", "mamba_d_conv", "mamba_d_ssm", "mamba_d_state", "mamba_expand",
    "mamba_n_groups", "mamba_n_heads", "mamba_norm_before_gate", "mamba_rms_norm",
)  # fmt: skip


def read_layers(values: JsonObject, n_layers: int) -> PerLayer:
    """Read layers with Mamba-2 and attention side by side. Raises LuthierError `model.missing-key`,
    `model.bad-value`, `convert.unsupported`.
    """
    normed = values.flag("mamba_rms_norm")
    if normed and values.flag("mamba_norm_before_gate"):
        raise values.unsupported("its Mamba layers are normed before their gate (mamba_norm_before_gate)")
    inner = values.count("mamba_d_ssm", values.count("mamba_expand") * values.count("hidden_size"))
    mamba = read_mamba(values, inner, "mamba_n_heads", "mamba_n_groups", "mamba_d_state", "mamba_d_conv")
    both = mamba.groups * mamba.states
    return PerLayer(
        sizes=(mamba.sizes,) * n_layers,
        has=(frozenset({"normed"} if normed else ()),) * n_layers,
        counts=mamba.counts,
        factors=_factors(values, (inner, inner, both, both, mamba.heads)),
    )


def _factors(values: JsonObject, projected: tuple[int, ...]) -> dict[str, tuple[tuple[Run, ...], ...]]:
    """projected: rows of the gate, x, b, c and steps in Mamba-2's input projection."""
    number = {name.removesuffix("_multiplier"): values.number(name, 1.0) for name in _NUMBERS}
    gate, down = _list(values, "mlp_multipliers", 2)
    parts = tuple(map(Run, projected, _list(values, "ssm_multipliers", 5)))

    def whole(*names: str) -> tuple[tuple[Run, ...], ...]:
        return tuple((Run(0, number[name]),) for name in names)

    return {
        "token_embd.weight": whole("embedding"),
        "output.weight": whole("lm_head"),
        "attn_q.weight": whole("attention_in"),
        "attn_k.weight": whole("key", "attention_in"),
        "attn_v.weight": whole("attention_in"),
        "attn_output.weight": whole("attention_out"),
        "ssm_in.weight": (*whole("ssm_in"), parts),
        "ssm_out.weight": whole("ssm_out"),
        "ffn_gate.weight": ((Run(0, gate),),),
        "ffn_down.weight": ((Run(0, down),),),
    }


def _list(values: JsonObject, key: str, length: int) -> tuple[float, ...]:
    found = (1.0,) * length if values.get(key) is None else values.numbers(key, length)
    if min(found) <= 0:
        raise values.bad(key, f"{length} numbers above zero")
    return found


_FOLDED = tuple(f"{name}.weight" for name in ("ffn_gate", "ffn_down", "ssm_in", "ssm_out"))  # and all of attention's


def _named(spec: TensorSpec) -> TensorSpec:
    source, when = spec.source.replace("mlp.", "feed_forward."), "normed" if spec.target == "ssm_norm.weight" else ""
    return replace(spec, source=source, when=when, folded=spec.target in _FOLDED)


FAMILIES = {
    "FalconH1ForCausalLM": Family(
        _FALCON_H1_GRAPH,
        (
            TensorSpec("input_layernorm.weight", "attn_norm.weight", ("d_model",)),
            TensorSpec("pre_ff_layernorm.weight", "ffn_norm", ("d_model",)),
            *(replace(spec, folded=True) for spec in attention()),
            *map(_named, (*MAMBA, *FEED_FORWARD)),
        ),
        called=Called("Falcon-H1", "0.5B, 1.5B, 1.5B-Deep, 3B, 7B"),
        # A tied model's table is multiplied by one number as the embedding, and by another as the output.
        model=(TensorSpec("model.embed_tokens.weight", "output.weight", ("vocab_size", "d_model"), when="tied"),),
        final_norm=TensorSpec("model.final_layernorm.weight", "output_norm.weight", ("d_model",)),
        expects={
            **SILU,
            **NO_BIAS,
            "mlp_bias": (False, None),
            "projectors_bias": (False, None),
            "mamba_conv_bias": (True,),
            "mamba_proj_bias": (False, None),
        },
        layers=read_layers,
        keys=KEYS,
        no_peft=("ssm_out.weight",),  # the class's kernels read its weight without calling the module
    ),
}
