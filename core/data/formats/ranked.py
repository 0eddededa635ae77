"""Rows with several answers to a question and a score or a rank of each: the best and the worst make a choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from core.data.formats.json_row import parsed
from core.data.problems import BadRowError, kind

ANSWERS, SCORES, RANKS = "answers", "scores", "ranks"  # fields
ANSWER_NAMES = ("responses", "completions", "candidates", "generations", "answers")
SCORE_NAMES = ("scores", "ratings", "rewards")
RANK_NAMES = ("ranks", "rank", "ranking", "rankings")
BETWEEN = ("answer between the best and the worst", "answers between the best and the worst")
_TEXTS = ("response", "content", "text", "answer", "completion", "generation")  # keys of an answer with more about it


class BestAndWorst(NamedTuple):
    """Two answers, texts or lists of messages. between: how many others there are."""

    best: Any
    worst: Any
    between: int


def best_and_worst(values: Mapping[str, Any]) -> BestAndWorst:
    """Return the answers with the highest and the lowest score, or the first and the last rank; the earlier ones of
    equals. Raises BadRowError.
    """
    field, sign = (RANKS, -1.0) if values.get(RANKS) is not None else (SCORES, 1.0)
    answers, marks = _list(values, ANSWERS), _marks(values, field, sign)
    if len(answers) < 2:
        raise BadRowError("no choice between answers", "it has a single one")
    if len(answers) != len(marks):
        raise BadRowError(f"answers and {field} are not as many", f"{len(answers)} answers, {len(marks)} {field}")
    order = sorted(range(len(answers)), key=lambda i: -marks[i])
    best, worst = order[0], next(i for i in order if marks[i] == marks[order[-1]])
    if marks[best] == marks[worst]:
        raise BadRowError("no choice between answers", f"all have the same {field.removesuffix('s')}")
    return BestAndWorst(_text(answers[best]), _text(answers[worst]), len(answers) - 2)


def _marks(values: Mapping[str, Any], field: str, sign: float) -> list[float]:
    """How good each answer is; of ranks, 1 is the best."""
    try:
        marks = [sign * float(mark) for mark in _list(values, field)]
    except (TypeError, ValueError, OverflowError) as error:
        raise BadRowError(f"{field} are not numbers", str(error)) from error
    if any(mark != mark for mark in marks):
        raise BadRowError(f"{field} are not numbers", "one is not a number")
    return marks


def _list(values: Mapping[str, Any], field: str) -> list[Any]:
    value = values.get(field)
    if isinstance(value, str):  # of a table
        value = parsed(value, field)
    if not isinstance(value, list):
        raise BadRowError(f"{field} is not a list", f"it is {kind(value)}")
    return value


def _text(answer: Any) -> Any:
    """The answer itself, where there is more about it."""
    if isinstance(answer, dict) and "role" not in answer:
        return next((answer[key] for key in _TEXTS if key in answer), answer)
    return answer
