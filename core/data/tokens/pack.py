"""Several examples in one row of fixed length, so that little of the machine's work goes into padding.

Which example stands in which row is decided from their lengths; a row's tokens are put together when it is asked for.

The model keeps them apart by `segments` (a token sees only its own segment) and by positions that restart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import overload

import numpy as np

from core.data.example import Example
from core.data.tokens.example_view import ExampleView, Int64, lengths_of, supervised_of
from core.engine.train.rows import NO_LABEL, PackedRow, Rows

SHAPE_STEP = 64  # tokens; unpacked rows are padded to a multiple of it, so that few graph shapes exist


@dataclass(frozen=True, eq=False)
class PackedRows(Rows):
    """Rows that are made when they are asked for, the same each time.

    members: [n examples], indices of the examples row by row; row r has members[borders[r] : borders[r + 1]].
    sizes: [n rows], tokens in each row, padding counted.
    """

    examples: Sequence[Example]
    members: Int64
    borders: Int64
    sizes: Int64

    def __len__(self) -> int:
        return len(self.sizes)

    @overload
    def __getitem__(self, index: int) -> PackedRow: ...

    @overload
    def __getitem__(self, index: slice) -> list[PackedRow]: ...

    def __getitem__(self, index: int | slice) -> PackedRow | list[PackedRow]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        row = range(len(self))[index]
        members = self.members[self.borders[row] : self.borders[row + 1]]
        return _row([self.examples[i] for i in members.tolist()], int(self.sizes[row]))

    @property
    def longest(self) -> int:
        """Tokens in the longest row, padding counted."""
        return int(self.sizes.max())

    @property
    def n_tokens(self) -> int:
        """Tokens in all rows, padding not counted."""
        return int(lengths_of(self.examples).sum())

    @property
    def n_supervised(self) -> int:
        """Tokens in all rows that count in the loss."""
        return int(supervised_of(self.examples).sum())

    def fingerprint(self) -> str:
        """Identifies what is trained on: tokens, which of them are supervised, and how they are packed."""
        digest = blake2b(digest_size=16)
        for array in (self.members, self.borders, self.sizes):
            digest.update(array.tobytes())
        if isinstance(view := self.examples, ExampleView):
            digest.update(f"{view.digest} {view.bos} {view.eos}".encode())
            for part in (view.starts, view.sizes, view.begins, view.ends):
                digest.update(part.tobytes())
        else:
            for example in self.examples:
                digest.update(example.tokens.tobytes())
                digest.update(example.supervised.tobytes())
        return digest.hexdigest()


def pack_rows(examples: Sequence[Example], row_tokens: int) -> PackedRows:
    """First-fit decreasing into rows of `row_tokens`; the same input always gives the same rows.

    Raises ValueError when an example is longer than a row.
    """
    lengths = _checked_lengths(examples, row_tokens)
    row_of = _first_fit_decreasing(lengths, row_tokens)
    longest_first = np.argsort(-lengths, kind="stable")
    members = longest_first[np.argsort(row_of[longest_first], kind="stable")]
    n_rows = int(row_of.max(initial=-1)) + 1
    borders = np.searchsorted(row_of[members], np.arange(n_rows + 1))
    return PackedRows(examples, members, borders, np.full(n_rows, row_tokens, dtype=np.int64))


def count_rows(lengths: Int64, row_tokens: int) -> int:
    """How many rows `pack_rows` would make of examples of these lengths, none longer than a row."""
    return int(_first_fit_decreasing(lengths, row_tokens).max(initial=-1)) + 1


def unpacked_rows(examples: Sequence[Example], row_tokens: int) -> PackedRows:
    """One example per row, padded to a multiple of 64 but never beyond `row_tokens` (ValueError if longer)."""
    lengths = _checked_lengths(examples, row_tokens)
    sizes = np.minimum(-(-lengths // SHAPE_STEP) * SHAPE_STEP, row_tokens)
    return PackedRows(examples, np.arange(len(lengths)), np.arange(len(lengths) + 1), sizes)


def fill_rate(rows: Sequence[PackedRow]) -> float:
    """Share of the rows' tokens that is not padding, 0..1."""
    if isinstance(rows, PackedRows):
        return rows.n_tokens / max(1, int(rows.sizes.sum()))
    return sum(row.n_tokens for row in rows) / max(1, sum(len(row.tokens) for row in rows))


def _checked_lengths(examples: Sequence[Example], row_tokens: int) -> Int64:
    lengths = lengths_of(examples)
    if lengths.max(initial=0) > row_tokens:
        raise ValueError(f"an example of {lengths.max()} tokens does not fit a row of {row_tokens}")
    return lengths


def _first_fit_decreasing(lengths: Int64, capacity: int) -> Int64:
    """The row of every example, [n].

    Examples of equal length are placed together: first fit fills each row in turn with as many as it holds.
    """
    row_of = np.zeros(len(lengths), dtype=np.int64)
    free = np.zeros(len(lengths), dtype=np.int64)  # room left in every row that is open
    n_rows = 0
    order = np.argsort(-lengths, kind="stable")
    starts = np.flatnonzero(np.diff(lengths[order], prepend=-1))
    for group in np.split(order, starts[1:]) if len(order) else []:
        length = int(lengths[group[0]])
        fitting = np.cumsum(free[:n_rows] // length)  # how many fit into this row and those before it
        old = min(len(group), int(fitting[-1]) if n_rows else 0)
        rows = np.searchsorted(fitting, np.arange(old), side="right")
        fresh = n_rows + np.arange(len(group) - old) // (capacity // length)
        row_of[group] = np.concatenate([rows, fresh])
        opened = int(fresh[-1]) + 1 if len(fresh) else n_rows
        free[n_rows:opened] = capacity
        n_rows = opened
        free[:n_rows] -= length * np.bincount(row_of[group], minlength=n_rows)
    return row_of


def _row(examples: Sequence[Example], row_tokens: int) -> PackedRow:
    tokens = np.zeros(row_tokens, dtype=np.int32)
    positions = np.zeros(row_tokens, dtype=np.int32)
    segments = np.full(row_tokens, len(examples), dtype=np.int32)
    labels = np.full(row_tokens, NO_LABEL, dtype=np.int32)
    start = 0
    for segment, example in enumerate(examples):
        end = start + len(example)
        tokens[start:end] = example.tokens
        positions[start:end] = np.arange(len(example))
        segments[start:end] = segment
        labels[start : end - 1] = np.where(example.supervised[1:], example.tokens[1:], NO_LABEL)
        start = end
    positions[start:] = np.arange(row_tokens - start)
    return PackedRow(tokens, positions, segments, labels, start, sum(example.n_supervised for example in examples))
