"""How a file's rows are written, told by its content; its name only decides where the content does not."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from core.data.formats.guess import best_format, turn_a_row
from core.data.formats.json_row import plain_row
from core.data.problems import BadRowError
from core.data.read.arrow_file import kind_of_table, read_arrow
from core.data.read.folder import ARROW_FILES, ROW_FILES, TABLE_FILES, kind_of_name
from core.data.read.json_file import read_json_lines, read_json_values
from core.data.read.lines import read_lines
from core.data.read.table_file import SEPARATOR, Header, delimiter_of, first_row, names_of, read_csv
from core.shared.errors import LuthierError

Container = Literal["text", "jsonl", "json", "csv", "parquet", "arrow"]

_SAMPLED_ROWS = 100  # rows that decide what a file is
_SAMPLED_CHARACTERS = 1 << 20
_SHOWN = 60  # characters of what was expected to be a row
_SURELY_JSON = re.compile(r'\[\s*(\{|\[|\]|$)|\{\s*("|$)')


def container_of(path: Path, encoding: str) -> tuple[Container, str]:
    """Return how rows are written, and what stands between the fields of a table.

    Raises LuthierError `data.empty`, and `data.other-kind` where the name promises rows and there are none.
    """
    if table := kind_of_table(path):
        return table, ""
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
    if _SURELY_JSON.match(first) and first.startswith("["):
        return ("jsonl" if _is_conversation(first) else "json"), ""
    if any(_is_object(line) for line in lines):
        return "jsonl", ""
    if first.startswith(("{", "[")) and (name in ROW_FILES or _SURELY_JSON.match(first)):
        return ("json" if name == ".json" or _spans_lines(lines) else "jsonl"), ""
    if separator := SEPARATOR.fullmatch(lines[0]):
        return "csv", separator[1]
    if name in TABLE_FILES:
        return "csv", delimiter_of(lines) or TABLE_FILES[name]
    delimiter = delimiter_of(lines)
    if delimiter and (names := names_of(first_row(lines, delimiter)))[1] and best_format(names[0]):
        return "csv", delimiter
    if name in ROW_FILES | ARROW_FILES:
        raise LuthierError(
            "data.other-kind",
            f"{path} has no rows in it, although it ends in {name}. It begins with: {first[:_SHOWN].rstrip()}",
            "Look whether it was downloaded whole. Text to learn from has a name that ends in .txt.",
        )
    return "text", ""


def _spans_lines(lines: list[str]) -> bool:
    """Whether an object goes on in the next lines, as a person would write it."""
    return any(not line.lstrip().startswith("{") for line in lines[1:])


def _is_conversation(line: str) -> bool:
    """Whether a line is a list of turns, whole: others follow in the next lines."""
    try:
        return turn_a_row(plain_row(line).get("messages"))
    except BadRowError:
        return False


def _is_object(line: str) -> bool:
    try:
        return line.lstrip().startswith("{") and plain_row(line) is not None
    except BadRowError:
        return False


def has_header(path: Path, delimiter: str, encoding: str, header: Header) -> bool:
    """Whether a table's first row names its columns."""
    lines = [line.text for line in islice(read_lines(path, None, encoding), _SAMPLED_ROWS) if line.text.strip()]
    return names_of(first_row(lines, delimiter), header)[1]


def first_rows(
    path: Path, container: Container, delimiter: str, encoding: str, header: Header = "auto"
) -> list[dict[str, Any]]:
    """The first rows that can be read."""
    if container in ("parquet", "arrow"):
        records = read_arrow(path)
    elif container == "csv":
        records = read_csv(path, delimiter, encoding=encoding, header=header)
    elif container == "json":
        records = read_json_values(path, encoding=encoding)
    else:
        records = read_json_lines(path, encoding=encoding)
    return [row for record in islice(records, _SAMPLED_ROWS) if (row := _row_or_none(record.value)) is not None]


def _row_or_none(value: str | dict[str, Any]) -> dict[str, Any] | None:
    try:
        return plain_row(value)
    except BadRowError:
        return None
