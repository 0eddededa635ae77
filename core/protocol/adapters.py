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


class CombineAdaptersResult(msgspec.Struct, kw_only=True):
    """kept: the share of the sum's norm that is in the adapter, below 1 where its rank was cut."""

    path: str
    method: str
    rank: int
    tensors: int
    kept: float
    bytes: int


class LeftOut(msgspec.Struct, kw_only=True):
    """A tensor that differs and that no adapter can change. change: relative to the base's norm."""

    name: str
    change: float


class ExtractAdapterResult(msgspec.Struct, kw_only=True):
    """kept: the share of the differences' norm that is in the adapter; kept_of: by tensor."""

    path: str
    rank: int
    tensors: int
    kept: float
    kept_of: dict[str, float]
    left_out: list[LeftOut]
    bytes: int
    seconds: float


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


class CombineAdaptersJob(JobOf[CombineAdaptersResult], tag="combine-adapters"):
    """Several adapters of one base as one, or a single one stronger or weaker.

    weights: one for each source. method: `exact` (side by side) or `linear` (PEFT's). rank: cut to this by singular
    values; 0: as it comes. model: needed for folders of PEFT or mlx-lm, and checked where it is given.
    """

    sources: list[str]
    weights: list[float]
    output: str
    method: str = "exact"
    rank: int = 0
    model: str | None = None
    force: bool = False


class ExtractAdapterJob(JobOf[ExtractAdapterResult], tag="extract-adapter"):
    """What sets a tuned model apart from its base, as an adapter of that rank."""

    base: str
    tuned: str
    output: str
    rank: int = 16
    force: bool = False


class ShowAdapterJob(JobOf[ShowAdapterResult], tag="show-adapter"):
    """What is in an adapter. model: its base, needed for folders of PEFT or mlx-lm."""

    source: str
    model: str | None = None
