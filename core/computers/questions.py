"""The questions that a computer asks `luthier worker` on another, and the answers.

Everything that has a length has a limit. A computer that does a training has a folder for it: files are put there in
parts, the training is begun and listened to, and the files that it writes are read in parts.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from core.base.devices import Verdict
from core.computers.frames import PART, Bytes, Count, Name, Noted, Refusal, Text, Working
from core.runs.info import RunInfo

PROTOCOL = 1
MOST_CARDS = 16
MOST_FILES = 4096
MOST_LINES = 4096  # of events in one answer
Key = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]  # of a run, and its folder's name there


class Base(msgspec.Struct, frozen=True):
    """A model file by its contents. size: bytes. header, tensors: CRC-32."""

    name: Name
    size: Count
    header: Count
    tensors: Annotated[dict[str, int], msgspec.Meta(max_length=1 << 17)]


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    """The worker's first word. time: its clock, in seconds since 1970."""

    version: Name
    protocol: int
    time: float


class Describe(msgspec.Struct, frozen=True, tag="describe"):
    """What is it? pace: measure its pace, too, which takes a moment."""

    pace: bool = False


class Card(msgspec.Struct, frozen=True):
    """A graphics card. memory: bytes of its own, or of the computer's if it is integrated."""

    name: Name
    memory: Count
    integrated: bool
    verdict: Verdict


class Description(msgspec.Struct, frozen=True, tag="description"):
    """memory, free: of memory, in bytes. disk: free bytes. cards: that a training there may use. flops: multiplications
    of matrices a second; 0: not measured. run: the run that it trains, or "".
    """

    system: Text
    processor: Text
    cores: Count
    memory: Count
    free: Count
    disk: Count
    cards: Annotated[tuple[Card, ...], msgspec.Meta(max_length=MOST_CARDS)]
    flops: float
    run: Text


class HasBase(msgspec.Struct, frozen=True, tag="has_base"):
    """Does it have the file?"""

    base: Base


class Has(msgspec.Struct, frozen=True, tag="has"):
    """is_whole: it has the file. bytes: how much of it has come; the rest may follow."""

    is_whole: bool
    bytes: Count = 0


class PutBase(msgspec.Struct, frozen=True, tag="put_base"):
    """A part of the file from byte `start` on, for a computer that lacks it."""

    base: Base
    start: Count
    content: Bytes


class Find(msgspec.Struct, frozen=True, tag="find"):
    """Is the run there?"""

    key: Key


class Found(msgspec.Struct, frozen=True, tag="found"):
    """state: unknown there; at work; or over, with files that were not all fetched."""

    state: Literal["none", "training", "over"]


class Open(msgspec.Struct, frozen=True, tag="open"):
    """Make an empty folder for a run. Refused while another run trains there. name: the run's."""

    key: Key
    name: Name


class PutFile(msgspec.Struct, frozen=True, tag="put"):
    """A part of a file from byte `start` on. path: in the run's folder, with slashes."""

    key: Key
    path: Text
    start: Count
    content: Bytes


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """Train, or go on from the checkpoints that were put there. info: its data, eval_data and adapter are paths in the
    folder; its model is the base. alone_s: how long it goes on while nobody asks for it.
    """

    key: Key
    info: RunInfo
    base: Base
    alone_s: float


class Places(msgspec.Struct, frozen=True, tag="places"):
    """Where the data and the run are on that computer: the training's messages name these."""

    data: Text
    folder: Text


class Listen(msgspec.Struct, frozen=True, tag="listen"):
    """What has its training said, after so many bytes? Answered a moment later if that is nothing."""

    key: Key
    after: Count


class Heard(msgspec.Struct, frozen=True, tag="heard"):
    """lines: whole lines of events. is_over: nothing works on it any more, and there are no further lines."""

    lines: Annotated[list[Annotated[bytes, msgspec.Meta(max_length=PART)]], msgspec.Meta(max_length=MOST_LINES)]
    is_over: bool


class Tell(msgspec.Struct, frozen=True, tag="tell"):
    """A command for its training, a line as in core/protocol/commands.py."""

    key: Key
    command: Annotated[bytes, msgspec.Meta(max_length=1 << 20)]


class ListFiles(msgspec.Struct, frozen=True, tag="list"):
    """Which files has the training written?"""

    key: Key


class Files(msgspec.Struct, frozen=True, tag="files"):
    """Files by path: bytes, and when they were written, in nanoseconds by that computer's clock."""

    files: Annotated[dict[Text, tuple[Count, int]], msgspec.Meta(max_length=MOST_FILES)]


class ReadFile(msgspec.Struct, frozen=True, tag="read"):
    """A part of such a file, from byte `start` on."""

    key: Key
    path: Text
    start: Count


class Part(msgspec.Struct, frozen=True, tag="part"):
    """Empty: the file ends. None: it is gone, or was replaced."""

    content: Bytes | None


class End(msgspec.Struct, frozen=True, tag="end"):
    """Stop the training if it still runs, and delete the run's folder."""

    key: Key


Question = Describe | HasBase | PutBase | Find | Open | PutFile | Begin | Listen | Tell | ListFiles | ReadFile | End
QUESTIONS: tuple[type[msgspec.Struct], ...] = Question.__args__
ANSWERS: tuple[type[msgspec.Struct], ...] = (
    Welcome, Working, Refusal, Noted, Description, Has, Found, Places, Heard, Files, Part,
)  # fmt: skip
