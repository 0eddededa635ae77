"""Jobs on adapters alone, and their results."""

from __future__ import annotations

import msgspec

from core.protocol.event import JobOf


class ImportAdapterResult(msgspec.Struct, kw_only=True):
    """An imported adapter. rank: of the largest tensor. base: the model that the adapter names as its base."""

    path: str
    source: str  # gguf, peft or mlx
    base: str | None
    rank: int
    alpha: float
    tensors: int
    dora: bool
    bytes: int


class AdaptedTensor(msgspec.Struct, kw_only=True):
    """A weight that the adapter changes. norm: of the change, including the scale and all experts."""

    name: str
    rank: int
    d_in: int
    d_out: int
    experts: int
    norm: float


class ShowAdapterResult(msgspec.Struct, kw_only=True):
    """An adapter's contents. source: gguf, peft or mlx. targets: parts of a layer. base, run: from the file, "" if it
    names none.
    """

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
    """Convert an adapter of PEFT or mlx-lm (a folder), or another program's GGUF, into a GGUF adapter for a model.

    force: replace an existing output that is no earlier import.
    """

    source: str
    model: str
    output: str
    force: bool = False


class ShowAdapterJob(JobOf[ShowAdapterResult], tag="show-adapter"):
    """Show an adapter's contents. model: its base, needed for folders of PEFT or mlx-lm."""

    source: str
    model: str | None = None
