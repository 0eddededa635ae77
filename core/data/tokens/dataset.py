"""What training and evaluation read of a data file, and what became of its rows."""

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
    """Something to tell the user although the data can be used."""

    code: str
    message: str
    hint: str


@dataclass(frozen=True, eq=False)
class Dataset:
    """Examples to train on and to evaluate with, and what became of the file's rows. Tokens stay on disk."""

    found: Recognised
    files: tuple[Path, ...]  # that the rows are in
    units: NDArray[np.void]  # of UNIT: the rows trained on; of conversations one for each of `train`, if no choices
    train: Sequence[Example]
    evaluation: Sequence[Example]
    rows: int  # read from the data file, usable or not: conversations, texts, or blocks of about a page of a text
    eval_rows: int
    dropped: dict[str, int]  # reason -> rows
    evaluation_units: NDArray[np.void]  # of UNIT: the rows of `evaluation`, as `units` are of `train`
    test_units: NDArray[np.void]  # of UNIT: the rows that are kept aside for the test
    duplicates: int = 0  # rows trained on that are the same as earlier ones
    problems: list[Problem] = field(default_factory=list)  # the first bad rows of each reason, by name
    notices: list[DataNotice] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)  # while encoding: "truncated", "unending", "rewritten"
    leaked: int = 0  # rows left out because they are evaluation rows too
    unmeasured: int = 0  # rows held out that evaluations leave aside, for time
    all_tokens: int = 0  # of the data file, held out or not
    seconds: float = 0.0  # that tokenizing them took
    from_cache: bool = False
    is_apart: bool = False  # what is held out is data of its own

    @property
    def bad_rows(self) -> dict[str, int]:
        """Rows that cannot be used, by reason."""
        return {why: count for why, count in self.dropped.items() if why not in (TEST, LEAKED, TWICE, LEFT_OUT)}

    @property
    def usable_conversations(self) -> int:
        """The number of usable conversations in the data file, held out or not: those that `seen` counts."""
        return self.seen["thoughts"] + self.seen["no thoughts"] + self.seen["plain"]

    def of_good_answers(self) -> Dataset:
        """Return the data with those answers alone that were chosen or called good, an example each unit; data that
        holds no choices as it is.
        """
        if not isinstance(self.train, ChoiceView):
            return self
        return replace(self, train=self.train.good(), units=self.units[self.units["chosen"] > 0])

    @property
    def tokens(self) -> int:
        """Tokens in the training examples."""
        return int(lengths_of(self.train).sum())

    @property
    def supervised_tokens(self) -> int:
        """The number of trained tokens that count in the loss."""
        return int(supervised_of(self.train).sum())
