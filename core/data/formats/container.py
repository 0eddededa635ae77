"""Recognises how a file's rows are written, by its content; the name decides only if the content does not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from core.base.errors import Do, Hint, LuthierError
from core.data.formats.guess import best_format, turn_a_row
from core.data.formats.json_row import plain_row
from core.data.formats.row_formats import FORMATS, columns_of, missing
from core.data.formats.turns import spread
from core.data.problems import BadRowError
from core.data.read.arrow_file import kind_of_table, read_arrow
from core.data.read.data_file import kind_of_document
from core.data.read.folder import ARROW_FILES, ROW_FILES, SPLITS, TABLE_FILES, TEXT_FILES, kind_of_name
from core.data.read.json_file import keys_within, read_json_lines, read_json_values
from core.data.read.lines import read_lines
from core.data.read.table_file import (
    SEPARATOR,
    Header,
    anki_header,
    are_alike,
    delimiter_of,
    names_of,
    read_csv,
    rows_of,
    sampled_rows,
)

Container = Literal["text", "dialogue", "jsonl", "json", "csv", "parquet", "arrow"]

_SAMPLED_ROWS = 100  # rows that decide what kind a file is
_SAMPLED_CHARACTERS = 1 << 20
_MOST_ABOVE = 30  # rows of a title above a table
_SHOWN = 60  # characters shown of something that was expected to be a row
# Usual keys of lists of rows: under these, rows may also be plain texts.
_ROWS_KEYS = ("data", "rows", "examples", "conversations", "records", "items", "samples", "entries")
_STRUCTURED = {  # text files whose structure must not be learnt
    "YAML": {".yaml", ".yml"},
    "XML": {".xml", ".opml", ".plist", ".svg", ".rss", ".tmx", ".xliff"},
    "a mail": {".eml", ".mbox"},
    "a file of settings": {".toml", ".ini", ".cfg", ".conf", ".properties", ".env"},
    "a database's dump (SQL)": {".sql"},
    "subtitles": {".srt", ".vtt", ".ass", ".ssa"},
    "a calendar or address book": {".ics", ".vcf"},
    "a notebook": {".ipynb"},
    "a list of references": {".bib", ".ris"},
    "a list of translations": {".po", ".pot"},
}
_BEGINNINGS = {
    "XML": re.compile(r"<\?xml\b"),
    "a mail": re.compile(r"(From |Return-Path:|Received:|Delivered-To:|MIME-Version:|Message-ID:)"),
    "a calendar or address book": re.compile(r"BEGIN:V"),
    "subtitles": re.compile(r"WEBVTT\b"),
}
_REMEDIES = {
    "a mail": "Make rows of mails and their answers",
    "subtitles": "Save what is said as rows",
}
_SURELY_JSON = re.compile(r'\[\s*(\{|\[|\]|$)|\{\s*("|$)')


def container_of(path: Path, encoding: str) -> tuple[Container, str]:
    """Return how rows are written, and the delimiter of a table, or the key of an object that holds the rows of JSON.

    Raises LuthierError `data.empty`, and `data.other-kind` if the name promises rows and the file has none.
    """
    if table := kind_of_table(path):
        return table, ""
    if document := kind_of_document(path):
        return ("csv", ",") if document == "sheets" else ("text", "")
    lines, size = [], 0
    for line in read_lines(path, None, encoding):
        if line.text.strip():
            lines.append(line.text[:_SAMPLED_CHARACTERS])
            size += len(line.text)
        if len(lines) == _SAMPLED_ROWS or size > _SAMPLED_CHARACTERS:
            break
    if not lines:
        raise LuthierError("data.empty", f"{path} is empty.", "Choose a file with text or conversations in it.")
    first, name = lines[0].lstrip(), kind_of_name(path)
    if name == ".ipynb":
        _require_plain(path, name, first)
    if _SURELY_JSON.match(first) and first.startswith("["):
        return ("jsonl" if _is_conversation(first) else "json"), ""
    if first.startswith("{") and (key := _rows_key(path, encoding)):
        return "json", key
    if any(_is_object(line) for line in lines):
        return "jsonl", ""
    if first.startswith(("{", "[")) and (name in ROW_FILES or _SURELY_JSON.match(first)):
        return ("json" if name == ".json" or _spans_lines(lines) else "jsonl"), ""
    if anki := anki_header(lines):
        return "csv", anki.delimiter
    if separator := SEPARATOR.fullmatch(lines[0]):
        return "csv", separator[1]
    if name in TABLE_FILES:
        return "csv", delimiter_of(lines) or TABLE_FILES[name]
    delimiter = delimiter_of(lines)
    if delimiter and _may_be_a_table(lines, delimiter):
        return "csv", delimiter
    if name in ROW_FILES | ARROW_FILES:
        raise LuthierError(
            "data.other-kind",
            f"{path} has no rows in it, although it ends in {name}. It begins with: {first[:_SHOWN].rstrip()}",
            "Check that it was downloaded completely. Text to learn from has a name that ends in .txt.",
        )
    _require_plain(path, name, first)
    return "text", ""


def _require_plain(path: Path, name: str, first: str) -> None:
    """Refuse files whose markup would be learnt as text. Raises LuthierError `data.other-kind`."""
    endings = next((what for what, kinds in _STRUCTURED.items() if name in kinds), "")
    what = (
        "" if name in TEXT_FILES else endings or next((w for w, begin in _BEGINNINGS.items() if begin.match(first)), "")
    )
    if what:
        hint = _REMEDIES.get(what, "Save its rows as CSV or JSON lines")
        raise LuthierError(
            "data.other-kind",
            f"{path} is {what}, which would be learnt with all of its marks.",
            Hint(f"{hint}, or its text as .txt. Or learn it as it stands.", Do.set("format", "text")),
        )


def _rows_key(path: Path, encoding: str) -> str:
    """Return the key of the only list of rows in a file that is one object, or of its training rows; "" without one,
    or if the object is itself a row. Raises LuthierError `data.several-lists`.
    """
    lists, keys = keys_within(path, encoding)
    found = {
        key: rows for key in dict.fromkeys(lists) if (rows := list(first_rows(path, "json", "", encoding, within=key)))
    }
    found = {key: rows for key, rows in found.items() if not turn_a_row(rows) and not _are_turns(key, rows)}
    about = tuple(key for key in keys if key not in found)
    held = [key for key, rows in found.items() if _hold_a_format(key, rows, about)]
    if not held or _has_a_format(tuple(key for key in keys if key not in held)):
        return ""
    trained = [key for key in held if key.lower() in SPLITS["train"]] or held
    if len(trained) > 1:
        raise LuthierError(
            "data.several-lists",
            f"{path} has rows under several keys: {', '.join(held)}.",
            "Keep one of these lists in the file, or make a file of each and choose their folder.",
        )
    return trained[0]


def _are_turns(key: str, rows: list[dict[str, Any]]) -> bool:
    return _has_a_format((key,)) and any(len(spread(row)) > 1 for row in rows)


def _hold_a_format(key: str, rows: list[dict[str, Any]], about: tuple[str, ...]) -> bool:
    """Return whether the rows of a list have all that a format needs; under an unusual name, they need more than texts,
    and no sibling key that a row may have.
    """
    names = tuple(dict.fromkeys(name for row in rows for name in row))
    is_usual = key.lower() in (*_ROWS_KEYS, *(name for split in SPLITS.values() for name in split))
    is_other = best_format(names) is not FORMATS["documents"] and best_format(about) is None
    return _has_a_format(names) and (is_usual or is_other)


def _spans_lines(lines: list[str]) -> bool:
    """Return whether an object continues on the next lines, as when formatted for people."""
    return any(not line.lstrip().startswith("{") for line in lines[1:])


def _is_conversation(line: str) -> bool:
    """Return whether a line is a complete list of turns, so that others follow in the next lines."""
    try:
        return turn_a_row(plain_row(line).get("messages"))
    except BadRowError:
        return False


def _is_object(line: str) -> bool:
    try:
        return line.lstrip().startswith("{") and plain_row(line) is not None
    except BadRowError:
        return False


def table_start(path: Path, delimiter: str, encoding: str, header: Header) -> tuple[int, bool]:
    """Return the first line of a table, below any title, and whether that line names the columns.

    Names are certain if a format knows them, and the rows above have fewer or different fields. Raises LuthierError
    `data.header-unsure`.
    """
    if anki_header(line.text for line in read_lines(path, None, encoding)):
        return 1, True
    rows = sampled_rows(path, delimiter, encoding, _SAMPLED_ROWS)
    filled = [(line, fields) for line, fields in rows if any(map(str.strip, fields))] or [(1, [])]
    first, named = filled[0][1], _named_at([fields for _, fields in filled[:_MOST_ABOVE]])
    place = _end_of_title(rows, filled) if named is None else named
    line, fields = filled[place]
    if header == "no" and len(first) == len(fields):  # no row is a header
        return 1, False
    if place and named is None and header == "auto":
        raise LuthierError(
            "data.header-unsure",
            f"{path} seems to begin with a title: line {filled[0][0]} ({_shown(first)}) has other fields than the rows "
            f"from line {line} on ({_shown(fields)}). Whether line {line} names the columns is not sure.",
            Do.by(f"Remove what is above line {line}.", "or say what it is: --set header=yes, or no"),
        )
    return (line if place else 1), names_of(fields, header)[1]


def _named_at(rows: list[list[str]]) -> int | None:
    """Return the row that certainly names the columns: a format knows the names, and no row above looks like a data
    row.
    """
    for place, fields in enumerate(rows):
        if (not place or len(fields) > 1) and _names_a_format(fields):
            return None if any(_like_a_row_of(fields, row) for row in rows[:place]) else place
    return None


def _may_be_a_table(lines: list[str], delimiter: str) -> bool:
    """Return whether the first row has a name that a format knows, or a lower row has all names that a format needs."""
    rows = list(islice(rows_of(lines, delimiter), _MOST_ABOVE))
    names, is_header = names_of(rows[0])
    return (is_header and best_format(names) is not None) or any(len(row) > 1 and _names_a_format(row) for row in rows)


def _names_a_format(fields: list[str]) -> bool:
    """Return whether a row has the names of all columns that some format needs."""
    names, is_header = names_of(fields)
    return is_header and _has_a_format(names)


def _has_a_format(names: tuple[str, ...]) -> bool:
    known = best_format(names)
    return known is not None and not missing(known, columns_of(known, names, {}))


def _like_a_row_of(header: list[str], row: list[str]) -> bool:
    """Return whether a row may belong to a table with this header."""
    return len(row) == len(header) and _filled(row) >= _filled(header)


def _filled(row: list[str]) -> int:
    return sum(bool(value.strip()) for value in row)


def _end_of_title(rows: list[tuple[int, list[str]]], filled: list[tuple[int, list[str]]]) -> int:
    """Return the index of the table's first filled row: below a title it has as many fields as the rows after it.

    A title's rows have another number of fields; or as many, mostly empty (as Excel writes them), if they stand alone.
    """
    widths = [max(place for place, value in enumerate(row, 1) if value.strip()) for _, row in filled if row]
    if not widths:
        return 0
    usual = max(Counter(widths[len(widths) // 2 :]).items(), key=lambda item: (item[1], item[0]))[0]
    place = next((place for place, width in enumerate(widths) if width >= usual), 0)
    if not 0 < place < min(_MOST_ABOVE, len(filled) - 1) or not are_alike([row for _, row in filled[place:]]):
        return 0
    (first, start), is_header = (filled[0][1], filled[place]), names_of(filled[place][1])[1]
    before = rows[rows.index(start) - 1][1]
    stands_alone = widths[0] == 1 or not any(map(str.strip, before))
    return place if len(first) != len(start[1]) or (is_header and stands_alone) else 0


def _shown(fields: list[str]) -> str:
    text = " | ".join(filter(str.strip, fields))
    return f"“{text[:_SHOWN].rstrip()}{'…' if len(text) > _SHOWN else ''}”"


def first_rows(
    path: Path,
    container: Container,
    delimiter: str,
    encoding: str,
    header: Header = "auto",
    start: int = 1,
    within: str = "",
    most: int | None = _SAMPLED_ROWS,
) -> Iterator[dict[str, Any]]:
    """Yield the first readable rows, all if `most` is None. within: the key that holds the rows of JSON."""
    if container in ("parquet", "arrow"):
        records = read_arrow(path)
    elif container == "csv":
        records = read_csv(path, delimiter, encoding=encoding, header=header, start=start)
    elif container == "json":
        records = read_json_values(path, encoding=encoding, within=within)
    else:
        records = read_json_lines(path, encoding=encoding)
    return (row for record in islice(records, most) if (row := _row_or_none(record.value)) is not None)


def _row_or_none(value: str | dict[str, Any]) -> dict[str, Any] | None:
    try:
        return plain_row(value)
    except BadRowError:
        return None
