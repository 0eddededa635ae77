"""Messages of an assessment: questions, answers of several models, and which of them are right."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

CheckKind = Literal[
    "label", "json", "number", "call", "list", "short", "same", "contains", "words", "lacks", "matches", "choice"
]  # fmt: skip
Better = Literal["tuned", "base", "equal"]  # of two answers
Decision = Literal["certain", "likely", "open", "few", "even"]


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """When an answer is right (core/assess/checks.py); `choice`: you choose the better of two, without their names.

    text: that it has to contain, to have as whole words, or to lack, several with | between; or a pattern to match.

    within: how far a number may be off; is_share: as a share of the expected number.
    """

    kind: CheckKind
    text: str = ""
    within: Annotated[float, Meta(ge=0)] = 0.0
    is_share: bool = False


class LabelFigures(msgspec.Struct, kw_only=True):
    """expected: rows of this label. answered: answers that are it. right: both."""

    label: str
    expected: int
    answered: int
    right: int
    precision: float | None = None  # right / answered; None where nothing was answered so
    recall: float | None = None  # right / expected


class Assessed(msgspec.Struct, kw_only=True):
    """What came of one model. low, high: between what shares of all such questions it would have right, with 95%.

    score: the mean over all rows, where the check has one. unended: answers that came to no end. confusion: by expected
    label, how often each was answered, "" for anything else. fields: of JSON, how often each was right.
    asked: answers written now; the others were kept from before.
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
    """The first model against another: questions that only the one had right, and what that decides."""

    name: str
    only_first: int
    only_other: int
    decision: Decision


class AnswerJudged(msgspec.Struct, kw_only=True):
    """why: in a sentence. ended: False where it was cut off."""

    text: str
    right: bool
    why: str
    score: float | None = None
    ended: bool = True


class RowJudged(msgspec.Struct, kw_only=True):
    """A question and its answers, in the order of the models. question: its last words.

    Only where answers are chosen between: key: identifies the choice. messages: what both answered. better: as you
    have chosen; "": not yet.
    """

    file: str
    line: int
    question: str
    expected: str
    answers: list[AnswerJudged]
    key: str = ""
    messages: list[dict[str, Any]] = []
    better: Better | Literal[""] = ""


class StrengthMeasured(msgspec.Struct, kw_only=True):
    """What came of an adapter at a strength. right: of the StrengthsResult's `of`. moved: as of an AssessResult."""

    strength: float
    right: int
    moved: float


class StrengthsResult(msgspec.Struct, kw_only=True):
    """measured: the strongest first. of: questions that were asked, 0 where no check says which answers are right.

    test: which they are, in words. recommended: the least strength down to which as many are right as at 1; None
    without questions.
    """

    test: str
    of: int
    measured: list[StrengthMeasured]
    recommended: float | None
    seconds: float


class GeneralAnswers(msgspec.Struct, kw_only=True):
    """What the base and the assessed model say to a general question; … where it was cut off."""

    question: str
    base: str
    tuned: str


class AssessResult(msgspec.Struct, kw_only=True):
    """verdict: in a sentence or two. unseen: whether it is known that nothing was trained on. trained: whether all was.

    left_out: rows that were not asked, by reason. models: the first is the one that is assessed. moved: how far that is
    from the base on general questions (core/assess/moved.py), in nats a token; None where that was not measured.
    general: a few of these questions with both answers; none without the base among the models.
    step: of the checkpoint. by: identifies its model and how it is asked. pairs: questions with a right and a wrong
    answer; 0 where answers are chosen between. pairs_file: these, to be learnt from; "": there are none.
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
