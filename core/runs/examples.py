"""Keeps conversations as training data: JSON lines in the messages format, without duplicates."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from core.base.bounded_file import from_json
from core.base.errors import LuthierError
from core.base.files import told_of
from core.base.systems.disk import flush_stream


class Kept(NamedTuple):
    """Result of keeping an example. examples: in the file now. is_new: False for a duplicate."""

    examples: int
    is_new: bool


def keep_example(file: Path, messages: list[dict[str, Any]]) -> Kept:
    """Append an example to the file, creating it if necessary.

    Raises LuthierError `files.cannot-write`, and `chat.other-file` for a file that holds something else.
    """
    with told_of(file):
        lines = file.read_bytes().splitlines() if file.exists() else []
        known = [_messages(file, number, line) for number, line in enumerate(lines, 1) if line.strip()]
        if messages in known:
            return Kept(len(known), False)
        ends_well = not lines or file.read_bytes().endswith(b"\n")
        with file.open("ab") as stream:
            stream.write((b"" if ends_well else b"\n") + msgspec.json.encode({"messages": messages}) + b"\n")
            stream.flush()
            flush_stream(stream.fileno())
    return Kept(len(known) + 1, True)


def _messages(file: Path, number: int, line: bytes) -> object:
    try:
        row = from_json(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        row = None
    if not isinstance(row, dict) or "messages" not in row:
        raise LuthierError(
            "chat.other-file",
            f"{file.name} holds something other than conversations (line {number}).",
            "Choose a new file, or one that examples were kept in before.",
        )
    return row["messages"]
