"""Represents choices between answers as examples: which answer was chosen, and how a pair lies in a row.

A unit of the token cache holds both answers of a pair, each a whole example with its question: first the chosen one,
then the rejected one. An answer labelled good or bad is a unit with one of the two. A row holds their question once if
the model allows it: the second answer follows the first without their shared beginning.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from core.data.example import Example
from core.data.tokens.example_view import ExampleView, Int64, KnownExamples
from core.data.tokens.pack import PackedRows, Sides, pack_groups
from core.protocol.config import TrainConfig

GOOD, BAD, STRANGER = 1, -1, 0


@dataclass(frozen=True, eq=False)
class ChoiceView(ExampleView):
    """Answers of choices. sides: [n examples], GOOD or BAD; the two of a pair are adjacent, GOOD first."""

    sides: Sides

    def good(self) -> ExampleView:
        """Return only the chosen answers, which a model learns to write."""
        is_good = self.sides == GOOD
        starts, sizes, supervised, begins, ends = (
            self.starts[is_good], self.sizes[is_good], self.supervised[is_good], self.begins[is_good],
            self.ends[is_good],
        )  # fmt: skip
        return ExampleView(self.tokens, starts, sizes, supervised, begins, ends, self.bos, self.eos, self.digest)

    def longer_share(self) -> float:
        """Return the share of pairs whose chosen answer is the longer one; pairs of equal length count as half."""
        differ = np.sign(self.supervised[::2] - self.supervised[1::2])
        return float((differ + 1).mean() / 2) if len(differ) else 0.5


class WithStrangers(KnownExamples):
    """Answers, followed by a stranger for each: its question with the next one's answer."""

    def __init__(self, view: ChoiceView, context: int) -> None:
        """context: the longest a stranger may be, in tokens; longer ones are cut off at the end."""
        self._view, self._context = view, context
        self._begins = np.fromiter(map(_answer_begins, view), np.int64, len(view))  # [n], positions where answers begin
        behind = view.lengths - self._begins  # tokens of answers, with the template's text after them
        self._sizes = np.minimum(self._begins + np.roll(behind, -1), context)

    @property
    def lengths(self) -> Int64:
        """Return the tokens of each example, [2 n]."""
        return np.concatenate([self._view.lengths, self._sizes])

    @property
    def n_supervised(self) -> Int64:
        """Return the supervised tokens of each example, [2 n]; those of strangers are only measured."""
        lent = np.minimum(np.roll(self._view.supervised, -1), self._sizes - self._begins)
        return np.concatenate([self._view.supervised, lent])

    def describe(self) -> Iterator[bytes]:
        """Yield what identifies the examples, for a fingerprint."""
        yield from self._view.describe()
        yield f"strangers {self._context}".encode()

    def __len__(self) -> int:
        return 2 * len(self._view)

    def _one(self, index: int) -> Example:
        n = len(self._view)
        if index < n:
            return self._view[index]
        mine, other = index - n, (index - n + 1) % n
        asks, says, size = self._view[mine], self._view[other], int(self._sizes[mine])
        question, answer = int(self._begins[mine]), int(self._begins[other])
        return Example(
            np.concatenate([asks.tokens[:question], says.tokens[answer:]])[:size],
            np.concatenate([np.zeros(question, np.bool_), says.supervised[answer:]])[:size],
        )


class _Grouped(NamedTuple):
    """Examples with their groups, the beginning that each group shares, and their sides; arrays are [n examples]."""

    examples: KnownExamples
    group_of: Int64
    shared: Int64
    sides: Sides


def choice_rows(view: ChoiceView, config: TrainConfig, *, may_share: bool) -> PackedRows:
    """Return rows of choices by the settings. may_share: whether the model can compute rows that hold shared beginnings
    once.
    """
    return pack_groups(*_grouped(view, config, may_share), config.row_tokens, packed=config.packing)


def choice_sizes(view: ChoiceView, config: TrainConfig, *, may_share: bool) -> tuple[Int64, int]:
    """Return the tokens that each choice takes in a row, [n units], and the number of its examples' tokens that rows
    save.
    """
    examples, group_of, shared, _ = _grouped(view, config, may_share)
    once = np.diff(group_of, prepend=-1) != 0 if config.objective != "kto" else np.arange(len(group_of)) < len(view)
    saved = np.where(once, 0, shared)
    return np.bincount(group_of, examples.lengths - saved).astype(np.int64), int(saved.sum())


def _grouped(view: ChoiceView, config: TrainConfig, may_share: bool) -> _Grouped:
    shares = may_share and config.shared_beginnings
    n, pairs = len(view), len(view) // 2
    if config.objective == "kto":
        strangers = WithStrangers(view, config.context)
        alike = [_shared(view[i], strangers[n + i]) if shares else 0 for i in range(n)]
        sides = np.concatenate([view.sides, np.full(n, STRANGER, np.int8)])
        return _Grouped(strangers, np.tile(np.arange(n), 2), np.tile(np.array(alike, np.int64), 2), sides)
    alike = [_shared(view[2 * i], view[2 * i + 1]) if shares else 0 for i in range(pairs)]
    return _Grouped(view, np.repeat(np.arange(pairs), 2), np.repeat(np.array(alike, np.int64), 2), view.sides)


def _answer_begins(example: Example) -> int:
    return int(example.supervised.argmax())


def _shared(one: Example, other: Example) -> int:
    """Return the length of the common prefix, at most up to the token that predicts an answer's first token."""
    most = min(_answer_begins(one), _answer_begins(other)) - 1
    if most <= 0:
        return 0
    differ = one.tokens[:most] != other.tokens[:most]
    return int(differ.argmax()) if differ.any() else most
