"""Numbers as they travel: nothing is lost for good, and what is none is refused."""

from __future__ import annotations

import numpy as np
import pytest

from core.base.errors import LuthierError
from core.cluster.encoding import BLOCK, Encoding, ErrorFeedback, decoded, encoded, received


def values(count: int = 3 * BLOCK + 7, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return (rng.standard_normal(count) * 10.0 ** rng.integers(-6, 3, count)).astype(np.float32)


def test_that_whole_numbers_are_the_same() -> None:
    assert np.array_equal(decoded(encoded(values(), "f32")), values())


@pytest.mark.parametrize(("encoding", "bits"), [("f16", 11), ("int8", 8), ("int4", 4)])
def test_that_rounding_is_within_half_a_step_of_the_blocks_largest(encoding: Encoding, bits: int) -> None:
    sent, wanted = encoded(values(), encoding), values()
    for start in range(0, len(wanted), BLOCK):
        block = wanted[start : start + BLOCK]
        off = np.abs(decoded(sent)[start : start + BLOCK] - block).max()
        assert off <= np.abs(block).max() * 2.0 ** -(bits - 1)
    assert sent.n_bytes < wanted.nbytes / {"f16": 1.9, "int8": 3.8, "int4": 7.5}[encoding] + 2 * BLOCK


def test_that_four_bits_are_the_whole_numbers_nearest_to_sevenths_of_the_largest() -> None:
    wanted = np.array([7, -7, 3.4, 3.6, 0, -0.4] + [1.0] * 300, np.float32)
    assert decoded(encoded(wanted, "int4")).tolist() == [7, -7, 3, 4, 0, 0] + [1.0] * 300


@pytest.mark.parametrize("encoding", ["f16", "int8", "int4"])
def test_that_many_numbers_are_each_rounded_where_they_stand(encoding: Encoding) -> None:
    wanted = values(40_000 * 2 + 7)
    sent = decoded(encoded(wanted, encoding))
    each = [decoded(encoded(wanted[start : start + BLOCK], encoding)) for start in range(0, len(wanted), BLOCK)]
    assert np.array_equal(sent, np.concatenate(each))


@pytest.mark.parametrize("encoding", ["f16", "int8", "int4"])
@pytest.mark.parametrize("number", [0.0, 1e-40])
def test_that_nothing_but_zeros_becomes_zeros_and_so_does_what_has_no_inverse(
    encoding: Encoding, number: float
) -> None:
    assert not decoded(encoded(np.full(300, number, np.float32), encoding)).any()


@pytest.mark.parametrize("encoding", ["f16", "int8", "int4"])
def test_that_a_number_that_is_none_does_not_become_one(encoding: Encoding) -> None:
    broken = values()
    broken[5] = np.inf
    back = decoded(encoded(broken, encoding))
    assert np.isnan(back[:BLOCK]).all() and np.isfinite(back[BLOCK:]).all()


@pytest.mark.parametrize("encoding", ["f16", "int8", "int4"])
def test_that_what_rounding_left_out_comes_with_the_next(encoding: Encoding) -> None:
    feedback, wanted = ErrorFeedback(encoding), np.zeros(len(values()))
    came = np.zeros(len(values()))
    for step in range(40):
        wanted += values(seed=step)
        came += decoded(feedback.encoded(values(seed=step)))
    once = np.abs(decoded(encoded(values(), encoding)) - values()).max()
    assert np.abs(came - wanted).max() < 4 * once  # and not 40 times


@pytest.mark.parametrize("encoding", ["f32", "f16", "int8", "int4"])
def test_that_what_arrives_is_what_was_sent(encoding: Encoding) -> None:
    sent = encoded(values(), encoding)
    came = received(encoding, sent.count, sent.content)
    assert np.array_equal(decoded(came), decoded(sent))


@pytest.mark.parametrize(
    ("encoding", "count", "n_bytes"),
    [
        ("f32", 3, 11),
        ("f32", 3, 16),
        ("f16", 3, BLOCK + 4),
        ("int8", BLOCK + 1, BLOCK + 4),
        ("int8", BLOCK, BLOCK + 8),
        ("int4", BLOCK, BLOCK + 4),
    ],
)
def test_that_what_no_machine_has_made_is_refused(encoding: Encoding, count: int, n_bytes: int) -> None:
    with pytest.raises(LuthierError) as error:
        received(encoding, count, bytes(n_bytes))
    assert error.value.code == "cluster.garbage"
