"""The meaning of a training's numbers: the unit of its losses, and which of two adapters is better.

The part of an objective (core/engine/train/objective.py) that readers of a run's events need. Lower losses are better
for every objective.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol


class Measured(Protocol):
    """A measurement of held-out rows: the Evaluation event, and the engine's object behind it."""

    @property
    def loss(self) -> float | None: ...
    @property
    def right(self) -> int: ...
    @property
    def answers(self) -> int: ...
    @property
    def distance(self) -> float | None: ...


def loss_of(measured: Measured) -> float | None:
    """Return the held-out loss, which judges adapters if an objective has nothing better."""
    return measured.loss


@dataclass(frozen=True)
class Measure:
    """How an objective measures. name: as in the event TrainingStarted. unit: of a loss, as text after the number; "":
    unknown.

    is_per_token: the loss is the mean cross-entropy of the supervised tokens; it then has a perplexity, and llama.cpp
    computes the same. far: the least difference by which a loss counts as far above another. judged_by: the number that
    judges adapters, lower is better; None if nothing does.
    """

    name: str
    unit: str
    is_per_token: bool
    far: float
    judged_by: Callable[[Measured], float | None] = loss_of

    @property
    def is_of_choices(self) -> bool:
        """Return whether the objective learns from choices: right answers are those that were chosen or rated good."""
        return self.name in _OF_CHOICES

    def cost(self, measured: Measured) -> float:
        """Return the number that judges adapters, lower is better; infinity if the objective has none."""
        cost = self.judged_by(measured)
        return cost if cost is not None and math.isfinite(cost) else math.inf

    def titled(self, what: str) -> str:
        """Return the title of numbers in this unit: Loss (nats a token)."""
        return f"{what} ({self.unit})" if self.unit else what

    def perplexity(self, loss: float | None) -> float | None:
        """Return the perplexity of a loss; None if the objective has none."""
        if not self.is_per_token or loss is None or not math.isfinite(loss):
            return None
        return math.exp(min(loss, _LARGEST_EXPONENT))


def wrong_share(measured: Measured) -> float | None:
    """Return the share of wrong held-out answers. The loss breaks ties, and decides without answers."""
    if not measured.answers or measured.loss is None:
        return measured.loss
    return 1 - measured.right / measured.answers + _TIE * measured.loss / (1 + measured.loss)


def wrong_share_nearby(measured: Measured) -> float | None:
    """Return the share of wrong held-out choices. Adapters farther than FARTHEST from the starting model rank below all
    nearer ones, by distance, whatever their share.
    """
    distance = measured.distance
    return 1 + distance if distance is not None and is_far(distance) else wrong_share(measured)


def is_far(distance: float) -> bool:
    """Return whether choices have moved a model so far, in nats per token, that its right answers do not count."""
    return distance > FARTHEST


FARTHEST = 0.5  # nats per token, beyond which choices ruin a model (docs/goals.md)
_TIE = 1e-9  # less than one answer in a million
CROSS_ENTROPY = Measure("cross_entropy", unit="nats a token", is_per_token=True, far=1.0)
BY_RIGHT_ANSWERS = replace(CROSS_ENTROPY, name="cross_entropy_by_right_answers", judged_by=wrong_share)
DPO = Measure("dpo", unit="nats a pair", is_per_token=False, far=1.0, judged_by=wrong_share_nearby)
ORPO = replace(DPO, name="orpo")
KTO = Measure("kto", unit="an answer", is_per_token=False, far=0.25, judged_by=wrong_share_nearby)  # in 0..1

_OF_CHOICES = ("dpo", "kto", "orpo")
_LARGEST_EXPONENT = 700.0  # the exponent of e that double precision allows
_KNOWN = {measure.name: measure for measure in (CROSS_ENTROPY, BY_RIGHT_ANSWERS, DPO, KTO, ORPO)}


def measure_named(name: str) -> Measure:
    """Return the measure with that name. For an unknown one, from a newer version, only lower losses count as
    better.
    """
    return _KNOWN.get(name) or Measure(name, unit="", is_per_token=False, far=CROSS_ENTROPY.far)
