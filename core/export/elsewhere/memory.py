"""What the training would roughly need of a GPU's memory: an estimate from the model's sizes, never measured."""

from __future__ import annotations

from typing import NamedTuple

from core.engine.lora.adapter import trainable_numbers
from core.engine.model.frozen import FrozenModel
from core.engine.model.layers import input_width
from core.protocol.config import TrainConfig

_RUNTIME = 1.2e9  # bytes: PyTorch's and CUDA's own
_HALF, _FOUR_BITS = 2.0, 0.56  # bytes a weight; NF4 with its scales, doubly quantized
_PER_TRAINED = 16  # bytes: value, gradient and Adam's two moments, F32
_PER_WIDTH = 34  # bytes for each token and number of width that a layer recomputes and holds in 16 bits
_EMBEDDING = "token_embd.weight"  # also the output table where that is tied
_PER_LOGIT = 10  # bytes: in 16 bits, in F32, and the gradient


class GpuMemory(NamedTuple):
    """Bytes, with activation checkpointing; each is a rough figure."""

    half: float  # weights in 16 bits
    four_bit: float  # QLoRA


def gpu_memory(model: FrozenModel, config: TrainConfig) -> GpuMemory:
    """Return the GPU memory for rows of the settings' length, one at a time."""
    shape, tokens = model.shape, config.row_tokens
    tables = shape.n_vocab * shape.d_model * (1 if model.head.name == _EMBEDDING else 2)  # never in 4 bits
    linears = sum(
        linear.d_in * linear.d_out * linear.n_experts for layer in model.layers for linear in layer.linears.values()
    )
    trained = trainable_numbers(model, config) * _PER_TRAINED
    saved = shape.n_layer * tokens * shape.d_model * _HALF
    hidden = max(input_width(shape, layer, "down") for layer in shape.layers)
    layer = tokens * (shape.d_model * _PER_WIDTH + 3 * hidden * _HALF * 2)
    logits = tokens * shape.n_vocab * _PER_LOGIT
    rest = tables * _HALF + trained + saved + layer + logits + _RUNTIME
    return GpuMemory(linears * _HALF + rest, linears * _FOUR_BITS + rest)
