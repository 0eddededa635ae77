"""Differences between a checkpoint's layers, in families that have any: experts, Mamba-2's sizes.

For mixtures, which layers have experts, how many, and how wide, by each class's own keys.

For Mamba-2, the sizes by the names of config.json, of the converter and of GGUF.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from core.families.values import JsonObject

Count = int | bool


class Run(NamedTuple):
    """Rows of a weight that are multiplied by a number; 0: all of them."""

    rows: int
    factor: float


@dataclass(frozen=True)
class PerLayer:
    """Differences between layers, and the GGUF metadata that follow from them.

    sizes: by the words of TensorSpec.shape, if they differ from the model's. has: each layer's options of
    TensorSpec.when.
    head_dim: of layers with full attention, if other layers' heads have another width; 0: all are alike.
    d_ff: of all layers, if it differs from config.json's; 0: it does not.
    counts, numbers, switches, arrays: by GGUF's key below the architecture's prefix.
    factors: by tensor, the factors on its rows: the runs that make up a tensor, several times over.
    unread: tensors, below `model.layers.N.`, that a checkpoint may have in layers which do not read them.
    """

    sizes: Sequence[Mapping[str, int]]
    has: Sequence[frozenset[str]]
    head_dim: int = 0
    d_ff: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)
    numbers: Mapping[str, float] = field(default_factory=dict)
    switches: Mapping[str, bool] = field(default_factory=dict)
    arrays: Mapping[str, Sequence[Count]] = field(default_factory=dict)
    factors: Mapping[str, Sequence[Sequence[Run]]] = field(default_factory=dict)
    unread: Sequence[frozenset[str]] = ()


def alike(n_layers: int) -> PerLayer:
    """Return the row of layers without differences."""
    return PerLayer(({},) * n_layers, (frozenset(),) * n_layers)


def kinds_of_layers(values: JsonObject, n_layers: int, known: tuple[str, ...] = ()) -> list[str] | None:
    """Return layer_types; None if config.json lacks it. known: the allowed kinds; empty: any.

    Raises LuthierError `model.bad-value`.
    """
    found = values.get("layer_types")
    if found is None:
        return None
    wrong = not isinstance(found, list) or len(found) != n_layers
    if wrong or any(not isinstance(kind, str) or (known and kind not in known) for kind in found):
        raise values.bad("layer_types", f"{' or '.join(known) or 'a kind'} for each of its {n_layers} layers")
    kinds: list[str] = found
    return kinds


ReadLayers = Callable[["JsonObject", int], PerLayer]  # called with config.json's text part and the number of layers


ERNIE_KEYS = ("moe_intermediate_size", "moe_layer_end_index", "moe_layer_interval", "moe_layer_start_index",
              "moe_num_shared_experts")  # fmt: skip
LING_KEYS = ("first_k_dense_replace", "moe_shared_expert_intermediate_size", "n_group", "num_experts",
             "num_experts_per_tok", "num_shared_experts", "topk_group")  # fmt: skip
SIGMOID = 2  # of llama.cpp's enum of expert weightings


def expert_counts(values: JsonObject, used_key: str = "num_experts_per_tok") -> dict[str, int]:
    """Return the counts of a mixture of experts, by GGUF's key; the width 0 is the model's d_ff."""
    count = values.count("num_local_experts" if "num_local_experts" in values.values else "num_experts")
    used = values.count(used_key)
    if used > count:
        raise values.bad(used_key, f"at most the number of experts ({count})")
    width = values.count("moe_intermediate_size", 0)
    return {"expert_count": count, "expert_used_count": used, "expert_feed_forward_length": width}


def read_ernie(values: JsonObject, n_layers: int) -> PerLayer:
    """Read ERNIE's layers, some with experts. Raises LuthierError `model.bad-value`, `convert.unsupported`."""
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
    """Read Ling's layers; the first ones have no experts. Raises LuthierError `model.bad-value`,
    `convert.unsupported`.
    """
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
    """Metadata for llama.cpp's graph if a token's experts come from some groups alone; llama.cpp aborts on a file that
    has groups but uses all.
    """
    groups, used = values.count("n_group", 1), values.count("topk_group", 1)
    if n_experts % groups or n_experts // groups < 2:
        raise values.bad("n_group", f"a divisor of its {n_experts} experts, two or more in each")
    return {"expert_group_count": groups, "expert_group_used_count": used} if used < groups else {}


def read_gpt_oss(values: JsonObject, n_layers: int) -> PerLayer:
    """Read gpt-oss's layers, with experts in MXFP4 or plain."""
    packed = "packed" if values.values.get("quantization_config") else "plain"
    return PerLayer(
        sizes=({},) * n_layers,
        has=(frozenset({packed}),) * n_layers,
        counts=expert_counts(values) | {"expert_feed_forward_length": values.count("intermediate_size")},
    )


_UNLIMITED = (None, [0.0, inf], [0.0, {"__float__": "Infinity"}])  # steps, in the forms that files use


