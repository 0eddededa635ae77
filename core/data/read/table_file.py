"""Reads rows of text tables: CSV, TSV and the like."""

from __future__ import annotations

import csv
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import islice, takewhile
from pathlib import Path
from typing import Literal, NamedTuple

from core.base.callbacks import ReportProgress
from core.data.problems import BadRowError
from core.data.read.lines import LONGEST, Line, read_lines
from core.data.read.records import Record, fault_of, too_long, utf8_size

Header = Literal["auto", "yes", "no"]  # whether a table's first row names its columns; auto: by its look
DELIMITERS = ",\t;|"
SEPARATOR = re.compile(r"sep=(.)\s*", re.IGNORECASE)  # a first line that tells Excel the delimiter
_LONGEST_NAME = 64  # characters of a column's name
_ANKI_SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t", "space": " ", "pipe": "|", "colon": ":", "\\t": "\t"}
_MOST_HEADER = 50  # lines of Anki's header
# Tags that begin a line.
_LINES = {"br", "div", "p", "li", "tr", "ul", "ol", "blockquote", "pre", "h1", "h2", "h3", "h4"}
_SENTENCE = re.compile(r"\S\s+\S+\s+\S.*[.!?…]$")  # three words or more, with an end that no name has
_MOST_LINES = 2000  # of one row; more means that a quote is never closed


def names_of(first: Sequence[str], header: Header = "auto") -> tuple[tuple[str, ...], bool]:
    """Return the names of the columns from a table's first row, and whether that row is a header.

    A header's names are short, are not sentences, occur once, and are not empty, except the first (pandas' index) and,
    if all are single words, the last ones (empty columns from Excel). Without a header, or where a name is missing,
    columns are called "column 1", "column 2", ...
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


class AnkiHeader(NamedTuple):
    """The header lines of Anki's text export, which begin with #. special: by position, from 1, columns that are not
    fields of a note.
    """

    delimiter: str
    is_html: bool
    columns: tuple[str, ...]
    special: Mapping[int, str]

    def names(self, width: int) -> tuple[str, ...]:
        """Return the names of `width` columns; unnamed fields get the names of Anki's default note."""
        usual = iter(("front", "back"))
        names = [*self.columns, *[""] * (width - len(self.columns))]
        named = [self.special.get(place) or name or next(usual, "") for place, name in enumerate(names, 1)]
        return names_of(named, "yes")[0]

    def fields(self, values: list[str], width: int) -> list[str]:
        """Return a row's fields as text; missing ones at the end are empty."""
        filled = [*values, *[""] * (width - len(values))]
        return list(map(_without_tags, filled)) if self.is_html else filled


def anki_header(lines: Iterable[str]) -> AnkiHeader | None:
    """Return the header at a file's beginning; None if it is not Anki's."""
    said = {}
    for line in takewhile(lambda line: line.startswith("#") or not line.strip(), islice(lines, _MOST_HEADER)):
        key, _, value = line[1:].rstrip("\r\n").partition(":")
        said[key.strip().lower()] = value
    placed = {key.removesuffix(" column"): value.strip() for key, value in said.items() if key.endswith(" column")}
    special = {int(value): key for key, value in placed.items() if value.isdecimal() and len(value) < 4}
    if not ({"separator", "html"} & said.keys() or special):
        return None
    named = said.get("separator", "tab")
    delimiter = _ANKI_SEPARATORS.get(named.strip().lower(), named if len(named) == 1 and named != '"' else "\t")
    columns = tuple(said["columns"].split(delimiter)) if "columns" in said else ()
    return AnkiHeader(delimiter, said.get("html", "").strip().lower() == "true", columns, special)


