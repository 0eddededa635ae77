"""Rows of tables that are text: CSV, TSV and their like."""

from __future__ import annotations

import csv
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Literal

from core.base.callbacks import ReportProgress
from core.data.problems import BadRowError
from core.data.read.lines import LONGEST, Line, read_lines
from core.data.read.records import Record, fault_of, too_long, utf8_size

Header = Literal["auto", "yes", "no"]  # whether a table's first row names its columns; auto: as it looks
DELIMITERS = ",\t;|"
SEPARATOR = re.compile(r"sep=(.)\s*", re.IGNORECASE)  # a first line that tells Excel what stands between fields
_LONGEST_NAME = 64  # characters of a column's name
_SENTENCE = re.compile(r"\S\s+\S+\s+\S.*[.!?…]$")  # three words or more, and an end that no name has
_MOST_LINES = 2000  # of one row; more means that a quote is never closed


def names_of(first: Sequence[str], header: Header = "auto") -> tuple[tuple[str, ...], bool]:
    """Return the names of the columns from a table's first row, and whether that row is a header.

    A header's names are short, no sentences, each there once and not empty, but for the first (pandas' index) and,
    where each is one word, the last ones (columns that Excel has and nobody fills). Without a header, and where it
    lacks a name, columns are called "column 1", "column 2", ...
    """
    names = tuple(name.strip() for name in first)
    given = list(names[1:] if len(names) > 1 and not names[0] else names)
    while given and not given[-1]:
        given.pop()
    looks_so = (
        bool(given)
        and (bool(names[-1]) or not any(re.search(r"\s", name) for name in given))
        and len(set(given)) == len(given)
        and all(0 < len(name) <= _LONGEST_NAME and not _SENTENCE.search(name) for name in given)
    )
    if header == "yes" or (header == "auto" and looks_so):
        return tuple(
            name if name and name not in names[:place] else f"column {place + 1}" for place, name in enumerate(names)
        ), True
    return tuple(f"column {number}" for number in range(1, len(names) + 1)), False


