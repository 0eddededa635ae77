"""Rows that hold once what several examples begin with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from core.data.example import Example
from core.data.tokens.beginnings import NONE, STEP, shared_beginnings
from core.data.tokens.example_view import ExampleView, with_mask
from core.data.tokens.pack import PackedRows, count_rows, pack_rows
from core.engine.train.rows import NO_LABEL, PackedRow

Sequences = Counter[tuple[tuple[int, ...], ...]]


def example(*parts: np.ndarray | int, answer: int = 6, seed: int = 0) -> Example:
    """Parts that are only read, a number of random tokens or these tokens, and an answer that is learnt."""
    random = np.random.default_rng([seed, *(part if isinstance(part, int) else 0 for part in parts), answer])
    read = [random.integers(0, 4096, part) if isinstance(part, int) else part for part in parts]
    tokens = np.concatenate([*read, random.integers(0, 4096, answer)]).astype(np.int32)
    return Example(tokens, np.arange(len(tokens)) >= len(tokens) - answer)


def beginning(n: int, seed: int) -> np.ndarray:
    return np.random.default_rng([99, seed]).integers(0, 4096, n)


def conversations() -> list[Example]:
    """Of several system prompts, some with documents behind them that some share, and some of no company at all."""
    random, made = np.random.default_rng(3), list[Example]()
    prompts = [beginning(n, n) for n in (11, 40, 70)]
    documents = [beginning(n, n) for n in (25, 33, 90)]
    for number in range(300):
        prompt = prompts[random.integers(3)]
        document = [documents[random.integers(3)]] if random.random() < 0.4 else []
        own, answer = (int(n) for n in random.integers(1, 30, 2))
        alone = random.random() < 0.1
        made.append(example(*([] if alone else [prompt, *document]), own, answer=answer, seed=number))
    return made


def read_back(rows: Sequence[PackedRow]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Tokens, positions and labels of every sequence, in front of it what it sees of an earlier one, without labels."""
    for row in rows:
        host = None
        for segment in dict.fromkeys(row.segments[: row.n_tokens].tolist()):
            here = row.segments == segment
            tokens, positions, labels = (part[here] for part in (row.tokens, row.positions, row.labels))
            shared = int(positions[0])
            if shared == 0:
                host = tokens
            assert host is not None
            before = host[:shared]
            labels = np.concatenate([np.full(shared, NO_LABEL), labels])
            parts = np.concatenate([before, tokens]), np.concatenate([np.arange(shared), positions]), labels
            yield tuple(tuple(part.tolist()) for part in parts)


def alone(examples: Sequence[Example]) -> Iterator[tuple[tuple[int, ...], ...]]:
    for one in examples:
        labels = np.append(np.where(one.supervised, one.tokens, NO_LABEL)[1:], NO_LABEL)
        yield tuple(tuple(part.tolist()) for part in (one.tokens, np.arange(len(one)), labels))


def packed(examples: Sequence[Example], row_tokens: int, fewest: int = 0) -> PackedRows:
    return pack_rows(examples, row_tokens, shared_beginnings(examples), fewest)


@pytest.mark.parametrize("row_tokens", [230, 256, 1000])
def test_that_every_example_reads_as_it_does_alone(row_tokens: int) -> None:
    made = conversations()
    rows = packed(made, row_tokens)
    assert Counter(read_back(rows)) == Counter(alone(made))
    assert sum(row.n_supervised for row in rows) == sum(int((row.labels != NO_LABEL).sum()) for row in rows)
    assert sum(row.n_tokens for row in rows) == rows.n_tokens == sum(map(len, made)) - rows.n_shared
    assert all(len(row.tokens) == row_tokens >= row.n_tokens for row in rows)
    assert len(rows) < 0.8 * len(pack_rows(made, row_tokens))


