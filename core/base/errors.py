"""The one error that users see: what happened, where, and what to do next; and other libraries' errors in plain words.

Messages contain no errno numbers and no names of Python's exceptions, and long texts are shortened to fit a sentence.
"""

from __future__ import annotations

import json
from typing import Literal, Protocol

import msgspec


class Action(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing to do next. words: the terminal's text. do: the window's form of it:

    "say": the sentence in `what`, which lacks the options and commands of `words`; nothing if it is "".
    "set": the setting of the training that `what` names, to the value `to`, or to another one if that is "".
    "open": the place in the window for the command `what`.
    """

    words: str
    do: Literal["say", "set", "open"] = "say"
    what: str = ""
    to: str = ""


class Hint(str):
    """A hint in the terminal's words, made of actions, which the window says in its own."""

    __slots__ = ("actions",)
    actions: tuple[Action, ...]

    def __new__(cls, *parts: str | Action) -> Hint:
        """Join parts: sentences for both, and actions; hints among them are taken apart."""
        actions: list[Action] = []
        for part in parts:
            if isinstance(part, str) and not isinstance(part, Hint):
                part = Action(part, what=part)
            actions += [part] if isinstance(part, Action) else part.actions
        hint = super().__new__(cls, " ".join(action.words for action in actions if action.words))
        hint.actions = tuple(actions)
        return hint


class Do:
    """Hints that name an action, for which the terminal and the window have their own words."""

    @staticmethod
    def set(key: str, to: object = "", words: str = "") -> Hint:
        """Return the hint to set a setting of the training, by default to `to`. words: the terminal's, if these say
        more.
        """
        return Hint(Action(words or f"Use --set {key}={to or 'NAME'}.", "set", key, str(to)))

    @staticmethod
    def open(command: str, words: str = "") -> Hint:
        """Return the hint to use a command, or in the window its page."""
        return Hint(Action(words or f"Run `luthier {command}`.", "open", command))

    @staticmethod
    def by(sentence: str, how: str) -> Hint:
        """Return the hint of a sentence. how: the terminal's options, commands or variables for it."""
        return Hint(Action(f"{sentence.rstrip('.')} ({how})." if sentence else how, "say", sentence))


class Hinted(Protocol):
    """An object with a hint: an error, an event, or a part of a result."""

    @property
    def hint(self) -> str: ...
    @property
    def actions(self) -> tuple[Action, ...]: ...


def hint_of(sent: Hinted) -> str:
    """Return the hint of an object from another process, with its actions."""
    return Hint(*sent.actions) if sent.actions else sent.hint


class LuthierError(Exception):
    """An error that a user can act on.

    code: stable, dotted, lower case (`convert.missing-shard`); for scripts and tests.
    message: what happened, with the file, line or tensor concerned.
    hint: what to do next, or "" when the message already says it; a `Hint` if the terminal and the window do it
    by other means.
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

    @property
    def actions(self) -> tuple[Action, ...]:
        """Return the hint's actions."""
        return Hint(self.hint).actions


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
