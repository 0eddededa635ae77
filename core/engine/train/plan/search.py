"""The plan that is fastest within the budget, or what would be needed."""

from __future__ import annotations

from math import inf

import msgspec

from core.advice.monitor import memory_budget
from core.advice.texts.numbers import size
from core.base.errors import LuthierError
from core.engine.model.frozen import FrozenModel
from core.engine.model.timing import ProductTimes
from core.engine.model.weights import LoadedModel
from core.engine.train.plan.changes import in_words, leanest_plan, smallest_changes
from core.engine.train.plan.draft import Draft, Plan
from core.engine.train.plan.placement import SHARE_OF_DEVICE, DevicePlan, plan_device
from core.engine.train.plan.upgrades import Offer, TransposedCopy, offers
from core.protocol.config import TrainConfig


def plan_memory(loaded: LoadedModel, config: TrainConfig, max_tokens: int) -> Plan:
    """Return the best plan, where it fits. Raises LuthierError `memory.too-small`, saying what would be needed and what
    would fit.
    """
    plan, budget = best_plan(loaded, config, max_tokens), memory_budget(config)
    if plan.memory.total > budget:
        raise LuthierError(
            "memory.too-small",
            f"This needs about {size(plan.memory.total)} of memory, and {size(budget)} are free for training.",
            _what_fits(loaded.model, config, max_tokens, budget),
        )
    return plan


def best_plan(loaded: LoadedModel, config: TrainConfig, max_tokens: int) -> Plan:
    """Return the fastest plan within the budget for rows of at most max_tokens; the leanest when none fits."""
    budget, device = _shared_out(loaded, config, max_tokens)
    draft = Draft(loaded.model, config, max_tokens, device)
    with ProductTimes(loaded.backend, max_tokens) as times:
        found = offers(loaded, config, draft.saved_layer_bytes, times, device)

    def forced(offer: Offer) -> bool:
        """Whether the settings ask for it, whatever it costs: without it, a weight's backward is streamed."""
        copy = offer.upgrade
        return config.backward == "cached" and isinstance(copy, TransposedCopy) and copy.before is None

    for offer in sorted(found, key=lambda offer: (forced(offer), offer.worth), reverse=True):
        draft.take(offer, inf if forced(offer) else budget)
    return draft.plan()


def _shared_out(loaded: LoadedModel, config: TrainConfig, max_tokens: int) -> tuple[int, DevicePlan | None]:
    """What the processor may hold, and what the device gets; an integrated one's memory is the computer's, too."""
    budget, backend = memory_budget(config), loaded.device
    if backend is None:
        return budget, None
    free = int(SHARE_OF_DEVICE * backend.device.memory()[0])
    if not backend.device.is_integrated:
        return budget, plan_device(backend, loaded.model, config, max_tokens, free)
    everything = DevicePlan(backend.name, 0, True, [], 0, 0)
    room = min(free, budget - _beside(loaded, config, max_tokens, everything))
    while device := plan_device(backend, loaded.model, config, max_tokens, room):
        beyond = device.bytes + _beside(loaded, config, max_tokens, device) - budget
        if beyond <= 0:
            return budget - device.bytes, device
        room = device.bytes - beyond  # the layers that stayed here take more of it than they would there
    return budget, None


def _beside(loaded: LoadedModel, config: TrainConfig, max_tokens: int, device: DevicePlan) -> int:
    """What the processor takes at the least for the rest."""
    return Draft(loaded.model, config, max_tokens, device).plan().memory.total


def _what_fits(model: FrozenModel, config: TrainConfig, max_tokens: int, budget: int) -> str:
    if leanest_plan(model, config, max_tokens).total <= budget:
        return "backward=auto fits: it holds fewer copies of the weights."
    asked = msgspec.structs.replace(config, context=max_tokens, batch_tokens=0)
    ways = [in_words(change) for change in smallest_changes(model, asked, budget)]
    others = "a smaller model, a smaller quantization, or close other programs."
    return f"Choose {', '.join([*ways, others])}"
