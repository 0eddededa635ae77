"""What the numbers of a training mean: told with their unit, and adapters judged by them."""

from __future__ import annotations

import math
from dataclasses import replace

import msgspec
import pytest

from core import protocol as p
from core.advice.losses import before_and_after
from core.protocol.measure import BY_RIGHT_ANSWERS, CROSS_ENTROPY, DPO, FARTHEST, Measure, Measured, measure_named
from core.runs.summary import RunStory

NEWER = "of a newer version"


def measured(step: int, loss: float | None, right: int = 0) -> p.Evaluation:
    return p.Evaluation(step=step, loss=loss, perplexity=None, tokens=9, adapter=True, right=right, answers=4)


def started(objective: str) -> p.TrainingStarted:
    return p.TrainingStarted(run="tales", step=0, steps=9, trainable=8, objective=objective)


def wrong_share(of: Measured) -> float:
    return 1 - of.right / of.answers


def test_that_a_loss_of_cross_entropy_has_a_perplexity_and_no_other_has() -> None:
    assert CROSS_ENTROPY.perplexity(2.0) == pytest.approx(math.e**2)
    assert CROSS_ENTROPY.perplexity(1e9) == pytest.approx(math.exp(700))  # the largest that a float holds, nearly
    assert CROSS_ENTROPY.perplexity(math.nan) is None and CROSS_ENTROPY.perplexity(None) is None
    assert measure_named(NEWER).perplexity(2.0) is None


def test_that_a_number_stands_under_its_unit_where_that_is_known() -> None:
    assert measure_named("cross_entropy").titled("Loss") == "Loss (nats a token)"
    assert measure_named(NEWER).titled("Loss") == "Loss"


def test_that_what_is_no_number_judges_nothing() -> None:
    assert CROSS_ENTROPY.cost(measured(1, 2.5)) == 2.5
    assert CROSS_ENTROPY.cost(measured(1, None)) == CROSS_ENTROPY.cost(measured(1, math.nan)) == math.inf


@pytest.mark.parametrize("measure", [BY_RIGHT_ANSWERS, DPO])
def test_that_of_equally_many_right_answers_the_lower_loss_is_better(measure: Measure) -> None:
    costs = [
        measure.cost(measured(step, loss, right)) for step, (loss, right) in enumerate(((2.4, 4), (2.3, 4), (0.1, 3)))
    ]
    assert costs[1] < costs[0] < costs[2]


def test_that_a_run_tells_what_its_losses_are() -> None:
    story = RunStory()
    assert story.measure is CROSS_ENTROPY  # of versions that knew no other
    story.add(started(NEWER))
    assert (story.measure.name, story.measure.is_per_token) == (NEWER, False)
    story.add(measured(2, 1.0))
    story.add(measured(4, 2.0))
    assert story.best() == 2
    story.add(started("cross_entropy"))
    assert story.measure is CROSS_ENTROPY


def test_that_the_best_adapter_is_the_one_that_the_measure_calls_so() -> None:
    pairs = Measure("pairs", "nats a pair", is_per_token=False, far=1.0, judged_by=wrong_share)
    story = RunStory(
        evaluations={step: measured(step, loss, right) for step, loss, right in ((2, 0.3, 2), (4, 0.4, 3))}
    )
    assert story.best() == 2
    story.measure = pairs
    assert story.best() == 4 and story.best([2]) == 2 and story.best([]) is None
    assert (story.cost(2), story.cost(4), story.cost(9)) == (0.5, 0.25, math.inf)
    story.evaluations = {at: msgspec.structs.replace(one, judges=False) for at, one in story.evaluations.items()}
    assert story.best() is None


def test_that_words_speak_of_guesses_only_where_the_loss_says_them() -> None:
    words = before_and_after(CROSS_ENTROPY, 3.0, 1.0, step=20)
    assert "between about 20 words before training, now between about 2.7 (the adapter of step 20)." in words
    other = before_and_after(replace(CROSS_ENTROPY, is_per_token=False), 3.0, 1.0)
    assert other == "On text it had not seen the loss was 3.00 before and is 1.00; lower is better."


def test_that_more_right_answers_are_better_and_of_as_many_the_lower_loss() -> None:
    story = RunStory()
    story.add(started(BY_RIGHT_ANSWERS.name))
    for event in (measured(2, 1.0, right=2), measured(4, 0.5, right=2), measured(6, 0.1, right=1)):
        story.add(event)
    assert story.measure is BY_RIGHT_ANSWERS and story.best() == 4
    story.add(measured(8, 3.0, right=3))
    assert story.best() == 8
    none = p.Evaluation(step=9, loss=0.7, perplexity=None, tokens=9, adapter=True)
    assert BY_RIGHT_ANSWERS.cost(none) == 0.7 and BY_RIGHT_ANSWERS.cost(measured(9, None, right=4)) == math.inf


def test_that_of_choices_the_most_right_pairs_near_the_beginning_are_best() -> None:
    def moved(step: int, right: int, distance: float) -> p.Evaluation:
        return msgspec.structs.replace(
            measured(step, 0.5, right), choices=p.Choices(chosen=-9.0, rejected=-9.0, margin=0.1, distance=distance)
        )

    story = RunStory()
    story.add(started(DPO.name))
    for event in (moved(2, 2, 0.1), moved(4, 3, FARTHEST), moved(6, 4, 0.6)):
        story.add(event)
    assert story.best() == 4
    story.evaluations = {at: one for at, one in story.evaluations.items() if at == 6}
    story.add(moved(8, 4, 0.9))
    assert story.best() == 6  # the nearest, where all are far
    assert story.cost(6) == pytest.approx(1.6)
