"""Messages of an assessment: questions, the answers of several models, and which are right."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

CheckKind = Literal[
    "label", "json", "number", "call", "list", "short", "same", "contains", "words", "lacks", "matches", "choice"
]  # fmt: skip
Better = Literal["tuned", "base", "equal"]  # the better of two answers
Decision = Literal["certain", "likely", "open", "few", "even"]


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """The rule by which an answer is right (core/assess/checks.py); `choice`: the user picks the better of two unnamed
    answers.

    text: what an answer must contain, contain as whole words, or lack, several separated by |; or a pattern to match.

    within: a number's tolerance; is_share: relative to the expected number.
    """

    kind: CheckKind
    text: str = ""
    within: Annotated[float, Meta(ge=0)] = 0.0
    is_share: bool = False


class LabelFigures(msgspec.Struct, kw_only=True):
    """Figures of a label. expected: rows with this label. answered: answers that give it. right: rows where both
    agree.
    """

    label: str
    expected: int
    answered: int
    right: int
    precision: float | None = None  # right / answered; None if it was never answered
    recall: float | None = None  # right / expected


class Assessed(msgspec.Struct, kw_only=True):
    """One model's results. low, high: 95% confidence interval of its share of right answers.

    score: the mean over all rows, if the check has a score. unended: answers cut off before their end. confusion:
    counts by expected label and answered label, "" for any other answer. fields: for JSON, how often each field was
    right.
    asked: answers written now; the others were stored earlier.
    """

    name: str
    right: int
    of: int
    low: float
    high: float
    score: float | None = None
    unended: int = 0
    asked: int = 0
    seconds: float = 0.0
    labels: list[LabelFigures] = []
    confusion: dict[str, dict[str, int]] = {}
    fields: dict[str, int] = {}


class Versus(msgspec.Struct, kw_only=True):
    """The first model against another: questions that only one of them got right, and the verdict."""

    name: str
    only_first: int
    only_other: int
    decision: Decision


class AnswerJudged(msgspec.Struct, kw_only=True):
    """A judged answer. why: the reason in a sentence. ended: False if it was cut off."""

    text: str
    right: bool
    why: str
    score: float | None = None
    ended: bool = True


class RowJudged(msgspec.Struct, kw_only=True):
    """A question and its answers, in the order of the models. question: the last message's text.

    Only for checks by choice: key: identifies the choice. messages: the conversation that both answered. better: the
    user's choice; "" before it. settled: it needs no choice, because an answer is the expected text, or both are the
    same.
    """

    file: str
    line: int
    question: str
    expected: str
    answers: list[AnswerJudged]
    key: str = ""
    messages: list[dict[str, Any]] = []
    better: Better | Literal[""] = ""
    settled: bool = False


class StrengthMeasured(msgspec.Struct, kw_only=True):
    """Results of an adapter at one strength. right: out of StrengthsResult's `of`. moved: as in AssessResult."""

    strength: float
    right: int
    moved: float


class StrengthsResult(msgspec.Struct, kw_only=True):
    """Results at several strengths. measured: strongest first. of: questions asked, 0 if no check decides what is
    right.

    test: a description of the questions. recommended: the lowest strength down to which as many are right as at
    strength 1; None without questions.
    """

    test: str
    of: int
    measured: list[StrengthMeasured]
    recommended: float | None
    seconds: float


class GeneralAnswers(msgspec.Struct, kw_only=True):
    """The base's and the assessed model's answers to a general question; … marks a cut."""

    question: str
    base: str
    tuned: str


class AssessResult(msgspec.Struct, kw_only=True):
    """The result of an assessment. verdict: one or two sentences. unseen: no question is known to have been trained on.
    trained: all were.

    left_out: rows not asked, by reason. models: the assessed one first. moved: its distance from the base on general
    questions (core/assess/moved.py), in nats per token; None if not measured. general: a few of these questions with
    both answers; none unless the base is among the models.
    step: of the checkpoint. by: identifies the model and how it is asked. pairs: questions with a right and a wrong
    answer; 0 for checks by choice. pairs_file: these pairs as training data; "" if none.
    """

    verdict: str
    unseen: bool
    test: str
    rows: int
    left_out: dict[str, int]
    check: Check
    check_words: str
    models: list[Assessed]
    versus: list[Versus]
    judged: list[RowJudged]
    seconds: float
    moved: float | None = None
    general: list[GeneralAnswers] = []
    step: int = 0
    by: str = ""
    pairs: int = 0
    pairs_file: str = ""
    trained: bool = False
