"""Sizes of Mamba-2's layers, in the words of config.json, of the converter and of GGUF."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from core.convert.per_layer import PerLayer

if TYPE_CHECKING:  # the table of families is read where msgspec is not, too
    from core.convert.values import JsonObject


_UNLIMITED = (None, [0.0, inf], [0.0, {"__float__": "Infinity"}])  # steps, as files have them


@dataclass(frozen=True)
class MambaSizes:
    """inner: numbers of all heads. length: tokens that the convolution reads."""

    inner: int
    heads: int
    groups: int
    states: int
    length: int

    @property
    def sizes(self) -> dict[str, int]:
        """The sizes by the words of TensorSpec.shape."""
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
        """The counts by GGUF's key."""
        return {
            "ssm.inner_size": self.inner,
            "ssm.state_size": self.states,
            "ssm.group_count": self.groups,
            "ssm.time_step_rank": self.heads,
            "ssm.conv_kernel": self.length,
        }


def read_mamba(values: JsonObject, inner: int, heads: str, groups: str, states: str, length: str) -> MambaSizes:
    """The last four: config.json's keys. Raises LuthierError `convert.missing-key`, `convert.bad-value`,
    `convert.unsupported`.
    """
    if values.values.get("time_step_limit") not in _UNLIMITED:
        raise values.unsupported(f"its time_step_limit is {values.values['time_step_limit']!r}")
    sizes = MambaSizes(inner, *map(values.count, (heads, groups, states, length)))
    if inner % sizes.heads or sizes.heads % sizes.groups:
        raise values.bad(heads, f"a divisor of {inner} and a multiple of {sizes.groups} groups")
    return sizes


# Which layers of Granite 4's hybrids attend and which are Mamba-2's, and what these are sized.
#
# As GraniteMoeHybridConfig of Transformers and llama.cpp's converter have it. The latter leaves positions out in all
# layers of a hybrid.

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
