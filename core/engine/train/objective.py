"""The objectives: what training minimizes. docs/engine.md describes how to add one.

An objective is a function of the cross-entropies of a row's supervised tokens, which the head computes in the same way
for all objectives (loss.py). The gradient of any such function is a weighted sum of the tokens' gradients, so an
objective builds no graph.

DPO and ORPO learn from pairs, KTO from answers called good or bad. Each is a function of the log-probabilities of whole
answers, the sums of their tokens'. Symbols, as in the papers: lp(y), the log-probability of an answer y to its question
by the model in training; ref(y), by the reference, the model that training began with; r(y) = lp(y) - ref(y); sigma,
the logistic function; n(y), an answer's tokens. A reward is beta r(y). All are in nats.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from core.engine.train.rows import NO_LABEL, PackedRow, PerSegment, PerToken, RowChoices
from core.protocol import measure as measures
from core.protocol.config import TrainConfig
from core.protocol.measure import Measure

_SUREST = -1e-9  # mean log-probability of a token; odds above it are not computed


class Totals(NamedTuple):
    """Sums over answers.

    good, bad: log-probabilities, of n_good and n_bad answers. reward_good, reward_bad: of the same answers. moved: |r|
    of all; tokens: of all. Without a reference `moved` is not a number.
    """

    good: float = 0.0
    n_good: int = 0
    bad: float = 0.0
    n_bad: int = 0
    reward_good: float = 0.0
    reward_bad: float = 0.0
    moved: float = 0.0
    tokens: int = 0

    @property
    def distance(self) -> float | None:
        """Return the distance of an answer's log-probability from the reference, in nats a token; None if unknown."""
        return self.moved / max(self.tokens, 1) if np.isfinite(self.moved) else None

    def plus(self, other: Totals) -> Totals:
        """Return the sums over the answers of both."""
        return Totals(
            self.good + other.good, self.n_good + other.n_good, self.bad + other.bad, self.n_bad + other.n_bad,
            self.reward_good + other.reward_good, self.reward_bad + other.reward_bad,
            self.moved + other.moved, self.tokens + other.tokens,
        )  # fmt: skip


@dataclass(frozen=True)
class _OfChoices:
    """Common base of the objectives for choices. A row holds `RowChoices`."""

    beta: float
    measure: Measure
    compares: bool = True  # with a reference

    def totals(self, row: PackedRow, losses: PerToken, /) -> Totals:
        """Return sums over the row's answers, without strangers."""
        choices, tokens, lp = _choices(row), row.answer_tokens(), row.log_probabilities(losses)
        is_good, is_bad = choices.sides > 0, choices.sides < 0
        reward = self.beta * self._rewarded(row, lp)
        answers = choices.sides != 0
        moved = np.abs(lp - choices.reference)[answers].sum() if self.compares else np.nan
        return Totals(
            float(lp[is_good].sum()), int(is_good.sum()), float(lp[is_bad].sum()), int(is_bad.sum()),
            float(reward[is_good].sum()), float(reward[is_bad].sum()), float(moved), int(tokens[answers].sum()),
        )  # fmt: skip

    def _rewarded(self, row: PackedRow, lp: PerSegment) -> PerSegment:
        """Return the log-probabilities that beta multiplies."""
        return lp - _choices(row).reference


@dataclass(frozen=True)
class Dpo(_OfChoices):
    """Direct preference optimization (Rafailov et al., arXiv:2305.18290, equation 7), of the chosen answer y_w and the
    rejected one y_l:

        m = r(y_w) - r(y_l)
        loss = -(1 - e) log sigma(beta m) - e log sigma(-beta m)

    normalized: m = r(y_w) / n(y_w) - r(y_l) / n(y_l), so that long answers weigh no more than short ones (TRL's
    sigmoid_norm). smoothing: e, the share of pairs whose answers may be the wrong way round (conservative DPO,
    Mitchell 2023); 0 in the paper.
    """

    beta: float = 0.1
    measure: Measure = measures.DPO
    normalized: bool = False
    smoothing: float = 0.0

    def counted(self, row: PackedRow, /) -> int:
        """Return the number of the row's pairs."""
        return len(_choices(row).sides) // 2

    def weights(self, row: PackedRow, losses: PerToken, /) -> PerToken:
        """Return +-beta (sigma(-beta m) - e) for the tokens of chosen and rejected answers, over n(y) if normalized."""
        margins = self._margins(row, losses)
        pushed = self.beta * (_sigma(-self.beta * margins) - self.smoothing)
        return _spread(row, np.repeat(pushed, 2) * _choices(row).sides / self._lengths(row))

    def loss(self, row: PackedRow, losses: PerToken, /) -> float:
        """Return the sum over the row's pairs."""
        scaled = self.beta * self._margins(row, losses)
        return float(((1 - self.smoothing) * _softplus(-scaled) + self.smoothing * _softplus(scaled)).sum())

    def right(self, row: PackedRow, losses: PerToken, _likeliest: NDArray[np.bool_], /) -> tuple[int, int]:
        """Count pairs. A pair is right if its chosen answer has gained more than the rejected one."""
        margins = self._margins(row, losses)
        return int((margins > 0).sum()), len(margins)

    def _margins(self, row: PackedRow, losses: PerToken) -> PerSegment:
        """Return m of each pair."""
        gained = self._rewarded(row, row.log_probabilities(losses))
        return gained[::2] - gained[1::2]

    def _rewarded(self, row: PackedRow, lp: PerSegment) -> PerSegment:
        return (lp - _choices(row).reference) / self._lengths(row)

    def _lengths(self, row: PackedRow) -> PerSegment:
        lengths = row.answer_tokens().astype(np.float64)
        return np.maximum(lengths, 1) if self.normalized else np.ones_like(lengths)


