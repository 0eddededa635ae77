"""How much memory training takes, from a model's sizes alone: no native code, no file is opened.

The parts are what the engine allocates; `make bench-estimate` and `make bench-memory` compare their sum with what a
worker used.

Also here: which type of weights a model should have for training here: the finest whose training fits what is free.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.base.language import tr
from core.base.numbers import size
from core.gguf.types import QUANT_TYPES, quant_type
from core.protocol import MemoryPlan
from core.protocol.hub import LocalModel

PROCESS_BYTES = 112 << 20  # Python, numpy, libraries, what data and copies have left, measured in a worker
LOGITS_BYTES = 64 << 20  # F32 logits of one chunk of supervised tokens

TYPES = ("q8_0", "q6_k", "q5_k_m", "q4_k_m", "q3_k_m")  # by quality; above Q8_0 no difference is to be seen
AT_EASE = 0.85  # of the memory that is free: above it, other programs will notice
_BITS = {kind.name: kind.bits for kind in QUANT_TYPES}


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
    held_bytes: int = 0  # of hidden states of ordinary text, which hold the model to what it was


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
    """Return the bytes of one layer's activations that are saved for the backward pass."""
    return n_tokens * sizes.saved_bytes


def memory_plan(sizes: Sizes, n_tokens: int, held: Held) -> MemoryPlan:
    """Return the peak memory of training rows of n_tokens."""
    stream = 4 * sizes.d_model * (n_tokens + 1) * (sizes.n_backward + 2)
    saved = held.saved_layers * saved_layer_bytes(sizes, n_tokens)
    activations = stream + 4 * (sizes.noise_width + sizes.beside_width) * n_tokens + sizes.attention_bytes + saved
    activations += sizes.held_bytes
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
    """Return the bytes of the largest graph: a layer's backward pass, or a chunk of logits with its products' work
    memory.
    """
    width = sizes.saved_layer_width if saved_layers == sizes.n_backward else sizes.layer_width
    return max(4 * n_tokens * width + sizes.score_bytes, int(sizes.logit_copies * LOGITS_BYTES))


def rough_need(weight_bytes: int) -> int:
    """Estimate the bytes that training takes, by the size of the GGUF file alone.

    Half as much again as the weights, and a gigabyte for the rest: rank 16, rows of some hundred tokens, activations
    recomputed. docs/figures.md has what training took; `memory_plan` replaces this once the file is here.
    """
    return 10**9 + 3 * weight_bytes // 2


def enough_for(need: int, memory: int) -> bool:
    """Return whether a machine with that much memory has `need` bytes to spare: a fifth belongs to the system."""
    return need <= memory * 4 // 5


@dataclass(frozen=True)
class Suggestion:
    """A type to download a model in. type: "" where none fits. need: bytes that training takes with it. text: which,
    and why.
    """

    type: str
    need: int
    text: str


def suggest(model: LocalModel, budget: int) -> Suggestion | None:
    """Return the type to download a model in. budget: bytes that training may take now. None for a model that does not
    train, or whose size is not known.
    """
    if not model.trains or not model.parameters:
        return None
    needs = {name: need_as(model, file_bytes(model, name)) for name in TYPES}
    easy = next((name for name in TYPES if needs[name] <= AT_EASE * budget), None)
    chosen = easy or next((name for name in TYPES if needs[name] <= budget), None)
    free = tr("{budget} that are free for training", budget=size(budget))
    if chosen is None:
        least = TYPES[-1]
        why = tr(
            "None fits: even {least} needs about {needs} of the {free}. Choose a smaller model.",
            least=least.upper(),
            needs=size(needs[least]),
            free=free,
        )
        return Suggestion("", needs[least], why)
    why = tr(
        "{chosen}: training takes about {needs} of the {free}",
        chosen=chosen.upper(),
        needs=size(needs[chosen]),
        free=free,
    )
    finer = TYPES[: TYPES.index(chosen)]
    if finer:
        amount = size(needs[finer[-1]])
        why += tr("; {finer}, which is finer, would take {amount}", finer=finer[-1].upper(), amount=amount) + (
            tr(" and be tight") if easy else ""
        )
    else:
        why += tr(", and no difference to the original is to be seen")
    return Suggestion(chosen, needs[chosen], f"{why}.{_of_this_file(model, chosen)}")


def _of_this_file(model: LocalModel, chosen: str) -> str:
    """What a file that has a type already makes of it: what was rounded away does not come back."""
    if model.format != "gguf":
        return ""
    own = model.quantization.lower()
    if own == chosen:
        return tr(" This file is that.")
    if own in _BITS and _BITS[own] < _BITS[chosen]:
        return tr(
            " This file is {quantization}; a finer one has to be made of the original, or downloaded.",
            quantization=model.quantization,
        )
    return ""


def file_bytes(model: LocalModel, kind: str) -> int:
    """Return the size of a file of that type, about."""
    return round(model.parameters * quant_type(kind).bits / 8)


def need_as(model: LocalModel, weights: int) -> int:
    """Estimate the bytes that training takes once the weights are a file of that many bytes.

    What the engine holds besides the weights stays the same, by its own plan; the need of a folder is that of its
    16-bit file.
    """
    if not model.need:
        return rough_need(weights)
    full = 2 * model.parameters if model.format == "safetensors" else model.bytes
    return max(model.need - full, 0) + weights
