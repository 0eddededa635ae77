"""Rows of a step as they travel: numbers and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec
import numpy as np

from core.cluster.wire import PART, garbage
from core.engine.train.rows import NO_LABEL, Int32, PackedRow, RowChoices

NumberedRow = tuple[int, PackedRow]  # its number in the step decides its dropout and noise


class _Row(msgspec.Struct, array_like=True):
    number: Annotated[int, msgspec.Meta(ge=0, lt=1 << 31)]
    n_tokens: Annotated[int, msgspec.Meta(ge=0)]
    n_supervised: Annotated[int, msgspec.Meta(ge=0)]
    arrays: bytes  # [4, T] int32: tokens, positions, segments, labels
    sides: bytes = b""  # [n segments] int8, of choices (RowChoices)
    reference: bytes = b""  # [n segments] float64, of choices


_DECODER = msgspec.msgpack.Decoder(list[_Row])
_BYTES = 4 * 4  # of a token
_ROW_BYTES = 64  # of a row besides


def sent(rows: Sequence[NumberedRow]) -> bytes:
    return msgspec.msgpack.encode(
        [_Row(n, row.n_tokens, row.n_supervised, _arrays(row), *_choices(row)) for n, row in rows]
    )


def received(content: bytes) -> list[NumberedRow]:
    """Raises LuthierError `cluster.garbage` for what no `sent` has made."""
    try:
        rows = _DECODER.decode(content)
    except (msgspec.DecodeError, ValueError) as error:
        raise garbage(f"rows that are none ({error})") from error
    if not rows or any(
        not row.arrays or len(row.arrays) % _BYTES or len(row.reference) != 8 * len(row.sides) for row in rows
    ):
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
            and _are_sound(row)
        )
        if not is_sound:
            raise garbage("rows that no data of a training become")
    return rows


def fitting(rows: Sequence[NumberedRow]) -> Iterator[Sequence[NumberedRow]]:
    """Yield as many rows at a time as one message has room for."""
    start, size = 0, 0
    for end, (_, row) in enumerate(rows):
        n_bytes = _BYTES * len(row.tokens) + _ROW_BYTES + (9 * len(row.choices.sides) if row.choices else 0)
        if end > start and size + n_bytes > PART:
            yield rows[start:end]
            start, size = end, 0
        size += n_bytes
    yield rows[start:]


def _within(numbers: Int32, least: int, end: int) -> bool:
    return bool(numbers.min() >= least and numbers.max() < end)


def _arrays(row: PackedRow) -> bytes:
    return np.stack([row.tokens, row.positions, row.segments, row.labels]).astype("<i4").tobytes()


def _choices(row: PackedRow) -> tuple[bytes, ...]:
    if row.choices is None:
        return ()
    return row.choices.sides.astype("<i1").tobytes(), row.choices.reference.astype("<f8").tobytes()


def _are_sound(row: PackedRow) -> bool:
    """Whether a row's choices, if it has some, are of its segments, and pairs where they have to be."""
    if row.choices is None:
        return True
    of = row.segments[row.labels != NO_LABEL]
    n, sides = len(row.choices.sides), row.choices.sides
    is_of_row = not len(of) or (of.min() >= 0 and of.max() < n)
    return bool(is_of_row and n % 2 == 0 and np.abs(sides).max() <= 1 and np.isfinite(row.choices.reference).all())


def _row(of: _Row) -> PackedRow:
    arrays = np.frombuffer(of.arrays, "<i4").astype(np.int32).reshape(4, -1)
    tokens, positions, segments, labels = map(np.ascontiguousarray, arrays)
    choices = None
    if of.sides:
        choices = RowChoices(np.frombuffer(of.sides, "<i1").copy(), np.frombuffer(of.reference, "<f8").copy())
    return PackedRow(tokens, positions, segments, labels, of.n_tokens, of.n_supervised, choices)
