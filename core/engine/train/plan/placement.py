"""A device's share of a training and its memory, and a model's sizes for the memory estimate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from math import ceil

import msgspec

from core.base.devices import compute_threads
from core.engine.ggml.backend import Backend
from core.engine.lora.adapter import trainable_numbers
from core.engine.model.frozen import FrozenLinear, FrozenModel, layer_number
from core.engine.model.layers import (
    beside_width,
    layer_width,
    mixer_of,
    saved_bytes,
    saved_layer_width,
)
from core.engine.model.on_device import device_bytes, rows_in_a_buffer, transposed_kind
from core.engine.model.parts.part import sight
from core.engine.model.shape import LayerShape, Shape
from core.engine.model.targets import noise_width, targets_of
from core.engine.ops import experts
from core.engine.ops.attention.fused import attention_for
from core.engine.ops.attention.interface import Needs
from core.engine.ops.cross_entropy import logit_copies
from core.families.graph import EXPERT_STACKS
from core.memory.estimate import Sizes, compute_bytes, saved_layer_bytes
from core.protocol.config import HELD_ROWS, HELD_TOKENS, TrainConfig

SHARE_OF_DEVICE = 0.9  # of its free memory: the screen and other programs use some too
NEVER = 1 << 62  # bytes
OVERHEAD_BYTES = 64 << 20  # transfer buffers and the driver's memory for a program, roughly


class DevicePlan(msgspec.Struct, frozen=True):
    """A device's share. It computes the layers from first_layer on and, with has_head, the final norm and the head.

    transposed: the types of the transposed copies of its linears, in the model's order; None: the gradient is streamed
    or not needed. saved_layers: this many of the last layers keep their activations. bytes: of the device's memory.
    """

    device: str
    first_layer: int
    has_head: bool
    transposed: list[int | None]
    saved_layers: int
    bytes: int

    def has(self, linear: FrozenLinear) -> bool:
        """Return whether the device computes a linear."""
        number = layer_number(linear)
        return self.has_head if number is None else number >= self.first_layer


def plan_device(
    backend: Backend, model: FrozenModel, config: TrainConfig, max_tokens: int, budget: int
) -> DevicePlan | None:
    """Plan as many layers as fit, from the last; then faster gradients for them, then saved activations.

    budget: bytes of the device's memory. Return None if not even the last layer fits.
    """
    sizes = _DeviceSizes(backend, model, config, max_tokens)
    nothing: list[int | None] = [None] * len(model.linears)
    everything = [sizes.transposed(index) for index in range(len(nothing))]
    leanest = (
        DevicePlan(backend.name, first, has_head, copies, 0, sizes.need(first, has_head, copies, 0))
        for first in range(model.shape.n_layer)
        for has_head in (True, False)
        for copies in ([nothing] if config.backward == "streamed" else [everything, nothing])
    )
    plan = next((plan for plan in leanest if plan.bytes <= budget), None)
    if plan is None:
        return None
    if config.backward != "streamed":
        plan = _with_copies(plan, sizes, budget)
    saving = range(model.shape.n_layer - max(plan.first_layer, sizes.lowest), 0, -1)
    choices = (_changed(plan, sizes, saved_layers=count) for count in saving)
    return next((choice for choice in choices if choice.bytes <= budget), plan)


def _with_copies(plan: DevicePlan, sizes: _DeviceSizes, budget: int) -> DevicePlan:
    """Add transposed copies of the linears that a gradient passes while they fit, the last layers' first."""
    for index in reversed(range(len(plan.transposed))):
        kind = sizes.transposed(index) if plan.has(sizes.model.linears[index]) else None
        if kind is not None and plan.transposed[index] is None:
            choice = _changed(plan, sizes, transposed=[*plan.transposed[:index], kind, *plan.transposed[index + 1 :]])
            plan = choice if choice.bytes <= budget else plan
    return plan


def _changed(
    plan: DevicePlan, sizes: _DeviceSizes, transposed: list[int | None] | None = None, saved_layers: int = 0
) -> DevicePlan:
    copies = plan.transposed if transposed is None else transposed
    need = sizes.need(plan.first_layer, plan.has_head, copies, saved_layers)
    return msgspec.structs.replace(plan, transposed=copies, saved_layers=saved_layers, bytes=need)


