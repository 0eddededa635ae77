"""The texts of the page "Is it better?"."""

from __future__ import annotations

from core import protocol as p
from core.advice.assessment import BASE, named
from core.base.language import tr
from core.base.numbers import count, share
from core.runs.info import RunAssessment

WHAT = tr(
    "Both models get the same questions and answer with their likeliest words. "
    "A check says which answers are right; where there is none, you choose the better ones without knowing whose they "
    "are."
)
NONE_KEPT = tr("It kept none: it was trained on every row.")
LEARNT = tr(
    "They show that it learnt them, not that it can answer others. For that, choose a file with the questions in other "
    "words."
)
NO_RUN = tr("Choose a run on the Runs page, or train one, to find out whether it is better.")
FILES = tr("Questions and answers (*.jsonl *.json *.csv *.tsv *.parquet *.txt);;All files (*)")
CHECKS: dict[str, str] = {
    "": tr("Luthier decides by the expected answers"),
    "label": tr("the expected label, and nothing else"),
    "json": tr("JSON with the expected fields"),
    "number": tr("the expected number"),
    "call": tr("a call of the expected tool"),
    "list": tr("a list of the expected items"),
    "short": tr("it has the expected words in it"),
    "same": tr("the expected text, word for word"),
    "contains": tr("it contains a text…"),
    "words": tr("it has whole words in it…"),
    "lacks": tr("it does not contain a text…"),
    "matches": tr("it matches a pattern…"),
    "choice": tr("I choose the better one, without the names"),
}
WITH_TEXT = ("contains", "words", "lacks", "matches")
ABOUT_CHECK = tr(
    "Luthier looks at the expected answers. If they are labels, numbers, JSON, lists or a few words, the answer has to "
    "say the same. If they are free text, you choose the better of two answers, without knowing whose they are."
)
SEVERAL_TEXTS = ("contains", "words", "lacks")
SEVERAL = tr("Several with | between them: ahoy | matey")
_BETTER: dict[str, str] = {"equal": tr("equal")}
SHOWN: dict[str, str] = {
    "all": tr("All questions"),
    "wrong": tr("Where the tuned model is wrong"),
    "differ": tr("Where only one of them is right"),
}


def figures(one: p.Assessed) -> str:
    """Return a model's share of right answers, with its confidence interval."""
    said = tr(
        "{name}: {right} of {of} right. Of many such questions it would have between {low} and {high} right.",
        name=_begun(named(one.name)),
        right=count(one.right),
        of=count(one.of),
        low=share(one.low),
        high=share(one.high),
    )
    if one.unended:
        said += " " + tr("{n} of its answers came to no end.", n=count(one.unended))
    return said


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
    told = "; ".join(f"{count(number)}: {reason}" for reason, number in reasons.items())
    return tr("Rows left out: {told}.", told=told)


def _begun(name: str) -> str:
    return name[:1].upper() + name[1:]
