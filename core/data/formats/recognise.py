"""What a file or folder holds, found by looking at its content: how rows are written, and what their columns mean."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from statistics import mean
from typing import Any, Literal

from core.data.formats.json_row import plain_row
from core.data.formats.row_formats import FORMATS, TEXT, RowFormat, columns_of, missing
from core.data.problems import BadRowError
from core.data.read.data_file import starts_with
from core.data.read.encoding import encoding_of
from core.data.read.folder import ROW_FILES, TABLE_FILES, TEXT_FILES, data_files, kind_of_name
from core.data.read.json_file import read_json_lines, read_json_values
from core.data.read.lines import read_lines
from core.data.read.table_file import (
    PARQUET,
    delimiter_of,
    first_row,
    names_of,
    parquet_columns,
    read_csv,
    read_parquet,
)
from core.shared.config import TrainConfig
from core.shared.errors import LuthierError

Container = Literal["text", "jsonl", "json", "csv", "parquet"]

_SAMPLED_ROWS = 100  # rows that decide what a file is
_SAMPLED_CHARACTERS = 1 << 20
_SURELY_JSON = re.compile(r'\[\s*(\{|\[|\]|$)|\{\s*("|$)')
_MESSAGE_FIELDS = ("messages", "conversations")  # fields that hold messages
_PLAIN_VALUE = re.compile(r"[\d.,:%/+-]*|\w+://\S*|true|false|null", re.IGNORECASE)  # numbers, dates, addresses


@dataclass(frozen=True)
class Recognised:
    """format: TEXT or a name in FORMATS. mapping: each field's column. guessed: the names do not say what they mean.

    encodings: by file, in Python's names. left_out: what of a folder cannot be read, and why.
    """

    container: Container
    format: str
    columns: tuple[str, ...] = ()
    mapping: Mapping[str, str] | None = None
    given: Mapping[str, str] | None = None  # the part of the mapping that the user chose
    guessed: bool = False
    delimiter: str = ","
    encodings: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def is_conversation(self) -> bool:
        """Whether rows are conversations, not running text."""
        return self.format not in (TEXT, "documents")

    @property
    def encoding(self) -> str:
        """Of all files, where they have one in common."""
        return self.encodings[0] if len(set(self.encodings)) == 1 else "mixed"

    def mapping_of(self, columns: tuple[str, ...]) -> dict[str, str]:
        """The mapping for a row with these columns, which need not be those of the first rows. Raises BadRowError."""
        row_format = FORMATS[self.format]
        given = (self.mapping if self.guessed else self.given) or {}
        mapping = columns_of(row_format, columns, {f: c for f, c in given.items() if c in columns})
        lacking = missing(row_format, mapping)
        if not lacking:
            return mapping
        keys = ", ".join(repr(column)[:40] for column in columns[:12]) or "none"
        other = _best_format(columns)
        if other and not missing(other, columns_of(other, columns, {})):
            raise BadRowError("another format than the file's", f"{other.name}, not {self.format}: its keys are {keys}")
        raise BadRowError(f"no {lacking[0]}", f"its keys are {keys}")


def recognise(path: Path, config: TrainConfig | None = None) -> Recognised:
    """What `path` holds, corrected by the settings `format` and `columns`.

    The files of a folder are parts of one: the first one's columns are everyone's. Raises LuthierError `data.empty`,
    `data.unknown-column`, `data.mixed-folder`, and what data_files, encoding_of and the readers raise.
    """
    config, (files, left_out) = config or TrainConfig(), data_files(path)
    encodings = tuple(encoding_of(file, config.encoding) for file in files)
    if config.format == TEXT or (path.is_dir() and kind_of_name(files[0]) in TEXT_FILES):
        found = Recognised("text", TEXT)
    else:
        found = _recognise(files, encodings, config)
    return replace(found, encodings=encodings, left_out=left_out)


def _recognise(files: tuple[Path, ...], encodings: tuple[str, ...], config: TrainConfig) -> Recognised:
    path, encoding, container, delimiter = files[0], encodings[0], *_container(files[0], encodings[0])
    for file, other in zip(files[1:], encodings[1:], strict=True):
        _require_same(container, path, file, other)
    if container == "text":
        return Recognised("text", TEXT)
    rows = _first_rows(path, container, delimiter, encoding)
    columns = tuple(dict.fromkeys(column for row in rows for column in row))
    if container == "parquet":
        columns = parquet_columns(path)
    return _with_mapping(path, Recognised(container, "", columns, delimiter=delimiter), rows, config)


def _require_same(container: Container, first: Path, file: Path, encoding: str) -> None:
    other, _ = _container(file, encoding)
    if other != container:
        raise LuthierError(
            "data.mixed-folder",
            f"{first.parent} holds rows in different forms: {first.name} is {container}, {file.name} is {other}.",
            "Put files of one form into a folder, or choose one of them.",
        )


def _container(path: Path, encoding: str) -> tuple[Container, str]:
    """How rows are written, and what stands between the fields of a table."""
    if starts_with(path, PARQUET):
        return "parquet", ""
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
        return "json", ""
    if any(_is_object(line) for line in lines):
        return "jsonl", ""
    if first.startswith(("{", "[")) and (name in ROW_FILES or _SURELY_JSON.match(first)):
        return ("json" if name == ".json" or _spans_lines(lines) else "jsonl"), ""
    if name in TABLE_FILES:
        return "csv", delimiter_of(lines) or TABLE_FILES[name]
    delimiter = delimiter_of(lines)
    if delimiter and (names := names_of(first_row(lines, delimiter)))[1] and _best_format(names[0]):
        return "csv", delimiter
    return "text", ""


def _spans_lines(lines: list[str]) -> bool:
    """Whether an object goes on in the next lines, as a person would write it."""
    return any(not line.lstrip().startswith("{") for line in lines[1:])


def _is_object(line: str) -> bool:
    try:
        return line.lstrip().startswith("{") and plain_row(line) is not None
    except BadRowError:
        return False


def _first_rows(path: Path, container: Container, delimiter: str, encoding: str) -> list[dict[str, Any]]:
    """The first rows that can be read."""
    if container == "parquet":
        records = read_parquet(path)
    elif container == "csv":
        records = read_csv(path, delimiter, encoding=encoding)
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


def _with_mapping(path: Path, found: Recognised, rows: list[dict[str, Any]], config: TrainConfig) -> Recognised:
    given, columns = config.column_of, found.columns
    unknown = [column for column in given.values() if column not in columns]
    if unknown and columns:
        raise LuthierError(
            "data.unknown-column",
            f"{path} has no column {unknown[0]!r}. Its columns are {', '.join(map(repr, columns))}.",
            "Write --set columns=FIELD:COLUMN with columns of the file.",
        )
    chosen = FORMATS[config.format] if config.format != "auto" else _fields_format(given) or _usual_format(rows)
    row_format = chosen or (FORMATS["messages"] if not columns else _plainest(rows, columns))
    guessed = _guess(rows, columns, row_format, given)
    known = {field.name for field in row_format.fields}
    if strange := set(given) - known:
        raise LuthierError(
            "data.unknown-column",
            f"The format {row_format.name} has no {min(strange)!r}; it has {', '.join(sorted(known))}.",
            "Write --set columns=FIELD:COLUMN, and --set format=NAME where another format is meant.",
        )
    mapping = columns_of(row_format, columns, guessed | given)
    return Recognised(
        found.container, row_format.name, columns, mapping, given, bool(guessed), delimiter=found.delimiter
    )


def _fields_format(given: Mapping[str, str]) -> RowFormat | None:
    """The format that the user's field names belong to."""
    return next((f for f in FORMATS.values() if given and set(given) <= {field.name for field in f.fields}), None)


