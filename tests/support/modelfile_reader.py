"""Ollama's Modelfile reader, as its parser/parser.go reads: what it makes of a file, dropped characters and all."""

from __future__ import annotations

import re
import unicodedata

COMMANDS = {"from", "license", "template", "system", "adapter", "parameter", "message", "requires", "capability"}


def read_modelfile(text: str) -> list[tuple[str, str]]:
    """Commands with their values; a parameter's command is its name.

    Raises ValueError where Ollama refuses the file.
    """
    lines, commands, place = re.findall(r"[^\r\n]*[\r\n]|[^\r\n]+", text), [], 0
    while place < len(lines):
        line, place = lines[place], place + 1
        if not line.strip() or line.startswith("#"):
            continue
        name, _, value = line.partition(" ")
        if name.lower() not in COMMANDS:
            raise ValueError(f"unknown command {name!r}")
        if name.lower() == "parameter":
            name, _, value = value.partition(" ")
        taken = value
        while (said := _unquoted(_printed(taken).strip())) is None:
            if place == len(lines):
                raise ValueError("unexpected end of file")
            taken, place = taken + lines[place], place + 1
        commands.append((name.lower(), said))
    if "from" not in dict(commands):
        raise ValueError("no FROM line")
    return commands


def _unquoted(value: str) -> str | None:
    """None: the quotes are not closed yet."""
    for quotes in ('"""', '"'):
        if value.startswith(quotes):
            closed = len(value) >= 2 * len(quotes) and value.endswith(quotes)
            return value[len(quotes) : -len(quotes)] if closed else None
    return value


def _printed(text: str) -> str:
    """Without the characters that Go's strconv.IsPrint does not print; line ends within a value stay."""
    return "".join(c for c in text if c in " \t\r\n" or unicodedata.category(c)[0] in "LMNPS")
