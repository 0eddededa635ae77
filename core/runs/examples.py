"""Keeps conversations as training data: JSON lines in the messages format, one answer to each question."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from core.base.bounded_file import from_json
from core.base.errors import LuthierError
from core.base.files import told_of, written_whole


class Kept(NamedTuple):
    """Result of keeping an example. examples: in the file now. how: replaced another answer to the same question, or
    was there already.
    """

    examples: int
    how: Literal["added", "replaced", "there"]


def keep_example(file: Path, messages: list[dict[str, Any]]) -> Kept:
    """Write an example to the file, in place of another answer to the same conversation; create the file if necessary.

    Raises LuthierError `files.cannot-write`, and `chat.other-file` for a file that holds something else.
    """
    with told_of(file):
        lines = file.read_bytes().splitlines() if file.exists() else []
    rows = [(line, _messages(file, number, line)) for number, line in enumerate(lines, 1) if line.strip()]
    if any(messages == known for _line, known in rows):
        return Kept(len(rows), "there")
    kept = [line for line, known in rows if known[:-1] != messages[:-1]]
    with written_whole(file) as partial:
        partial.write_bytes(b"".join(line + b"\n" for line in [*kept, msgspec.json.encode({"messages": messages})]))
    return Kept(len(kept) + 1, "replaced" if len(kept) < len(rows) else "added")


def _messages(file: Path, number: int, line: bytes) -> list[Any]:
    try:
        row = from_json(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        row = None
    messages = row.get("messages") if isinstance(row, dict) else None
    if not isinstance(messages, list):
        raise LuthierError(
            "chat.other-file",
            f"{file.name} holds something other than conversations (line {number}).",
            "Choose a new file, or one that examples were kept in before.",
        )
    return messages
