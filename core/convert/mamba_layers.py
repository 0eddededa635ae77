"""Sizes of Mamba-2's layers, in the words of config.json, of the converter and of GGUF."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

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
