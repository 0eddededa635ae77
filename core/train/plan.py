"""How to train inside the memory there is, as fast as that allows.

The leanest way holds nothing but the file: backward dequantizes weights as it goes ("streamed") and computes every
layer again. From there memory is spent where a byte saves most time: transposed copies of weights, copies that are
multiplied faster, layers that keep their results. When not even the leanest way fits, training is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec
import psutil

from core.config import TrainConfig
from core.errors import LuthierError
from core.estimate import Held, Sizes, layer_bytes, memory_plan
from core.files import written_whole
from core.ggml.experts import stream_columns
from core.ggml.ops import STREAM_BYTES
from core.lora.adapter import targeted_tensors, trainable_numbers
from core.model.arch import EXPERT_STACKS
from core.model.forward import kept_bytes, layer_width, reach
from core.model.layouts import Layout, copies_bytes, copy_bytes, forward_kinds, transposed_kinds
from core.model.shape import Shape
from core.model.timing import ProductTimes
from core.model.weights import FrozenLinear, Model
from core.protocol import MemoryPlan
from core.train.engine import Session
from core.train.noise import noise_width

SHARE_OF_FREE = 0.8  # of the free memory: the rest is for the system, and for what we cannot foresee
WORTH = 0.1  # share of a product's time that a larger copy has to save


class Plan(msgspec.Struct, frozen=True):
    """What is held in memory, and in which types: a layout for each of the model's linears, in their order."""

    memory: MemoryPlan
    layouts: list[Layout]


def plan_memory(session: Session, config: TrainConfig, max_tokens: int) -> Plan:
    """Raises LuthierError `memory.too-small`, saying what would be needed."""
    budget = memory_budget(config)
    draft = _Draft(session.model, model_sizes(session.model, config, max_tokens), max_tokens)
    with ProductTimes(session.backend, max_tokens) as times:
        upgrades = list(_upgrades(session, config, draft, times))

    def forced(upgrade: _Upgrade) -> bool:
        return config.backward == "cached" and upgrade.required

    for upgrade in sorted(upgrades, key=lambda upgrade: (forced(upgrade), upgrade.worth), reverse=True):
        draft.take(upgrade, budget, forced(upgrade))
    plan = draft.plan()
    if plan.memory.total > budget:
        needed = f"{plan.memory.total / 2**30:.1f}"
        raise LuthierError(
            "memory.too-small",
            f"This needs about {needed} GB of memory, and {budget / 2**30:.1f} GB are to be had.",
            "Choose a smaller model, a smaller quantization or a shorter context, or close other programs.",
        )
    return plan


class _Upgrade(NamedTuple):
    """Memory spent on speed. linear: the place of the one that is copied; None for one layer's activations."""

    worth: float  # seconds saved per byte
    bytes: int
    linear: int | None = None
    field: Literal["forward", "transposed"] = "forward"
    before: int | None = None  # the copy's type until now
    after: int | None = None

    @property
    def required(self) -> bool:
        """Without it, a weight's backward is streamed."""
        return self.field == "transposed" and self.before is None


class _Draft:
    """A plan in the making: starts at the leanest, grows by upgrades."""

    def __init__(self, model: Model, sizes: Sizes, max_tokens: int) -> None:
        self._model, self.sizes, self.max_tokens = model, sizes, max_tokens
        self._layouts = [Layout() for _ in model.linears]
        self._kept_layers = 0
        self._total = self.plan().memory.total

    def take(self, upgrade: _Upgrade, budget: int, forced: bool) -> None:
        """Apply an upgrade if it fits, and if the one it builds upon was applied."""
        if self._total + upgrade.bytes > budget and not forced:
            return
        if upgrade.linear is None:
            self._kept_layers += 1
        else:
            layout = self._layouts[upgrade.linear]
            if getattr(layout, upgrade.field) != upgrade.before:
                return
            both = layout._replace(**{upgrade.field: upgrade.after})
            if None in layout and None not in both:  # the file's own tensor is no longer read
                self._total -= self._model.linears[upgrade.linear].weight.bytes
            self._layouts[upgrade.linear] = both
        self._total += upgrade.bytes

    def plan(self) -> Plan:
        file, linears = self._model.file, self._model.linears
        pairs = list(zip(linears, self._layouts, strict=True))
        sizes = [copies_bytes(file.ggml, linear, layout) for linear, layout in pairs]
        streamed = [layout.transposed is None for linear, layout in pairs if needs_gradient(self._model, linear)]
        held = Held(
            # With both copies the file's own tensor is no longer read.
            weights=file.size - sum(linear.weight.bytes for linear, layout in pairs if None not in layout),
            copies=sum(forward for forward, _ in sizes),
            transposed=sum(transposed for _, transposed in sizes),
            backward="streamed" if all(streamed) else "mixed" if any(streamed) else "cached",
            kept_layers=self._kept_layers,
        )
        return Plan(memory_plan(self.sizes, self.max_tokens, held), list(self._layouts))


