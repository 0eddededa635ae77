"""Jobs on adapters alone, and what came of them."""

from __future__ import annotations

import msgspec

from core.protocol.event import JobOf


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


class AdaptedTensor(msgspec.Struct, kw_only=True):
    """norm: of what it adds to the weight, scale and all experts included."""

    name: str
    rank: int
    d_in: int
    d_out: int
    experts: int
    norm: float


class ShowAdapterResult(msgspec.Struct, kw_only=True):
    """source: gguf, peft or mlx. targets: parts of a layer. base, run: what the file says, if it does."""

    path: str
    source: str
    architecture: str
    base: str | None
    run: str | None
    rank: int
    alpha: float
    dora: bool
    targets: list[str]
    layers: int
    norm: float
    tensors: list[AdaptedTensor]


class ImportAdapterJob(JobOf[ImportAdapterResult], tag="import-adapter"):
    """Turn an adapter of PEFT or mlx-lm (a folder), or another program's GGUF, into a GGUF adapter for a model.

    force: replace an output that is there already and was not imported before.
    """

    source: str
    model: str
    output: str
    force: bool = False


class ShowAdapterJob(JobOf[ShowAdapterResult], tag="show-adapter"):
    """What is in an adapter. model: its base, needed for folders of PEFT or mlx-lm."""

    source: str
    model: str | None = None
