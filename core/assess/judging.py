"""A third model as the judge of two answers: a criterion at a time, in both orders.

Models that judge prefer what stands first, and say yes to much (Zheng et al., arXiv:2306.05685): where the two orders
disagree, neither is better. How far such a judge is to be believed is told by how often it chose as you did.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from core import protocol as p
from core.assess.answers import KeptAnswers, answers_of
from core.assess.checks import Said
from core.assess.rows import Row
from core.base.callbacks import ReportProgress
from core.chat.loaded import ChatSource
from core.data.chat.renderer import TemplateRenderer

CRITERIA = ("It answers what was asked.", "It is true.", "It is well written.")
_MOST_TOKENS = 8
_FOUND = re.compile(r"\W*(?:answer\s+)?([AB])\b", re.IGNORECASE)
_ASKED = """Here are a question and two answers.

Question: {question}

Answer A: {first}

Answer B: {second}

Criterion: {criterion}
Which answer meets the criterion better? Say only A or B."""


class Pair(NamedTuple):
    """A question and what two models answered."""

    row: Row
    tuned: str
    base: str


def judgements(
    source: ChatSource,
    by: str,
    pairs: Sequence[Pair],
    criteria: Sequence[str],
    kept: KeptAnswers,
    renderer: TemplateRenderer,
    report: ReportProgress = lambda done, total: None,
) -> list[dict[str, p.Better]]:
    """Return for each pair which answer meets each criterion better. by: identifies the judge among kept answers.

    Raises LuthierError as answers_of does.
    """
    asked = [
        _row(pair, criterion, swapped=swapped) for pair in pairs for criterion in criteria for swapped in (False, True)
    ]
    said = iter(answers_of(source, by, asked, kept, renderer, most=_MOST_TOKENS, report=report).answers)
    found = list[dict[str, p.Better]]()
    for _ in pairs:
        of_pair = dict[str, p.Better]()
        for criterion in criteria:
            one, other = (_letter(answer.text if answer else "") for answer in (next(said), next(said)))
            of_pair[criterion] = {("A", "B"): "tuned", ("B", "A"): "base"}.get((one, other), "equal")  # type: ignore[assignment]
        found.append(of_pair)
    return found


def together(of_pair: dict[str, p.Better]) -> p.Better:
    """Return which answer meets more criteria better."""
    counts = Counter(of_pair.values())
    if counts["tuned"] == counts["base"]:
        return "equal"
    return "tuned" if counts["tuned"] > counts["base"] else "base"


def _row(pair: Pair, criterion: str, *, swapped: bool) -> Row:
    first, second = (pair.base, pair.tuned) if swapped else (pair.tuned, pair.base)
    text = _ASKED.format(question=pair.row.question, first=first, second=second, criterion=criterion)
    return pair.row._replace(messages=[{"role": "user", "content": text}], tools=[], expected=Said("", []), thoughts="")


def _letter(text: str) -> str:
    """Return A or B, with which an answer begins; "" for another."""
    found = _FOUND.match(text)
    return found[1].upper() if found else ""