@dataclass(frozen=True)
class Orpo(_OfChoices):
    """Odds ratio preference optimization (Hong et al., arXiv:2403.07691, equations 4 to 7), which needs no reference:

        a(y) = lp(y) / n(y),  odds(y) = exp a(y) / (1 - exp a(y))
        loss = -a(y_w) - beta log sigma(log odds(y_w) - log odds(y_l))

    The first term learns the chosen answer, as training on answers does; TRL's version includes the question in it.
    """

    beta: float = 0.1
    measure: Measure = measures.ORPO
    compares: bool = False

    def counted(self, row: PackedRow, /) -> int:
        """Return the number of the row's pairs."""
        return len(_choices(row).sides) // 2

    def weights(self, row: PackedRow, losses: PerToken, /) -> PerToken:
        """Return the derivatives of the loss with respect to each token's: d log odds / da = 1 / (1 - exp a)."""
        means = self._means(row, losses)
        pushed = self.beta * _sigma(-self._log_odds(means)) / -np.expm1(means).reshape(-1, 2).T  # [2, pairs]
        of_answer = np.stack([1 + pushed[0], -pushed[1]]).T.reshape(-1)
        return _spread(row, of_answer / np.maximum(row.answer_tokens(), 1))

    def loss(self, row: PackedRow, losses: PerToken, /) -> float:
        """Return the sum over the row's pairs."""
        means = self._means(row, losses)
        return float((-means[::2] + self.beta * _softplus(-self._log_odds(means))).sum())

    def right(self, row: PackedRow, losses: PerToken, _likeliest: NDArray[np.bool_], /) -> tuple[int, int]:
        """Count pairs. A pair is right if its chosen answer has the likelier tokens."""
        means = self._means(row, losses)
        return int((means[::2] > means[1::2]).sum()), len(means) // 2

    def _means(self, row: PackedRow, losses: PerToken) -> PerSegment:
        """Return a of each answer."""
        means = row.log_probabilities(losses) / np.maximum(row.answer_tokens(), 1)
        return np.minimum(means, _SUREST)

    def _log_odds(self, means: PerSegment) -> PerSegment:
        """Return the logarithm of each pair's odds ratio."""
        log_odds = means - np.log(-np.expm1(means))
        return np.asarray(log_odds[::2] - log_odds[1::2])

    def _rewarded(self, row: PackedRow, lp: PerSegment) -> PerSegment:
        return lp / np.maximum(row.answer_tokens(), 1)


@dataclass(frozen=True)
class Kto(_OfChoices):
    """Kahneman-Tversky optimization (Ethayarajh et al., arXiv:2402.01306, equations 7 and 8):

        z = max(0, mean of r over strangers)
        loss = w (1 - sigma(beta (r(y) - z)))  of a good answer,  1 - sigma(beta (z - r(y)))  of a bad one

    good_weight: w, which balances the numbers of good and bad answers (TRL advises 1 to 4/3 times the number of bad
    answers divided by the number of good ones). z measures how far the model as a whole has moved; it is treated as a
    constant, without a gradient. Strangers are answers to other questions of the data; the mean is over those of the
    row, as TRL's is over a batch.
    """

    beta: float = 0.1
    measure: Measure = measures.KTO
    good_weight: float = 1.0

    def counted(self, row: PackedRow, /) -> int:
        """Return the number of the row's answers, without strangers."""
        return int(np.count_nonzero(_choices(row).sides))

    def weights(self, row: PackedRow, losses: PerToken, /) -> PerToken:
        """Return +-beta sigma (1 - sigma) for the tokens of good and bad answers, times w for good ones, 0 for
        strangers.
        """
        pleased = self._pleased(row, losses)
        return _spread(row, self.beta * pleased * (1 - pleased) * _choices(row).sides * self._counts(row))

    def loss(self, row: PackedRow, losses: PerToken, /) -> float:
        """Return the sum over the row's answers."""
        return float(((1 - self._pleased(row, losses)) * self._counts(row)).sum())

    def right(self, row: PackedRow, losses: PerToken, _likeliest: NDArray[np.bool_], /) -> tuple[int, int]:
        """Count answers. A good one is right if it has gained more than z, a bad one if it has gained less."""
        return int((self._pleased(row, losses) > 0.5)[_choices(row).sides != 0].sum()), self.counted(row)

    def _counts(self, row: PackedRow) -> PerSegment:
        """Return each answer's weight; 0 for strangers."""
        sides = _choices(row).sides
        return np.where(sides > 0, self.good_weight, np.abs(sides).astype(np.float64))

    def _pleased(self, row: PackedRow, losses: PerToken) -> PerSegment:
        """Return sigma(+-beta (r - z)) of each answer, by its side."""
        sides, gained = _choices(row).sides, self._rewarded(row, row.log_probabilities(losses))
        strangers = gained[sides == 0]
        z = max(0.0, float(strangers.mean())) if len(strangers) else 0.0
        return _sigma(self.beta * sides * (gained - z))


