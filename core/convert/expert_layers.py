"""Which layers of a mixture have experts, how many, and how wide; by the words of classes that differ from others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.convert.per_layer import PerLayer

if TYPE_CHECKING:  # the table of families is read where msgspec is not, too
    from core.convert.values import JsonObject

ERNIE_KEYS = ("moe_intermediate_size", "moe_layer_end_index", "moe_layer_interval", "moe_layer_start_index",
              "moe_num_shared_experts")  # fmt: skip
LING_KEYS = ("first_k_dense_replace", "moe_shared_expert_intermediate_size", "n_group", "num_experts",
             "num_experts_per_tok", "num_shared_experts", "topk_group")  # fmt: skip
SIGMOID = 2  # of llama.cpp's ways to weigh experts


def expert_counts(values: JsonObject, used_key: str = "num_experts_per_tok") -> dict[str, int]:
    """What mixtures of experts have, by GGUF's key; the width 0 is the model's d_ff."""
    count = values.count("num_local_experts" if "num_local_experts" in values.values else "num_experts")
    used = values.count(used_key)
    if used > count:
        raise values.bad(used_key, f"at most the number of experts ({count})")
    width = values.count("moe_intermediate_size", 0)
    return {"expert_count": count, "expert_used_count": used, "expert_feed_forward_length": width}


def read_ernie(values: JsonObject, n_layers: int) -> PerLayer:
    """Raises LuthierError `convert.bad-value`, `convert.unsupported`."""
    first, every = values.count("moe_layer_start_index", 0), values.count("moe_layer_interval")
    if values.get("moe_layer_end_index") not in (-1, None, *range(n_layers - 1, n_layers + 2)):
        raise values.unsupported("not all of its last layers have experts (moe_layer_end_index)")
    shared = values.count("moe_num_shared_experts", 0)
    options = {"experts", "shared"} if shared else {"experts"}
    layers = [i >= first and (i + 1) % every == 0 for i in range(n_layers)]
    return PerLayer(
        sizes=({},) * n_layers,
        has=[frozenset(options if there else {"dense"}) for there in layers],
        counts=expert_counts(values)
        | {
            "leading_dense_block_count": first,
            "interleave_moe_layer_step": every,
            "expert_shared_count": shared,
            "expert_shared_feed_forward_length": shared * values.count("moe_intermediate_size"),
        },
    )


def read_ling(values: JsonObject, n_layers: int) -> PerLayer:
    """The first layers have no experts. Raises LuthierError `convert.bad-value`, `convert.unsupported`."""
    counts, dense = expert_counts(values), values.count("first_k_dense_replace", 0)
    width, shared = counts["expert_feed_forward_length"], values.count("num_shared_experts", 0)
    if values.get("moe_shared_expert_intermediate_size") not in (None, width):
        raise values.unsupported("its shared experts have another width than the others")
    options = frozenset({"experts", "shared"} if shared else {"experts"})
    return PerLayer(
        sizes=({"d_shared": shared * width},) * n_layers,
        has=[frozenset({"dense"}) if i < dense else options for i in range(n_layers)],
        counts=counts
        | _groups(values, counts["expert_count"])
        | {
            "leading_dense_block_count": dense,
            "expert_gating_func": SIGMOID,
            "expert_shared_count": shared,
            "expert_shared_feed_forward_length": width,
        },
        switches={"expert_weights_norm": True},
    )


def _groups(values: JsonObject, n_experts: int) -> dict[str, int]:
    """What llama.cpp's graph asks for where a token goes to the experts of some groups alone; it stops at a file that
    names them and leaves none out.
    """
    groups, used = values.count("n_group", 1), values.count("topk_group", 1)
    if n_experts % groups or n_experts // groups < 2:
        raise values.bad("n_group", f"a divisor of its {n_experts} experts, two or more in each")
    return {"expert_group_count": groups, "expert_group_used_count": used} if used < groups else {}


def read_gpt_oss(values: JsonObject, n_layers: int) -> PerLayer:
    """Whether its experts are in MXFP4 or plain."""
    packed = "packed" if values.values.get("quantization_config") else "plain"
    return PerLayer(
        sizes=({},) * n_layers,
        has=(frozenset({packed}),) * n_layers,
        counts=expert_counts(values) | {"expert_feed_forward_length": values.count("intermediate_size")},
    )
