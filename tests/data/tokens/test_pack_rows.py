from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from core.data.example import Example
from core.data.tokens.pack import fill_rate, pack_rows, unpacked_rows
from core.engine.train.rows import NO_LABEL, PackedRow, epoch_order


def examples(lengths: list[int], seed: int = 0) -> list[Example]:
    random = np.random.default_rng(seed)
    made = []
    for length in lengths:
        trained = random.random(length) < 0.5
        trained[0] = False
        made.append(Example(random.integers(0, 4096, length).astype(np.int32), trained))
    return made


def segments(rows: Sequence[PackedRow]) -> list[tuple[tuple[int, ...], ...]]:
    """Tokens, positions and labels of every example in the rows; padding left out."""
    found = []
    for row in rows:
        for segment in np.unique(row.segments[: row.n_tokens]):
            here = row.segments == segment
            found.append(tuple(tuple(part[here].tolist()) for part in (row.tokens, row.positions, row.labels)))
    return found


def test_that_packed_sequences_read_exactly_as_unpacked_ones() -> None:
    made = examples(np.random.default_rng(1).integers(2, 200, 300).tolist())
    packed, unpacked = pack_rows(made, 256), unpacked_rows(made, 256)
    assert sorted(segments(packed)) == sorted(segments(unpacked))
    assert len(unpacked) == len(made) > len(packed)


def test_that_labels_are_the_trained_next_tokens_and_positions_restart() -> None:
    first = Example(np.array([5, 6, 7], np.int32), np.array([False, False, True]))
    second = Example(np.array([8, 9], np.int32), np.array([False, True]))
    (row,) = pack_rows([second, first], 8)
    assert row.tokens.tolist() == [5, 6, 7, 8, 9, 0, 0, 0]
    assert row.labels.tolist() == [NO_LABEL, 7, NO_LABEL, 9, *[NO_LABEL] * 4]
    assert row.positions.tolist() == [0, 1, 2, 0, 1, 0, 1, 2]
    assert row.segments.tolist() == [0, 0, 0, 1, 1, 2, 2, 2]
    assert (row.n_tokens, row.n_supervised) == (5, 2)


def test_that_rows_are_those_of_plain_first_fit_decreasing() -> None:
    lengths = np.random.default_rng(2).integers(2, 101, 400).tolist()
    bins: list[list[int]] = []
    for length in sorted(lengths, reverse=True):
        fitting = next((bin for bin in bins if sum(bin) + length <= 100), None)
        if fitting is None:
            bins.append([length])
        else:
            fitting.append(length)
    packed = pack_rows(examples(lengths), 100)
    assert [np.bincount(row.segments[: row.n_tokens]).tolist() for row in packed] == bins
    assert fill_rate(packed) == pytest.approx(sum(lengths) / (100 * len(bins)))


def test_that_packing_the_same_sequences_twice_gives_the_same_rows() -> None:
    made = examples([30, 30, 10, 60, 25, 10, 99])
    assert segments(pack_rows(made, 100)) == segments(pack_rows(made, 100))


def test_that_unpacked_rows_have_few_lengths_and_never_exceed_the_row() -> None:
    rows = unpacked_rows(examples([2, 63, 64, 65, 99]), 100)
    assert [len(row.tokens) for row in rows] == [64, 64, 64, 100, 100]


def test_that_a_sequence_longer_than_the_row_is_refused() -> None:
    for make in (pack_rows, unpacked_rows):
        with pytest.raises(ValueError, match="101 tokens does not fit a row of 100"):
            make(examples([101]), 100)


def test_that_no_sequences_give_no_rows() -> None:
    assert len(pack_rows([], 64)) == len(unpacked_rows([], 64)) == 0
    assert fill_rate([]) == 0


def test_that_the_order_depends_on_seed_and_epoch_only() -> None:
    assert epoch_order(50, 3, 7).tolist() == epoch_order(50, 3, 7).tolist()
    assert sorted(epoch_order(50, 3, 7).tolist()) == list(range(50))
    assert epoch_order(50, 4, 7).tolist() != epoch_order(50, 3, 7).tolist() != epoch_order(50, 3, 8).tolist()
