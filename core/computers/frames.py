"""Reads and writes frames in a pipe: each a message from a closed list, as its length (4 bytes, big-endian) and a map
of msgpack.

msgspec checks each frame against the Structs allowed at that point. No frame names a class or a function, none is
unpickled, and none is longer than LONGEST.
"""

from __future__ import annotations

import struct
from functools import cache
from typing import IO, Annotated, Any

import msgspec

from core.base.errors import Action, LuthierError, hint_of

PART = 4 << 20  # bytes of a file in one frame
LONGEST = PART + (1 << 20)  # bytes of a frame
_LENGTH = struct.Struct(">I")

Name = Annotated[str, msgspec.Meta(max_length=255)]
Text = Annotated[str, msgspec.Meta(max_length=4000)]
Bytes = Annotated[bytes, msgspec.Meta(max_length=PART)]
Count = Annotated[int, msgspec.Meta(ge=0, lt=1 << 62)]


class Working(msgspec.Struct, frozen=True, tag="working"):
    """Reports that an answer is still being computed."""


class Noted(msgspec.Struct, frozen=True, tag="noted"):
    """Confirms that a request was executed."""


class Refusal(msgspec.Struct, frozen=True, tag="refusal"):
    """An error as text: exceptions of another computer are never rebuilt."""

    code: Name
    message: Text
    hint: Text = ""
    actions: Annotated[tuple[Action, ...], msgspec.Meta(max_length=16)] = ()

    @classmethod
    def of(cls, error: LuthierError) -> Refusal:
        """Make a refusal of an error, cut to the length that the other side accepts."""
        return cls(error.code[:255], error.message[:4000], str(error.hint)[:4000], error.actions[:16])

    def error(self, name: str) -> LuthierError:
        """Return the error, prefixed with the name of the computer that refused."""
        return LuthierError(self.code, f"{name}: {self.message}", hint_of(self))


class GarbageError(Exception):
    """Raised for bytes that form no message; its text describes them."""


def write(stream: IO[bytes], message: msgspec.Struct) -> None:
    """Write a message. Raises OSError, and ValueError if the stream is closed."""
    body = msgspec.msgpack.encode(message)
    stream.write(_LENGTH.pack(len(body)) + body)
    stream.flush()


def read(stream: IO[bytes], kinds: tuple[type[msgspec.Struct], ...]) -> Any:
    """Read one of these messages. Raises EOFError at the end of the stream, OSError and GarbageError."""
    (length,) = _LENGTH.unpack(_exactly(stream, _LENGTH.size))
    if length > LONGEST:
        raise GarbageError(f"a message of {length} bytes, while {LONGEST} are the most")
    try:
        return _decoder(kinds).decode(_exactly(stream, length))
    except (msgspec.DecodeError, TypeError, ValueError, RecursionError) as error:
        raise GarbageError(f"something that is not one of its messages ({error})") from error


def _exactly(stream: IO[bytes], length: int) -> bytes:
    content = stream.read(length)
    if len(content or b"") < length:
        raise EOFError
    return content


@cache
def _decoder(kinds: tuple[type[msgspec.Struct], ...]) -> msgspec.msgpack.Decoder[Any]:
    union: Any = kinds[0]
    for kind in kinds[1:]:
        union = union | kind
    return msgspec.msgpack.Decoder(union)
