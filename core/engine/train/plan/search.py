"""Finds the fastest plan within the budget, or says how much memory is missing.

Also estimates a token's training time from measured products with the frozen weights, and stores the run's plan in its
folder: another plan trains as well, but rounds differently.
"""

from __future__ import annotations

from math import inf
from pathlib import Path

import msgspec

from core.base import formats
from core.base.errors import Do, LuthierError, in_words
from core.base.formats import Format
from core.base.numbers import size
from core.engine.ggml import abi
from core.engine.lora.adapter import trainable_numbers
from core.engine.model.frozen import FrozenLinear, FrozenModel
from core.engine.model.timing import ProductTimes
from core.engine.model.weight_layouts import is_usable
from core.engine.model.weights import LoadedModel
from core.engine.train.plan.changes import leanest_plan, smallest_changes, words_of
from core.engine.train.plan.draft import Draft, Plan
from core.engine.train.plan.placement import SHARE_OF_DEVICE, DevicePlan, plan_device
from core.engine.train.plan.upgrades import Offer, TransposedCopy, offers, routing_of
from core.memory.monitor import memory_budget
from core.protocol.config import TrainConfig


def plan_memory(loaded: LoadedModel, config: TrainConfig, max_tokens: int) -> Plan:
    """Return the best plan if it fits. Raises LuthierError `memory.too-small`, with the memory needed and what would
    fit.
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
    """Return the fastest plan within the budget for rows of at most max_tokens; the leanest if none fits."""
    budget, device = _shared_out(loaded, config, max_tokens)
    draft = Draft(loaded.model, config, max_tokens, device)
    with ProductTimes(loaded.backend, max_tokens) as times:
        found = offers(loaded, config, draft.saved_layer_bytes, times, device)

    def forced(offer: Offer) -> bool:
        """Return whether the settings demand it at any price: without it, a weight's backward is streamed."""
        copy = offer.upgrade
        return config.backward == "cached" and isinstance(copy, TransposedCopy) and copy.before is None

    for offer in sorted(found, key=lambda offer: (forced(offer), offer.worth), reverse=True):
        draft.take(offer, inf if forced(offer) else budget)
    return draft.plan()


def _shared_out(loaded: LoadedModel, config: TrainConfig, max_tokens: int) -> tuple[int, DevicePlan | None]:
    """Return the processor's budget and the device's plan; an integrated device shares the computer's memory."""
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
        room = device.bytes - beyond  # layers left to the processor take more memory than they would on the device
    return budget, None


def _beside(loaded: LoadedModel, config: TrainConfig, max_tokens: int, device: DevicePlan) -> int:
    """Return the least memory that the processor takes for the rest."""
    return Draft(loaded.model, config, max_tokens, device).plan().memory.total


def _what_fits(model: FrozenModel, config: TrainConfig, max_tokens: int, budget: int) -> str:
    if leanest_plan(model, config, max_tokens).total <= budget:
        return Do.set("backward", "auto", "backward=auto fits: it holds fewer copies of the weights.")
    asked = msgspec.structs.replace(config, context=max_tokens, batch_tokens=0)
    ways = [words_of(change) for change in smallest_changes(model, asked, budget)]
    others = "a smaller model, a smaller quantization, or close other programs."
    return f"Choose {', '.join([*ways, others])}"


# The rest (norms, activations, the optimizer, waiting for memory, other programs) adds to the estimate.
FASTEST, SLOWEST = 1.1, 3.0
PASSES = 3  # over the trained part: forward, and backward to the inputs and to the factors
_RECOMPUTED_NOT = ("o", "down")  # linears whose outputs backward does not need


def _others(model: FrozenModel, config: TrainConfig) -> float:
    """Return the multiplications per token with numbers in F32. Attention sees half of a row's earlier tokens on
    average.
    """
    lora = PASSES * trainable_numbers(model, config)
    lowest = model.shape.lowest_trained(config)
    attending = ((PASSES if i >= lowest else 1) * layer.q_width for i, layer in enumerate(model.shape.layers))
    return lora + sum(attending) * config.context


