"""Text as Ollama's Modelfile can hold it.

Its reader (parser/parser.go) knows no escapes. It drops every character that Go's strconv.IsPrint does not print,
without a word, and ends a value at the first line end where its quotes are closed: what it would change is not written.
"""

from __future__ import annotations

QUOTES = '"""'


def can_say(text: str) -> bool:
    """Whether the reader gives this text back as it is, in triple quotes.

    Python's isprintable is Go's IsPrint: letters, marks, numbers, punctuation, symbols and the plain blank. No-break
    spaces and zero-width joiners are none of them; tabs pass as blanks do.
    """
    return QUOTES not in text and all(character.isprintable() or character in "\t\n" for character in text)


def quoted(text: str) -> str:
    """The text as a value. Only for what can be said."""
    return f"{QUOTES}{text}{QUOTES}"


def printable(text: str) -> str:
    """The text in one line that every program can show."""
    return "".join(character if character.isprintable() else " " for character in text)
