"""A model's sizes, as the estimate of its memory wants them."""

from __future__ import annotations

from core.engine.ggml.backend import physical_cores
from core.engine.lora.adapter import targeted_tensors, trainable_numbers
from core.engine.model.arch import EXPERT_STACKS
from core.engine.model.forward import kept_bytes, kept_layer_width, layer_width, reach
from core.engine.model.shape import Shape
from core.engine.model.weights import FrozenModel
from core.engine.ops import experts
from core.engine.ops.blocked_attention import block_size
from core.engine.ops.frozen_product import STREAM_BYTES
from core.engine.ops.fused_attention import memory_numbers
from core.engine.train.noise import noise_width
from core.shared.config import TrainConfig
from core.shared.estimate import Sizes

SCORE_FORMS = 6  # ggml's: probabilities, their gradient and what they meet, of one block at a time, measured
GRAPH_BYTES, BLOCK_BYTES = 100 << 10, 26 << 10  # a layer's graphs, and what a block of queries adds, measured
FUSED_BLOCKS = 5  # blocks of queries that our own attention counts for


def model_sizes(model: FrozenModel, config: TrainConfig, max_tokens: int) -> Sizes:
    """The numbers that the estimate needs."""
    shape, fused = model.shape, model.file.ggml.kernels.takes(model.shape.head_dim)
    block = block_size(max_tokens, shape.n_head)
    blocks = FUSED_BLOCKS if fused else -(-max_tokens // block)
    return Sizes(
        n_layer=shape.n_layer,
        stream_width=shape.d_model,
        layer_width=layer_width(shape),
        kept_layer_width=kept_layer_width(shape) if fused else layer_width(shape),
        kept_bytes=kept_bytes(shape),
        noise_width=noise_width(shape, config),
        sight_bytes=sight_bytes(shape, max_tokens, (config.threads or physical_cores()) if fused else 0),
        score_bytes=0 if fused else SCORE_FORMS * 4 * max_tokens * shape.n_head * block,
        graph_bytes=shape.n_layer * (GRAPH_BYTES + blocks * BLOCK_BYTES),
        adapter_values=adapter_values(model, config),
        expert_bytes=expert_bytes(shape, config, max_tokens),
        stream_bytes=stream_bytes(shape),
        logit_copies=3.5 if shape.logit_softcap else 1.5,  # the products' rounded operands count half
    )


def sight_bytes(shape: Shape, max_tokens: int, fused_threads: int) -> int:
    """For every reach: masks, F32, without the half in the future; or what each of our kernels' threads needs."""
    reaches = len({reach(window, max_tokens) for window in shape.windows})
    own = 4 * memory_numbers(max_tokens, shape.head_dim) * fused_threads
    return reaches * (own if fused_threads else 2 * max_tokens * max_tokens)


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