def test_that_tokens_in_a_mapped_file_give_the_same_rows() -> None:
    made = conversations()
    sizes = np.array([len(one) for one in made])
    tokens = np.concatenate([with_mask(one.tokens, one.supervised) for one in made])
    supervised, none = np.array([one.n_supervised for one in made]), np.zeros(len(made), np.bool_)
    view = ExampleView(tokens, np.cumsum(sizes) - sizes, sizes, supervised, none, none, -1, -1, "digest")
    assert list(read_back(packed(view, 256))) == list(read_back(packed(made, 256)))


def test_that_what_is_learnt_is_never_shared_and_neither_is_the_token_before_it() -> None:
    prompt = beginning(64, 0)
    same = [Example(np.append(prompt, 7 + i).astype(np.int32), np.arange(65) >= 32) for i in range(9)]
    rows = packed(same, 150)
    assert rows.shared.max() == 24  # token 32 is predicted from token 31
    assert Counter(read_back(rows)) == Counter(alone(same))
    everything = [Example(one.tokens, np.arange(65) > 0) for one in same]
    assert shared_beginnings(everything) is None


def test_that_of_two_beginnings_the_one_that_saves_more_is_shared() -> None:
    prompt, document = beginning(16, 0), beginning(160, 1)
    with_document = [example(prompt, document, 3, seed=i) for i in range(10)]
    without = [example(prompt, 9, seed=100 + i) for i in range(10)]
    rows = packed([*with_document, *without], 400)
    shared = dict(zip(rows.members.tolist(), rows.shared.tolist(), strict=True))
    assert {shared[i] for i in range(10)} == {0, 176}
    short = packed([*with_document[:1], *without], 400)
    assert {0, 16} == set(short.shared.tolist())


def test_that_a_beginning_that_leaves_no_room_for_a_second_answer_is_not_shared() -> None:
    prompt = beginning(80, 0)
    made = [example(prompt, 4, answer=16, seed=i) for i in range(12)]
    assert packed(made, 110).n_shared == 0
    assert packed(made, 120).n_shared == 6 * 80


def test_that_rows_stay_as_they_are_where_sharing_saves_little_or_would_leave_too_few() -> None:
    little = [example(beginning(8, 0), 200, seed=i) for i in range(40)]
    assert packed(little, 512).fingerprint() == pack_rows(little, 512).fingerprint()
    made = conversations()
    few = len(packed(made, 256))
    assert packed(made, 256, fewest=few).n_shared > 0 == packed(made, 256, fewest=few + 1).n_shared


def test_that_rows_are_counted_as_they_are_made_and_the_same_each_time() -> None:
    made = conversations()
    lengths, beginnings = np.array([len(one) for one in made]), shared_beginnings(made)
    for row_tokens in (230, 300, 2000):
        rows = pack_rows(made, row_tokens, beginnings)
        assert count_rows(lengths, row_tokens, beginnings) == (len(rows), rows.n_shared)
        assert rows.fingerprint() == packed(made, row_tokens).fingerprint()
        assert rows.fingerprint() != pack_rows(made, row_tokens).fingerprint()


def test_that_some_of_the_examples_share_what_they_would_by_themselves() -> None:
    made, wanted = conversations(), np.arange(300) % 3 > 0
    some = [one for one, is_wanted in zip(made, wanted, strict=True) if is_wanted]
    lengths, beginnings = np.array([len(one) for one in some]), shared_beginnings(made)
    assert beginnings is not None
    rows = count_rows(lengths, 512, beginnings.of(wanted))
    assert rows == count_rows(lengths, 512, shared_beginnings(some))
    nothing = beginnings.without(np.ones(300, np.bool_))
    assert (nothing.best(np.array([len(one) for one in made]), 512) == NONE).all()


def test_that_one_example_or_none_shares_nothing() -> None:
    assert shared_beginnings([]) is shared_beginnings([example(100)]) is None
    assert packed([example(100, answer=3)] * 8, 120).shared.max() == 12 * STEP
