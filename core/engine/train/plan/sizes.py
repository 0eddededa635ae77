"""A model's sizes, as the estimate of its memory wants them."""

from __future__ import annotations

from core.engine.lora.adapter import trainable_numbers
from core.engine.model.arch import EXPERT_STACKS
from core.engine.model.forward import noise_width
from core.engine.model.saved import layer_width, saved_bytes, saved_layer_width
from core.engine.model.shape import Shape
from core.engine.model.weights import FrozenModel
from core.engine.ops import experts, frozen_product
from core.engine.ops.attention.choose import attention_for
from core.engine.ops.attention.mask import reach
from core.engine.ops.cross_entropy import logit_copies
from core.shared.config import TrainConfig
from core.shared.cores import compute_threads
from core.shared.estimate import Sizes

GRAPH_BYTES = 100 << 10  # of a layer's graphs, without attention's share, measured


def model_sizes(model: FrozenModel, config: TrainConfig, max_tokens: int, *, on_device: bool = False) -> Sizes:
    """The numbers that the estimate needs."""
    shape = model.shape
    form = attention_for(model.file.ggml, shape.heads, on_device=on_device)
    reaches = {reach(window, max_tokens) for window in shape.windows}
    attention = form.needs(max_tokens, shape.heads, config.threads or compute_threads())
    return Sizes(
        n_layer=shape.n_layer,
        n_backward=shape.n_layer - shape.lowest_trained(config),
        d_model=shape.d_model,
        layer_width=layer_width(shape),
        saved_layer_width=saved_layer_width(shape, attention),
        saved_bytes=saved_bytes(shape),
        noise_width=noise_width(shape, config),
        attention_bytes=len(reaches) * attention.inputs,
        score_bytes=attention.scores,
        graph_bytes=shape.n_layer * (GRAPH_BYTES + attention.graph),
        adapter_values=trainable_numbers(model, config),
        expert_bytes=expert_bytes(shape, config, max_tokens),
        streaming_bytes=streaming_bytes(shape),
        logit_copies=logit_copies(capped=shape.logit_softcap != 0),
    )


def expert_bytes(shape: Shape, config: TrainConfig, max_tokens: int) -> int:
    """What the backward pass of a mixture of experts needs beyond a dense layer's."""
    adapted = any(name in EXPERT_STACKS for name in shape.targets(config))
    n_slots = shape.n_expert_used * max_tokens
    return experts.backward_bytes(shape.d_model, shape.d_ff, shape.n_expert, n_slots, config.rank if adapted else 0)


def streaming_bytes(shape: Shape) -> int:
    """What an input gradient without a transposed copy takes, of the linear that takes most."""
    widths = (shape.d_model, shape.d_ff)
    return max(
        experts.streaming(d_in, d_out, shape.n_expert, shape.n_expert_used).bytes
        if shape.n_expert
        else frozen_product.streaming(d_in, d_out).bytes
        for d_in, d_out in (widths, widths[::-1])
    )
