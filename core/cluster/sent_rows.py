"""Rows of a step as they travel: numbers and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec
import numpy as np

from core.cluster.wire import PART, garbage
from core.engine.train.rows import NO_LABEL, Int32, PackedRow

NumberedRow = tuple[int, PackedRow]  # its number in the step decides its dropout and noise


class _Row(msgspec.Struct, array_like=True):
    number: Annotated[int, msgspec.Meta(ge=0, lt=1 << 31)]
    n_tokens: Annotated[int, msgspec.Meta(ge=0)]
    n_supervised: Annotated[int, msgspec.Meta(ge=0)]
    arrays: bytes  # [4, T] int32: tokens, positions, segments, labels


_DECODER = msgspec.msgpack.Decoder(list[_Row])
_BYTES = 4 * 4  # of a token
_ROW_BYTES = 64  # of a row besides


def sent(rows: Sequence[NumberedRow]) -> bytes:
    return msgspec.msgpack.encode([_Row(n, row.n_tokens, row.n_supervised, _arrays(row)) for n, row in rows])


def received(content: bytes) -> list[NumberedRow]:
    """Raises LuthierError `cluster.garbage` for what no `sent` has made."""
    try:
        rows = _DECODER.decode(content)
    except (msgspec.DecodeError, ValueError) as error:
        raise garbage(f"rows that are none ({error})") from error
    if not rows or any(not row.arrays or len(row.arrays) % _BYTES for row in rows):
        raise garbage("rows that are not whole")
    return [(row.number, _row(row)) for row in rows]


def sound_rows(content: bytes, longest: int, n_vocab: int) -> list[NumberedRow]:
    """Read another computer's rows, and accept only what an engine can compute. longest: tokens of a row, at most.

    Raises LuthierError `cluster.garbage`.
    """
    rows = received(content)
    for _, row in rows:
        length = len(row.tokens)
        is_sound = (
            length <= longest
            and row.n_supervised <= row.n_tokens <= length
            and _within(row.tokens, 0, n_vocab)
            and _within(row.labels, NO_LABEL, n_vocab)
            and _within(row.positions, 0, longest)
            and _within(row.segments, -1, length + 1)
        )
        if not is_sound:
            raise garbage("rows that no data of a training become")
    return rows


def fitting(rows: Sequence[NumberedRow]) -> Iterator[Sequence[NumberedRow]]:
    """Yield as many rows at a time as one message has room for."""
    start, size = 0, 0
    for end, (_, row) in enumerate(rows):
        n_bytes = _BYTES * len(row.tokens) + _ROW_BYTES
        if end > start and size + n_bytes > PART:
            yield rows[start:end]
            start, size = end, 0
        size += n_bytes
    yield rows[start:]


def _within(numbers: Int32, least: int, end: int) -> bool:
    return bool(numbers.min() >= least and numbers.max() < end)


def _arrays(row: PackedRow) -> bytes:
    return np.stack([row.tokens, row.positions, row.segments, row.labels]).astype("<i4").tobytes()


def _row(of: _Row) -> PackedRow:
    arrays = np.frombuffer(of.arrays, "<i4").astype(np.int32).reshape(4, -1)
    tokens, positions, segments, labels = map(np.ascontiguousarray, arrays)
    return PackedRow(tokens, positions, segments, labels, of.n_tokens, of.n_supervised)
