"""What a training asks of machines and what they answer, as bytes: data that msgspec checks, no pickles."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec

from core.cluster.encoding import Encoding
from core.engine.train.plan.draft import Plan
from core.shared.config import TrainConfig
from core.shared.errors import LuthierError

TRAINING = "training"  # the name of the one that trains: a cluster does one thing at a time
_COPYING = "copying to "  # of one that sends a base to another

PREPARE, REST, DESCRIBE, HAS, FETCH, COPY, ADAPTER, AWAY = (
    f"luthier_{what}" for what in ("prepare", "rest", "describe", "has", "fetch", "copy", "adapter", "away")
)


class Base(msgspec.Struct, frozen=True):
    """A model file by what is in it. size: bytes. header, tensors: checksums, CRC-32."""

    name: str
    size: int
    header: int
    tensors: dict[str, int]


class Prepare(msgspec.Struct, frozen=True):
    """Load the base for a run. longest: its longest row, as core/cluster/sent_rows.py has it.

    plan: the training's; who can use it rounds as it does. may_copy: who lacks the base may have it sent. training: the
    address to ask for it, and for the adapter's values.
    """

    version: str
    protocol: int
    run: str
    config: TrainConfig
    base: Base
    longest: bytes
    plan: Plan
    encoding: Encoding
    may_copy: bool
    training: str


class Fetch(msgspec.Struct, frozen=True):
    """Have this base from now on. source: the address to ask for it."""

    base: Base
    source: str


class Has(msgspec.Struct, frozen=True, tag="has"):
    """Whether the base is there: as it is, by that name with other contents, or not at all."""

    base: Literal["here", "other", "missing"]


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """threads, device: what computes."""

    threads: int
    device: str


class Refusal(msgspec.Struct, frozen=True, tag="refusal"):
    code: str
    message: str
    hint: str


class Description(msgspec.Struct, frozen=True, tag="description"):
    """A machine. memory, free: bytes. run: that it computes for, or ""."""

    version: str
    protocol: int
    processor: str
    cores: int
    memory: int
    free: int
    device: str
    tok_s: float
    run: str


def copying(machine: str) -> str:
    """The name of one that sends a base to that machine: it is sent one at a time."""
    return f"{_COPYING}{machine}"


def is_machine(name: str) -> bool:
    """Whether it does not stand for what a machine does."""
    return name != TRAINING and not name.startswith(_COPYING)


def busy(run: str) -> LuthierError:
    """Of a machine that is asked for something else."""
    return LuthierError("cluster.busy", f"it computes for {run} already.", "Wait until that is done, or stop it.")


Q = TypeVar("Q", bound=msgspec.Struct)


def packed(message: msgspec.Struct) -> bytes:
    return msgspec.msgpack.encode(message)


def answered(content: bytes, kind: type[Q]) -> Q | Refusal:
    """What a machine said to a question. Raises LuthierError `cluster.garbage`."""
    return _decoded(content, kind | Refusal)  # type: ignore[no-any-return]


def unpacked(content: bytes, kind: type[Q]) -> Q:
    """Raises LuthierError `cluster.garbage`."""
    return _decoded(content, kind)  # type: ignore[no-any-return]


def _decoded(content: bytes, kind: Any) -> Any:
    try:
        return msgspec.msgpack.decode(content, type=kind)
    except (msgspec.DecodeError, TypeError) as error:
        raise LuthierError(
            "cluster.garbage",
            "Another machine sent what this version of Luthier does not understand.",
            "Install the same version on all of them.",
        ) from error