def _choices(row: PackedRow) -> RowChoices:
    assert row.choices is not None, "the row is of answers, not of choices"
    return row.choices


def _spread(row: PackedRow, of_segment: PerSegment) -> PerToken:
    """Return each segment's number for each of its supervised tokens."""
    return np.asarray(of_segment[row.segments[row.labels != NO_LABEL]])


def _sigma(x: PerSegment) -> PerSegment:
    return np.asarray(0.5 * (1 + np.tanh(0.5 * x)))


def _softplus(x: PerSegment) -> PerSegment:
    """Return -log sigma(-x)."""
    return np.asarray(np.logaddexp(0.0, x))


class Objective(Protocol):
    """What training minimizes. losses: the cross-entropies of a row's supervised tokens, in nats."""

    @property
    def measure(self) -> Measure:
        """Return how to show its numbers, and how to judge adapters by them."""

    @property
    def compares(self) -> bool:
        """Return whether its rows need the reference model's log-probabilities."""

    def counted(self, row: PackedRow, /) -> int:
        """Return a row's weight in the mean over several rows: its number of tokens, or of pairs."""

    def weights(self, row: PackedRow, losses: PerToken, /) -> PerToken:
        """Return the derivatives of the row's loss with respect to `losses`."""

    def loss(self, row: PackedRow, losses: PerToken, /) -> float:
        """Return the row's loss, a sum over all that it counts."""

    def right(self, row: PackedRow, losses: PerToken, likeliest: NDArray[np.bool_], /) -> tuple[int, int]:
        """Return how many of a held-out row's answers are right, and the number of its answers.

        likeliest: [n_supervised], whether each token is the likeliest after those before it.
        """

    def totals(self, row: PackedRow, losses: PerToken, /) -> Totals | None:
        """Return a row's sums over good and bad answers; None for rows without choices."""


class CrossEntropy:
    """The mean over all supervised tokens, with equal weights."""

    compares = False

    def __init__(self, measure: Measure = measures.CROSS_ENTROPY) -> None:
        self.measure = measure

    def counted(self, row: PackedRow, /) -> int:
        """Return the number of the row's supervised tokens."""
        return row.n_supervised

    def weights(self, row: PackedRow, _losses: PerToken, /) -> PerToken:
        """Return ones: each token's loss has the same weight, whatever the other losses are."""
        return np.ones(row.n_supervised)

    def loss(self, _row: PackedRow, losses: PerToken, /) -> float:
        """Return the sum over the row's supervised tokens."""
        return float(losses.sum())

    def right(self, row: PackedRow, _losses: PerToken, likeliest: NDArray[np.bool_], /) -> tuple[int, int]:
        """Count answers, runs of supervised tokens such as an assistant's turns. An answer is right if every one of its
        tokens is the likeliest: greedy decoding would write it.
        """
        columns = np.flatnonzero(row.labels >= 0)
        begins = np.flatnonzero(np.diff(columns, prepend=-2) > 1)
        return int(np.logical_and.reduceat(likeliest, begins).sum()) if len(begins) else 0, len(begins)

    def totals(self, _row: PackedRow, _losses: PerToken, /) -> Totals | None:
        """Return None: without choices no answer is good or bad."""
        return None


CROSS_ENTROPY = CrossEntropy()
_BY = {"loss": CROSS_ENTROPY, "right": CrossEntropy(measures.BY_RIGHT_ANSWERS)}


def objective_of(config: TrainConfig) -> Objective:
    """Return the objective that these settings ask for."""
    match config.objective:
        case "dpo":
            return Dpo(config.preference_beta, normalized=config.length_normalized, smoothing=config.label_smoothing)
        case "kto":
            return Kto(config.preference_beta, good_weight=config.good_weight)
        case "orpo":
            return Orpo(config.preference_beta)
        case "sft":
            return _BY[config.best_by]