class _DeviceSizes:
    """The device memory that a training takes, by its share of the model."""

    def __init__(self, backend: Backend, model: FrozenModel, config: TrainConfig, max_tokens: int) -> None:
        self.model, self._backend, self._max_tokens = model, backend, max_tokens
        self.lowest = model.shape.lowest_trained(config)
        self._sizes = model_sizes(model, config, max_tokens, on_device=True)
        self._values = trainable_numbers(model, config) // len(model.shape.trained_layers(config))  # of a layer
        self._linear_bytes = cache(self._bytes_of)  # each is asked for once for every number of layers
        self._has_room = cache(self._fits)
        self.transposed = cache(self._copy_of)

    def _copy_of(self, index: int) -> int | None:
        """Return the type of a linear's copy; None if no gradient passes or if one buffer cannot hold the copy."""
        linear = self.model.linears[index]
        if not self.model.needs_gradient(linear, self.lowest):
            return None
        kind = transposed_kind(self._backend, linear)
        return kind if self._has_room(index, kind) else None

    def need(self, first: int, has_head: bool, transposed: Sequence[int | None], saved_layers: int) -> int:
        """Return the bytes of layers `first` to the last, and the head; NEVER if a layer is larger than a buffer."""
        if not all(self._has_room(index, None) for index in self._there(first, has_head)):
            return NEVER
        n_layer, tokens = self.model.shape.n_layer, self._max_tokens
        n_backward = n_layer - max(first, self.lowest)
        sizes = replace(self._sizes, n_layer=n_layer - first, n_backward=n_backward)
        stream = 4 * sizes.d_model * (tokens + 1) * (n_backward + 2)
        saved = saved_layers * saved_layer_bytes(sizes, tokens)
        activations = stream + 4 * (sizes.noise_width + sizes.beside_width) * tokens + sizes.attention_bytes + saved
        mirror = 2 * 4 * self._values * n_backward
        streaming = streaming_bytes(self.model, self._streamed(first, has_head, transposed))
        compute = compute_bytes(sizes, tokens, saved_layers) + sizes.expert_bytes + streaming
        return OVERHEAD_BYTES + self._weights(first, has_head, transposed) + activations + mirror + compute

    def _fits(self, index: int, transposed: int | None) -> bool:
        """Return whether the buffers are large enough; the head may be split, unless it has a bias."""
        linear = self.model.linears[index]
        rows = rows_in_a_buffer(self._backend, linear, transposed)
        return rows >= linear.d_out or (linear is self.model.head and linear.bias is None and rows > 0)

    def _weights(self, first: int, has_head: bool, transposed: Sequence[int | None]) -> int:
        return sum(self._linear_bytes(index, transposed[index]) for index in self._there(first, has_head))

    def _streamed(self, first: int, has_head: bool, transposed: Sequence[int | None]) -> Iterator[FrozenLinear]:
        """Yield the linears that a gradient passes and that have no copy."""
        for index in self._there(first, has_head):
            linear = self.model.linears[index]
            if transposed[index] is None and self.model.needs_gradient(linear, self.lowest):
                yield linear

    def _there(self, first: int, has_head: bool) -> Iterator[int]:
        for index, linear in enumerate(self.model.linears):
            number = layer_number(linear)
            if has_head if number is None else number >= first:
                yield index

    def _bytes_of(self, index: int, transposed: int | None) -> int:
        return device_bytes(self._backend, self.model.linears[index], transposed)


GRAPH_BYTES = 100 << 10  # of a layer's graphs, without attention's share, measured


def model_sizes(model: FrozenModel, config: TrainConfig, max_tokens: int, *, on_device: bool = False) -> Sizes:
    """Return the numbers that the estimate needs."""
    shape, threads = model.shape, config.threads or compute_threads()

    def needs(layer: LayerShape) -> Needs:
        own = mixer_of(layer).needs(model.file.ggml, shape, layer, max_tokens, threads, on_device=on_device)
        if not mixer_of(layer).attends:
            return own
        form = attention_for(model.file.ggml, layer.heads, on_device=on_device)
        return form.needs(max_tokens, layer.heads, threads).beside(own)

    lowest = shape.lowest_trained(config)
    passed = shape.layers[lowest:]
    attention = {layer: needs(layer) for layer in dict.fromkeys(shape.layers)}
    masks = {sight(layer, max_tokens): attention[layer].inputs for layer in shape.layers if mixer_of(layer).attends}
    return Sizes(
        n_layer=shape.n_layer,
        n_backward=len(passed),
        d_model=shape.d_model,
        layer_width=max(layer_width(shape, layer) for layer in passed),
        saved_layer_width=max(saved_layer_width(shape, layer, attention[layer]) for layer in passed),
        saved_bytes=ceil(sum(saved_bytes(shape, layer) for layer in passed) / len(passed)),
        noise_width=noise_width(shape, config),
        beside_width=beside_width(shape, lowest),
        attention_bytes=sum(masks.values()),
        score_bytes=max(needed.scores for needed in attention.values()),
        graph_bytes=sum(GRAPH_BYTES + attention[layer].graph for layer in shape.layers) * (2 if config.hold else 1),
        adapter_values=trainable_numbers(model, config),
        expert_bytes=expert_bytes(shape, config, max_tokens),
        logit_copies=logit_copies(capped=shape.logit_softcap != 0),
        held_bytes=4 * shape.d_model * HELD_ROWS * HELD_TOKENS if config.hold else 0,
    )


def streaming_bytes(model: FrozenModel, streamed: Iterable[FrozenLinear]) -> int:
    """Return the bytes that input gradients without transposed copies take: those of the linear that takes most."""
    return max((linear.streaming(model.shape.n_expert_used).bytes for linear in streamed), default=0)


def expert_bytes(shape: Shape, config: TrainConfig, max_tokens: int) -> int:
    """Return the bytes that the backward pass of a mixture of experts takes beyond a dense layer's."""
    n_slots, trained = shape.n_expert_used * max_tokens, shape.trained_layers(config)

    def of_layer(number: int, layer: LayerShape) -> int:
        adapted = number in trained and any(name in EXPERT_STACKS for name in targets_of(shape, layer, config))
        return experts.backward_bytes(shape.d_model, layer.d_ff, shape.n_expert, n_slots, config.rank if adapted else 0)

    passed = ((i, layer) for i, layer in enumerate(shape.layers) if i >= trained[0])
    return max((of_layer(i, layer) for i, layer in passed if layer.routed), default=0)
