"""The protocol between window and worker: one JSON object per line, events out, commands in.

Both unions are closed and tagged by `type`. docs/protocol.md shows an example line of every message.
"""

# ruff: noqa: F403, F405 - each module's public names belong to the protocol

from __future__ import annotations

from typing import Literal, TypeVar

import msgspec

from core.base.errors import LuthierError
from core.protocol.adapters import *
from core.protocol.assess import *
from core.protocol.chat import *
from core.protocol.chat_jobs import *
from core.protocol.commands import *
from core.protocol.computers import *
from core.protocol.data import *
from core.protocol.event import *
from core.protocol.events import *
from core.protocol.exports import *
from core.protocol.hub import *
from core.protocol.machine import *
from core.protocol.planning import *
from core.protocol.results import *
from core.protocol.rows_jobs import *
from core.protocol.specs import *
from core.protocol.training_events import *

R = TypeVar("R")
_encoder = msgspec.json.Encoder()
_event_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
_command_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)


def encode(message: Event | Command) -> bytes:
    """Encode a message as one line, newline included. Floats that JSON cannot hold (NaN, inf) become null."""
    return _encoder.encode(message) + b"\n"


def decode_event(line: bytes | str) -> Event:
    """Decode a line as an event. Raises LuthierError `protocol.bad-event`."""
    try:
        return _event_decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise LuthierError("protocol.bad-event", f"Not an event: {error}: {line[:200]!r}") from error


def decode_command(line: bytes | str) -> Command:
    """Decode a line as a command. Raises LuthierError `protocol.bad-command`."""
    try:
        return _command_decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        is_secret = any(word in repr(line) for word in ("token", '"key"'))
        shown = "(not shown, it may hold a secret)" if is_secret else repr(line[:200])
        raise LuthierError("protocol.bad-command", f"Not a command: {error}: {shown}") from error


def question_in(line: bytes | str) -> str | None:
    """Return the id ("" if missing) in a line that is an invalid `ask`; None for any other line."""
    try:
        said = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
        if msgspec.json.decode(said.get("type", b"null")) != "ask":
            return None
        name = msgspec.json.decode(said.get("id", b"null"))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return name if isinstance(name, str) else ""


def finished(outcome: Literal["done", "stopped"], result: Result) -> Finished:
    """Return the last event of a job, with its outcome and result."""
    return Finished(outcome=outcome, result=msgspec.to_builtins(result))


def result_of(end: Finished, kind: type[R]) -> R:
    """Return a finished job's result; unknown fields are ignored.

    Raises LuthierError `protocol.bad-event` if the result has another type.
    """
    try:
        return msgspec.convert(end.result, kind)
    except msgspec.ValidationError as error:
        raise LuthierError("protocol.bad-event", f"Not a {kind.__name__}: {error}: {end.result!r:.200}") from error
