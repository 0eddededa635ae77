"""Detects from the losses that a training has gone wrong: they are no longer finite, or rose and stayed high.

Rows differ in difficulty, so one high loss proves nothing, and neither does a long gradient. We test whether nearly all
of the newest steps lie above nearly all of the calmest stretch so far, or far above the base model. Measurements:
docs/reliability.md.
"""

from __future__ import annotations

from math import isfinite
from statistics import mean, median
from typing import Annotated

import msgspec

MOST_LOST_STEPS = 10  # steps in a row that are not finite
NEWEST = 16  # steps that are judged
NEARLY_ALL = 12  # of these
STRETCH = 64  # steps before them, whose lowest median so far is the calmest stretch
USUAL_SHARE = 0.97  # of the calmest stretch's losses, above which a loss is high
RISE_OF_BASE = 0.25  # of the base model's loss, by which the newest lie above the calmest stretch
FAR_SHARE = (
    0.3  # of the base model's loss: the least rise that is far above it; at least `far` of core/protocol/measure.py
)


class LossWatch(msgspec.Struct, kw_only=True):
    """A part of a checkpoint, so that a resumed run judges like an uninterrupted one.

    base, base_high: the loss of some rows before training, and the highest of any row; None if unknown. losses: of the
    newest finite steps. low, high: median of the calmest stretch, and what nearly all of it lies below. lost: the
    number of steps in a row that were not finite.
    """

    base: float | None = None
    base_high: float | None = None
    losses: list[float] = []
    low: float | None = None
    high: float | None = None
    lost: Annotated[int, msgspec.Meta(ge=0)] = 0

    def know_base(self, losses: list[float]) -> None:
        """Store the base model's loss, computed from the losses of single rows before the first step."""
        base = max(mean(losses), median(losses))
        if isfinite(base):
            self.base, self.base_high = base, max(losses)

    def take(self, loss: float, updated: bool, far: float) -> str:
        """Add a step's loss. Return why training has gone wrong, completing "The training went wrong:"; or "".

        far: as the objective's measure defines it.
        """
        self.lost = 0 if updated else self.lost + 1
        if updated:
            self._add(loss)
        if self.lost >= MOST_LOST_STEPS:
            return f"the loss or its gradient was not a number for {self.lost} steps in a row"
        return self._rise(far) if updated else ""

    def take_evaluation(self, loss: float, before: float | None, far: float) -> str:
        """Judge a measurement of held-out text; return as `take` does. before: its loss before training.

        Held-out loss that rises while the training's own falls is memorization, which this does not judge.
        """
        if not isfinite(loss):
            return "the loss on held-out text is not a number"
        is_far = before is not None and loss > _far_above(before, far)
        if is_far and self.base is not None and len(self.losses) >= NEWEST and self._level() > self.base:
            return f"the loss on held-out text rose from {before:.2f} to {loss:.2f}"
        return ""

    @property
    def is_calm(self) -> bool:
        """Return whether nothing points to trouble: the newest steps are no higher than the base model or the calmest
        stretch.
        """
        if self.lost or not self.losses:
            return False
        known = [value for value in (self.base, self.high) if value is not None]
        return not known or self._level() <= max(known)

    def _add(self, loss: float) -> None:
        self.losses = [*self.losses, loss][-(NEWEST + STRETCH) :]
        stretch = self.losses[:-NEWEST]
        if len(stretch) < STRETCH:
            return
        level = median(stretch)
        if self.low is None or level < self.low:
            self.low, self.high = level, sorted(stretch)[int(USUAL_SHARE * len(stretch))]

    def _rise(self, far: float) -> str:
        if len(self.losses) < NEARLY_ALL:
            return ""
        level = self._level()
        if self.base is None or self.base_high is None:
            return ""
        if level > _far_above(self.base, far) and self._nearly_all_above(self.base_high):
            return f"the loss rose from {self.base:.2f} before training to {level:.2f} and stayed there"
        if self.low is None or self.high is None:
            return ""
        if level - self.low > RISE_OF_BASE * self.base and self._nearly_all_above(self.high):
            return f"the loss rose from {self.low:.2f} to {level:.2f} and stayed there"
        return ""

    def _level(self) -> float:
        return median(self.losses[-NEWEST:])

    def _nearly_all_above(self, bound: float) -> bool:
        return sum(loss > bound for loss in self.losses[-NEWEST:]) >= NEARLY_ALL


def _far_above(loss: float, far: float) -> float:
    return loss + max(FAR_SHARE * loss, far)
