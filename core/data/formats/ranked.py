"""Reads rows with several answers to a question: scored or ranked ones, the best and the worst of which make a
preference pair; two with a verdict on which is better; and multiple choice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from string import ascii_uppercase
from typing import Any, NamedTuple

from core.data.formats.json_row import parsed
from core.data.problems import BadRowError, kind

ANSWERS, SCORES, RANKS = "answers", "scores", "ranks"  # fields
ANSWER_NAMES = ("responses", "completions", "candidates", "generations", "answers")
SCORE_NAMES = ("scores", "ratings", "rewards")
RANK_NAMES = ("ranks", "rank", "ranking", "rankings")
BETWEEN = ("answer between the best and the worst", "answers between the best and the worst")
NO_FIRST = "the answer is the number of a choice, and whether numbers begin at 0 or 1 is not known"
_TEXTS = ("response", "content", "text", "answer", "completion", "generation")  # keys of the text in an answer object


class BestAndWorst(NamedTuple):
    """Two answers, texts or lists of messages. between: number of the others."""

    best: Any
    worst: Any
    between: int


def best_and_worst(values: Mapping[str, Any]) -> BestAndWorst:
    """Return the answers with the highest and the lowest score, or the first and the last rank; the earlier ones if
    equal. Raises BadRowError.
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
    """Return how good each answer is; for ranks, 1 is the best."""
    try:
        marks = [sign * float(mark) for mark in _list(values, field)]
    except (TypeError, ValueError, OverflowError) as error:
        raise BadRowError(f"{field} are not numbers", str(error)) from error
    if any(mark != mark for mark in marks):
        raise BadRowError(f"{field} are not numbers", "one is not a number")
    return marks


def _list(values: Mapping[str, Any], field: str) -> list[Any]:
    value = values.get(field)
    if isinstance(value, str):  # from a table
        value = parsed(value, field)
    if not isinstance(value, list):
        raise BadRowError(f"{field} is not a list", f"it is {kind(value)}")
    return value


def _text(answer: Any) -> Any:
    """Return the answer's text from an object with more about it."""
    if isinstance(answer, dict) and "role" not in answer:
        return next((answer[key] for key in _TEXTS if key in answer), answer)
    return answer


def better_and_worse(values: Mapping[str, Any]) -> tuple[Any, Any]:
    """Return two answers, the better one first, by the row's verdict. Raises BadRowError."""
    said = str(values.get("winner")).strip().lower()
    named = re.sub(r"^(model|assistant|response|answer|conversation|output|completion)[ _]?", "", said)
    if named.startswith(("tie", "equal", "both", "neither", "same", "draw")):
        raise BadRowError("a vote for neither answer")
    if named not in ("a", "1", "b", "2"):
        raise BadRowError("a vote that is for none of the two answers", f"it is {said[:40]!r}; known: a, b, 1, 2, tie")
    first, second = values["first"], values["second"]
    return (first, second) if named in ("a", "1") else (second, first)


def first_number(rows: Iterable[tuple[Any, Any]]) -> int | None:
    """Return the first number of the choices, from the choices and answers of a whole file: 0 if some answer is 0, 1 if
    one equals the number of choices; None if neither occurs, or the numbers are choices' texts themselves.
    """
    from_0 = from_1 = False
    are_texts = True
    for choices, answer in rows:
        wanted = str(answer).strip()
        try:
            labelled = labelled_choices(choices)
        except BadRowError:
            continue
        if not _is_number(wanted) or wanted in labelled:
            continue
        from_0, from_1 = from_0 or int(wanted) == 0, from_1 or int(wanted) == len(labelled)
        is_text = any(text.strip() == wanted for text in labelled.values())
        are_texts = are_texts and is_text and not (isinstance(answer, int) and int(wanted) <= len(labelled))
    if are_texts:
        return None
    return 0 if from_0 else 1 if from_1 else None


def asked_with_choices(question: str, choices: Any, answer: str, first: int | None) -> tuple[str, str]:
    """Return a question with its choices below, and the right one as written among them. answer: its letter, its number
    counted from `first`, or its text. Raises BadRowError.
    """
    labelled = labelled_choices(choices)
    wanted = answer.strip()
    label = wanted.strip("().").upper()
    if label not in labelled and _is_number(wanted) and first is not None:
        label = dict(enumerate(labelled, first)).get(int(wanted), "")
    elif label not in labelled:
        label = next((label for label, text in labelled.items() if text.strip() == wanted), "")
        if not label and _is_number(wanted):
            raise BadRowError(NO_FIRST, "no answer of the file is 0, or the number of its last choice: write letters")
    if not label:
        raise BadRowError("the answer is none of the choices", f"{wanted[:40]!r} of {', '.join(labelled)}")
    below = "\n".join(f"{name}. {text}" for name, text in labelled.items())
    return f"{question}\n\n{below}", f"{label}. {labelled[label]}"


def _is_number(answer: str) -> bool:
    return answer.isdecimal() and len(answer) < 4


def labelled_choices(choices: Any) -> dict[str, str]:
    """Return the choices by letter: from a list, from an object of texts and labels, or by letter. Raises
    BadRowError.
    """
    if isinstance(choices, str):  # from a table
        choices = parsed(choices, "choices")
    if isinstance(choices, dict) and isinstance(choices.get("text"), list):
        labels, texts = choices.get("label") or choices.get("labels"), choices["text"]
    elif isinstance(choices, dict):
        labels, texts = list(choices), list(choices.values())
    else:
        labels, texts = None, choices
    if isinstance(texts, list) and texts and all(isinstance(text, dict) for text in texts):
        labels = [next((text[key] for key in ("label", "key", "letter", "id") if key in text), "") for text in texts]
        texts = [text.get("text", text.get("content")) for text in texts]
    if not isinstance(texts, list) or len(texts) < 2 or not all(isinstance(text, str) for text in texts):
        raise BadRowError("choices are not two texts or more", f"they are {kind(choices)}")
    if not isinstance(labels, list) or len(set(map(str, labels))) != len(texts) or not all(labels):
        labels = list(ascii_uppercase[: len(texts)])
    if len(labels) != len(texts):
        raise BadRowError("too many choices", f"{len(texts)}")
    return {str(label).strip().upper(): text for label, text in zip(labels, texts, strict=True)}
