"""What training reads: rows of tokens, and which of them a step trains on. That is a seeded permutation per epoch, so
that the step number is the whole data cursor.
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
PerToken = NDArray[np.float64]  # [n_supervised], in the order in which a row's supervised tokens stand
PerSegment = NDArray[np.float64]  # [n segments of a row], padding not counted

NO_LABEL = -1


@dataclass(frozen=True, eq=False)
class RowChoices:
    """What a row of choices holds; both are [n segments], padding not counted.

    sides: 1: an answer that was chosen, or is called good. -1: one that was rejected, or is called bad. 0: a stranger,
    an answer to another question, which is only measured. The two answers of a pair stand behind each other, the
    chosen one first. reference: the log-probability of each answer by the reference model, in nats; 0 until it is
    known.
    """

    sides: NDArray[np.int8]
    reference: PerSegment


@dataclass(frozen=True, eq=False)
class PackedRow:
    """One micro-batch of T tokens; every array is [T].

    positions restart at 0 in every segment, or go on: a segment that begins at position p has its first p tokens in the
    last one before it that begins at 0, and sees them there. Padding stands at the end, as a segment of its own.
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
        """Return how many supervised tokens each segment has."""
        of = self.segments[self.labels != NO_LABEL]
        return np.bincount(of, minlength=self._n_segments)[: self._n_segments]

    @property
    def _n_segments(self) -> int:
        return len(self.choices.sides) if self.choices else int(self.segments[: self.n_tokens].max(initial=-1)) + 1


class Rows(Sequence[PackedRow]):
    """Rows that are made when they are asked for, and known as a whole without making them."""

    @property
    @abstractmethod
    def longest(self) -> int:
        """Tokens in the longest row, padding counted."""

    @property
    @abstractmethod
    def n_segments(self) -> int:
        """Segments in all rows, padding not counted."""

    @abstractmethod
    def fingerprint(self) -> str:
        """Identify the tokens and labels that are trained on, and their order."""

    @abstractmethod
    def with_reference(self, reference: PerSegment) -> Rows:
        """Return rows of choices that know the reference model's log-probabilities, of all segments row by row."""


def longest(*groups: Sequence[PackedRow]) -> int:
    """Return the tokens in the longest row, padding counted."""
    return max(_longest(rows) for rows in groups if rows)


def _longest(rows: Sequence[PackedRow]) -> int:
    return rows.longest if isinstance(rows, Rows) else max(len(row.tokens) for row in rows)


def fingerprint(rows: Sequence[PackedRow]) -> str:
    """Identify the tokens and labels that are trained on, and their order."""
    if isinstance(rows, Rows):
        return rows.fingerprint()
    digest = hashlib.blake2b(digest_size=16)
    for row in rows:
        digest.update(row.tokens.tobytes())
        digest.update(row.labels.tobytes())
    return digest.hexdigest()


class Batches:
    """Rows of each optimizer step; an epoch's last step takes what is left over."""

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
        """Return the epochs done when `step` steps are."""
        return step / self.steps_per_epoch


def epoch_order(n: int, epoch: int, seed: int) -> NDArray[np.int64]:
    """Return a permutation of range(n) by the seed and the epoch only, so that a resumed run can go on in it."""
    return np.random.default_rng([seed, epoch]).permutation(n)