def delimiter_of(lines: list[str]) -> str | None:
    """Return what stands between the fields of a table, or None: every row has as many fields as the first, two or
    more.

    Where no delimiter does so, a title may stand above the table: then the rows in the second half decide, and the
    delimiter that gives them most fields.
    """
    below: dict[str, int] = {}  # by delimiter, fields of the rows below a title
    for delimiter in DELIMITERS:
        rows = [row for row in _parsed(lines, delimiter) if row][:-1] or [[]]  # the last may be cut
        if len(rows) > 1 and len(rows[0]) > 1 and are_alike(rows):
            return delimiter
        size = max(map(len, rows[len(rows) // 2 :]))
        table = rows[[len(row) for row in rows].index(size) :]
        if size > 1 and len(table) > 1 and are_alike(table):
            below[delimiter] = size
    return max(below, key=below.__getitem__, default=None)


def rows_of(lines: Iterable[str], delimiter: str) -> Iterator[list[str]]:
    """Yield the fields of a table's rows."""
    return _parsed((line for line in lines if not SEPARATOR.fullmatch(line)), delimiter)


def are_alike(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether nearly all rows have as many fields as the first."""
    return sum(len(row) == len(rows[0]) for row in rows) > 0.8 * len(rows)


def sampled_rows(path: Path, delimiter: str, encoding: str, most: int) -> list[tuple[int, list[str]]]:
    """Return the line and the fields of the first rows, none of a blank one. Raises what read_lines raises."""
    source, rows = _Lines(read_lines(path, None, encoding)), list[tuple[int, list[str]]]()
    while source and len(rows) < most:
        width = len(rows[0][1]) if rows else 0
        line, text, values = _next_row(source, delimiter, width) or (source.taken[0].number, "", [])
        if rows or not SEPARATOR.fullmatch(text):
            rows.append((line, [text] if isinstance(values, BadRowError) else values))
    return rows


def _parsed(lines: Iterable[str], delimiter: str, *, strict: bool = False) -> Iterator[list[str]]:
    """Raises csv.Error only where it is strict: for quotes in the wrong place or never closed."""
    csv.field_size_limit(2 * LONGEST)  # of the process, in characters; a row ends before that
    return csv.reader(lines, delimiter=delimiter, strict=strict)


def read_csv(
    path: Path,
    delimiter: str,
    file: int = 0,
    progress: ReportProgress | None = None,
    encoding: str = "utf-8",
    header: Header = "auto",
    start: int = 1,
) -> Iterator[Record]:
    """Yield rows by column. Quotes as in RFC 4180: a quote inside a quoted field is doubled.

    start: the line in which the table begins; what stands before is passed over. Raises what read_lines raises.
    """
    source = _Lines(read_lines(path, progress, encoding))
    names: tuple[str, ...] = ()
    header_row: list[str] | None = None
    while source:
        record = _next_row(source, delimiter, len(names))
        if record is None:
            continue
        line, text, values = record
        if line < start or (not names and SEPARATOR.fullmatch(text)):
            continue
        if not names:
            fields = [text] if isinstance(values, BadRowError) else values
            names, is_header = names_of(fields, header)
            if is_header:
                header_row = fields
                continue
        if isinstance(values, BadRowError):
            yield Record(file, line, text, values)
        elif values == header_row:
            yield Record(file, line, text, BadRowError("the columns' names again"))
        elif len(values) != len(names):
            fault = BadRowError("another number of fields than the header", f"{len(values)} instead of {len(names)}")
            yield Record(file, line, text, fault)
        else:
            yield Record(file, line, dict(zip(names, values, strict=True)))


@dataclass
class _Lines:
    """Lines that can be given back."""

    unread: Iterator[Line]
    taken: deque[Line] = field(default_factory=deque)  # of the row that is being read
    ahead: deque[Line] = field(default_factory=deque)
    is_too_long: bool = False  # the row; then it is not read to its end

    def __bool__(self) -> bool:
        if not self.ahead:
            self.ahead.extend(islice(self.unread, 1))
        return bool(self.ahead)

    def row(self) -> Iterator[str]:
        """Yield the lines of one row, as long as it asks for more."""
        self.taken.clear()
        self.is_too_long = False
        size = 0
        while self and len(self.taken) < _MOST_LINES and not self.is_too_long:
            line = self.ahead.popleft()
            self.taken.append(line)
            size += utf8_size(line.text)
            self.is_too_long = bool(line.part) or size > LONGEST
            yield line.text

    def pass_row(self) -> int:
        """Go on to where all quotes of a row that is too long are closed; keep its beginning. Returns its last line."""
        last = self.taken[-1].number
        quotes = sum(line.text.count('"') for line in self.taken)
        while self and (self.ahead[0].part > 1 or (quotes % 2 and last - self.taken[0].number < _MOST_LINES)):
            last = self.ahead[0].number
            quotes += self.ahead.popleft().text.count('"')
        while len(self.taken) > 1:
            self.taken.pop()
        return last

    def holds_rows(self, delimiter: str, width: int) -> bool:
        """Return whether most lines behind a row's first are rows themselves, which a stray quote would take in."""
        inner = [line.text.rstrip("\n").split(delimiter) for line in islice(self.taken, 1, None)]
        whole = [fields for fields in inner if len(fields) == width > 1 and all(map(str.strip, fields))]
        return 2 * len(whole) > len(inner)

    def give_back(self) -> None:
        """Give back all lines of the row but its first."""
        while len(self.taken) > 1:
            self.ahead.appendleft(self.taken.pop())


def _next_row(source: _Lines, delimiter: str, width: int = 0) -> tuple[int, str, list[str] | BadRowError] | None:
    """Line, text and fields of the next row; None for a blank line. width: fields of a row, once that is known."""
    values: list[str] | BadRowError
    try:
        values = next(_parsed(source.row(), delimiter, strict=True), [])
    except csv.Error as error:
        if source.is_too_long:
            pass
        elif "unexpected end" in str(error) or source.holds_rows(delimiter, width):
            source.give_back()
            values = BadRowError("a quote that is never closed", f"it opens in line {source.taken[0].number}")
        else:
            values = BadRowError("quotes in the wrong place", 'a quote inside a quoted field is written ""')
    if delimiter == "\t" and source.holds_rows(delimiter, width):
        source.give_back()
        values = BadRowError("a quote that is never closed", f"it opens in line {source.taken[0].number}")
    if delimiter == "\t" and isinstance(values, BadRowError) and not source.is_too_long:  # programs that quote nothing
        letters = source.taken[0].text.rstrip("\n").split(delimiter)
        values = letters if len(source.taken) == 1 and len(letters) == width else values
    if source.is_too_long:
        last = source.pass_row()
        values = too_long(last if last > source.taken[0].number else None)
    text = "".join(line.text for line in source.taken)
    fault = next(filter(None, map(fault_of, source.taken)), None)
    if fault is None and not text.strip():
        return None
    return source.taken[0].number, text, fault or values
