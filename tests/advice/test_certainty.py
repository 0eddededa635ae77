"""What so many right answers allow to say, beside what SciPy and statsmodels compute."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.advice.assessment import decide, interval, sign_test, verdict
from core.protocol import Assessed, AssessResult, Check, Decision, Versus

TRUTHS = json.loads((Path(__file__).parents[1] / "fixtures/certainty_truths.json").read_text(encoding="utf-8"))


def test_that_the_exact_test_of_pairs_is_that_of_scipy_and_statsmodels() -> None:
    assert [sign_test(one, other) for one, other, _ in TRUTHS["sign"]] == pytest.approx(
        [chance for *_, chance in TRUTHS["sign"]], rel=1e-9
    )


def test_that_intervals_are_wilsons_as_scipy_and_statsmodels_have_them() -> None:
    for right, of, low, high in TRUTHS["wilson"]:
        assert interval(right, of) == pytest.approx((low, high), abs=1e-12)
    assert interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("one", "other", "decision"),
    [
        (45, 0, "certain"), (0, 45, "certain"), (8, 0, "certain"),
        (7, 0, "likely"), (6, 0, "likely"), (5, 0, "few"), (2, 3, "few"), (0, 0, "even"), (9, 8, "open"),
    ],
)  # fmt: skip
def test_what_pairs_decide(one: int, other: int, decision: Decision) -> None:
    assert decide(one, other) == decision


def said(right: int, other: int, decision: Decision, *, of: int = 60, unseen: bool = True, pairs: int = 0) -> str:
    models = [
        Assessed(name=name, right=n, of=of, low=0, high=1)
        for name, n in (("the tuned model", right), ("the base", other))
    ]
    versus = [Versus(name="the base", only_first=pairs, only_other=0, decision=decision)]
    return verdict(result_of(models, versus, unseen=unseen))


def result_of(models: list[Assessed], versus: list[Versus], *, unseen: bool = True) -> AssessResult:
    return AssessResult(
        verdict="", unseen=unseen, test="t", rows=models[0].of, left_out={}, check=Check(kind="same"), check_words="",
        models=models, versus=versus, judged=[], seconds=1,
    )  # fmt: skip


def test_the_sentence_of_the_verdict() -> None:
    assert said(51, 6, "certain") == (
        "Your questions: after training 51 of 60 right, before training 6. That is certain. "
        "None of them was trained on."
    )
    assert said(4, 1, "few", of=9, unseen=False, pairs=3) == (
        "Your questions: after training 4 of 9 right, before training 1. "
        "They differ in 3 of them, too few to tell which is better."
    )
    assert "p =" not in said(30, 20, "likely") and "likely, and not yet certain" in said(30, 20, "likely")


def test_that_each_of_several_others_is_named() -> None:
    models = [Assessed(name=name, right=n, of=20, low=0, high=1) for name, n in (("A", 15), ("the base", 2), ("B", 15))]
    versus = [
        Versus(name="the base", only_first=13, only_other=0, decision="certain"),
        Versus(name="B", only_first=0, only_other=0, decision="even"),
    ]
    assert verdict(result_of(models, versus)) == (
        "Your questions: A 15 of 20 right, before training 2, B 15. Compared with before training: that is certain. "
        "Compared with B: they have the same questions right. None of them was trained on."
    )
