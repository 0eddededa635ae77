"""A model's sizes, as the estimate of its memory wants them."""

from __future__ import annotations

from core.engine.ggml.backend import physical_cores
from core.engine.lora.branch import targeted_tensors, trainable_numbers
from core.engine.model.arch import EXPERT_STACKS
from core.engine.model.forward import noise_width
from core.engine.model.saved import layer_width, saved_bytes, saved_layer_width
from core.engine.model.shape import Shape
from core.engine.model.weights import FrozenModel
from core.engine.ops import experts
from core.engine.ops.attention.choose import attention_for
from core.engine.ops.attention.mask import reach
from core.engine.ops.frozen_product import STREAM_BYTES
from core.shared.config import TrainConfig
from core.shared.estimate import Sizes

GRAPH_BYTES = 100 << 10  # of a layer's graphs, without attention's share, measured


def model_sizes(model: FrozenModel, config: TrainConfig, max_tokens: int) -> Sizes:
    """The numbers that the estimate needs."""
    shape = model.shape
    form, reaches = attention_for(model.file.ggml, shape.heads), {reach(window, max_tokens) for window in shape.windows}
    attention = form.needs(max_tokens, shape.heads, config.threads or physical_cores())
    return Sizes(
        n_layer=shape.n_layer,
        d_model=shape.d_model,
        layer_width=layer_width(shape),
        saved_layer_width=saved_layer_width(shape, attention),
        saved_bytes=saved_bytes(shape),
        noise_width=noise_width(shape, config),
        attention_bytes=len(reaches) * attention.inputs,
        score_bytes=attention.scores,
        graph_bytes=shape.n_layer * (GRAPH_BYTES + attention.graph),
        adapter_values=adapter_values(model, config),
        expert_bytes=expert_bytes(shape, config, max_tokens),
        stream_bytes=stream_bytes(shape),
        logit_copies=3.5 if shape.logit_softcap else 1.5,  # the products' rounded operands count half
    )


def adapter_values(model: FrozenModel, config: TrainConfig) -> int:
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
    return max(experts.stream_bytes(d_in, d_out, shape.n_expert) for d_in, d_out in sizes)
