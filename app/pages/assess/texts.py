"""The texts of the page "Is it better?"."""

from __future__ import annotations

from core import protocol as p
from core.advice.assessment import BASE, named
from core.base.language import tr
from core.base.numbers import count
from core.runs.info import RunAssessment

WHAT = tr(
    "Both models get the same questions. Where nothing can check the answers, you choose the better ones, with the "
    "names hidden. 20 general questions then show what else the training has changed. It takes a few minutes."
)
NONE_KEPT = tr("There are none: it was trained on every row.")
LEARNT = tr("They show that it learnt them, not that it can answer others: for that, choose a file of other questions.")
NO_RUN = tr("Choose a run on the Runs page, or train one.")
FILES = tr("Questions and answers (*.jsonl *.json *.csv *.tsv *.parquet *.txt);;All files (*)")
CHECKS: dict[str, str] = {
    "": tr("Luthier decides by the expected answers"),
    "label": tr("the expected label, and nothing else"),
    "json": tr("JSON with the expected fields"),
    "number": tr("the expected number"),
    "call": tr("a call of the expected tool"),
    "list": tr("a list of the expected items"),
    "short": tr("it contains the expected words"),
    "same": tr("the expected text, word for word"),
    "contains": tr("it contains a text…"),
    "words": tr("it contains whole words…"),
    "lacks": tr("it does not contain a text…"),
    "matches": tr("it matches a pattern…"),
    "choice": tr("I choose the better one, with the names hidden"),
}
WITH_TEXT = ("contains", "words", "lacks", "matches")
ABOUT_CHECK = tr(
    "Luthier looks at the expected answers. Labels, numbers, JSON, lists and a few words have to be the same. Between "
    "longer texts you choose the better one, with the names hidden."
)
SEVERAL_TEXTS = ("contains", "words", "lacks")
SEVERAL = tr("Put | between several: ahoy | matey")
_BETTER: dict[str, str] = {"equal": tr("equal")}
SHOWN: dict[str, str] = {
    "all": tr("All questions"),
    "wrong": tr("Where it is wrong after training"),
    "differ": tr("Where only one of them is right"),
}


def unended(models: list[p.Assessed]) -> str:
    """Return how many answers came to no end, "" for none."""
    of = {named(one.name): count(one.unended) for one in models if one.unended}
    told = ", ".join(f"{name} {number}" for name, number in of.items())
    return tr("Answers that came to no end: {told}.", told=told) if told else ""


def chosen(answer: p.AnswerJudged) -> str:
    """Return whether an answer was chosen."""
    return tr("chosen") if answer.right else tr("not chosen")


def better(result: p.AssessResult, choice: str) -> str:
    """Return a text naming whose answer was chosen."""
    places = {"tuned": 0, "base": 1}
    return named(result.models[places[choice]].name) if choice in places else _BETTER.get(choice, "")


def verdicts(said: RunAssessment) -> str:
    """Return the latest verdict, and the latest one against each other model."""
    lines = [tr("The last time: {verdict}", verdict=said.verdict)]
    lines += [
        tr("Against {name}: {verdict}", name=one.against or named(BASE), verdict=one.verdict) for one in said.beside
    ]
    return "\n".join(lines)


def left_out(reasons: dict[str, int]) -> str:
    """Return how many rows were not asked and why, "" for none."""
    if not reasons:
        return ""
    told = ", ".join(f"{count(number)} ({reason})" for reason, number in reasons.items())
    return tr("Rows left out: {told}.", told=told)
