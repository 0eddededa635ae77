"""What is found in numbers that cannot be right, and what is rounding."""

from __future__ import annotations

import numpy as np
import pytest

from core.base.errors import LuthierError
from core.cluster.encoding import Encoding, ErrorFeedback, Float32, decoded
from core.cluster.questions import Computed
from core.cluster.step import NotFiniteError, agree, distance, is_steady, require_sound, require_sum


def numbers(seed: int = 0) -> Float32:
    return np.random.default_rng(seed).standard_normal(4096).astype(np.float32)


def computed(losses: list[float], sample: Float32, values: int = 7, seconds: float = 1.0) -> Computed:
    return Computed(losses, seconds, sample.tobytes(), values)


@pytest.mark.parametrize(
    "found",
    [
        computed([1.0], numbers()),
        computed([1.0, 2.0], numbers()[:-1]),
        computed([1.0, 2.0], numbers(), values=8),
        computed([1.0, 2.0], numbers(), seconds=-1.0),
        computed([1.0, 2.0], numbers(), seconds=float("nan")),
    ],
)
def test_that_an_answer_that_goes_with_no_question_is_named(found: Computed) -> None:
    with pytest.raises(LuthierError) as error:
        require_sound(found, rows=2, sampled=4096, values=7)
    assert error.value.code == "cluster.wrong-numbers"


@pytest.mark.parametrize("found", [computed([1.0, np.inf], numbers()), computed([1.0, 2.0], numbers() * np.nan)])
def test_that_no_numbers_may_be_the_trainings(found: Computed) -> None:
    with pytest.raises(NotFiniteError):
        require_sound(found, rows=2, sampled=4096, values=7)


@pytest.mark.parametrize("encoding", ["f32", "f16", "int8", "int4"])
def test_that_a_sum_goes_with_its_parts_also_where_it_was_rounded(encoding: Encoding) -> None:
    feedback = ErrorFeedback(encoding)
    for step in range(20):
        parts = [numbers(3 * step + i) for i in range(3)]
        sent = decoded(feedback.encoded(np.sum(parts, axis=0)))
        require_sum(sent, sent, parts, encoding)
        with pytest.raises(LuthierError):
            require_sum(-3 * sent, -3 * sent, parts, encoding)


def test_that_rounding_is_no_disagreement_and_other_rows_are() -> None:
    ours = numbers()
    assert agree(ours + 0.01 * numbers(1), 2.001, ours, 2.0)
    assert not agree(-3 * ours, 2.0, ours, 2.0)
    assert not agree(numbers(1), 2.0, ours, 2.0)
    assert not agree(ours, 2.5, ours, 2.0)
    assert is_steady(ours, ours) and not is_steady(ours, numbers(1))
    assert distance(np.zeros(3, np.float32), np.zeros(3, np.float32)) == 0.0
