"""Which layers of LFM2 attend and which convolve, how wide their feed-forward is, and which have experts.

As Lfm2Config, Lfm2MLP and Lfm2MoeConfig of Transformers have it (models/lfm2, models/lfm2_moe).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.convert.expert_layers import SIGMOID, expert_counts
from core.convert.per_layer import PerLayer, kinds_of_layers

if TYPE_CHECKING:  # the table of families is read where msgspec is not, too
    from core.convert.values import JsonObject

KEYS = ("block_auto_adjust_ff_dim", "block_ffn_dim_multiplier", "block_multiple_of", "full_attn_idxs")

MIXTURE_KEYS = ("full_attn_idxs", "num_dense_layers", "num_experts", "num_experts_per_tok")


def read_layers(values: JsonObject, n_layers: int) -> PerLayer:
    """Raises LuthierError `convert.missing-key`, `convert.bad-value`."""
    return replace(_read_mixers(values, n_layers), d_ff=_feed_forward_width(values))


def read_mixtures(values: JsonObject, n_layers: int) -> PerLayer:
    """The first layers have no experts. Raises what `read_layers` does."""
    layers, dense = _read_mixers(values, n_layers), values.count("num_dense_layers", 0)
    feeds = ["dense" if i < dense else "experts" for i in range(n_layers)]
    counts = {"leading_dense_block_count": dense, "expert_gating_func": SIGMOID}
    return replace(
        layers,
        has=[mixer | {feed} for mixer, feed in zip(layers.has, feeds, strict=True)],
        counts=expert_counts(values) | counts,
    )


def _read_mixers(values: JsonObject, n_layers: int) -> PerLayer:
    attends, keys = _attention_layers(values, n_layers), values.count("num_key_value_heads")
    return PerLayer(
        sizes=({"d_gates": 3 * values.count("hidden_size")},) * n_layers,
        has=[frozenset({"attention" if yes else "conv"}) for yes in attends],
        arrays={"attention.head_count_kv": [keys if yes else 0 for yes in attends]},
    )


def _attention_layers(values: JsonObject, n_layers: int) -> list[bool]:
    """By name, or in older files by number."""
    kinds, numbers = kinds_of_layers(values, n_layers, ("full_attention", "conv")), values.get("full_attn_idxs")
    if kinds is not None:
        return [kind == "full_attention" for kind in kinds]
    if numbers is None:
        return [True] * n_layers
    if not isinstance(numbers, list) or any(number not in range(n_layers) for number in numbers):
        raise values.bad("full_attn_idxs", f"a list of layers from 0 to {n_layers - 1}")
    return [i in numbers for i in range(n_layers)]


def _feed_forward_width(values: JsonObject) -> int:
    """Two thirds of what config.json says, times a factor and rounded up, where it does not say otherwise."""
    width = values.count("intermediate_size")
    if not values.flag("block_auto_adjust_ff_dim"):
        return width
    width = int(2 * width / 3)
    if values.get("block_ffn_dim_multiplier") is None:
        return width
    unit = values.count("block_multiple_of")
    return -(-int(values.number("block_ffn_dim_multiplier") * width) // unit) * unit
