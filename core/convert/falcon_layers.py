"""Falcon-H1's layers, which are all alike: the sizes of their Mamba-2, and the numbers that weights are multiplied by.

The class multiplies what goes into a linear or comes out of it by numbers of config.json (Transformers'
modeling_falcon_h1.py); llama.cpp's graph does not, and its converter multiplies the weights instead
(conversion/falcon_h1.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.convert.mamba_layers import read_mamba
from core.convert.per_layer import PerLayer, Run

if TYPE_CHECKING:  # the table of families is read where msgspec is not, too
    from core.convert.values import JsonObject

_NUMBERS = (
    "embedding_multiplier", "lm_head_multiplier", "key_multiplier", "attention_in_multiplier",
    "attention_out_multiplier", "ssm_in_multiplier", "ssm_out_multiplier",
)  # fmt: skip
KEYS = (
    *_NUMBERS, "mlp_multipliers", "ssm_multipliers", "mamba_d_conv", "mamba_d_ssm", "mamba_d_state", "mamba_expand",
    "mamba_n_groups", "mamba_n_heads", "mamba_norm_before_gate", "mamba_rms_norm",
)  # fmt: skip


def read_layers(values: JsonObject, n_layers: int) -> PerLayer:
    """Raises LuthierError `convert.missing-key`, `convert.bad-value`, `convert.unsupported`."""
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
    """projected: rows of the gate, x, b, c and steps in what Mamba-2 projects into."""
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
