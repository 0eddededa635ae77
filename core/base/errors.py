"""The one error that users see: what happened, where, and what to do next; and other libraries' errors in plain words.

Messages contain no errno numbers and no names of Python's exceptions, and long texts are shortened to fit a sentence.
"""

from __future__ import annotations

import json

import msgspec


class LuthierError(Exception):
    """A failure a user can act on.

    code: stable, dotted, lower case (`convert.missing-shard`); for scripts and tests.
    message: what happened, with the file, line or tensor it happened at.
    hint: what to do next, or "" when the message already says it.
    details: the traceback of an unexpected error in another process.
    """

    def __init__(self, code: str, message: str, hint: str = "", details: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.details = details

    def __str__(self) -> str:
        return f"{self.message}\n{self.hint}" if self.hint else self.message


class Cancelled(Exception):  # noqa: N818 - a request, not an error
    """Raised inside a job when the user cancels it."""


def shortly(text: str, longest: int = 120) -> str:
    """Return the text in one line, cut to `longest` characters."""
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def in_words(error: BaseException) -> str:
    """Return an error in plain words, as part of a sentence, without a full stop."""
    match error:
        case OSError(strerror=str(words)):
            return words[:1].lower() + words[1:]
        case TimeoutError():
            return "nothing came in time"
        case json.JSONDecodeError(lineno=line, colno=column):
            return f"it is no proper JSON at line {line}, character {column}"
        case UnicodeDecodeError(start=start):
            return f"byte {start + 1} is not UTF-8 text"
        case msgspec.ValidationError():
            place = str(error).partition(" - at `$")[2].strip("`.")
            return f"{place or 'what stands there'} has a value of another kind"
        case msgspec.DecodeError():
            return "it is no proper JSON"
        case KeyError(args=(str(name),)):
            return f"{name} is missing"
    return str(error).rstrip(".")
