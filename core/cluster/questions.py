"""What computers of a cluster ask each other, and what they answer; those of a whole training: away_questions.py.

Everything that has a length has a limit, and numbers are checked again where they are used.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from core.base.errors import LuthierError
from core.cluster.encoding import Encoding
from core.cluster.wire import Bytes, Count, Name, Text
from core.engine.train.plan.draft import Plan
from core.protocol.config import TrainConfig

MOST_MACHINES = 256
SAMPLED = 1 << 14  # numbers of a gradient that are looked at, at most
Port = Annotated[int, msgspec.Meta(ge=1, le=65535)]
Names = Annotated[list[Name], msgspec.Meta(max_length=4096)]


class Base(msgspec.Struct, frozen=True):
    """A model file by what is in it. size: bytes. header, tensors: checksums, CRC-32."""

    name: Annotated[str, msgspec.Meta(max_length=255)]
    size: Count
    header: Count
    tensors: Annotated[dict[str, int], msgspec.Meta(max_length=1 << 17)]


# Of the place where the machines meet.


class Here(msgspec.Struct, frozen=True, tag="here"):
    """This machine answers at that port, from now on until it is gone; said again and again."""

    port: Port


class WhoIsThere(msgspec.Struct, frozen=True, tag="who"):
    """Which machines can be asked?"""


class Present(msgspec.Struct, frozen=True):
    name: Name
    host: Name
    port: Port


class There(msgspec.Struct, frozen=True, tag="there"):
    """The machines, and the names that are refused: of computers that were taken out."""

    machines: Annotated[list[Present], msgspec.Meta(max_length=MOST_MACHINES)]
    refused: Names


# Of a machine.


class Describe(msgspec.Struct, frozen=True, tag="describe"):
    """What is it?"""


class Description(msgspec.Struct, frozen=True, tag="description"):
    """A machine. memory, free: bytes. run: that it computes for, or ""."""

    version: Text
    protocol: int
    processor: Text
    cores: Count
    memory: Count
    free: Count
    device: Text
    tok_s: float
    run: Text


class HasBase(msgspec.Struct, frozen=True, tag="has_base"):
    """Does it have the file?"""

    base: Base


class Has(msgspec.Struct, frozen=True, tag="has"):
    """Whether the base is there: as it is, by that name with other contents, or not at all."""

    base: Literal["here", "other", "missing"]


class PutBase(msgspec.Struct, frozen=True, tag="put_base"):
    """A part of the file, from its byte `start` on, for who lacks it. The first begins anew."""

    base: Base
    start: Count
    content: Bytes


class Prepare(msgspec.Struct, frozen=True, tag="prepare"):
    """Load the base for a run, and compute for it as long as this connection lasts.

    longest: the run's longest row, as core/cluster/sent_rows.py has it. plan: the training's; who can use it rounds as
    it does.
    """

    version: Text
    protocol: int
    run: Text
    config: TrainConfig
    base: Base
    longest: Bytes
    plan: Plan
    encoding: Encoding


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """threads, device: what computes. count: numbers of the adapter."""

    threads: Count
    device: Text
    count: Count


class Values(msgspec.Struct, frozen=True, tag="values"):
    """A part of the adapter's values, or of their change since that version (core/cluster/versions.py), from byte
    `start` of the numbers and then the scales on.
    """

    since: int
    version: Count
    encoding: Encoding
    start: Count
    content: Bytes


class Compute(msgspec.Struct, frozen=True, tag="compute"):
    """Add the gradient of these rows to what it computed at this version. rows: as core/cluster/sent_rows.py has them.

    first, every: which numbers of the gradient the answer shows.
    """

    version: Count
    step: Count
    rows: Bytes
    first: Count
    every: Annotated[int, msgspec.Meta(ge=1, lt=1 << 62)]


class Computed(msgspec.Struct, frozen=True, tag="computed"):
    """losses: of each row, nats. sample: F32, of the gradient of these rows alone. values: CRC-32 of the same numbers
    of the adapter that it computed at.
    """

    losses: Annotated[list[float], msgspec.Meta(max_length=1 << 16)]
    seconds: float
    sample: Annotated[bytes, msgspec.Meta(max_length=4 * SAMPLED)]
    values: Count


class Collect(msgspec.Struct, frozen=True, tag="collect"):
    """The sum of what it computed, from byte `start` of its numbers and then scales on. The first ends the sum."""

    start: Count


class Part(msgspec.Struct, frozen=True, tag="part"):
    """Empty: there is no more. None: what was asked for is not there any more."""

    content: Bytes | None


class Rest(msgspec.Struct, frozen=True, tag="rest"):
    """The training is over."""


def busy(run: str) -> LuthierError:
    """Return an error for a machine that is asked for something else."""
    return LuthierError("cluster.busy", f"it computes for {run} already.", "Wait until that is done, or stop it.")