class _Text(HTMLParser):
    """The text of a field with tags; a placeholder stands for each picture."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.said: list[str] = []
        self._silent = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        """Begin a line, or add a placeholder for a picture."""
        del attrs
        if tag in ("style", "script"):
            self._silent = tag
        self.said.append("\n" if tag in _LINES else "<image>" if tag == "img" else "")

    def handle_endtag(self, tag: str) -> None:
        """End a line."""
        self._silent = "" if tag == self._silent else self._silent
        self.said.append("\n" if tag in _LINES else "")

    def handle_data(self, data: str) -> None:
        """Keep visible text."""
        if not self._silent:
            self.said.append(data)


def _without_tags(value: str) -> str:
    if "<" not in value and "&" not in value:
        return value
    reader = _Text()
    reader.feed(value.replace("<![", "&lt;!["))  # the parser raises on unknown declarations
    reader.close()
    lines = re.sub(r" *\n *", "\n", "".join(reader.said).replace("\xa0", " "))
    return re.sub(r"\n{3,}", "\n\n", lines).strip()


def delimiter_of(lines: list[str]) -> str | None:
    """Return the delimiter that gives nearly all rows as many fields as the first, at least two; None without one.

    If no delimiter does, a title may precede the table: then the rows in the second half decide, and the delimiter that
    gives them the most fields.
    """
    below: dict[str, int] = {}  # by delimiter, fields of the rows below a title
    for delimiter in DELIMITERS:
        rows = [row for row in _parsed(lines, delimiter) if row][:-1] or [[]]  # the last row may be cut off
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
    """Return the line and the fields of the first rows; blank rows have no fields. Raises what read_lines raises."""
    source, rows = _Lines(read_lines(path, None, encoding)), list[tuple[int, list[str]]]()
    while source and len(rows) < most:
        width = len(rows[0][1]) if rows else 0
        line, text, values = _next_row(source, delimiter, width) or (source.taken[0].number, "", [])
        if rows or not SEPARATOR.fullmatch(text):
            rows.append((line, [text] if isinstance(values, BadRowError) else values))
    return rows


def _parsed(lines: Iterable[str], delimiter: str, *, strict: bool = False) -> Iterator[list[str]]:
    """Parse rows. Raises csv.Error only if strict: for quotes in the wrong place or never closed."""
    csv.field_size_limit(2 * LONGEST)  # for the whole process, in characters; a row ends before that
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

    Anki's exports begin with lines of # that describe the rows. start: the table's first line; earlier ones are
    skipped. Raises what read_lines raises.
    """
    source = _Lines(read_lines(path, progress, encoding))
    names: tuple[str, ...] = ()
    header_row: list[str] | None = None
    anki = anki_header(line.text for line in source.beginning())
    while source:
        if anki and source.ahead[0].text.startswith("#"):  # a comment, anywhere in the file
            source.ahead.popleft()
            continue
        record = _next_row(source, delimiter, len(names))
        if record is None:
            continue
        line, text, values = record
        if line < start or (not names and SEPARATOR.fullmatch(text)):
            continue
        if not names:
            fields = [text] if isinstance(values, BadRowError) else values
            if anki:
                names = anki.names(len(fields))
        if not names:
            names, is_header = names_of(fields, header)
            if is_header:
                header_row = fields
                continue
        if anki and not isinstance(values, BadRowError):
            values = anki.fields(values, len(names))
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
    """Lines that can be pushed back."""

    unread: Iterator[Line]
    taken: deque[Line] = field(default_factory=deque)  # of the current row
    ahead: deque[Line] = field(default_factory=deque)
    is_too_long: bool = False  # of the row, which is then not read to its end

    def __bool__(self) -> bool:
        if not self.ahead:
            self.ahead.extend(islice(self.unread, 1))
        return bool(self.ahead)

    def beginning(self) -> Iterator[Line]:
        """Yield the remaining lines without consuming them."""
        yield from list(self.ahead)
        for line in self.unread:
            self.ahead.append(line)
            yield line

    def row(self) -> Iterator[str]:
        """Yield the lines of one row, as long as the parser asks for more."""
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
        """Skip to the line where all quotes of a row that is too long are closed; keep its beginning. Return its last
        line.
        """
        last = self.taken[-1].number
        quotes = sum(line.text.count('"') for line in self.taken)
        while self and (self.ahead[0].part > 1 or (quotes % 2 and last - self.taken[0].number < _MOST_LINES)):
            last = self.ahead[0].number
            quotes += self.ahead.popleft().text.count('"')
        while len(self.taken) > 1:
            self.taken.pop()
        return last

    def holds_rows(self, delimiter: str, width: int) -> bool:
        """Return whether most lines after a row's first are rows themselves, swallowed by a stray quote."""
        inner = [line.text.rstrip("\n").split(delimiter) for line in islice(self.taken, 1, None)]
        whole = [fields for fields in inner if len(fields) == width > 1 and all(map(str.strip, fields))]
        return 2 * len(whole) > len(inner)

    def give_back(self) -> None:
        """Push back all lines of the row but its first."""
        while len(self.taken) > 1:
            self.ahead.appendleft(self.taken.pop())


def _next_row(source: _Lines, delimiter: str, width: int = 0) -> tuple[int, str, list[str] | BadRowError] | None:
    """Return line, text and fields of the next row; None for a blank line. width: fields of a row, once known."""
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