@dataclass(frozen=True)
class MambaSizes:
    """The sizes of Mamba-2's layers. inner: numbers of all heads. length: tokens that the convolution reads."""

    inner: int
    heads: int
    groups: int
    states: int
    length: int

    @property
    def sizes(self) -> dict[str, int]:
        """Return the sizes, by the words of TensorSpec.shape."""
        both = self.groups * self.states
        return {
            "d_inner": self.inner,
            "d_mixed": self.inner + 2 * both,
            "d_projected": 2 * (self.inner + both) + self.heads,
            "d_group": self.inner // self.groups,
            "n_groups": self.groups,
            "n_mamba_heads": self.heads,
            "mamba_length": self.length,
            "one": 1,
        }

    @property
    def counts(self) -> dict[str, int]:
        """Return the counts by GGUF's key."""
        return {
            "ssm.inner_size": self.inner,
            "ssm.state_size": self.states,
            "ssm.group_count": self.groups,
            "ssm.time_step_rank": self.heads,
            "ssm.conv_kernel": self.length,
        }


def read_mamba(values: JsonObject, inner: int, heads: str, groups: str, states: str, length: str) -> MambaSizes:
    """Read the sizes of Mamba-2's layers. The last four arguments are config.json's keys. Raises LuthierError
    `model.missing-key`, `model.bad-value`, `convert.unsupported`.
    """
    if values.values.get("time_step_limit") not in _UNLIMITED:
        raise values.unsupported(f"its time_step_limit is {values.values['time_step_limit']!r}")
    sizes = MambaSizes(inner, *map(values.count, (heads, groups, states, length)))
    if inner % sizes.heads or sizes.heads % sizes.groups:
        raise values.bad(heads, f"a divisor of {inner} and a multiple of {sizes.groups} groups")
    return sizes


# Layers of Granite 4's hybrids: which have attention and which Mamba-2, and their sizes.
#
# As in GraniteMoeHybridConfig of Transformers and llama.cpp's converter. The latter omits positions in all layers of a
# hybrid.

MAMBA, ATTENTION = ("mamba", "linear_attention"), ("attention", "full_attention")
KEYS = ("mamba_d_conv", "mamba_d_state", "mamba_n_groups", "mamba_n_heads", "num_local_experts")


def read_layers(values: JsonObject, n_layers: int) -> PerLayer:
    """Read layers with Mamba-2 or attention. Raises LuthierError `model.missing-key`, `model.bad-value`,
    `convert.unsupported`.
    """
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


MELLUM_KEYS = ("mlp_layer_types", "num_experts", "num_experts_per_tok")
_SLIDING, _FULL = "sliding_attention", "full_attention"
_FULL_EVERY = 4  # in OLMo's files without a list of layer kinds
_KINDS = {"full_attention", "sliding_attention"}


def read_olmo(values: JsonObject, n_layers: int) -> PerLayer:
    """Read OLMo's layers, some with a sliding window. Raises LuthierError `model.bad-value`,
    `model.missing-key`.
    """
    kinds = kinds_of_layers(values, n_layers, (_SLIDING, _FULL))
    return _windowed(values, kinds or [_FULL if (i + 1) % _FULL_EVERY == 0 else _SLIDING for i in range(n_layers)])


def read_mellum(values: JsonObject, n_layers: int) -> PerLayer:
    """Read Mellum's layers, all with experts. Raises the errors of `read_olmo`, and LuthierError
    `convert.unsupported`.
    """
    if values.get("mlp_layer_types") not in (None, ["sparse"] * n_layers):
        raise values.unsupported("some of its layers have no experts (mlp_layer_types)")
    if not {_SLIDING, _FULL} <= values.object("rope_parameters").values.keys():  # the class's own differ in their base
        raise values.bad("rope_parameters", "an object for each kind of layers")
    kinds = kinds_of_layers(values, n_layers, (_SLIDING, _FULL)) or [_FULL] * n_layers
    return replace(_windowed(values, kinds), counts=expert_counts(values))


def _windowed(values: JsonObject, kinds: Sequence[str]) -> PerLayer:
    return replace(
        alike(len(kinds)),
        numbers={"rope.freq_base_swa": read_theta(values)},
        arrays={"attention.sliding_window_pattern": [kind == _SLIDING for kind in kinds]},
    )


def read_theta(values: JsonObject) -> float:
    """Return the base of the rotary frequencies."""
    return rope_holder(values, "rope_theta").number("rope_theta")


def rope_settings(values: JsonObject) -> JsonObject:
    """Return the settings of rotary positions, which newer configs keep in rope_parameters, older ones in rope_scaling.
    If rope_parameters has an object for each kind of layers, returns that of layers without a window.
    """
    said = [key for key in ("rope_parameters", "rope_scaling") if values.values.get(key)]
    found = values.object(said[0] if said else "rope_parameters")
    return found.object("full_attention") if _KINDS & found.values.keys() else found


def rope_holder(values: JsonObject, key: str) -> JsonObject:
    """Return the object with a key about rotary positions: the settings, or config.json itself."""
    settings = rope_settings(values)
    return settings if key in settings.values else values
