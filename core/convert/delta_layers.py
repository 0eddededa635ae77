"""Which layers of Qwen3.5 attend and which have the gated delta rule, and their sizes.

As Qwen3_5TextConfig and Qwen3_5GatedDeltaNet of Transformers have it (models/qwen3_5).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core.convert.expert_layers import expert_counts
from core.convert.per_layer import PerLayer, kinds_of_layers

if TYPE_CHECKING:  # the table of families is read where msgspec is not, too
    from core.convert.values import JsonObject

KEYS = (
    "full_attention_interval", "linear_conv_kernel_dim", "linear_key_head_dim", "linear_num_key_heads",
    "linear_num_value_heads", "linear_value_head_dim",
)  # fmt: skip
MIXTURE_KEYS = (*KEYS, "num_experts", "num_experts_per_tok", "shared_expert_intermediate_size")
_USUAL_INTERVAL, _USUAL_SHARE, _USUAL_SECTIONS = 4, 0.25, (11, 11, 10)


def read_layers(values: JsonObject, n_layers: int) -> PerLayer:
    """Raises LuthierError `convert.missing-key`, `convert.bad-value`, `convert.unsupported`."""
    key_heads, heads = values.count("linear_num_key_heads"), values.count("linear_num_value_heads")
    width, conv = values.count("linear_key_head_dim"), values.count("linear_conv_kernel_dim")
    if values.count("linear_value_head_dim") != width:
        raise values.unsupported("its linear_value_head_dim is not its linear_key_head_dim")
    if heads % key_heads:
        raise values.bad("linear_num_value_heads", f"a multiple of linear_num_key_heads ({key_heads})")
    recurs = _recurrent_layers(values, n_layers)
    sizes = {
        "d_delta_qkv": (2 * key_heads + heads) * width,
        "d_delta_values": heads * width,
        "delta_width": width,
        "delta_heads": heads,
        "delta_key_heads": key_heads,
        "conv_length": conv,
        "d_q_gated": 2 * values.count("num_attention_heads") * values.count("head_dim"),
    }
    return PerLayer(
        sizes=(sizes,) * n_layers,
        has=[frozenset({"delta" if yes else "attention"}) for yes in recurs],
        counts={
            "ssm.conv_kernel": conv,
            "ssm.state_size": width,
            "ssm.group_count": key_heads,
            "ssm.time_step_rank": heads,
            "ssm.inner_size": heads * width,
            "full_attention_interval": _interval(values),
        },
        arrays={"attention.recurrent_layers": recurs},
    )


def read_mixtures(values: JsonObject, n_layers: int) -> PerLayer:
    """The same with experts in every layer, of which one is shared. Raises what `read_layers` does."""
    shared = {"expert_shared_feed_forward_length": values.count("shared_expert_intermediate_size")}
    layers = read_layers(values, n_layers)
    counts = {**layers.counts, **expert_counts(values), **shared}
    return replace(layers, d_ff=counts["expert_feed_forward_length"], counts=counts)


def _interval(values: JsonObject) -> int:
    return values.count("full_attention_interval", _USUAL_INTERVAL)


def _recurrent_layers(values: JsonObject, n_layers: int) -> list[bool]:
    kinds = kinds_of_layers(values, n_layers, ("full_attention", "linear_attention"))
    if kinds is None:
        return [(i + 1) % _interval(values) != 0 for i in range(n_layers)]
    return [kind == "linear_attention" for kind in kinds]


def usual_rotation(values: JsonObject) -> dict[str, Any]:
    """What its rotation's settings say, with what the class takes for those that they leave out, which its table of
    defaults cannot say.
    """
    key = next((key for key in ("rope_parameters", "rope_scaling") if values.values.get(key)), "rope_parameters")
    share = values.values.get("partial_rotary_factor") or _USUAL_SHARE
    usual = {"partial_rotary_factor": share, "mrope_section": list(_USUAL_SECTIONS)}
    return {key: {**usual, **values.object(key).values}}