def product_seconds(loaded: LoadedModel, config: TrainConfig, plan: Plan, trained_share: float) -> float:
    """Estimate the wall-clock seconds per token of all products, forward and backward: with frozen weights, and in F32
    those of LoRA and attention.

    trained_share: the share of tokens that have a loss; only these are multiplied with the head.
    """
    model, tokens = loaded.model, config.row_tokens
    lowest = model.shape.lowest_trained(config)
    layouts = dict(zip((id(linear) for linear in model.linears), plan.layouts, strict=True))
    with ProductTimes(loaded.backend, tokens) as times:

        def forward(linear: FrozenLinear) -> float:
            kind = layouts[id(linear)].forward
            routing = routing_of(model, linear)
            return times.product(linear.weight.kind if kind is None else kind, linear.d_in, linear.d_out, routing)

        def backward(linear: FrozenLinear) -> float:
            kind, routing = layouts[id(linear)].transposed, routing_of(model, linear)
            if kind is None:
                return times.streamed(linear.weight.kind, linear.d_in, linear.d_out, routing)
            return times.product(kind, linear.d_out, linear.d_in, routing)

        total = 0.0
        for number, layer in enumerate(model.layers):
            is_kept = number >= len(model.layers) - plan.memory.kept_layers
            for name, linear in layer.linears.items():
                again = 0 if is_kept or number < lowest or name in _RECOMPUTED_NOT else 1
                total += (1 + again) * forward(linear)
                total += backward(linear) if model.needs_gradient(linear, lowest) else 0.0
        total += trained_share * (forward(model.head) + backward(model.head))
        wide = model.shape.d_model
        total += times.product(abi.F32, wide, wide) * _others(model, config) / wide**2
    return total / tokens / loaded.backend.threads


_FORMAT = Format(Plan)


def plan_of_run(loaded: LoadedModel, config: TrainConfig, max_tokens: int, file: Path) -> tuple[Plan, str | None]:
    """Return the plan that a run has used so far if it still fits, with kernels that this processor has, else a new
    one.

    The second value gives the reason for a new plan, or None. Another plan trains as well but rounds differently, so
    the run would not continue bit for bit. Raises LuthierError `memory.too-small`.
    """
    known = _recall(loaded, config, file)
    if isinstance(known, Plan):
        return known, None
    return plan_memory(loaded, config, max_tokens), known


def known_plan(file: Path) -> Plan | None:
    """Read the stored plan, whether still usable or not; None if missing or unreadable."""
    try:
        return formats.read(file, _FORMAT)
    except (OSError, ValueError):
        return None


def remember_plan(plan: Plan, file: Path) -> None:
    """Store the plan for the next time. Raises LuthierError `files.cannot-write`."""
    formats.write(file, plan, _FORMAT)


def _recall(loaded: LoadedModel, config: TrainConfig, file: Path) -> Plan | str:
    """Return the stored plan, or the reason why it is unusable."""
    try:
        plan = formats.read(file, _FORMAT)
    except FileNotFoundError:
        return f"{file.name} is missing"
    except (OSError, ValueError) as error:
        return f"{file.name} cannot be read ({in_words(error)})"
    return why_unusable(plan, loaded, config, file.name) or plan


def why_unusable(plan: Plan, loaded: LoadedModel, config: TrainConfig, name: str = "the plan") -> str:
    """Return why a plan made earlier or on another machine is unusable on this one at present; "" if it is usable.
    name: for people.
    """
    model = loaded.model
    if len(plan.layouts) != len(model.linears) or not 0 <= plan.memory.kept_layers <= len(model.layers):
        return f"{name} is damaged, or of another model"
    if not all(is_usable(loaded.ggml, layout) for layout in plan.layouts):
        return "this processor does not run the kernels that it used so far"
    if (plan.device.device if plan.device else None) != (loaded.device.name if loaded.device else None):
        return "another device computes"
    shared = plan.device.bytes if plan.device and loaded.device and loaded.device.device.is_integrated else 0
    if plan.memory.total + shared > memory_budget(config):
        return "less memory is free than before"
    if plan.device and loaded.device and plan.device.bytes > loaded.device.device.memory()[0]:
        return "less memory is free on the device than before"
    return ""
