"""What came of jobs on adapters alone."""

from __future__ import annotations

import msgspec


class ImportAdapterResult(msgspec.Struct, kw_only=True):
    """rank: of the largest tensor. base: what the adapter says it was made for."""

    path: str
    source: str  # gguf, peft or mlx
    base: str | None
    rank: int
    alpha: float
    tensors: int
    dora: bool
    bytes: int
