"""Who computes which rows of a step next, and what becomes of those that are lost."""

from __future__ import annotations

import threading

import numpy as np

from core.cluster.pool import Part, Pool, in_order
from core.engine.train.step import Work


def part(name: str, *rows: int) -> Part:
    return Part(name, np.zeros(1, np.float32), dict.fromkeys(rows, 0.0), Work(1, 1.0))


def taken(pool: Pool, name: str, times: int) -> list[range]:
    return [piece for _ in range(times) if (piece := pool.take(name)) is not None]


def test_that_each_takes_its_own_first_and_then_the_last_of_others() -> None:
    pool = Pool({"desk": range(4), "laptop": range(4, 8)}, frozenset())
    assert taken(pool, "desk", 4) == [range(i, i + 1) for i in range(4)]
    assert pool.take("desk") == range(7, 8)
    assert taken(pool, "laptop", 3) == [range(4, 5), range(5, 6), range(6, 7)]
    assert pool.take("laptop") is None and pool.take("desk") is None  # they hand over now
    pool.hand_over(part("laptop", 4, 5, 6))
    pool.hand_over(part("desk", 0, 1, 2, 3, 7))
    assert pool.is_done and pool.share == 1.0
    assert [one.name for one in in_order(pool.parts)] == ["desk", "laptop"]


def test_that_nobody_takes_over_what_is_kept() -> None:
    pool = Pool({"desk": range(1), "laptop": range(1, 3)}, frozenset({"laptop"}))
    assert pool.take("desk") == range(1) and pool.take("desk") is None
    pool.hand_over(part("desk", 0))
    pool.give_back("laptop")  # unless it is gone
    assert taken(pool, "desk", 2) == [range(1, 2), range(2, 3)]


def test_that_a_row_that_is_compared_is_a_piece_of_its_own() -> None:
    pool = Pool({"desk": range(0), "laptop": range(9)}, frozenset(), "laptop")
    assert taken(pool, "laptop", 5)[-1] == range(8, 9)


def test_that_who_has_nothing_left_waits_for_what_another_may_lose() -> None:
    pool, got = Pool({"desk": range(1), "laptop": range(1, 2)}, frozenset()), list[range | None]()
    assert pool.take("laptop") == range(1, 2) and pool.take("desk") == range(1) and pool.take("desk") is None
    pool.hand_over(part("desk", 0))
    waiting = threading.Thread(target=lambda: got.append(pool.take("desk")))
    waiting.start()
    pool.give_back("laptop")
    waiting.join()
    assert got == [range(1, 2)]


def test_that_all_go_home_where_nobody_wants_it_any_more() -> None:
    pool = Pool({"desk": range(1), "laptop": range(1, 2)}, frozenset())
    pool.end()
    assert pool.is_done and pool.take("desk") is None
