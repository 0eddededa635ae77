"""Several sequences in one row of fixed length, so that little of the machine's work goes into padding.

The model keeps them apart by `segments` (a token sees only its own segment) and by positions that restart.
"""

from __future__ import annotations

from collections.abc import Sequence as Many
from dataclasses import dataclass

import numpy as np

from core.data.sequence import Int32, Sequence

NO_LABEL = -1
SHAPE_STEP = 64  # tokens; unpacked rows are padded to a multiple of it, so that few graph shapes exist


@dataclass(frozen=True, eq=False)
class PackedRow:
    """One micro-batch of T tokens; every array is [T].

    positions restart at 0 in every segment. Padding stands at the end, as a segment of its own.
    labels[i] is the token to predict at position i (the next of the same segment), or -1.
    """

    tokens: Int32
    positions: Int32
    segments: Int32
    labels: Int32
    n_tokens: int  # padding not counted
    n_trained: int


def pack_rows(sequences: Many[Sequence], row_tokens: int) -> list[PackedRow]:
    """First-fit decreasing into rows of `row_tokens`; the same input always gives the same rows.

    Raises ValueError when a sequence is longer than a row.
    """
    lengths = np.array([len(sequence) for sequence in sequences], dtype=np.int64)
    if len(lengths) and lengths.max() > row_tokens:
        raise ValueError(f"a sequence of {lengths.max()} tokens does not fit a row of {row_tokens}")
    return [_row([sequences[i] for i in members], row_tokens) for members in _first_fit_decreasing(lengths, row_tokens)]


def unpacked_rows(sequences: Many[Sequence], row_tokens: int) -> list[PackedRow]:
    """One sequence per row, padded to a multiple of 64 but never beyond `row_tokens` (ValueError if longer)."""
    rows = []
    for sequence in sequences:
        if len(sequence) > row_tokens:
            raise ValueError(f"a sequence of {len(sequence)} tokens does not fit a row of {row_tokens}")
        rows.append(_row([sequence], min(-(-len(sequence) // SHAPE_STEP) * SHAPE_STEP, row_tokens)))
    return rows


def fill_rate(rows: Many[PackedRow]) -> float:
    """Share of the rows' tokens that is not padding, 0..1."""
    return sum(row.n_tokens for row in rows) / max(1, sum(len(row.tokens) for row in rows))


def _first_fit_decreasing(lengths: np.ndarray, capacity: int) -> list[list[int]]:
    """Indices of the sequences of every row.

    Sequences of equal length are placed together: first fit fills each row in turn with as many as it holds.
    """
    free = np.zeros(len(lengths), dtype=np.int64)  # room left in every row that is open
    members: list[list[int]] = []
    order = np.argsort(-lengths, kind="stable")
    starts = np.flatnonzero(np.diff(lengths[order], prepend=-1))
    for group in np.split(order, starts[1:]) if len(order) else []:
        length = int(lengths[group[0]])
        fits = free[: len(members)] // length
        rows = np.repeat(np.arange(len(members)), fits)[: len(group)]
        fresh = len(members) + np.arange(len(group) - len(rows)) // (capacity // length)
        for index, row in zip(group.tolist(), np.concatenate([rows, fresh]).tolist(), strict=True):
            if row == len(members):
                members.append([])
                free[row] = capacity
            members[row].append(index)
            free[row] -= length
    return members


def _row(sequences: Many[Sequence], row_tokens: int) -> PackedRow:
    tokens = np.zeros(row_tokens, dtype=np.int32)
    positions = np.zeros(row_tokens, dtype=np.int32)
    segments = np.full(row_tokens, len(sequences), dtype=np.int32)
    labels = np.full(row_tokens, NO_LABEL, dtype=np.int32)
    start = 0
    for segment, sequence in enumerate(sequences):
        end = start + len(sequence)
        tokens[start:end] = sequence.tokens
        positions[start:end] = np.arange(len(sequence))
        segments[start:end] = segment
        labels[start : end - 1] = np.where(sequence.trained[1:], sequence.tokens[1:], NO_LABEL)
        start = end
    positions[start:] = np.arange(row_tokens - start)
    return PackedRow(tokens, positions, segments, labels, start, sum(sequence.n_trained for sequence in sequences))
