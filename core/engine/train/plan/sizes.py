"""A model's sizes, as the estimate of its memory wants them."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from core.advice.estimate import Sizes
from core.base.devices import compute_threads
from core.engine.lora.adapter import trainable_numbers
from core.engine.model.frozen import FrozenLinear, FrozenModel
from core.engine.model.layers import (
    beside_width,
    layer_width,
    mixer_of,
    saved_bytes,
    saved_layer_width,
)
from core.engine.model.parts.part import sight
from core.engine.model.shape import LayerShape, Shape
from core.engine.model.targets import noise_width, targets_of
from core.engine.ops import experts
from core.engine.ops.attention.fused import attention_for
from core.engine.ops.attention.interface import Needs
from core.engine.ops.cross_entropy import logit_copies
from core.families.graph import EXPERT_STACKS
from core.protocol.config import HELD_ROWS, HELD_TOKENS, TrainConfig

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
    """Return the bytes that input gradients without transposed copies take: of the linear that takes most."""
    return max((linear.streaming(model.shape.n_expert_used).bytes for linear in streamed), default=0)


def expert_bytes(shape: Shape, config: TrainConfig, max_tokens: int) -> int:
    """Return the bytes that the backward pass of a mixture of experts needs beyond a dense layer's."""
    n_slots, trained = shape.n_expert_used * max_tokens, shape.trained_layers(config)

    def of_layer(number: int, layer: LayerShape) -> int:
        adapted = number in trained and any(name in EXPERT_STACKS for name in targets_of(shape, layer, config))
        return experts.backward_bytes(shape.d_model, layer.d_ff, shape.n_expert, n_slots, config.rank if adapted else 0)

    passed = ((i, layer) for i, layer in enumerate(shape.layers) if i >= trained[0])
    return max((of_layer(i, layer) for i, layer in passed if layer.routed), default=0)
