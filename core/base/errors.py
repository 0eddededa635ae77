"""The one error that users see: what happened, where, and what to do next; and other libraries' errors in words.

No numbers of the system's, no names of Python's; and texts of any length as they can stand in a sentence.
"""

from __future__ import annotations

import json

import msgspec


class LuthierError(Exception):
    """A failure a user can act on.

    code: stable, dotted, lower case (`convert.missing-shard`); for scripts and tests.
    message: what happened, with the file, line or tensor it happened at.
    hint: what to do next, or "" when the message already says it.
    details: a traceback, of an error that another process did not foresee.
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
    """Raised inside a job when the user asked for it to be thrown away."""


def shortly(text: str, longest: int = 120) -> str:
    """Return the text in one line of at most so many letters."""
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def in_words(error: BaseException) -> str:
    """Return an error as a part of a sentence, without a stop at its end."""
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
