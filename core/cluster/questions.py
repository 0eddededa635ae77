"""What computers of a cluster ask each other, for a step and for a whole training, and what they answer.

Everything that has a length has a limit, and numbers are checked again where they are used. A machine that does a whole
training has a folder for the run: files are put into it in parts, the training is begun and listened to, and what it
writes is read in parts.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from core.base.errors import LuthierError
from core.cluster.encoding import Encoding
from core.cluster.wire import PART, Bytes, Count, Name, Text
from core.engine.train.plan.draft import Plan
from core.protocol.config import TrainConfig
from core.runs.info import RunInfo

MOST_MACHINES = 256
SAMPLED = 1 << 14  # numbers of a gradient that are looked at, at most
Port = Annotated[int, msgspec.Meta(ge=1, le=65535)]
Names = Annotated[list[Name], msgspec.Meta(max_length=4096)]

MOST_FILES = 4096
MOST_LINES = 4096  # that are heard at a time


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

    longest: the run's longest row, as core/cluster/encoding.py has it. plan: the training's; who can use it rounds as
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
    """A part of the adapter's values, or of their change since that version (core/cluster/machine.py), from byte
    `start` of the numbers and then the scales on.
    """

    since: int
    version: Count
    encoding: Encoding
    start: Count
    content: Bytes


class Compute(msgspec.Struct, frozen=True, tag="compute"):
    """Add the gradient of these rows to what it computed at this version. rows: as core/cluster/encoding.py has them.

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


class Open(msgspec.Struct, frozen=True, tag="open"):
    """Make an empty folder for the run; what was begun of it before is given up."""

    version: Text
    protocol: int


class PutFile(msgspec.Struct, frozen=True, tag="put"):
    """A part of a file, from its byte `start` on. path: in the run's folder, with slashes."""

    path: Text
    start: Count
    content: Bytes


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """Train, or go on from the checkpoints that were put there. info: its data, eval_data and adapter are paths in the
    folder; its model is the base.
    """

    info: RunInfo
    base: Base


class Listen(msgspec.Struct, frozen=True, tag="listen"):
    """What its worker has said, after so many lines; a moment later where that is nothing."""

    after: Count


class Tell(msgspec.Struct, frozen=True, tag="tell"):
    """A command for its worker, as core/protocol/commands.py has it."""

    command: Annotated[bytes, msgspec.Meta(max_length=1 << 20)]


class ListFiles(msgspec.Struct, frozen=True, tag="list"):
    """What the training has written."""


class ReadFile(msgspec.Struct, frozen=True, tag="read"):
    """A part of such a file."""

    path: Text
    start: Count


class End(msgspec.Struct, frozen=True, tag="end"):
    """Give up what is being trained, and delete the folder."""


Question = Open | PutFile | Begin | Listen | Tell | ListFiles | ReadFile | End


class Away(msgspec.Struct, frozen=True, tag="away"):
    """run: its name, and what tells it from others of that name."""

    run: Text
    key: Text
    asked: Question


class Began(msgspec.Struct, frozen=True, tag="began"):
    """data, folder: where the data and the run are there, which the training's words name."""

    data: Text
    folder: Text


class Heard(msgspec.Struct, frozen=True, tag="heard"):
    """lines: of the worker, the next that fit. exit_code: None while it is there, or there are more lines."""

    lines: Annotated[list[Annotated[bytes, msgspec.Meta(max_length=PART)]], msgspec.Meta(max_length=MOST_LINES)]
    exit_code: int | None


class Files(msgspec.Struct, frozen=True, tag="files"):
    """Files by path: bytes, and when it was written, in nanoseconds by the machine's clock."""

    files: Annotated[dict[Text, tuple[Count, int]], msgspec.Meta(max_length=MOST_FILES)]
