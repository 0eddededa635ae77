"""What the numbers of a training mean: the unit of its losses, and which of two adapters is the better.

The part of an objective (core/engine/train/objective.py) that readers of a run's events need. A loss is what
training makes smaller, so that lower is better for all of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol


class Measured(Protocol):
    """Held-out rows, measured: the event Evaluation, and what the engine makes that event of."""

    @property
    def loss(self) -> float | None: ...
    @property
    def right(self) -> int: ...
    @property
    def answers(self) -> int: ...
    @property
    def distance(self) -> float | None: ...


def loss_of(measured: Measured) -> float | None:
    """Return the held-out loss, by which adapters are judged where an objective has nothing better."""
    return measured.loss


@dataclass(frozen=True)
class Measure:
    """name: as the event TrainingStarted has it. unit: of a loss, in words that follow the number; "": not known.

    is_per_token: a loss is the mean cross-entropy of the supervised tokens. It then has a perplexity, and llama.cpp
    computes the same. far: a loss that is far above another is higher by this much, at least. judged_by: the number by
    which adapters are judged, the lower the better; None where it judges nothing.
    """

    name: str
    unit: str
    is_per_token: bool
    far: float
    judged_by: Callable[[Measured], float | None] = loss_of

    @property
    def is_of_choices(self) -> bool:
        """Whether it learns from choices: right answers are then those that were chosen, or called good."""
        return self.name in _OF_CHOICES

    def cost(self, measured: Measured) -> float:
        """Return the number by which adapters are judged, the lower the better; infinity where there is none."""
        cost = self.judged_by(measured)
        return cost if cost is not None and math.isfinite(cost) else math.inf

    def titled(self, what: str) -> str:
        """Return what stands over numbers of this unit: Loss (nats a token)."""
        return f"{what} ({self.unit})" if self.unit else what

    def perplexity(self, loss: float | None) -> float | None:
        """Return among how many equally likely tokens a model of this loss chooses; None where that means nothing."""
        if not self.is_per_token or loss is None or not math.isfinite(loss):
            return None
        return math.exp(min(loss, _LARGEST_EXPONENT))


def wrong_share(measured: Measured) -> float | None:
    """Return the share of wrong held-out answers. The loss decides between equal shares, and without answers."""
    if not measured.answers or measured.loss is None:
        return measured.loss
    return 1 - measured.right / measured.answers + _TIE * measured.loss / (1 + measured.loss)


def wrong_share_nearby(measured: Measured) -> float | None:
    """Return the share of wrong held-out choices. Farther than FARTHEST from the model that training began with, the
    share does not count: all such adapters are worse than any nearer one, the nearest first.
    """
    distance = measured.distance
    return 1 + distance if distance is not None and is_far(distance) else wrong_share(measured)


def is_far(distance: float) -> bool:
    """Return whether choices have moved a model so far, in nats a token, that its right answers do not count."""
    return distance > FARTHEST


FARTHEST = 0.5  # nats a token, beyond which choices take a model apart (docs/goals.md)
_TIE = 1e-9  # less than one answer of a million
CROSS_ENTROPY = Measure("cross_entropy", unit="nats a token", is_per_token=True, far=1.0)
BY_RIGHT_ANSWERS = replace(CROSS_ENTROPY, name="cross_entropy_by_right_answers", judged_by=wrong_share)
DPO = Measure("dpo", unit="nats a pair", is_per_token=False, far=1.0, judged_by=wrong_share_nearby)
ORPO = replace(DPO, name="orpo")
KTO = Measure("kto", unit="an answer", is_per_token=False, far=0.25, judged_by=wrong_share_nearby)  # between 0 and 1

_OF_CHOICES = ("dpo", "kto", "orpo")
_LARGEST_EXPONENT = 700.0  # of e, in double precision
_KNOWN = {measure.name: measure for measure in (CROSS_ENTROPY, BY_RIGHT_ANSWERS, DPO, KTO, ORPO)}


def measure_named(name: str) -> Measure:
    """Return the measure of that name. Of one that only a newer version knows, it is known that losses are to fall."""
    return _KNOWN.get(name) or Measure(name, unit="", is_per_token=False, far=CROSS_ENTROPY.far)
