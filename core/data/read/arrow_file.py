"""Reads rows of Parquet and Arrow files, with pyarrow if it is installed.

Arrow files end in .arrow or .feather; the library datasets saves them as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple

from core.base.callbacks import ReportProgress
from core.base.errors import Do, LuthierError, in_words
from core.data.problems import BadRowError
from core.data.read.data_file import starts_with
from core.data.read.lines import LONGEST
from core.data.read.records import Record, too_long, utf8_size

_PARQUET, _ARROW, _STREAM = b"PAR1", b"ARROW1\0\0", b"\xff\xff\xff\xff"  # first bytes of a file
_BATCH, _BATCH_BYTES = 256, 64 << 20  # rows of a Parquet file in memory at once, and about their bytes


class _Table(NamedTuple):
    """An open file. total: rows, 0 if unknown. batches: of Arrow's columns."""

    columns: tuple[str, ...]
    total: int
    batches: Iterator[Any]


def kind_of_table(path: Path) -> Literal["parquet", "arrow"] | None:
    """Return the kind of file by its first bytes; None for another. Raises what `opened` raises."""
    if starts_with(path, _PARQUET):
        return "parquet"
    return "arrow" if any(starts_with(path, magic) for magic in (_ARROW, _STREAM)) else None


def arrow_columns(path: Path) -> tuple[str, ...]:
    """Return the columns' names. Raises LuthierError `data.needs-parquet` or `data.unreadable`."""
    with _opened(path) as table:
        return table.columns


def read_arrow(path: Path, file: int = 0, progress: ReportProgress | None = None) -> Iterator[Record]:
    """Yield the rows by column, numbered from 1; one batch at a time is in memory.

    Raises LuthierError `data.needs-parquet` or `data.unreadable`.
    """
    number, size = 0, path.stat().st_size
    with _opened(path) as table:
        for batch in table.batches:
            for row in batch.to_pylist():
                number += 1
                yield Record(file, number, _unpadded(row), _fault_of(row))
                if progress and table.total:
                    progress(size * number // table.total, size)


def _fault_of(row: dict[str, Any]) -> BadRowError | None:
    return too_long() if sum(utf8_size(str(part)) for part in row.values()) > LONGEST else None


def _unpadded(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row without null keys, with which Arrow pads objects to the keys of other rows' objects."""
    return {column: _without_nulls(value) for column, value in row.items()}


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(part) for key, part in value.items() if part is not None}
    return [_without_nulls(part) for part in value] if isinstance(value, list) else value


@contextmanager
def _opened(path: Path) -> Iterator[_Table]:
    try:
        from pyarrow import OSFile
        from pyarrow.ipc import open_file, open_stream
        from pyarrow.parquet import ParquetFile
    except ImportError as error:
        raise LuthierError(
            "data.needs-parquet",
            f"{path} is a Parquet or Arrow file, and what reads those is not installed.",
            Do.by("Turn the file into CSV or JSON lines.", "or `pip install pyarrow`, Luthier's extra parquet"),
        ) from error
    try:
        with OSFile(str(path)) as raw:
            if starts_with(path, _PARQUET):
                parquet = ParquetFile(raw)
                yield _Table(tuple(parquet.schema_arrow.names), parquet.metadata.num_rows, _parquet_batches(parquet))
            elif starts_with(path, _ARROW):
                table = open_file(raw)
                batches = map(table.get_batch, range(table.num_record_batches))
                yield _Table(tuple(table.schema.names), 0, _parts(batches))
            else:
                stream = open_stream(raw)
                yield _Table(tuple(stream.schema.names), 0, _parts(iter(stream)))
    except (OSError, ValueError) as error:  # pyarrow's exceptions derive from these
        what = f"{path} is a damaged Parquet or Arrow file: {in_words(error)}."
        raise LuthierError("data.unreadable", what, "Download it again.") from error


def _parquet_batches(table: Any) -> Iterator[Any]:
    """Yield batches of rows, smaller ones if the rows are long."""
    for place in range(table.num_row_groups):
        group = table.metadata.row_group(place)
        length = group.total_byte_size // max(1, group.num_rows)
        batch = max(1, min(_BATCH, _BATCH_BYTES // max(1, length)))
        yield from table.iter_batches(batch_size=batch, row_groups=[place])


def _parts(batches: Iterator[Any]) -> Iterator[Any]:
    """Yield the written batches in slices."""
    for batch in batches:
        for start in range(0, batch.num_rows, _BATCH):
            yield batch.slice(start, _BATCH)