def _usual_format(rows: list[dict[str, Any]]) -> RowFormat | None:
    """The format of most rows."""
    found = [row_format for row in rows if (row_format := _best_format(tuple(row)))]
    return max(FORMATS.values(), key=found.count) if found else None


def _plainest(rows: list[dict[str, Any]], columns: tuple[str, ...]) -> RowFormat:
    """For columns whose names say nothing: a single text is a document, several are a question and its answer."""
    return FORMATS["documents" if len(_text_lengths(rows, columns)) == 1 else "prompt"]


@lru_cache(maxsize=256)
def _best_format(columns: tuple[str, ...]) -> RowFormat | None:
    """The first format whose required fields are all there; else the one with most of them, if any."""

    def share(row_format: RowFormat) -> float:
        required = sum(field.required for field in row_format.fields)
        return 1 - len(missing(row_format, columns_of(row_format, columns, {}))) / required

    best = max(FORMATS.values(), key=share)
    return best if share(best) > 0 else None


def _guess(
    rows: list[dict[str, Any]], columns: tuple[str, ...], row_format: RowFormat, given: Mapping[str, str]
) -> dict[str, str]:
    """Columns for required fields that no name tells, by their values.

    Lists hold messages. The longest texts are answers, the longest before them questions.
    """
    mapping = columns_of(row_format, columns, given)
    lacking = missing(row_format, mapping)
    free = [column for column in columns if column not in mapping.values()]
    if lacking and lacking[0] in _MESSAGE_FIELDS:
        lists = [column for column in free if any(isinstance(row.get(column), list) for row in rows)]
        return dict(zip(lacking, lists, strict=False))
    lengths = _text_lengths(rows, free)
    answer = max(lengths, key=lambda column: lengths[column], default="")
    if len(lacking) < 2 or len(lengths) < 2:
        return dict(zip(lacking[-1:], filter(None, [answer]), strict=False)) if len(lacking) == 1 else {}
    order = list(lengths)
    others = order[: order.index(answer)] or order[1:]
    question = max(others, key=lambda column: lengths[column])
    return {lacking[0]: question, lacking[1]: answer}


def _text_lengths(rows: list[dict[str, Any]], columns: Sequence[str]) -> dict[str, float]:
    """Mean length of each column's texts; columns of numbers, names or nothing are left out."""
    lengths = {}
    for column in columns:
        texts = [text for row in rows if isinstance(value := row.get(column), str) and (text := value.strip())]
        if texts and sum(bool(_PLAIN_VALUE.fullmatch(text)) for text in texts) <= len(texts) / 2:
            lengths[column] = mean(map(len, texts))
    return lengths
