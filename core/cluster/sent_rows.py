"""Rows of a step as they travel: numbers and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from core.engine.train.rows import PackedRow

NumberedRow = tuple[int, PackedRow]  # its number in the step decides its dropout and noise


class _Row(msgspec.Struct, array_like=True):
    number: int
    n_tokens: int
    n_supervised: int
    arrays: bytes  # [4, T] int32: tokens, positions, segments, labels


_DECODER = msgspec.msgpack.Decoder(list[_Row])


def sent(rows: Sequence[NumberedRow]) -> bytes:
    return msgspec.msgpack.encode([_Row(n, row.n_tokens, row.n_supervised, _arrays(row)) for n, row in rows])


def received(content: bytes) -> list[NumberedRow]:
    """Raises ValueError."""
    return [(row.number, _row(row)) for row in _DECODER.decode(content)]


def _arrays(row: PackedRow) -> bytes:
    return np.stack([row.tokens, row.positions, row.segments, row.labels]).astype("<i4").tobytes()


def _row(of: _Row) -> PackedRow:
    arrays = np.frombuffer(of.arrays, "<i4").astype(np.int32).reshape(4, -1)
    tokens, positions, segments, labels = map(np.ascontiguousarray, arrays)
    return PackedRow(tokens, positions, segments, labels, of.n_tokens, of.n_supervised)