def _upgrades(session: Session, config: TrainConfig, draft: _Draft, times: ProductTimes) -> Iterator[_Upgrade]:
    model = session.model
    for index, linear in enumerate(model.linears):
        kind, d_in, d_out = linear.weight.kind, linear.d_in, linear.d_out
        as_is = times.product(kind, d_in, d_out)
        forward = {other: times.product(other, d_in, d_out) for other in forward_kinds(linear)}
        yield from _steps(session, index, "forward", as_is, forward)
        if needs_gradient(model, linear) and config.backward != "streamed":
            kinds = transposed_kinds(linear, is_head=linear is model.head)
            transposed = {other: times.product(other, d_out, d_in) for other in kinds}
            # A product and more: whatever a disturbed measurement of a small shape says, it is the slowest.
            streamed = max(times.streamed(kind, d_in, d_out), (1 + 2 * WORTH) * max(transposed.values()))
            yield from _steps(session, index, "transposed", streamed, transposed)
    size = layer_bytes(draft.sizes, draft.max_tokens)
    for layer in model.layers:
        again = (layer.linears[name] for name in layer.linears if name not in ("o", "down"))
        seconds = sum(times.product(linear.weight.kind, linear.d_in, linear.d_out) for linear in again)
        yield _Upgrade(seconds / size, size)


def _steps(
    session: Session,
    index: int,
    field: Literal["forward", "transposed"],
    seconds: float,
    options: dict[int, float],
) -> Iterator[_Upgrade]:
    """From no copy to the fastest, each time the one that saves most per byte. options: seconds by type."""
    linear, before, held = session.model.linears[index], None, 0
    while True:
        better = [
            _Upgrade((seconds - after) / (size - held), size - held, index, field, before, kind)
            for kind, after in options.items()
            if (size := copy_bytes(session.ggml, linear, field, kind)) > held and after < seconds * (1 - WORTH)
        ]
        if not better:
            return
        best = max(better, key=lambda upgrade: upgrade.worth)
        yield best
        assert best.after is not None
        before, held, seconds = best.after, held + best.bytes, options[best.after]


def plan_of_run(session: Session, config: TrainConfig, max_tokens: int, file: Path) -> tuple[Plan, bool]:
    """The plan that a run has used so far if it still fits, else a new one, which is written down for the next time.

    The second value says which. Another plan trains as well but rounds differently, so the run would not go on to the
    bit. Raises LuthierError `memory.too-small`, `files.cannot-write`.
    """
    budget = memory_budget(config)
    try:
        known = msgspec.json.decode(file.read_bytes(), type=Plan)
        if known.memory.total <= budget:
            return known, True
    except (OSError, msgspec.DecodeError):
        pass  # a new run, or one from before plans were written down
    plan = plan_memory(session, config, max_tokens)
    with written_whole(file) as partial:
        partial.write_bytes(msgspec.json.encode(plan))
    return plan, False


def memory_budget(config: TrainConfig) -> int:
    """Bytes that training may take: what the settings say, or most of what is free."""
    return config.memory_budget or int(psutil.virtual_memory().available * SHARE_OF_FREE)


def model_sizes(model: Model, config: TrainConfig, max_tokens: int) -> Sizes:
    """The numbers that the estimate needs."""
    shape = model.shape
    return Sizes(
        n_layer=shape.n_layer,
        n_head=shape.n_head,
        stream_width=shape.d_model,
        layer_width=layer_width(shape),
        kept_bytes=kept_bytes(shape),
        noise_width=noise_width(shape, config),
        n_masks=len({reach(window, max_tokens) for window in shape.windows}),
        adapter_values=adapter_values(model, config),
        expert_bytes=expert_bytes(shape, config, max_tokens),
        stream_bytes=stream_bytes(shape),
        logit_copies=3.5 if shape.logit_softcap else 1.5,  # the products' rounded operands count half
    )


def adapter_values(model: Model, config: TrainConfig) -> int:
    """Trainable numbers."""
    tensors = (linears for layer in model.layers for linears in targeted_tensors(layer, model.shape.targets(config)))
    return sum(trainable_numbers(linears, config) for linears in tensors)


def expert_bytes(shape: Shape, config: TrainConfig, max_tokens: int) -> int:
    """What the backward pass of a mixture of experts needs beyond a dense layer's."""
    slots = shape.n_expert_used * max_tokens
    total = 8 * shape.n_expert * slots  # ggml's lists of the slots of each expert
    if any(name in EXPERT_STACKS for name in shape.targets(config)) and shape.n_expert:
        columns = config.rank * shape.n_expert  # of a stack's gradient, and of what it is the product of
        total += 4 * columns * (2 * slots + 3 * max(shape.d_model, shape.d_ff))
    return total


def stream_bytes(shape: Shape) -> int:
    """Part of a weight in F32, and of a stack of experts its transpose too."""
    if not shape.n_expert:
        return STREAM_BYTES
    sizes = ((shape.d_model, shape.d_ff), (shape.d_ff, shape.d_model))
    return 2 * max(4 * stream_columns(d_in, d_out, shape.n_expert) * d_out * shape.n_expert for d_in, d_out in sizes)


def needs_gradient(model: Model, linear: FrozenLinear) -> bool:
    """Whether a gradient has to pass: all do but those that read the embedding, which does not learn."""
    return all(linear is not model.layers[0].linears[key] for key in ("q", "k", "v"))
