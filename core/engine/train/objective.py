"""What training makes smaller. docs/engine.md says how another objective is added.

An objective is a function of the cross-entropies of a row's supervised tokens, which the head computes for all of them
alike (loss.py). Whatever it makes of these, its gradient is theirs, each times a weight: so it need build no graph.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.engine.train.choices import Dpo, Kto, Orpo, Totals
from core.engine.train.rows import PackedRow, PerToken
from core.protocol import measure as measures
from core.protocol.config import TrainConfig
from core.protocol.measure import Measure


class Objective(Protocol):
    """What training makes smaller. losses: the cross-entropies of a row's supervised tokens, in nats."""

    @property
    def measure(self) -> Measure:
        """How its numbers are told, and adapters judged by them."""

    @property
    def compares(self) -> bool:
        """Whether its rows have to know the reference model's log-probabilities."""

    def counted(self, row: PackedRow, /) -> int:
        """Return how much a row counts in the mean over several: its tokens, or its pairs."""

    def weights(self, row: PackedRow, losses: PerToken, /) -> PerToken:
        """Return the derivatives of the row's loss with respect to `losses`."""

    def loss(self, row: PackedRow, losses: PerToken, /) -> float:
        """Return the row's loss, a sum over all that it counts."""

    def right(self, row: PackedRow, losses: PerToken, likeliest: NDArray[np.bool_], /) -> tuple[int, int]:
        """Return how many of a held-out row's answers are right, and how many it has.

        likeliest: [n_supervised], whether each token is the likeliest after those before it.
        """

    def totals(self, row: PackedRow, losses: PerToken, /) -> Totals | None:
        """Return what a row of choices adds to what is told of good and bad answers; None of other rows."""


class CrossEntropy:
    """The mean over all supervised tokens, which count alike."""

    compares = False

    def __init__(self, measure: Measure = measures.CROSS_ENTROPY) -> None:
        self.measure = measure

    def counted(self, row: PackedRow, /) -> int:
        """Return the number of the row's supervised tokens."""
        return row.n_supervised

    def weights(self, row: PackedRow, _losses: PerToken, /) -> PerToken:
        """Return ones: a token's loss counts the same whatever the others are."""
        return np.ones(row.n_supervised)

    def loss(self, _row: PackedRow, losses: PerToken, /) -> float:
        """Return the sum over the row's supervised tokens."""
        return float(losses.sum())

    def right(self, row: PackedRow, _losses: PerToken, likeliest: NDArray[np.bool_], /) -> tuple[int, int]:
        """Count answers, runs of supervised tokens such as an assistant's turns. Right is one that is the likeliest to
        the token: just these are written by a model that always takes the likeliest.
        """
        columns = np.flatnonzero(row.labels >= 0)
        begins = np.flatnonzero(np.diff(columns, prepend=-2) > 1)
        return int(np.logical_and.reduceat(likeliest, begins).sum()) if len(begins) else 0, len(begins)

    def totals(self, _row: PackedRow, _losses: PerToken, /) -> Totals | None:
        """Return None: there are no answers to tell apart."""
        return None


CROSS_ENTROPY = CrossEntropy()
_BY = {"loss": CROSS_ENTROPY, "right": CrossEntropy(measures.BY_RIGHT_ANSWERS)}


def objective_of(config: TrainConfig) -> Objective:
    """Return what a training with these settings makes smaller."""
    match config.objective:
        case "dpo":
            return Dpo(config.preference_beta, normalized=config.length_normalized, smoothing=config.label_smoothing)
        case "kto":
            return Kto(config.preference_beta, good_weight=config.good_weight)
        case "orpo":
            return Orpo(config.preference_beta)
        case "sft":
            return _BY[config.best_by]
