"""Packs several examples into each row of fixed length, to keep padding low.

The lengths of the examples decide which row holds which; a row's tokens are assembled on demand.

The model keeps examples apart by `segments` (a token sees only its own segment) and by positions that restart. If
examples share a beginning (core/data/tokens/beginnings.py), a row holds it once: in the first of them, which is
complete. The others follow without it; their positions continue from it, which tells the model that they see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from core.data.example import Example
from core.data.tokens.beginnings import NONE, Beginnings
from core.data.tokens.example_view import Int64, KnownExamples, lengths_of, supervised_of
from core.engine.train.rows import NO_LABEL, PackedRow, PerSegment, RowChoices, Rows

Sides = NDArray[np.int8]  # [n examples], as in RowChoices
WORTHWHILE = 0.05  # smallest share of the rows that shared beginnings must save
SHAPE_STEP = 64  # tokens; unpacked rows are padded to a multiple of it, so that few graph shapes exist


@dataclass(frozen=True, eq=False)
class PackedRows(Rows):
    """Rows that are assembled on demand, the same each time.

    members: [n examples], indices of the examples row by row; row r has members[borders[r] : borders[r + 1]].
    sizes: [n rows], tokens in each row, including padding.
    shared: [n examples], as members: tokens of an example's beginning that the row does not repeat; they are those of
    the last example before it with shared = 0.
    sides: [n examples], as members: for choices (RowChoices); None for others. reference: likewise.
    """

    examples: Sequence[Example]
    members: Int64
    borders: Int64
    sizes: Int64
    shared: Int64
    sides: Sides | None = None
    reference: PerSegment | None = None

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
        here = slice(self.borders[row], self.borders[row + 1])
        examples = [self.examples[i] for i in self.members[here].tolist()]
        packed = _row(examples, self.shared[here].tolist(), int(self.sizes[row]))
        if self.sides is None:
            return packed
        reference = np.zeros(len(examples)) if self.reference is None else self.reference[here]
        return replace(packed, choices=RowChoices(self.sides[here], reference))

    def with_reference(self, reference: PerSegment) -> PackedRows:
        """Return rows of choices with the reference model's log-probabilities, of all segments row by row."""
        return replace(self, reference=reference)

    @property
    def longest(self) -> int:
        """Return the tokens in the longest row, including padding."""
        return int(self.sizes.max())

    @property
    def n_segments(self) -> int:
        """Return the number of segments in all rows, without padding."""
        return len(self.members)

    @property
    def n_tokens(self) -> int:
        """Return the number of tokens in all rows, without padding."""
        return int(lengths_of(self.examples).sum()) - self.n_shared

    @property
    def n_shared(self) -> int:
        """Return the number of examples' tokens that the rows save by shared beginnings."""
        return int(self.shared.sum())

    @property
    def n_supervised(self) -> int:
        """Return the number of supervised tokens in all rows."""
        return int(supervised_of(self.examples).sum())

    def fingerprint(self) -> str:
        """Return a hash of the training rows: tokens, mask and packing."""
        digest = blake2b(digest_size=16)
        for array in (self.members, self.borders, self.sizes):
            digest.update(array.tobytes())
        if self.n_shared:
            digest.update(self.shared.tobytes())
        if self.sides is not None:
            digest.update(self.sides.tobytes())
        if isinstance(self.examples, KnownExamples):
            for part in self.examples.describe():
                digest.update(part)
        else:
            for example in self.examples:
                digest.update(example.tokens.tobytes())
                digest.update(example.supervised.tobytes())
        return digest.hexdigest()


