"""How to train inside the memory there is, as fast as that allows.

The leanest way holds nothing but the file: backward dequantizes weights as it goes ("streamed") and computes every
layer again. From there memory is spent where a byte saves most time: transposed copies of weights, copies that are
multiplied faster, layers that keep their results. When not even the leanest way fits, training is refused.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from core.engine.model.layouts import Layout, copies_bytes, copy_bytes, forward_kinds, is_usable, transposed_kinds
from core.engine.model.timing import DENSE, ProductTimes, Routing
from core.engine.model.weights import FrozenLinear, Model
from core.engine.train.engine import Session
from core.engine.train.plan.sizes import model_sizes
from core.shared.config import TrainConfig
from core.shared.errors import LuthierError
from core.shared.estimate import Held, layer_bytes, memory_plan
from core.shared.files import written_whole
from core.shared.monitor import system_memory
from core.shared.protocol import MemoryPlan

SHARE_OF_FREE = 0.8  # of the free memory: the rest is for the system, and for what we cannot foresee
SHARE_OF_BUDGET = 0.97  # of what the settings allow: a peak may be 3% above its plan (docs/engine.md)
LEAST_COST = 16  # a copy in place of the file's tensor counts for at least 1/16 of its size
WORTH = 0.1  # share of a product's time that a larger copy has to save


class Plan(msgspec.Struct, frozen=True):
    """What is held in memory, and in which types: a layout for each of the model's linears, in their order."""

    memory: MemoryPlan
    layouts: list[Layout]


def plan_memory(session: Session, config: TrainConfig, max_tokens: int) -> Plan:
    """Raises LuthierError `memory.too-small`, saying what would be needed and what would fit."""
    plan, budget = best_plan(session, config, max_tokens), memory_budget(config)
    if plan.memory.total > budget:
        needed, free = (f"{size / 2**30:.1f}" for size in (plan.memory.total, budget))
        raise LuthierError(
            "memory.too-small",
            f"This needs about {needed} GB of memory, and {free} GB are to be had.",
            _what_fits(session, config, max_tokens, budget),
        )
    return plan


def _what_fits(session: Session, config: TrainConfig, max_tokens: int, budget: int) -> str:
    longest = longest_row(session.model, config, budget)
    if longest >= max_tokens:
        return "backward=auto fits: it holds fewer copies of the weights."
    others = "a smaller model, a smaller quantization, or close other programs."
    return f"Choose a context of {longest} tokens, {others}" if longest else f"Choose {others}"


def best_plan(session: Session, config: TrainConfig, max_tokens: int) -> Plan:
    """The fastest plan within the budget for rows of at most max_tokens; the leanest when none fits."""
    budget, draft = memory_budget(config), _Draft(session.model, config, max_tokens)
    with ProductTimes(session.backend, max_tokens) as times:
        upgrades = list(_upgrades(session, config, draft, times))

    def forced(upgrade: _Upgrade) -> bool:
        return config.backward == "cached" and upgrade.required

    for upgrade in sorted(upgrades, key=lambda upgrade: (forced(upgrade), upgrade.worth), reverse=True):
        draft.take(upgrade, budget, forced(upgrade))
    return draft.plan()


def leanest_plan(model: Model, config: TrainConfig, max_tokens: int) -> MemoryPlan:
    """Nothing is held but the file."""
    return _Draft(model, config, max_tokens).plan().memory


ROW_STEP = 64  # tokens


def longest_row(model: Model, config: TrainConfig, budget: int) -> int:
    """Tokens, a multiple of ROW_STEP, that the leanest plan can train in one row; 0: none. At most the model's own."""
    lengths = range(ROW_STEP, model.shape.context + 1, ROW_STEP)
    fitting = bisect_right(lengths, budget, key=lambda length: leanest_plan(model, config, length).total)
    return fitting * ROW_STEP


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

    def __init__(self, model: Model, config: TrainConfig, max_tokens: int) -> None:
        self._model, self._config, self._max_tokens = model, config, max_tokens
        self._sizes = model_sizes(model, config, max_tokens)
        self._layouts = [Layout() for _ in model.linears]
        self._kept_layers = 0
        self._total = self.plan().memory.total

    def take(self, upgrade: _Upgrade, budget: int, forced: bool) -> None:
        """Apply an upgrade if it fits, and if the one it builds upon was applied."""
        total = self._total + upgrade.bytes
        if upgrade.linear is None:
            if total > budget and not forced:
                return
            self._kept_layers += 1
        else:
            layout = self._layouts[upgrade.linear]
            if getattr(layout, upgrade.field) != upgrade.before:
                return
            linear, both = self._model.linears[upgrade.linear], layout._replace(**{upgrade.field: upgrade.after})
            if self._is_read(linear, layout) and not self._is_read(linear, both):
                total -= linear.weight.bytes
            if total > budget and not forced:
                return
            self._layouts[upgrade.linear] = both
        self._total = total

    def plan(self) -> Plan:
        file, linears = self._model.file, self._model.linears
        pairs = list(zip(linears, self._layouts, strict=True))
        sizes = [copies_bytes(file.ggml, linear, layout) for linear, layout in pairs]
        unread = [linear.weight.bytes for linear, layout in pairs if not self._is_read(linear, layout)]
        streamed = [layout.transposed is None for linear, layout in pairs if needs_gradient(self._model, linear)]
        held = Held(
            weights=file.size - sum(unread),
            copies=sum(forward for forward, _ in sizes),
            transposed=sum(transposed for _, transposed in sizes),
            backward="streamed" if all(streamed) else "mixed" if any(streamed) else "cached",
            kept_layers=self._kept_layers,
        )
        return Plan(memory_plan(self._sizes, self._max_tokens, held), list(self._layouts))

    @property
    def layer_bytes(self) -> int:
        """What one layer keeps for the backward pass."""
        return layer_bytes(self._sizes, self._max_tokens)

    def lets_go_of(self, linear: FrozenLinear) -> bool:
        """Whether the file's tensor is no longer read once there are both copies."""
        return not self._is_read(linear, Layout(0, 0))

    def _is_read(self, linear: FrozenLinear, layout: Layout) -> bool:
        """Whether the file's own tensor is: not with both copies, unless tokens are embedded or DoRA measures rows."""
        return None in layout or self._config.dora or linear.weight is self._model.embedding


