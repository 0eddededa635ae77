"""How much memory training takes, from a model's sizes alone: no native code, no file is opened.

The parts are what the engine allocates; `make bench-estimate` and `make bench-memory` compare their sum with what a
worker used.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.protocol import MemoryPlan

PROCESS_BYTES = 112 << 20  # Python, numpy, libraries, what data and copies have left, measured in a worker
LOGITS_BYTES = 64 << 20  # F32 logits of one chunk of supervised tokens


@dataclass(frozen=True)
class Sizes:
    """What decides a model's memory. Widths are numbers per token."""

    n_layer: int
    n_backward: int  # layers that backward passes: from the last to the lowest that learns
    d_model: int
    layer_width: int  # what a layer's backward graph holds at once, less the attention scores
    saved_layer_width: int  # the same of a layer whose activations are saved
    saved_bytes: int  # per token, the activations of a layer that are saved for backward
    noise_width: int  # dropout masks and embedding noise
    beside_width: int  # what layers read beside the stream: of an earlier layer, or of the tokens
    attention_bytes: int  # masks, and what attention needs beside the graphs
    score_bytes: int  # of attention, that exist at once
    graph_bytes: int  # what describes the graphs of all layers
    adapter_values: int
    expert_bytes: int  # what a mixture of experts needs beyond that
    logit_copies: float  # of a chunk of logits that exist at once


@dataclass(frozen=True)
class Held:
    """Choices about the weights and the activations. Bytes."""

    weights: int  # of the file, as far as they are read in every step
    copies: int
    transposed: int
    backward: str
    saved_layers: int
    streaming: int  # to dequantize a weight piece by piece, of those without a transposed copy


def saved_layer_bytes(sizes: Sizes, n_tokens: int) -> int:
    """Activations of one layer that are saved for the backward pass."""
    return n_tokens * sizes.saved_bytes


def memory_plan(sizes: Sizes, n_tokens: int, held: Held) -> MemoryPlan:
    """Peak memory of training rows of n_tokens."""
    stream = 4 * sizes.d_model * (n_tokens + 1) * (sizes.n_backward + 2)
    saved = held.saved_layers * saved_layer_bytes(sizes, n_tokens)
    activations = stream + 4 * (sizes.noise_width + sizes.beside_width) * n_tokens + sizes.attention_bytes + saved
    # Values, gradients, two moments; and what clipping and checkpoints copy of them.
    optimizer = (4 + 4) * 4 * sizes.adapter_values
    compute = compute_bytes(sizes, n_tokens, held.saved_layers) + sizes.graph_bytes + sizes.expert_bytes
    compute += held.streaming
    parts = (held.weights, held.copies, held.transposed, activations, optimizer, compute)
    return MemoryPlan(
        weights=held.weights,
        copies=held.copies,
        transposed=held.transposed,
        activations=activations,
        optimizer=optimizer,
        compute=compute,
        total=PROCESS_BYTES + sum(parts),
        backward=held.backward,
        kept_layers=held.saved_layers,
    )


def compute_bytes(sizes: Sizes, n_tokens: int, saved_layers: int) -> int:
    """The largest graph: a layer's backward pass, or a chunk of logits with its products' work memory."""
    width = sizes.saved_layer_width if saved_layers == sizes.n_backward else sizes.layer_width
    return max(4 * n_tokens * width + sizes.score_bytes, int(sizes.logit_copies * LOGITS_BYTES))


def rough_need(weight_bytes: int) -> int:
    """Bytes that training takes, before anything but the size of the GGUF file is known.

    Half as much again as the weights, and a gigabyte for the rest: rank 16, rows of some hundred tokens, activations
    recomputed. docs/figures.md has what training took; `memory_plan` replaces this once the file is here.
    """
    return 10**9 + 3 * weight_bytes // 2


def enough_for(need: int, memory: int) -> bool:
    """Whether a machine with that much memory has `need` bytes to spare: a fifth belongs to the system."""
    return need <= memory * 4 // 5
