"""What a computer asks of a machine that does a whole training for it, and what that answers.

The machine has a folder for the run. Files are put into it in parts, the training is begun and listened to, and what it
writes is read in parts.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from core.cluster.questions import Base
from core.cluster.questions import Part as Part  # of a file
from core.cluster.wire import PART, Bytes, Count, Text
from core.runs.info import RunInfo

MOST_FILES = 4096
MOST_LINES = 4096  # that are heard at a time


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
    folder; its model is the base. until: as of a TrainJob.
    """

    info: RunInfo
    base: Base
    until: float


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