def _upgrades(session: Session, config: TrainConfig, draft: _Draft, times: ProductTimes) -> Iterator[_Upgrade]:
    model = session.model
    for index, linear in enumerate(model.linears):
        kind, d_in, d_out, routing = linear.weight.kind, linear.d_in, linear.d_out, _routing(model, linear)
        as_is = times.product(kind, d_in, d_out, routing)
        forward = {other: times.product(other, d_in, d_out, routing) for other in forward_kinds(session.ggml, linear)}
        upgrades = list(_steps(session, index, "forward", as_is, forward))
        if needs_gradient(model, linear) and config.backward != "streamed":
            kinds = transposed_kinds(session.ggml, linear, is_head=linear is model.head)
            transposed = {other: times.product(other, d_out, d_in, routing) for other in kinds}
            # A product and more: whatever a disturbed measurement of a small shape says, it is the slowest.
            streamed = max(times.streamed(kind, d_in, d_out, routing), (1 + 2 * WORTH) * max(transposed.values()))
            backward = list(_steps(session, index, "transposed", streamed, transposed))
            if upgrades and draft.lets_go_of(linear):
                upgrades[0] = _in_place_of_the_file(upgrades[0], backward[0], linear.weight.bytes)
            yield from backward
        yield from upgrades
    size = draft.layer_bytes
    for layer in model.layers:
        again = (layer.linears[name] for name in layer.linears if name not in ("o", "down"))
        seconds = sum(
            times.product(linear.weight.kind, linear.d_in, linear.d_out, _routing(model, linear)) for linear in again
        )
        yield _Upgrade(seconds / size, size)


def _in_place_of_the_file(forward: _Upgrade, backward: _Upgrade, file: int) -> _Upgrade:
    """A first forward copy, which costs only what it is larger than the file's tensor: beside a transposed copy that is
    no longer read. So it comes after that one.
    """
    cost = max(forward.bytes - file, forward.bytes // LEAST_COST)
    return forward._replace(worth=min(forward.worth * forward.bytes / cost, backward.worth * (1 - 1e-6)))


def _routing(model: Model, linear: FrozenLinear) -> Routing:
    return Routing(linear.n_experts, model.shape.n_expert_used) if linear.n_experts > 1 else DENSE


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


def plan_of_run(session: Session, config: TrainConfig, max_tokens: int, file: Path) -> tuple[Plan, str | None]:
    """The plan that a run has used so far if it still fits, also this processor's kernels, else a new one.

    The second value says why it is another one, None where it is not. Another plan trains as well but rounds
    differently, so the run would not go on to the bit. Raises LuthierError `memory.too-small`.
    """
    known = _recall(session, config, file)
    if isinstance(known, Plan):
        return known, None
    return plan_memory(session, config, max_tokens), known


def remember_plan(plan: Plan, file: Path) -> None:
    """Write it down for the next time. Raises LuthierError `files.cannot-write`."""
    with written_whole(file) as partial:
        partial.write_bytes(msgspec.json.encode(plan))


def _recall(session: Session, config: TrainConfig, file: Path) -> Plan | str:
    """The plan that was written down, or why it cannot be used."""
    try:
        plan = msgspec.json.decode(file.read_bytes(), type=Plan)
    except FileNotFoundError:
        return f"{file.name} is missing"
    except (OSError, ValueError) as error:
        return f"{file.name} cannot be read ({error})"
    model = session.model
    if len(plan.layouts) != len(model.linears) or not 0 <= plan.memory.kept_layers <= len(model.layers):
        return f"{file.name} is damaged, or of another model"
    if not all(is_usable(session.ggml, layout) for layout in plan.layouts):
        return "this processor does not run the kernels that it used so far"
    if plan.memory.total > memory_budget(config):
        return "less memory is free than before"
    return plan


def memory_budget(config: TrainConfig) -> int:
    """Bytes to plan for: nearly what the settings say, or most of what is free."""
    return int(config.memory_budget * SHARE_OF_BUDGET or system_memory().available * SHARE_OF_FREE)


def needs_gradient(model: Model, linear: FrozenLinear) -> bool:
    """Whether a gradient has to pass: all do but those that read the embedding, which does not learn."""
    return all(linear is not model.layers[0].linears[key] for key in ("q", "k", "v"))
