"""Numbers as they travel: nothing is lost for good, and what is none is refused."""

from __future__ import annotations

import numpy as np
import pytest

from core.cluster.encoding import BLOCK, Encoded, Encoding, ErrorFeedback, decoded, encoded
from core.shared.errors import LuthierError


def values(count: int = 3 * BLOCK + 7, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return (rng.standard_normal(count) * 10.0 ** rng.integers(-6, 3, count)).astype(np.float32)


def test_that_whole_numbers_are_the_same() -> None:
    assert np.array_equal(decoded(encoded(values(), "f32")), values())


@pytest.mark.parametrize(("encoding", "bits"), [("f16", 11), ("int8", 8)])
def test_that_rounding_is_within_half_a_step_of_the_blocks_largest(encoding: Encoding, bits: int) -> None:
    sent, wanted = encoded(values(), encoding), values()
    for start in range(0, len(wanted), BLOCK):
        block = wanted[start : start + BLOCK]
        off = np.abs(decoded(sent)[start : start + BLOCK] - block).max()
        assert off <= np.abs(block).max() * 2.0 ** -(bits - 1)
    assert sent.n_bytes < wanted.nbytes / (1.9 if encoding == "f16" else 3.8)


def test_that_many_numbers_are_each_rounded_where_they_stand() -> None:
    wanted = values(40_000 * 2 + 7)
    sent = encoded(wanted, "int8")
    first, last = encoded(wanted[: 10 * BLOCK], "int8"), encoded(wanted[-(len(wanted) % BLOCK) :], "int8")
    assert np.array_equal(sent.numbers[: 10 * BLOCK], first.numbers) and np.array_equal(sent.scales[:10], first.scales)
    assert np.array_equal(sent.numbers[-(len(wanted) % BLOCK) :], last.numbers) and sent.scales[-1] == last.scales[0]


def test_that_nothing_but_zeros_stays_so() -> None:
    assert not decoded(encoded(np.zeros(300, np.float32), "int8")).any()


@pytest.mark.parametrize("encoding", ["f16", "int8"])
def test_that_a_number_that_is_none_does_not_become_one(encoding: Encoding) -> None:
    broken = values()
    broken[5] = np.inf
    back = decoded(encoded(broken, encoding))
    assert np.isnan(back[:BLOCK]).all() and np.isfinite(back[BLOCK:]).all()


@pytest.mark.parametrize("encoding", ["f16", "int8"])
def test_that_what_rounding_left_out_comes_with_the_next(encoding: Encoding) -> None:
    feedback, wanted = ErrorFeedback(encoding), np.zeros(len(values()))
    came = np.zeros(len(values()))
    for step in range(40):
        wanted += values(seed=step)
        came += decoded(feedback.encoded(values(seed=step)))
    once = np.abs(decoded(encoded(values(), encoding)) - values()).max()
    assert np.abs(came - wanted).max() < 4 * once  # and not 40 times


@pytest.mark.parametrize(
    "sent",
    [
        Encoded("f32", np.zeros(3, np.int8), np.empty(0, np.float32)),
        Encoded("f16", np.zeros(3, np.int8), np.zeros(1, np.float32)),
        Encoded("int8", np.zeros(3, np.int8), np.zeros(2, np.float32)),
    ],
    ids=["type", "other type", "scales"],
)
def test_that_what_no_machine_has_made_is_refused(sent: Encoded) -> None:
    with pytest.raises(LuthierError) as error:
        decoded(sent)
    assert error.value.code == "cluster.garbage"
