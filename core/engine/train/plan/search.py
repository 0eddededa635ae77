"""The plan that is fastest within the budget, or what would be needed."""

from __future__ import annotations

from bisect import bisect_right
from math import inf

from core.engine.model.loaded import LoadedModel
from core.engine.model.timing import ProductTimes
from core.engine.model.weights import FrozenModel
from core.engine.train.plan.draft import Draft, Plan
from core.engine.train.plan.upgrades import Offer, TransposedCopy, offers
from core.shared.config import TrainConfig
from core.shared.errors import LuthierError
from core.shared.memory_budget import memory_budget
from core.shared.protocol import MemoryPlan
from core.shared.texts.numbers import size

LENGTH_STEP = 64  # tokens


def plan_memory(loaded: LoadedModel, config: TrainConfig, max_tokens: int) -> Plan:
    """Raises LuthierError `memory.too-small`, saying what would be needed and what would fit."""
    plan, budget = best_plan(loaded, config, max_tokens), memory_budget(config)
    if plan.memory.total > budget:
        raise LuthierError(
            "memory.too-small",
            f"This needs about {size(plan.memory.total)} of memory, and {size(budget)} are free for training.",
            _what_fits(loaded.model, config, max_tokens, budget),
        )
    return plan


def best_plan(loaded: LoadedModel, config: TrainConfig, max_tokens: int) -> Plan:
    """The fastest plan within the budget for rows of at most max_tokens; the leanest when none fits."""
    budget, draft = memory_budget(config), Draft(loaded.model, config, max_tokens)
    with ProductTimes(loaded.backend, max_tokens) as times:
        found = offers(loaded, config, draft.saved_layer_bytes, times)

    def forced(offer: Offer) -> bool:
        """Whether the settings ask for it, whatever it costs: without it, a weight's backward is streamed."""
        copy = offer.upgrade
        return config.backward == "cached" and isinstance(copy, TransposedCopy) and copy.before is None

    for offer in sorted(found, key=lambda offer: (forced(offer), offer.worth), reverse=True):
        draft.take(offer, inf if forced(offer) else budget)
    return draft.plan()


def leanest_plan(model: FrozenModel, config: TrainConfig, max_tokens: int) -> MemoryPlan:
    """Nothing is held but the file."""
    return Draft(model, config, max_tokens).plan().memory


def longest_row(model: FrozenModel, config: TrainConfig, budget: int) -> int:
    """Tokens that the leanest plan trains in one row, a multiple of LENGTH_STEP; 0: none. At most the model's own."""
    lengths = range(LENGTH_STEP, model.shape.context + 1, LENGTH_STEP)
    fitting = bisect_right(lengths, budget, key=lambda length: leanest_plan(model, config, length).total)
    return fitting * LENGTH_STEP


def _what_fits(model: FrozenModel, config: TrainConfig, max_tokens: int, budget: int) -> str:
    longest = longest_row(model, config, budget)
    if longest >= max_tokens:
        return "backward=auto fits: it holds fewer copies of the weights."
    others = "a smaller model, a smaller quantization, or close other programs."
    return f"Choose a context of {longest} tokens, {others}" if longest else f"Choose {others}"
