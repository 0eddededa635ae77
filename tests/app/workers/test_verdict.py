"""What is said of curves that trainings really had, while they went on and in the end."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.workers.verdict import Curves, Verdict, judge
from core.protocol.measure import measure_named

REAL: dict[str, Any] = json.loads((Path(__file__).parents[2] / "fixtures" / "curves.json").read_text())


def said(name: str, after: int, ended: bool = False, kept: bool = True) -> Verdict:
    """Of a real training, once it had done so many steps."""
    run = REAL[name]
    losses = np.array([row for row in run["losses"] if row[0] <= after], float).reshape(-1, 2)
    evals = np.array([row for row in run["evaluations"] if row[0] <= after], float).reshape(-1, 2)
    learnt = evals[evals[:, 0] > 0]
    best = int(learnt[learnt[:, 1].argmin(), 0]) if kept and len(learnt) else None
    return judge(
        Curves(losses[:, 0], losses[:, 1], evals[:, 0], evals[:, 1], run["total"], run["rate"], kept=best, ended=ended)
    )


@pytest.mark.parametrize("name", REAL)
def test_that_nothing_is_said_too_early(name: str) -> None:
    assert all(said(name, after).kind == "early" for after in range(8))


def test_that_good_learning_is_called_so_from_early_on_to_the_end() -> None:
    assert {said("good", after).kind for after in range(20, 121)} <= {"good", "level"}
    assert said("good", 60).kind == "good"
    assert said("good", 120, ended=True).title == "It has learnt well"


def test_that_learning_by_heart_names_since_when_and_which_adapter_is_kept() -> None:
    assert said("by-heart", 29).kind == "good"
    for after in range(45, 91):
        verdict = said("by-heart", after)
        assert verdict.title == "Learning by heart since step 30"
        assert verdict.text.startswith("The best adapter is from step 20, it is kept.")
    assert "it is kept" not in said("by-heart", 90, kept=False).text
    assert "more rows" in said("by-heart", 90, ended=True).text


def test_that_too_large_steps_are_told_to_be_smaller() -> None:
    for after in range(12, 81):
        verdict = said("too-high", after)
        assert verdict.title == "Unstable: lower the rate"
        assert "2e-2 instead of 5e-2" in verdict.text


def test_that_too_small_steps_are_told_to_be_larger() -> None:
    assert {said("too-low", after).kind for after in range(24)} == {"early"}
    for after in range(24, 81):
        verdict = said("too-low", after)
        assert verdict.title == "Hardly learning" and "3e-7 instead of 1e-7" in verdict.text


def test_that_lost_steps_and_a_loss_that_is_no_number_are_unstable() -> None:
    empty, steps = np.empty(0), np.arange(1, 31.0)
    flat = np.full(30, 3.0)
    assert judge(Curves(steps, flat, empty, empty, 100, skipped=3)).kind == "unstable"
    assert judge(Curves(steps, flat, np.array([0, 20.0]), np.array([3, np.nan]), 100)).kind == "unstable"


def test_that_a_run_that_held_nothing_out_is_told_so() -> None:
    steps = np.arange(1, 101.0)
    verdict = judge(Curves(steps, 4 - steps / 50, np.empty(0), np.empty(0), 200))
    assert verdict.kind == "good" and "Nothing is held out" in verdict.text


def test_that_facts_are_known_by_heart_only_where_every_answer_was_right() -> None:
    steps, none = np.arange(1, 101.0), np.empty(0)
    low = 4 * np.exp(-steps / 20)
    uncounted = Curves(steps, low, none, none, 100, ended=True, by_heart=True)
    verdict = judge(uncounted)
    assert (verdict.kind, verdict.title) == ("good", "Its answers are close to yours")
    assert "Single words may still be wrong" in verdict.text and not verdict.may_stop
    verdict = judge(replace(uncounted, known=31, taught=31))
    assert (verdict.kind, verdict.title) == ("good", "It knows your answers by heart")
    verdict = judge(replace(uncounted, known=29, taught=31))
    assert (verdict.kind, verdict.title) == ("good", "It knows 29 of your 31 answers")
    assert judge(replace(uncounted, known=3, taught=31)).kind == "hardly"
    going = judge(Curves(steps, low, none, none, 200, by_heart=True))
    assert going.may_stop and "You can stop now." in going.text
    rising = np.array([3.0, 3.5, 4.0])  # of answers that it never read, and so cannot know
    facts = replace(uncounted, eval_steps=np.array([0, 50.0, 100]), eval_losses=rising, judges=False)
    assert judge(facts).title == "Its answers are close to yours"
    verdict = judge(replace(uncounted, losses=4 - steps / 50))
    assert verdict.kind == "hardly" and "more epochs" in verdict.text
    pairs = replace(uncounted, measure=measure_named("another"))
    assert judge(pairs).title == "It has learnt well"  # how low such a loss is says nothing of answers


def test_that_a_run_which_was_stopped_on_its_way_is_told_to_go_on() -> None:
    steps, none = np.arange(1, 33.0), np.empty(0)
    for by_heart in (True, False):
        stopped = Curves(steps[:9], 4 - steps[:9] / 50, none, none, 100, ended=True, by_heart=by_heart, unfinished=True)
        assert "9% of the training" in judge(stopped).text
    stopped = Curves(steps, 4 - steps / 50, none, none, 100, ended=True, by_heart=True, unfinished=True)
    verdict = judge(stopped)
    assert (verdict.kind, verdict.title) == ("early", "Not finished")
    assert "32% of the training" in verdict.text and "epochs" not in verdict.text


def test_that_a_row_or_two_do_not_judge() -> None:
    steps = np.arange(1, 101.0)
    evals = Curves(steps, 4 - steps / 50, np.array([0, 50.0, 100]), np.array([3.0, 2.0, 3.1]), 100, ended=True)
    assert judge(evals).kind == "overfit"
    verdict = judge(replace(evals, judges=False, eval_rows=1))
    assert verdict.title == "It has learnt; ask it yourself" and "1 row is held out, too few" in verdict.text


def test_that_chosen_answers_that_are_forgotten_are_named() -> None:
    """Rejected ones falling faster makes the loss smaller all the same."""
    steps = np.arange(1, 101.0)
    falling = Curves(
        steps, 0.7 * np.exp(-steps / 40), np.array([0, 50.0, 100]), np.array([0.69, 0.3, 0.1]), 100, ended=True,
        measure=measure_named("dpo"), chosen=np.array([-30.0, -34.0, -41.0]),
    )  # fmt: skip
    verdict = judge(falling)
    assert verdict.title == "Your chosen answers become unlikely" and "from -30.0 to -41.0" in verdict.text
    assert judge(replace(falling, chosen=np.array([-30.0, -31.0, -33.0]))).title == "It has learnt well"
    assert judge(replace(falling, chosen=np.array([np.nan]))).title == "It has learnt well"
