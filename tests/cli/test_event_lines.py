"""Events as a terminal shows them."""

from __future__ import annotations

import pytest

from core import protocol as p
from core.cli.event_lines import lasting


@pytest.mark.parametrize(("step", "words"), [(0, "with the adapter: loss"), (1, "step 1: loss")])
def test_that_an_evaluation_outside_a_training_names_no_step(step: int, words: str) -> None:
    line = lasting(p.Evaluation(step=step, loss=1.0, perplexity=2.7, tokens=9, adapter=True))
    assert line and words in line


def test_that_perplexity_is_told_of_losses_that_have_one() -> None:
    told = p.Evaluation(step=1, loss=0.5, perplexity=None, tokens=9, adapter=True)
    assert lasting(told) == "Evaluation, step 1: loss 0.5000 (9 tokens)."
    told.right, told.answers = 3, 4
    told.choices = p.Choices(chosen=-9.5, rejected=-12.0, margin=1.5, distance=0.25)
    assert lasting(told) == (
        "Evaluation, step 1: loss 0.5000 (9 tokens). Right choices: 3 of 4. Reward margin: 1.50. "
        "Distance (nats a token): 0.250. Chosen: -9.50. Rejected: -12.00."
    )


def test_that_one_step_is_not_steps() -> None:
    assert (lasting(p.TrainingStarted(run="tales", step=0, steps=1, trainable=8)) or "").startswith("1 step,")
