"""Rows of tokens, and the choice of rows for each step: a seeded permutation per epoch, so that the step number is the
whole data cursor.
"""

from __future__ import annotations

import hashlib
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

from core.protocol.config import TrainConfig

Int32 = NDArray[np.int32]
PerToken = NDArray[np.float64]  # [n_supervised], in the order of a row's supervised tokens
PerSegment = NDArray[np.float64]  # [n segments of a row], padding not counted

NO_LABEL = -1


@dataclass(frozen=True, eq=False)
class RowChoices:
    """The choices in a row; both arrays are [n segments], without padding.

    sides: 1: an answer that was chosen, or is called good. -1: one that was rejected, or is called bad. 0: a stranger,
    an answer to another question, which is only measured. The two answers of a pair are neighbours, the chosen one
    first. reference: the log-probability of each answer by the reference model, in nats; 0 while unknown.
    """

    sides: NDArray[np.int8]
    reference: PerSegment


@dataclass(frozen=True, eq=False)
class PackedRow:
    """One micro-batch of T tokens; every array is [T].

    positions restart at 0 in every segment, or continue: a segment that begins at position p shares its first p tokens
    with the last segment before it that begins at 0, and attends to them. Padding comes last, as its own segment.
    labels[i] is the token to predict at position i (the next of the same segment), or -1.
    """

    tokens: Int32
    positions: Int32
    segments: Int32
    labels: Int32
    n_tokens: int  # padding not counted
    n_supervised: int
    choices: RowChoices | None = None

    def log_probabilities(self, losses: PerToken) -> PerSegment:
        """Return the log-probability of each segment's answer, in nats, from the losses of the supervised tokens."""
        of = self.segments[self.labels != NO_LABEL]
        sums: PerSegment = np.bincount(of, losses, minlength=self._n_segments).astype(np.float64)
        return -sums[: self._n_segments]

    def answer_tokens(self) -> NDArray[np.int64]:
        """Return the number of supervised tokens in each segment."""
        of = self.segments[self.labels != NO_LABEL]
        return np.bincount(of, minlength=self._n_segments)[: self._n_segments]

    @property
    def _n_segments(self) -> int:
        return len(self.choices.sides) if self.choices else int(self.segments[: self.n_tokens].max(initial=-1)) + 1


class Rows(Sequence[PackedRow]):
    """Rows made on demand, whose totals are known without making them."""

    @property
    @abstractmethod
    def longest(self) -> int:
        """Return the tokens in the longest row, padding counted."""

    @property
    @abstractmethod
    def n_segments(self) -> int:
        """Return the number of segments in all rows, padding not counted."""

    @abstractmethod
    def fingerprint(self) -> str:
        """Identify the training's tokens and labels, and their order."""

    @abstractmethod
    def with_reference(self, reference: PerSegment) -> Rows:
        """Return rows of choices with the reference model's log-probabilities, of all segments row by row."""


def longest(*groups: Sequence[PackedRow]) -> int:
    """Return the tokens in the longest row, padding counted."""
    return max(_longest(rows) for rows in groups if rows)


def _longest(rows: Sequence[PackedRow]) -> int:
    return rows.longest if isinstance(rows, Rows) else max(len(row.tokens) for row in rows)


def fingerprint(rows: Sequence[PackedRow]) -> str:
    """Identify the training's tokens and labels, and their order."""
    if isinstance(rows, Rows):
        return rows.fingerprint()
    digest = hashlib.blake2b(digest_size=16)
    for row in rows:
        digest.update(row.tokens.tobytes())
        digest.update(row.labels.tobytes())
    return digest.hexdigest()


class Batches:
    """Rows of each optimizer step; an epoch's last step takes the remainder."""

    def __init__(self, rows: Sequence[PackedRow], config: TrainConfig) -> None:
        self.rows, self._seed = rows, config.seed
        self._per_step = config.grad_accumulation
        self.steps_per_epoch = ceil(len(rows) / self._per_step)
        self.steps = config.max_steps or ceil(config.epochs * self.steps_per_epoch)

    def rows_of(self, step: int) -> list[PackedRow]:
        """Return the rows of optimizer step `step` (from 0)."""
        epoch, place = divmod(step, self.steps_per_epoch)
        order = epoch_order(len(self.rows), epoch, self._seed)
        return [self.rows[i] for i in order[place * self._per_step : (place + 1) * self._per_step]]

    def epoch_after(self, step: int) -> float:
        """Return the number of epochs done after `step` steps."""
        return step / self.steps_per_epoch


def epoch_order(n: int, epoch: int, seed: int) -> NDArray[np.int64]:
    """Return a permutation of range(n) from the seed and the epoch alone, so that a resumed run can continue in it."""
    return np.random.default_rng([seed, epoch]).permutation(n)
