"""Holds the training and evaluation examples of a data file, and statistics on its rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.data.example import Example
from core.data.formats.recognise import Recognised
from core.data.problems import Problem
from core.data.tokens.changes import LEFT_OUT
from core.data.tokens.choices import ChoiceView
from core.data.tokens.example_view import lengths_of, supervised_of

TEST = "kept aside for the test"
LEAKED = "same as an evaluation row"
TWICE = "same as an earlier row"


class DataNotice(NamedTuple):
    """A notice about data that can be used nevertheless."""

    code: str
    message: str
    hint: str


@dataclass(frozen=True, eq=False)
class Dataset:
    """Examples for training and evaluation, and statistics on the file's rows. Tokens stay on disk."""

    found: Recognised
    files: tuple[Path, ...]  # that contain the rows
    units: NDArray[np.void]  # of UNIT: the training rows; for conversations without choices, one for each of `train`
    train: Sequence[Example]
    evaluation: Sequence[Example]
    rows: int  # read from the data file, usable or not: conversations, texts, or blocks of about a page
    eval_rows: int
    dropped: dict[str, int]  # reason -> rows
    evaluation_units: NDArray[np.void]  # of UNIT: the rows of `evaluation`, as `units` for `train`
    test_units: NDArray[np.void]  # of UNIT: the rows reserved for the test
    duplicates: int = 0  # training rows that equal earlier ones
    problems: list[Problem] = field(default_factory=list)  # the first bad rows of each reason
    notices: list[DataNotice] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)  # while encoding: "truncated", "unending", "rewritten"
    leaked: int = 0  # rows left out because they are also evaluation rows
    unmeasured: int = 0  # held-out rows that evaluations skip to save time
    all_tokens: int = 0  # of the data file, held out or not
    seconds: float = 0.0  # that tokenizing took
    from_cache: bool = False
    is_apart: bool = False  # whether the held-out rows come from a separate data set

    @property
    def bad_rows(self) -> dict[str, int]:
        """Return numbers of unusable rows, by reason."""
        return {why: count for why, count in self.dropped.items() if why not in (TEST, LEAKED, TWICE, LEFT_OUT)}

    @property
    def usable_conversations(self) -> int:
        """Return the number of usable conversations in the data file, held out or not: those that `seen` counts."""
        return self.seen["thoughts"] + self.seen["no thoughts"] + self.seen["plain"]

    def of_good_answers(self) -> Dataset:
        """Return the data with only the chosen or good answers, an example per unit; data without choices unchanged."""
        if not isinstance(self.train, ChoiceView):
            return self
        return replace(self, train=self.train.good(), units=self.units[self.units["chosen"] > 0])

    @property
    def tokens(self) -> int:
        """Return the number of tokens in the training examples."""
        return int(lengths_of(self.train).sum())

    @property
    def supervised_tokens(self) -> int:
        """Return the number of training tokens that count in the loss."""
        return int(supervised_of(self.train).sum())
