"""Rows that are nearly the same as an earlier one: min-hashing with bands (Broder 1997; Leskovec et al., Mining of
Massive Datasets, chapter 3), then the pairs it finds are compared.

A row is the set of its shingles: runs of five tokens. Those that a fifth of all rows have, as a system prompt or what
the template writes, say nothing about a row and are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.base.callbacks import ReportProgress
from core.data.tokens.example_view import ExampleView, Int64, evenly_spaced

SHINGLE = 5  # tokens
MIN_JACCARD = 0.8  # share of the shingles of either that both have
BANDS, IN_BAND = 8, 4  # of pairs that are 80% alike 98% are found
COMMON, SAMPLE = 0.2, 2000  # a shingle in that share of sampled rows is no mark of one
MOST_PAIRS = 20_000  # compared; beyond that, enough is known
_BLOCK = 1 << 18  # tokens at a time
_BUCKETS = 20  # bits that stand for a shingle when rows are counted
_FACTOR = np.uint64(0x9E3779B97F4A7C15)  # 2^64 / golden ratio, odd
_NONE = np.uint64(2**64 - 1)

UInt64 = NDArray[np.uint64]


class SimilarPair(NamedTuple):
    """Two rows by their places. share: of the shingles that either has, those that both have."""

    row: int
    earlier: int
    share: float


@dataclass(frozen=True)
class NearDuplicates:
    """Rows that are nearly the same. pairs: every row that is nearly an earlier one, once. is_whole: whether all
    candidates were compared.
    """

    pairs: list[SimilarPair]
    is_whole: bool


def near_duplicates(rows: ExampleView, progress: ReportProgress) -> NearDuplicates:
    """Compare all rows with each other."""
    is_common = _common_shingles(rows)
    bands = np.empty((len(rows), BANDS), np.uint32)
    for start, block, hashes in _blocks(rows):
        progress(start, len(rows))
        bands[start : start + len(block)] = _bands(hashes, block, is_common, first=start)
    found: dict[int, SimilarPair] = {}
    compared = 0
    for row, earlier in _candidates(bands):
        if row in found:
            continue
        if compared == MOST_PAIRS:
            return NearDuplicates(sorted(found.values()), is_whole=False)
        compared += 1
        share = _share(rows, row, earlier, is_common)
        if share >= MIN_JACCARD:
            found[row] = SimilarPair(row, earlier, share)
    return NearDuplicates(sorted(found.values()), is_whole=True)


def shingles_of(tokens: NDArray[np.int32]) -> UInt64:
    """Return a number for each run of SHINGLE tokens, [n - SHINGLE + 1]. tokens: [n], with their mask or without."""
    numbers = (tokens & 0x7FFFFFFF).astype(np.uint64)
    n = max(0, len(numbers) - SHINGLE + 1)
    found = np.zeros(n, np.uint64)
    for place in range(SHINGLE):
        found = (found + numbers[place : place + n]) * _FACTOR
        found ^= found >> np.uint64(29)
    return found


def _blocks(rows: ExampleView) -> Iterator[tuple[int, Int64, UInt64]]:
    """The first row of each block, where each of its rows begins among the shingles, and the shingles of all."""
    start = 0
    while start < len(rows):
        ends = np.cumsum(rows.sizes[start : start + _BLOCK])
        count = max(1, int(np.searchsorted(ends, _BLOCK, side="right")))
        pieces = [_shingles(rows, row) for row in range(start, start + count)]
        sizes = np.array([len(piece) for piece in pieces])
        yield start, np.cumsum(sizes) - sizes, np.concatenate(pieces)
        start += count


def _shingles(rows: ExampleView, row: int) -> UInt64:
    """Return at least one number for every row, so that each has its place."""
    first = int(rows.starts[row])
    found = shingles_of(rows.tokens[first : first + int(rows.sizes[row])])
    return found if len(found) else np.full(1, _NONE, np.uint64)


def _common_shingles(rows: ExampleView) -> NDArray[np.bool_]:
    """Return for each bucket whether too many rows have such a shingle."""
    counts = np.zeros(1 << _BUCKETS, np.int32)
    sample = evenly_spaced(len(rows), SAMPLE)
    for row in sample:
        counts[np.unique(_bucket(_shingles(rows, row)))] += 1
    return counts > max(2, COMMON * len(sample))


def _bucket(shingles: UInt64) -> UInt64:
    return shingles >> np.uint64(64 - _BUCKETS)


def _bands(shingles: UInt64, starts: Int64, is_common: NDArray[np.bool_], first: int) -> NDArray[np.uint32]:
    """[rows, BANDS] numbers; rows that share one are candidates. A row without a shingle of its own shares none."""
    kept = np.where(is_common[_bucket(shingles)], _NONE, shingles)
    lowest = np.minimum.reduceat(kept, starts)
    bands = np.zeros((len(starts), BANDS), np.uint64)
    for number in range(BANDS * IN_BAND):
        mixed = (kept ^ np.uint64(number * 0x5851F42D4C957F2D % 2**64)) * _FACTOR
        mixed ^= mixed >> np.uint64(32)
        mixed[kept == _NONE] = _NONE
        band = bands[:, number // IN_BAND]
        band[:] = (band + np.minimum.reduceat(mixed, starts)) * _FACTOR
    alone = np.arange(first, first + len(starts), dtype=np.uint64)[:, None] * _FACTOR
    return np.where(lowest[:, None] == _NONE, alone, bands >> np.uint64(32)).astype(np.uint32)


def _candidates(bands: NDArray[np.uint32]) -> Iterator[tuple[int, int]]:
    """Pairs of rows that share a band: each with the first of its kind."""
    seen: set[tuple[int, int]] = set()
    for column in bands.T:
        order = np.argsort(column, kind="stable")
        ordered = column[order]
        is_first = np.append(True, ordered[1:] != ordered[:-1])[: len(ordered)]
        leaders = order[np.maximum.accumulate(np.where(is_first, np.arange(len(order)), 0))]
        for row, earlier in zip(order[~is_first].tolist(), leaders[~is_first].tolist(), strict=True):
            if (row, earlier) not in seen:
                seen.add((row, earlier))
                yield row, earlier


def _share(rows: ExampleView, a: int, b: int, is_common: NDArray[np.bool_]) -> float:
    """The Jaccard index of two rows' shingles."""
    ours, theirs = (np.unique(found[~is_common[_bucket(found)]]) for found in (_shingles(rows, a), _shingles(rows, b)))
    both = len(np.intersect1d(ours, theirs, assume_unique=True))
    return both / max(1, len(ours) + len(theirs) - both)
