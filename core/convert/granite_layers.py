"""Which layers of Granite 4's hybrids attend and which are Mamba-2's, and what these are sized.

As GraniteMoeHybridConfig of Transformers and llama.cpp's converter have it. The latter leaves positions out in all
layers of a hybrid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.convert.mamba_layers import read_mamba
from core.convert.per_layer import PerLayer

if TYPE_CHECKING:  # the table of families is read where msgspec is not, too
    from core.convert.values import JsonObject

MAMBA, ATTENTION = ("mamba", "linear_attention"), ("attention", "full_attention")
KEYS = ("mamba_d_conv", "mamba_d_state", "mamba_n_groups", "mamba_n_heads", "num_local_experts")


def read_layers(values: JsonObject, n_layers: int) -> PerLayer:
    """Raises LuthierError `convert.missing-key`, `convert.bad-value`, `convert.unsupported`."""
    kinds = values.get("layer_types") or [MAMBA[0]] * n_layers
    if strange := {*map(str, kinds)} - {*MAMBA, *ATTENTION}:
        raise values.unsupported(f"its layer_types has {strange.pop()!r}")
    attends, keys = [kind in ATTENTION for kind in kinds], values.count("num_key_value_heads")
    experts, d_shared = bool(values.get("num_local_experts")), values.count("shared_intermediate_size")
    feed = {"experts", "shared"} if experts else {"dense"}
    inner = 2 * values.count("hidden_size")
    mamba = read_mamba(values, inner, "mamba_n_heads", "mamba_n_groups", "mamba_d_state", "mamba_d_conv")
    counts = {**mamba.counts, "expert_count": 0, "expert_used_count": 0}
    if experts:
        counts |= {"expert_count": values.count("num_local_experts")}
        counts |= {"expert_used_count": values.count("num_experts_per_tok", most=counts["expert_count"])}
    counts |= {"expert_shared_feed_forward_length": d_shared}
    return PerLayer(
        sizes=({"d_shared": d_shared, **mamba.sizes},) * n_layers,
        has=[frozenset({"attention" if yes else "mamba", *feed}) for yes in attends],
        d_ff=0 if experts else d_shared,
        counts=counts,
        switches={"rope.scaling.finetuned": False},
        arrays={"attention.head_count_kv": [keys if yes else 0 for yes in attends]},
    )
