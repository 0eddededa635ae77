"""Which formats there are, how to recognise them, and how to read their rows.

A new format of conversations gets a name in `Format`, a test in `recognise`, and a function from a JSON object to
messages in `_PARSERS`; everything after that is the same for all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple

from core.data.problems import BadRowError, ProblemLog
from core.data.reading import Line, Progress, read_lines
from core.errors import LuthierError

Format = Literal["text", "messages"]
Message = dict[str, str]  # role, content

_LOOK_AT = 20  # non-blank lines that decide what a file is
_ROW_FILES = {".json", ".jsonl", ".ndjson"}
_ROLE = re.compile(r"\w[\w-]*")
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


class Row(NamedTuple):
    """A usable conversation and where it came from."""

    line: int
    text: str
    messages: list[Message]


def recognise(path: Path) -> Format:
    """The format of a file, by its content: rows are JSON objects, one a line; everything else is running text.

    Raises LuthierError `data.empty`, or `data.unknown-format` for JSON that is not one object a line.
    """
    lines = list(islice((line.text.strip() for line in read_lines(path) if line.text.strip()), _LOOK_AT))
    if not lines:
        raise LuthierError("data.empty", f"{path} is empty.", "Choose a file with text or conversations in it.")
    if any(_is_object(line) for line in lines):
        return "messages"
    if lines[0].startswith(("{", "[")) and (_has_row_name(path) or re.match(r"\[?\s*\{", "".join(lines[:2]))):
        raise LuthierError(
            "data.unknown-format",
            f"{path} looks like JSON, but not like one object a line.",
            'Write every conversation on a line of its own: {"messages": [{"role": "user", "content": "…"}, …]}',
        )
    return "text"


def read_messages(path: Path, problems: ProblemLog, progress: Progress | None = None) -> Iterator[Row]:
    """Usable conversations of a file with one JSON object a line; the others go to `problems`."""
    parse = _PARSERS["messages"]
    for line in read_lines(path, progress):
        if not line.text.strip():
            continue
        try:
            yield Row(line.number, line.text, parse(_json_object(line)))
        except BadRowError as error:
            problems.add(path, line.number, line.text, error)


def _json_object(line: Line) -> dict[str, Any]:
    if line.invalid:
        raise BadRowError("not readable as text", line.invalid)
    try:
        row = json.loads(line.text)
    except ValueError as error:
        raise BadRowError("not valid JSON", str(error)) from error
    except RecursionError as error:
        raise BadRowError("not valid JSON", "nested too deeply") from error
    if not isinstance(row, dict):
        raise BadRowError("not a JSON object", f"it is a {type(row).__name__}")
    return row


def _from_messages(row: dict[str, Any]) -> list[Message]:
    if "messages" not in row:
        raise BadRowError("no messages", f"its keys are {', '.join(map(repr, row)) or 'none'}")
    messages = row["messages"]
    if not isinstance(messages, list):
        raise BadRowError("messages is not a list", f"it is a {type(messages).__name__}")
    if not messages:
        raise BadRowError("messages is empty")
    checked = [_message(number, message) for number, message in enumerate(messages, 1)]
    answers = [message["content"] for message in checked if message["role"] == "assistant"]
    if not answers:
        raise BadRowError("no assistant turn to learn from")
    if not all(answer.strip() for answer in answers):
        raise BadRowError("an assistant turn is empty")
    return checked


def _message(number: int, message: object) -> Message:
    if not isinstance(message, dict):
        raise BadRowError("a message is not an object", f"message {number}")
    role, content = message.get("role"), message.get("content")
    if not isinstance(role, str) or not _ROLE.fullmatch(role):
        raise BadRowError("a message has no usable role", f"message {number}: {role!r}"[:80])
    if not isinstance(content, str):
        raise BadRowError("a message's content is not text", f"message {number}: {type(content).__name__}")
    if _HALF_CHARACTER.search(content):
        raise BadRowError("half a character in a text", f"message {number} holds a lone surrogate")
    return {"role": role, "content": content}


_PARSERS = {"messages": _from_messages}


def _is_object(line: str) -> bool:
    try:
        return line.startswith("{") and isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _has_row_name(path: Path) -> bool:
    return any(suffix.lower() in _ROW_FILES for suffix in path.suffixes)
