"""Defines what readers yield: one row or one block of text, with its place in the file."""

from __future__ import annotations

from typing import Any, NamedTuple

from core.data.problems import BadRowError
from core.data.read.lines import LONGEST, Line


class Record(NamedTuple):
    """What readers yield. value: a row, as JSON text or by columns, or a block of running text. fault: why it cannot be
    used.
    """

    file: int  # index among the source's files
    line: int  # from 1; its first line
    value: str | dict[str, Any]
    fault: BadRowError | None = None
    first: bool = True  # whether it begins a document

    @property
    def text(self) -> str:
        """Return the record's text, for display."""
        value = self.value
        return value if isinstance(value, str) else " | ".join(filter(str.strip, map(str, value.values())))

    @property
    def size(self) -> int:
        """Return the rough size in characters."""
        return len(self.value) if isinstance(self.value, str) else sum(len(str(part)) for part in self.value.values())


def fault_of(line: Line) -> BadRowError | None:
    """Return why a line cannot hold a row, or None."""
    if line.invalid:
        return BadRowError("not readable as text", line.invalid)
    if line.part:
        return too_long()
    if "\0" in line.text:
        return BadRowError("a NUL byte in a row", f"after {line.text.index(chr(0))} characters")
    return None


def utf8_size(text: str) -> int:
    """Return the size of a text as UTF-8, which LONGEST limits."""
    return len(text) if text.isascii() else len(text.encode())


def too_long(last_line: int | None = None) -> BadRowError:
    """Return the fault of a row that is too long for any conversation; holding it would exhaust memory."""
    where = f", it ends in line {last_line}" if last_line else ""
    return BadRowError("the row is too long", f"over {LONGEST >> 20} MB{where}")
