"""The least memory that a training takes: nothing is held but the file."""

from __future__ import annotations

from bisect import bisect_right

from core.engine.model.frozen import FrozenModel
from core.engine.train.plan.draft import Draft
from core.protocol import MemoryPlan
from core.protocol.config import TrainConfig

LENGTH_STEP = 64  # tokens


def leanest_plan(model: FrozenModel, config: TrainConfig, max_tokens: int) -> MemoryPlan:
    """Nothing is held but the file."""
    return Draft(model, config, max_tokens).plan().memory


def longest_row(model: FrozenModel, config: TrainConfig, budget: int) -> int:
    """Tokens that the leanest plan trains in one row, a multiple of LENGTH_STEP; 0: none. At most the model's own."""
    lengths = range(LENGTH_STEP, model.shape.context + 1, LENGTH_STEP)
    fitting = bisect_right(lengths, budget, key=lambda length: leanest_plan(model, config, length).total)
    return fitting * LENGTH_STEP
