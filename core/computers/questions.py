"""The questions that a computer asks `luthier worker` on another, and the answers.

Every length has a limit. A computer that trains a run has a folder for it: files are put there in parts, the training
is started and followed, and its files are read in parts.
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
MOST_LINES = 4096  # lines of events in one answer
Key = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]  # a run's key, and its folder's name


class Base(msgspec.Struct, frozen=True):
    """A model file by its contents. size: bytes. header, tensors: CRC-32."""

    name: Name
    size: Count
    header: Count
    tensors: Annotated[dict[str, int], msgspec.Meta(max_length=1 << 17)]


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    """The worker's first message. time: its clock, in seconds since 1970."""

    version: Name
    protocol: int
    time: float


class Describe(msgspec.Struct, frozen=True, tag="describe"):
    """Asks for the computer's description. pace: also measure its pace, which takes a moment."""

    pace: bool = False


class Card(msgspec.Struct, frozen=True):
    """A graphics card. memory: bytes of its own, or of the computer's if it is integrated."""

    name: Name
    memory: Count
    integrated: bool
    verdict: Verdict


class Description(msgspec.Struct, frozen=True, tag="description"):
    """A computer. memory, free: bytes of memory in total and free. disk: free bytes. cards: usable for training. flops:
    measured multiplications of matrices per second; 0: not measured. run: the run in training, or "".
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
    """Asks whether the computer has a base model."""

    base: Base


class Has(msgspec.Struct, frozen=True, tag="has"):
    """Answers HasBase. is_whole: the file is complete. bytes: received so far."""

    is_whole: bool
    bytes: Count = 0


class PutBase(msgspec.Struct, frozen=True, tag="put_base"):
    """Sends a part of a base model, starting at byte `start`."""

    base: Base
    start: Count
    content: Bytes


class Find(msgspec.Struct, frozen=True, tag="find"):
    """Asks for the state of a run on the computer."""

    key: Key


class Found(msgspec.Struct, frozen=True, tag="found"):
    """Answers Find. state: unknown, training, or over with unfetched files."""

    state: Literal["none", "training", "over"]


class Open(msgspec.Struct, frozen=True, tag="open"):
    """Makes an empty folder for a run; refused during another run's training. name: the run's name."""

    key: Key
    name: Name


class PutFile(msgspec.Struct, frozen=True, tag="put"):
    """Sends a part of a file, starting at byte `start`. path: below the run's folder, with slashes."""

    key: Key
    path: Text
    start: Count
    content: Bytes


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """Starts the training, or continues it from the received checkpoints. info: its data, eval_data and adapter are
    paths below the run's folder; its model is the base. alone_s: seconds to train without hearing from this computer.
    """

    key: Key
    info: RunInfo
    base: Base
    alone_s: float


class Places(msgspec.Struct, frozen=True, tag="places"):
    """The paths of the data and the run on the training computer, which its messages contain."""

    data: Text
    folder: Text


class Listen(msgspec.Struct, frozen=True, tag="listen"):
    """Asks for the training's events after a number of bytes; the answer waits a moment for some."""

    key: Key
    after: Count


class Heard(msgspec.Struct, frozen=True, tag="heard"):
    """Answers Listen. lines: whole lines of events. is_over: the training has ended, and these lines are the last."""

    lines: Annotated[list[Annotated[bytes, msgspec.Meta(max_length=PART)]], msgspec.Meta(max_length=MOST_LINES)]
    is_over: bool


class Tell(msgspec.Struct, frozen=True, tag="tell"):
    """Sends a command to the training: a line as in core/protocol/commands.py."""

    key: Key
    command: Annotated[bytes, msgspec.Meta(max_length=1 << 20)]


class ListFiles(msgspec.Struct, frozen=True, tag="list"):
    """Asks for the list of files that the training has written."""

    key: Key


class Files(msgspec.Struct, frozen=True, tag="files"):
    """Files by path: size in bytes, and modification time by that computer's clock, in nanoseconds."""

    files: Annotated[dict[Text, tuple[Count, int]], msgspec.Meta(max_length=MOST_FILES)]


class ReadFile(msgspec.Struct, frozen=True, tag="read"):
    """Asks for a part of one of these files, starting at byte `start`."""

    key: Key
    path: Text
    start: Count


class Part(msgspec.Struct, frozen=True, tag="part"):
    """A part of a file. Empty: the file ends. None: it was deleted or replaced."""

    content: Bytes | None


class End(msgspec.Struct, frozen=True, tag="end"):
    """Stops the training if it still runs, and deletes the run's folder."""

    key: Key


Question = Describe | HasBase | PutBase | Find | Open | PutFile | Begin | Listen | Tell | ListFiles | ReadFile | End
QUESTIONS: tuple[type[msgspec.Struct], ...] = Question.__args__
ANSWERS: tuple[type[msgspec.Struct], ...] = (
    Welcome, Working, Refusal, Noted, Description, Has, Found, Places, Heard, Files, Part,
)  # fmt: skip
