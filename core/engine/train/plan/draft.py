"""A plan in the making: starts at the leanest and grows by upgrades."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from core.engine.model.frozen import FrozenLinear, FrozenModel
from core.engine.model.weight_layouts import Layout, copies_bytes
from core.engine.train.plan.placement import DevicePlan, model_sizes, streaming_bytes
from core.engine.train.plan.upgrades import ForwardCopy, Offer, SavedLayer, TransposedCopy, reads_file
from core.memory.estimate import Held, Sizes, memory_plan, saved_layer_bytes
from core.protocol import MemoryPlan
from core.protocol.config import TrainConfig


class Plan(msgspec.Struct, frozen=True):
    """The contents of memory, and their types: a layout for each of the model's linears, in their order."""

    memory: MemoryPlan
    layouts: list[Layout]  # in the computer's memory
    device: DevicePlan | None = None


class Draft:
    """Holds nothing but the file at first. max_tokens: of the longest row. device: the part that a device computes."""

    def __init__(
        self, model: FrozenModel, config: TrainConfig, max_tokens: int, device: DevicePlan | None = None
    ) -> None:
        self._model, self._config, self._max_tokens, self._device = model, config, max_tokens, device
        self._lowest = model.shape.lowest_trained(config)
        self._sizes = _sizes_here(model_sizes(model, config, max_tokens), device, self._lowest)
        self._layouts = [Layout() for _ in model.linears]
        self._saved_layers = 0
        self._total = self.plan().memory.total

    @property
    def saved_layer_bytes(self) -> int:
        """Return the bytes that saving one layer's activations takes."""
        return saved_layer_bytes(self._sizes, self._max_tokens)

    def take(self, offer: Offer, budget: float) -> None:
        """Take an upgrade if the budget allows it and the plan already has the one it builds upon."""
        match offer.upgrade:
            case SavedLayer():
                if self._pays(offer.bytes, budget):
                    self._saved_layers += 1
            case ForwardCopy(linear, before, after):
                if self._layouts[linear].forward == before:
                    self._copy(linear, self._layouts[linear]._replace(forward=after), offer.bytes, budget)
            case TransposedCopy(linear, before, after):
                if self._layouts[linear].transposed == before:
                    self._copy(linear, self._layouts[linear]._replace(transposed=after), offer.bytes, budget)

    def _copy(self, index: int, layout: Layout, size: int, budget: float) -> None:
        """Change a linear's copies; if the file's own tensor is no longer read then, its memory becomes free."""
        if self._reads_file(index, self._layouts[index]) and not self._reads_file(index, layout):
            size -= self._model.linears[index].bytes
        if self._pays(size, budget):
            self._layouts[index] = layout

    def _pays(self, size: int, budget: float) -> bool:
        if self._total + size > budget:
            return False
        self._total += size
        return True

    def plan(self) -> Plan:
        """Return the present plan."""
        ggml, linears = self._model.file.ggml, self._model.linears
        sizes = [copies_bytes(ggml, linear, layout) for linear, layout in zip(linears, self._layouts, strict=True)]
        unread = [linear.bytes for i, linear in enumerate(linears) if not self._reads_file(i, self._layouts[i])]
        passed = [
            (linear, layout.transposed is None)
            for linear, layout in zip(linears, self._layouts, strict=True)
            if self._model.needs_gradient(linear, self._lowest) and not self._is_elsewhere(linear)
        ]
        streamed = [linear for linear, without_copy in passed if without_copy]
        held = Held(
            weights=self._model.file.size - sum(unread) - _rows_only(self._model),
            copies=sum(forward for forward, _ in sizes),
            transposed=sum(transposed for _, transposed in sizes),
            backward="cached" if not streamed else "streamed" if len(streamed) == len(passed) else "mixed",
            saved_layers=self._saved_layers,
            streaming=streaming_bytes(self._model, streamed),
        )
        memory = memory_plan(self._sizes, self._max_tokens, held)
        if device := self._device:
            layers = self._model.shape.n_layer - device.first_layer
            memory = msgspec.structs.replace(memory, device=device.bytes, device_layers=layers)
        return Plan(memory, list(self._layouts), device)

    def _reads_file(self, index: int, layout: Layout) -> bool:
        linear = self._model.linears[index]
        if self._is_elsewhere(linear):
            return self._config.dora or linear.weight is self._model.embedding
        return reads_file(self._model, self._config, linear, layout)

    def _is_elsewhere(self, linear: FrozenLinear) -> bool:
        return self._device is not None and self._device.has(linear)


def _rows_only(model: FrozenModel) -> int:
    """Return the bytes of a per-token table of which a step reads only its tokens' rows; it can be as large as the rest
    of the model.
    """
    return model.per_layer.embedding.bytes if model.per_layer else 0


def _sizes_here(sizes: Sizes, device: DevicePlan | None, lowest: int) -> Sizes:
    """Return the processor's share of the sizes beside a device."""
    if device is None:
        return sizes
    layers = device.first_layer
    graphs = sizes.graph_bytes * max(layers, 1) // sizes.n_layer + sizes.graph_bytes  # with the device's graphs
    here = replace(sizes, n_layer=layers, n_backward=max(0, layers - lowest), graph_bytes=graphs)
    if layers == 0:
        here = replace(here, layer_width=0, saved_layer_width=0, score_bytes=0, attention_bytes=0, expert_bytes=0)
    return replace(here, logit_copies=0) if device.has_head else here
