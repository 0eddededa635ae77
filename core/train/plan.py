"""How to train inside the memory there is.

The fastest plan that fits: transposed copies of the weights if they fit, then the results of as many layers as fit.
Without copies backward is streamed; when even that does not fit, training is refused.
"""

from __future__ import annotations

import psutil

from core.config import TrainConfig
from core.errors import LuthierError
from core.ggml.experts import stream_columns
from core.ggml.lib import Ggml
from core.lora.adapter import targeted_tensors, trainable_numbers
from core.model.arch import EXPERT_STACKS
from core.model.forward import kept_widths, reach
from core.model.shape import Shape
from core.model.transposed import copies_bytes
from core.model.weights import FrozenLinear, Model
from core.protocol import MemoryPlan
from core.train.loss import LOGITS_BYTES
from core.train.noise import noise_bytes
from core.train.row_graphs import SCORES_BYTES

SHARE_OF_FREE = 0.8  # of the free memory: the rest is for the system, and for what we cannot foresee
PROCESS_BYTES = 150 << 20  # Python, numpy and the libraries, measured


def gradient_linears(model: Model) -> list[FrozenLinear]:
    """The linears that a gradient has to pass: all but those that read the embedding, which does not learn."""
    first = {model.layers[0].linears[key].name for key in ("q", "k", "v")}
    return [linear for linear in model.linears if linear.name not in first]


def plan_memory(ggml: Ggml, model: Model, config: TrainConfig, max_tokens: int) -> MemoryPlan:
    """Raises LuthierError `memory.too-small`, saying what would be needed."""
    budget = config.memory_budget or int(psutil.virtual_memory().available * SHARE_OF_FREE)
    streamed = _plan(model, config, max_tokens, 0, 0)
    copies = copies_bytes(ggml, gradient_linears(model))
    cached = _plan(model, config, max_tokens, copies, 0)
    wants_cached = config.backward == "cached" or (config.backward == "auto" and cached.total <= budget)
    chosen = cached if wants_cached else streamed
    fitting = (budget - chosen.total) // layer_bytes(model.shape, max_tokens)
    if fitting > 0:
        chosen = _plan(model, config, max_tokens, chosen.transposed, min(fitting, model.shape.n_layer))
    if chosen.total > budget:
        raise LuthierError(
            "memory.too-small",
            f"This needs about {chosen.total / 2**30:.1f} GB of memory, and {budget / 2**30:.1f} GB are to be had.",
            "Choose a smaller model, a smaller quantization or a shorter context, or close other programs.",
        )
    return chosen


def layer_bytes(shape: Shape, max_tokens: int) -> int:
    """What one layer keeps for the backward pass."""
    return 4 * max_tokens * sum(kept_widths(shape).values())


def _plan(model: Model, config: TrainConfig, max_tokens: int, transposed: int, kept_layers: int) -> MemoryPlan:
    shape = model.shape
    stream = 4 * shape.d_model * (max_tokens + 1) * (shape.n_layer + 2)
    noise = noise_bytes(shape, config, max_tokens)
    masks = max_tokens * max_tokens * len({reach(window, max_tokens) for window in shape.windows})
    activations = stream + noise + masks + kept_layers * layer_bytes(shape, max_tokens)
    optimizer = 4 * 4 * adapter_values(model, config)  # values, gradients, two moments
    compute = compute_bytes(shape, max_tokens) + expert_bytes(shape, config, max_tokens, streamed=not transposed)
    total = PROCESS_BYTES + model.file.size + transposed + activations + optimizer + compute
    return MemoryPlan(
        weights=model.file.size,
        transposed=transposed,
        activations=activations,
        optimizer=optimizer,
        compute=compute,
        total=total,
        backward="cached" if transposed else "streamed",
        kept_layers=kept_layers,
    )


def adapter_values(model: Model, config: TrainConfig) -> int:
    """Trainable numbers."""
    tensors = (linears for layer in model.layers for linears in targeted_tensors(layer, model.shape.targets(config)))
    return sum(trainable_numbers(linears, config) for linears in tensors)


def compute_bytes(shape: Shape, max_tokens: int) -> int:
    """The largest graph: a layer's backward pass (its products' outputs and their gradients, plus one block of
    attention scores in three forms) or a chunk of logits."""
    hidden, by_slot = shape.hidden_width, shape.d_model * shape.n_expert_used
    feed_forward = max(6 * hidden, 2 * hidden + 2 * by_slot)
    widths = 8 * shape.d_model + feed_forward + 6 * shape.head_dim * (shape.n_head + shape.n_head_kv)
    logits = 4 if shape.logit_softcap else 2
    return max(4 * max_tokens * widths + 4 * SCORES_BYTES, logits * LOGITS_BYTES)


def expert_bytes(shape: Shape, config: TrainConfig, max_tokens: int, *, streamed: bool) -> int:
    """What a layer's backward pass needs beyond that in a mixture of experts."""
    slots = shape.n_expert_used * max_tokens
    total = 8 * shape.n_expert * slots  # ggml's lists of the slots of each expert
    if streamed and shape.n_expert:  # part of a stack, dequantized and then transposed
        sizes = ((shape.d_model, shape.d_ff), (shape.d_ff, shape.d_model))
        total += 2 * max(
            4 * stream_columns(d_in, d_out, shape.n_expert) * d_out * shape.n_expert for d_in, d_out in sizes
        )
    if any(name in EXPERT_STACKS for name in shape.targets(config)) and shape.n_expert:
        columns = config.rank * shape.n_expert  # of a stack's gradient, and of what it is the product of
        total += 4 * columns * (2 * slots + 3 * max(shape.d_model, shape.d_ff))
    return total
