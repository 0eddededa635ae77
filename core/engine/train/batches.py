"""Which rows a step trains on: a seeded permutation per epoch, so that the step number is the whole data cursor."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import numpy as np
from numpy.typing import NDArray

from core.engine.train.rows import PackedRow
from core.protocol.config import TrainConfig


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