def pack_rows(
    examples: Sequence[Example], row_tokens: int, beginnings: Beginnings | None = None, fewest: int = 0
) -> PackedRows:
    """Pack examples into rows of `row_tokens` by first-fit decreasing; the same input always gives the same rows.

    beginnings: of the examples; rows hold them once if that saves a share WORTHWHILE of the rows and leaves at least
    `fewest` rows. Raises ValueError if an example is longer than a row.
    """
    lengths = _checked_lengths(examples, row_tokens)
    packing = _packing(lengths, row_tokens, beginnings, fewest)
    group_of, shared, row_of = packing
    group_size = np.bincount(group_of, lengths - shared)[group_of] + shared
    members = np.lexsort((-lengths, group_of, -group_size, row_of[group_of]))
    is_first = np.diff(group_of[members], prepend=-1) != 0
    borders = np.searchsorted(row_of[group_of][members], np.arange(packing.n_rows + 1))
    sizes = np.full(packing.n_rows, row_tokens, dtype=np.int64)
    return PackedRows(examples, members, borders, sizes, np.where(is_first, 0, shared[members]))


def pack_groups(
    examples: Sequence[Example], group_of: Int64, shared: Int64, sides: Sides, row_tokens: int, *, packed: bool
) -> PackedRows:
    """Return rows that keep the examples of a group together, in order.

    group_of: [n examples], from 0. shared: [n examples], tokens of the group's shared beginning, which a row holds
    once. sides: [n examples]. packed: several groups share a row; otherwise each has its own row, padded to a multiple
    of SHAPE_STEP. Raises ValueError if a group is longer than a row.
    """
    lengths = lengths_of(examples)
    n_groups = int(group_of.max(initial=-1)) + 1
    order = np.argsort(group_of, kind="stable")
    is_first = np.diff(group_of[order], prepend=-1) != 0
    lying = np.where(is_first, 0, shared[order])
    sizes = np.bincount(group_of[order], lengths[order] - lying, n_groups).astype(np.int64)
    if sizes.max(initial=0) > row_tokens:
        raise ValueError(f"a choice of {sizes.max()} tokens does not fit a row of {row_tokens}")
    row_of = _first_fit_decreasing(sizes, row_tokens) if packed else np.arange(n_groups)
    n_rows = int(row_of.max(initial=-1)) + 1
    by_row = np.argsort(row_of[group_of[order]], kind="stable")
    members = order[by_row]
    row_sizes = np.full(n_rows, row_tokens, dtype=np.int64)
    if not packed:
        row_sizes = np.minimum(-(-sizes // SHAPE_STEP) * SHAPE_STEP, row_tokens)
    borders = np.searchsorted(row_of[group_of[members]], np.arange(n_rows + 1))
    return PackedRows(examples, members, borders, row_sizes, lying[by_row], sides[members])


def count_rows(
    lengths: Int64, row_tokens: int, beginnings: Beginnings | None = None, fewest: int = 0
) -> tuple[int, int]:
    """Return the number of rows that `pack_rows` would make of examples of these lengths, none longer than a row, and
    the number of tokens that shared beginnings would save.
    """
    packing = _packing(lengths, row_tokens, beginnings, fewest)
    firsts = np.zeros(len(packing.row_of), np.int64)
    firsts[packing.group_of] = packing.shared
    return packing.n_rows, int(packing.shared.sum() - firsts.sum())


def unpacked_rows(examples: Sequence[Example], row_tokens: int) -> PackedRows:
    """Return one example per row, padded to a multiple of 64 but never beyond `row_tokens` (ValueError if longer)."""
    lengths = _checked_lengths(examples, row_tokens)
    sizes = np.minimum(-(-lengths // SHAPE_STEP) * SHAPE_STEP, row_tokens)
    return PackedRows(examples, np.arange(len(lengths)), np.arange(len(lengths) + 1), sizes, np.zeros_like(lengths))


def fill_rate(rows: Sequence[PackedRow]) -> float:
    """Return the share of the rows' tokens that is not padding, 0..1."""
    if isinstance(rows, PackedRows):
        return rows.n_tokens / max(1, int(rows.sizes.sum()))
    return sum(row.n_tokens for row in rows) / max(1, sum(len(row.tokens) for row in rows))


def _checked_lengths(examples: Sequence[Example], row_tokens: int) -> Int64:
    lengths = lengths_of(examples)
    if lengths.max(initial=0) > row_tokens:
        raise ValueError(f"an example of {lengths.max()} tokens does not fit a row of {row_tokens}")
    return lengths


class _Packing(NamedTuple):
    """A packing. group_of: [n examples], those that share one beginning; most are alone. shared: [n examples], tokens
    of the shared beginning; 0 for those alone. row_of: [n groups].
    """

    group_of: Int64
    shared: Int64
    row_of: Int64

    @property
    def n_rows(self) -> int:
        return int(self.row_of.max(initial=-1)) + 1


def _packing(lengths: Int64, row_tokens: int, beginnings: Beginnings | None, fewest: int) -> _Packing:
    alone = np.zeros_like(lengths)
    plain = _Packing(np.arange(len(lengths)), alone, _first_fit_decreasing(lengths, row_tokens))
    if beginnings is None:
        return plain
    best = beginnings.best(lengths, row_tokens)
    shared = np.where(best == NONE, 0, beginnings.depths[best])
    group_of = _groups(lengths - shared, best, row_tokens - shared)
    shared[np.bincount(group_of)[group_of] == 1] = 0
    sizes = np.bincount(group_of, lengths - shared).astype(np.int64)
    firsts = np.zeros_like(sizes)
    firsts[group_of] = shared
    packing = _Packing(group_of, shared, _first_fit_decreasing(sizes + firsts, row_tokens))
    pays = packing.n_rows <= (1 - WORTHWHILE) * plain.n_rows and packing.n_rows >= fewest
    return packing if pays else plain


def _groups(own: Int64, beginning: Int64, room: Int64) -> Int64:
    """Assign examples that share a beginning to groups of one row each: [n examples], groups from 0.

    own: tokens after the shared beginning, which is NONE for examples alone. room: tokens that the beginning leaves in
    a row.
    """
    alone = beginning == NONE
    group_of = np.cumsum(alone) - 1
    n_groups = int(alone.sum())
    order = np.flatnonzero(~alone)
    order = order[np.argsort(beginning[order], kind="stable")]
    starts = np.flatnonzero(np.diff(beginning[order], prepend=NONE))
    counts = np.diff(starts, append=len(order))
    fits = np.add.reduceat(own[order], starts) <= room[order[starts]] if len(order) else counts > 0
    group_of[order] = np.repeat(n_groups + np.cumsum(fits) - 1, counts)  # groups that fit one row
    n_groups += int(fits.sum())
    for start, count in zip(starts[~fits].tolist(), counts[~fits].tolist(), strict=True):
        together = order[start : start + count]
        group_of[together] = n_groups + _first_fit_decreasing(own[together], int(room[together[0]]))
        n_groups = int(group_of[together].max()) + 1
    return group_of


def _first_fit_decreasing(lengths: Int64, capacity: int) -> Int64:
    """Return the row of every example, [n].

    Examples of equal length are placed together: first fit fills each row in turn with as many as it holds.
    """
    row_of = np.zeros(len(lengths), dtype=np.int64)
    free = np.zeros(len(lengths), dtype=np.int64)  # room left in every open row
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


def _row(examples: Sequence[Example], shared: Sequence[int], row_tokens: int) -> PackedRow:
    tokens = np.zeros(row_tokens, dtype=np.int32)
    positions = np.zeros(row_tokens, dtype=np.int32)
    segments = np.full(row_tokens, len(examples), dtype=np.int32)
    labels = np.full(row_tokens, NO_LABEL, dtype=np.int32)
    start = 0
    for segment, (example, skipped) in enumerate(zip(examples, shared, strict=True)):
        own, supervised = example.tokens[skipped:], example.supervised[skipped:]
        end = start + len(own)
        tokens[start:end] = own
        positions[start:end] = np.arange(skipped, len(example))
        segments[start:end] = segment
        labels[start : end - 1] = np.where(supervised[1:], own[1:], NO_LABEL)
        start = end
    positions[start:] = np.arange(row_tokens - start)
    return PackedRow(tokens, positions, segments, labels, start, sum(example.n_supervised for example in examples))
