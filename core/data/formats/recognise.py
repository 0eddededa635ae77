"""Recognises the content of a file or folder: how rows are written, and what their columns mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from core.base.errors import Do, LuthierError
from core.data.formats.container import Container, container_of, first_rows, table_start
from core.data.formats.guess import (
    best_format,
    format_of_fields,
    guess_columns,
    is_rendered,
    labels_beside,
    plainest_format,
    separators_in,
    turn_a_row,
    usual_format,
)
from core.data.formats.ranked import first_number
from core.data.formats.row_formats import CHOICES, FORMATS, TEXT, choices_in, columns_of, missing
from core.data.problems import BadRowError
from core.data.read.arrow_file import arrow_columns
from core.data.read.data_file import kind_of_document
from core.data.read.documents.document import read_document
from core.data.read.folder import TEXT_FILES, data_files, kind_of_name
from core.data.read.json_file import rows_share_lines
from core.data.read.lines import encoding_of
from core.data.read.table_file import Header
from core.data.read.text import is_dialogue
from core.protocol.config import TrainConfig

# Keys of a server's error saved in place of a file.
_ERROR = {"error", "message", "detail", "status", "statusCode", "code"}
Part = Literal["train", "valid"]  # of a folder divided into training and held-out files


@dataclass(frozen=True)
class Recognised:
    """How to read a data file. format: TEXT or a name in FORMATS. mapping: each field's column. guessed: the columns'
    names do not show their meaning.

    encodings: by file, in Python's names. left_out: parts of a folder that are not read, and why. header: the setting;
    has_header: its result for the first file. starts: by file, the first line of a table, 1 without a title above.
    within: by file, the key of the object that holds its rows of JSON; "" for none. numbered_by_row: rows are not told
    apart by lines. sheets: of a workbook, those with rows; sheet: the one to read. labels: for texts, the column that
    classifies them, and its first labels. first_number: of choices, if answers are their numbers. separators: after all
    questions, and after all answers. The fields' names are part of the token cache's keys.
    """

    container: Container
    format: str
    columns: tuple[str, ...] = ()
    mapping: Mapping[str, str] | None = None
    given: Mapping[str, str] | None = None  # the user's part of the mapping
    guessed: bool = False
    delimiter: str = ","
    encodings: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    header: Header = "auto"
    has_header: bool = True
    starts: tuple[int, ...] = ()
    within: tuple[str, ...] = ()
    numbered_by_row: bool = False
    sheets: tuple[str, ...] = ()
    sheet: str = ""
    labels: tuple[str, ...] = ()
    first_number: int | None = None
    separators: tuple[str, str] | None = None

    @property
    def is_conversation(self) -> bool:
        """Return whether rows are conversations, not running text."""
        return self.format not in (TEXT, "documents")

    @property
    def encoding(self) -> str:
        """Return the encoding of all files, or "mixed"."""
        return self.encodings[0] if len(set(self.encodings)) == 1 else "mixed"

    def mapping_of(self, columns: tuple[str, ...]) -> dict[str, str]:
        """Return the mapping for a row with these columns, which may differ from those of the first rows. Raises
        BadRowError.
        """
        row_format = FORMATS[self.format]
        given = (self.mapping if self.guessed else self.given) or {}
        mapping = columns_of(row_format, columns, {f: c for f, c in given.items() if c in columns})
        lacking = missing(row_format, mapping)
        if not lacking:
            return mapping
        keys = ", ".join(repr(column)[:40] for column in columns[:12]) or "none"
        other = best_format(columns)
        if other and not missing(other, columns_of(other, columns, {})):
            raise BadRowError("another format than the file's", f"{other.name}, not {self.format}: its keys are {keys}")
        raise BadRowError(f"no {lacking[0]}", f"its keys are {keys}")


def recognise(path: Path, config: TrainConfig | None = None, part: Part = "train") -> Recognised:
    """Recognise the content of `path`, corrected by the settings `format` and `columns`. part: of a divided data set.

    All files of a folder share the first one's columns. Raises LuthierError `data.empty`, `data.unknown-column`,
    `data.mixed-folder`, and what data_files, encoding_of and the readers raise.
    """
    config = config or TrainConfig()
    of_folder = data_files(path, config.sheet)
    files = of_folder.held_out if part == "valid" else of_folder.files
    encodings = tuple(encoding_of(file, config.encoding) for file in files)
    if config.format == TEXT or (of_folder.is_folder and kind_of_name(files[0]) in TEXT_FILES):
        found = Recognised("text", TEXT)
    else:
        found = _recognise(files, encodings, config)
        if not of_folder.is_folder and kind_of_document(path) == "sheets":
            about, _ = read_document(path, "sheets", config.sheet)
            found = replace(found, sheets=tuple(about.sheets), sheet=about.sheet)
    return replace(found, encodings=encodings, left_out=of_folder.left_out)


def _recognise(files: tuple[Path, ...], encodings: tuple[str, ...], config: TrainConfig) -> Recognised:
    path, encoding = files[0], encodings[0]
    forms = [container_of(file, its) for file, its in zip(files, encodings, strict=True)]
    container, delimiter = forms[0]
    for file, (other, _) in zip(files, forms, strict=True):
        _require_same(container, path, file, other)
    if container == "text":
        if config.format in ("auto", "messages") and all(map(is_dialogue, files, encodings)):
            return Recognised("dialogue", "messages", ("messages",), {"messages": "messages"})
        return Recognised("text", TEXT)
    is_named, starts = True, [1] * len(files)
    if container == "csv":
        begun = [table_start(file, delimiter, its, config.header) for file, its in zip(files, encodings, strict=True)]
        starts, is_named = [line for line, _ in begun], begun[0][1]
    within = tuple(key for _, key in forms) if container == "json" else ("",)
    rows = list(first_rows(path, container, delimiter, encoding, config.header, starts[0], within[0]))
    columns = tuple(dict.fromkeys(column for row in rows for column in row))
    if len(rows) == 1 and "error" in columns and _ERROR.issuperset(columns):
        raise LuthierError(
            "data.other-kind",
            f"{path} is what a server answered in place of a file: {rows[0]['error']!s:.200}",
            "Download the file again, where it is, and as somebody who may.",
        )
    is_table = container in ("parquet", "arrow")
    if is_table:
        columns = arrow_columns(path)
    by_row = is_table or (container == "json" and rows_share_lines(path, encoding, within[0]))
    found = Recognised(container, "", columns, delimiter=delimiter, header=config.header, has_header=is_named)
    found = replace(found, numbered_by_row=by_row, starts=tuple(starts), within=within)
    found = _with_mapping(path, found, rows, config)
    return replace(found, first_number=_first_number(files, encodings, found)) if found.format in CHOICES else found


def _first_number(files: tuple[Path, ...], encodings: tuple[str, ...], found: Recognised) -> int | None:
    """Return the first number of the choices, which only the whole data shows."""
    mapping = found.mapping or {}
    within = found.within if len(found.within) == len(files) else ("",) * len(files)
    rows = (
        {field: row.get(column) for field, column in mapping.items()}
        for file, encoding, start, key in zip(files, encodings, found.starts, within, strict=True)
        for row in first_rows(file, found.container, found.delimiter, encoding, found.header, start, key, most=None)
    )
    return first_number((choices_in(row), row.get("answer")) for row in rows)


def _require_same(container: Container, first: Path, file: Path, other: Container) -> None:
    if other != container:
        raise LuthierError(
            "data.mixed-folder",
            f"{first.parent} holds rows in different forms: {first.name} is {container}, {file.name} is {other}.",
            "Put files of one form into a folder, or choose one of them.",
        )


def _with_mapping(path: Path, found: Recognised, rows: list[dict[str, Any]], config: TrainConfig) -> Recognised:
    given, columns = config.column_of, found.columns
    unknown = [column for column in given.values() if column not in columns]
    if unknown and columns:
        raise LuthierError(
            "data.unknown-column",
            f"{path} has no column {unknown[0]!r}. Its columns are {', '.join(map(repr, columns))}.",
            Do.set("columns", words="Write --set columns=FIELD:COLUMN with columns of the file."),
        )
    if config.format == "auto" and not given and turn_a_row(rows):
        raise LuthierError(
            "data.turn-a-row",
            f"{path} has a turn of a conversation in each row ({', '.join(list(rows[-1])[:4])}), and does not say "
            "where a conversation begins.",
            'Put the turns of each conversation into one row: {"messages": [{"role": "user", "content": "…"}, …]}.',
        )
    chosen = FORMATS[config.format] if config.format != "auto" else format_of_fields(given) or usual_format(rows)
    row_format = chosen or (FORMATS["messages"] if not columns else plainest_format(rows, columns))
    guessed = guess_columns(rows, columns, row_format, given)
    if config.format == "auto" and row_format.name == "documents" and is_rendered(rows, guessed | given):
        row_format = FORMATS["rendered"]
    known = {field.name for field in row_format.fields}
    if strange := set(given) - known:
        raise LuthierError(
            "data.unknown-column",
            f"The format {row_format.name} has no {min(strange)!r}; it has {', '.join(sorted(known))}.",
            Do.set("columns", words="Write --set columns=FIELD:COLUMN, or another --set format=NAME."),
        )
    mapping = columns_of(row_format, columns, guessed | given)
    if row_format.name == "prompt" and not missing(row_format, mapping):
        found = replace(found, separators=separators_in(rows, mapping["prompt"], mapping["completion"]))
    if row_format.name == "documents" and "text" in mapping:
        found = replace(found, labels=labels_beside(rows, mapping["text"]))
    return replace(found, format=row_format.name, mapping=mapping, given=given, guessed=bool(guessed))
