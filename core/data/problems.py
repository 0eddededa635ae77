"""Records problems with rows: the first ones in full, all counted by reason, none dropped silently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

MOST_IN_FULL = 100  # problems of each reason kept in full; all are counted
_LISTED = 3  # problems named in a message
BEGINNING = 80  # characters of a row to show
TEMPLATE_REFUSES = "the model's template refuses it"


class BadRowError(Exception):
    """A row that cannot be used. reason: the same text for the same kind of fault; detail: on this row.

    lines_on: lines from the row's first one to the fault.
    """

    def __init__(self, reason: str, detail: str = "", lines_on: int = 0) -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = detail
        self.lines_on = lines_on


@dataclass(frozen=True)
class Problem:
    """A row that is not used."""

    file: str
    line: int  # from 1; the number of the row if numbered_by_row
    reason: str
    beginning: str  # of the row
    detail: str = ""
    numbered_by_row: bool = False

    def __str__(self) -> str:
        detail = f" ({self.detail})" if self.detail else ""
        what = f": {self.beginning}" if self.beginning else ""
        return f"{Path(self.file).name}, {self.place}: {self.reason}{detail}{what}"

    @property
    def place(self) -> str:
        """Return the row's place in the file."""
        return place_of(self.line, self.numbered_by_row)


def place_of(number: int, numbered_by_row: bool) -> str:
    """Return the name of a line, or of a row of a file that has no lines."""
    return f"{'row' if numbered_by_row else 'line'} {number}"


def problem(file: Path | str, line: int, row: str, error: BadRowError, numbered_by_row: bool = False) -> Problem:
    """Return the problem of a bad row, with its place and beginning."""
    beginning = row[: 4 * BEGINNING].strip()
    shown = beginning[:BEGINNING] + ("…" if len(row) > BEGINNING < len(beginning) else "")
    at = line if numbered_by_row else line + error.lines_on
    return Problem(str(file), at, error.reason, shown, error.detail, numbered_by_row)


def kind(value: object) -> str:
    """Return the name of a JSON value's kind, for messages."""
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "text"
        case list():
            return "a list"
        case dict():
            return "an object"
    return f"a {type(value).__name__}"


@dataclass
class ProblemLog:
    """Collects problems while a file is read. Its size does not grow with the file."""

    named: list[Problem] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, found: Problem) -> None:
        """Record a bad row."""
        self.counts[found.reason] += 1
        if self.counts[found.reason] <= MOST_IN_FULL:
            self.named.append(found)

    @classmethod
    def joined(cls, logs: Iterable[ProblemLog]) -> ProblemLog:
        """Return one log from several, in order."""
        whole = cls()
        for log in logs:
            whole.named.extend(log.named)
            whole.counts.update(log.counts)
        return whole

    def listing(self) -> str:
        """Return the reasons with counts, and the first problems in full."""
        reasons = "; ".join(f"{count} x {reason}" for reason, count in self.counts.most_common())
        return "\n".join([reasons, *map(str, self.named[:_LISTED])])
