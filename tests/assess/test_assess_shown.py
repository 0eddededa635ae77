"""What `luthier assess` prints."""

from __future__ import annotations

import io

from rich.console import Console

from core import protocol as p
from core.cli.assess import SHOWN, show


def printed(result: p.AssessResult) -> str:
    text = io.StringIO()
    show(Console(file=text, width=120), result)
    return text.getvalue()


def of(name: str, right: int, **more: object) -> p.Assessed:
    return p.Assessed(name=name, right=right, of=8, low=0.5, high=0.9, **more)  # type: ignore[arg-type]


def test_that_a_verdict_stands_first_and_wrong_rows_are_named_with_their_lines() -> None:
    wrong = [
        p.RowJudged(
            file="/home/ann/test.jsonl", line=line, question=f"Question {line}?", expected="refund",
            answers=[p.AnswerJudged(text="praise", right=False, why="It is “praise” instead of “refund”.")],
        )
        for line in range(1, 8)
    ]  # fmt: skip
    labels = [p.LabelFigures(label="refund", expected=8, answered=1, right=1, precision=1.0, recall=0.125)]
    models = [
        of("the tuned model", 1, labels=labels, confusion={"refund": {"refund": 1, "": 7}}, asked=8, seconds=61.0),
        of("the base", 0, unended=3),
    ]
    text = printed(
        p.AssessResult(
            verdict="Of 8 questions.", unseen=True, test="test.jsonl", rows=8, left_out={"was trained on": 1},
            check=p.Check(kind="label"), check_words="Right is a label.", models=models, versus=[], judged=wrong,
            seconds=1,
        )
    )  # fmt: skip
    assert text.startswith("Of 8 questions.\n\nRight is a label.\n")
    assert "The tuned model: 1 of 8 right, 50% to 90% of all such questions, 1 min 01 s for 8 answers\n" in text
    assert (
        "The base: 0 of 8 right, 50% to 90% of all such questions, 3 cut off before their end, answered before" in text
    )
    assert "Left out: 1 row: was trained on.\n" in text
    assert "another" in text and "100%" in text and "12%" in text
    assert text.count("It is “praise” instead of “refund”.") == SHOWN
    assert "the first 5 of 7" in text and "test.jsonl, line 1: Question 1?" in text and "line 6" not in text


def test_that_json_is_told_by_fields() -> None:
    models = [of("the tuned model", 1, score=0.5, fields={"name": 6, "to.town": 2}), of("the base", 0, fields={})]
    text = printed(
        p.AssessResult(
            verdict="V.", unseen=True, test="t", rows=8, left_out={}, check=p.Check(kind="json"), check_words="W.",
            models=models, versus=[], judged=[], seconds=1,
        )
    )  # fmt: skip
    lines = [line.split() for line in text.splitlines()]
    assert ["name", "6", "0"] in lines and ["to.town", "2", "0"] in lines and "score 0.50" in text
    assert "Wrong" not in text
