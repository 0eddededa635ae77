"""What merging a run into weights of each type would come to."""

from __future__ import annotations

import msgspec


class TypeCost(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A line of the table. Numbers are None where the file could not be made or computes nothing finite.

    cost: by how much perplexity is above that of base and adapter, relative: 0.01 is one percent.
    ends: None for running text.
    """

    dtype: str  # what `--type` takes; "" for the base's own types
    bytes: int = 0
    loss: float | None = None
    perplexity: float | None = None
    cost: float | None = None
    same_answer: bool | None = None
    ends: bool | None = None
    imatrix: bool = False  # quantized with an importance matrix
    problem: str = ""  # why it is not there
