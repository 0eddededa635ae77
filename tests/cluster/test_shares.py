"""Who computes which rows: by speed, in order, and not changed for little."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cluster.pool import PIECES, Pace, kept, pieces, shares, step_seconds
from core.cluster.together import Speeds
from core.engine.train.step import Work

ROWS = st.lists(st.integers(1, 500), min_size=1, max_size=40)
PACES = st.lists(st.builds(Pace, st.floats(0.1, 100), st.floats(0, 50)), min_size=1, max_size=6)


@given(ROWS, PACES)
def test_that_each_row_is_somebodys_once_and_in_order(tokens: list[int], paces: list[Pace]) -> None:
    found = shares(tokens, {str(i): pace for i, pace in enumerate(paces)})
    assert len(found) == len(paces)
    assert [row for share in found for row in share] == list(range(len(tokens)))


def test_that_twice_as_fast_computes_twice_as_much() -> None:
    assert [len(share) for share in shares([100] * 30, {"a": Pace(2.0), "b": Pace(1.0)})] == [20, 10]


def test_that_a_little_faster_changes_nothing_and_much_faster_does() -> None:
    before = shares([100] * 30, {"a": Pace(1.0), "b": Pace(1.0)})
    assert shares([100] * 30, {"a": Pace(1.02), "b": Pace(1.0)}, before) == before
    assert shares([100] * 30, {"a": Pace(2.0), "b": Pace(1.0)}, before) != before


@given(st.integers(0, 5), st.integers(0, 30))
def test_that_pieces_are_the_share(start: int, length: int) -> None:
    share = range(start, start + length)
    cut = pieces(share)
    assert [row for piece in cut for row in piece] == list(share)
    assert all(cut) and len(cut) <= PIECES


def test_that_all_are_done_together_and_who_would_only_send_does_nothing() -> None:
    assert step_seconds(30, [Pace(2.0), Pace(1.0)]) == 10
    assert step_seconds(30, [Pace(2.0), Pace(1.0, 3.0)]) == 11  # 22 and 8
    assert step_seconds(30, [Pace(2.0), Pace(1.0, 20.0)]) == 15
    assert [len(share) for share in shares([1] * 30, {"a": Pace(2.0), "b": Pace(1.0, 3.0)})] == [22, 8]


def test_that_pieces_stay_where_sending_would_take_longer_than_they_save() -> None:
    shared = {"desk": range(0, 8), "laptop": range(8, 16)}  # pieces of 2 rows, a second each
    for there_and_back, stay in ((0.9, set()), (1.1, {"desk"})):
        paces = {"desk": Pace(200.0), "laptop": Pace(200.0, there_and_back)}  # the sum is wanted on the desk
        assert kept([100] * 16, shared, paces) == stay
    assert kept([100] * 16, {"desk": range(16)}, {"desk": Pace(200.0)}) == set()


def test_that_what_sending_takes_is_told_apart_and_the_unknown_are_as_the_others() -> None:
    speeds = Speeds()
    assert set(speeds.of({"x": "a", "y": "b"}).values()) == {Pace(1.0)}
    speeds.take({"a": Work(100, 1.0), "b": Work(100, 0.5, 0.25)})
    assert speeds.of({"x": "a", "y": "b", "z": "c"}) == {
        "x": Pace(100.0),
        "y": Pace(200.0, 0.5),
        "z": Pace(150.0, 0.25),
    }


def test_that_a_shorter_way_is_believed_at_once_and_a_longer_one_by_and_by() -> None:
    speeds = Speeds()
    for fetching, expected in ((4.0, 8.0), (1.0, 2.0), (2.0, 2.6)):
        speeds.take({"a": Work(100, 1.0, fetching)})
        assert speeds.of({"x": "a"})["x"].sending == pytest.approx(expected)


def test_that_who_was_slow_once_is_given_something_again() -> None:
    speeds = Speeds()
    speeds.take({"a": Work(100, 1.0), "b": Work(100, 1.0, 10.0)})
    steps = 0
    while not shares([100] * 4, speeds.of({"x": "a", "y": "b"}))[1]:
        speeds.take({"a": Work(400, 4.0)})
        steps += 1
    assert 20 < steps < 60
