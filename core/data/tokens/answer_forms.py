"""Whether the answers of data are of a form that has one right answer each: a label, JSON, a call of a tool."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from core.data.tokens.dataset import Dataset
from core.data.tokens.example_view import evenly_spaced
from core.data.tokens.notices import COMPARED_ROWS, first_answer
from core.data.tokens.record_encoder import CALLS, JSON

Form = Literal["", "labels", "json", "calls"]
NEARLY_ALL = 0.95  # of the rows: some say that nothing was found, or ask back
LONGEST_LABEL = 16  # tokens, its end included
LABEL_ROWS = 5  # that a label has at least, on average


def answers_form(dataset: Dataset) -> Form:
    """Return the form that nearly all answers have, or ""."""
    if not dataset.found.is_conversation or not len(dataset.train):
        return ""
    enough = NEARLY_ALL * dataset.usable_conversations
    if dataset.seen[CALLS] + dataset.seen[JSON] >= enough:
        return "calls" if dataset.seen[CALLS] else "json"
    places = evenly_spaced(len(dataset.train), COMPARED_ROWS)
    answers = Counter(tuple(first_answer(dataset.train[place])) for place in places)
    short = all(len(answer) <= LONGEST_LABEL for answer in answers)
    return "labels" if short and 1 < len(answers) <= len(places) / LABEL_ROWS else ""
