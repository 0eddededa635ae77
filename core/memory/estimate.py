"""Estimates the memory of training from a model's sizes alone, without native code or open files.

The parts are the engine's allocations; `make bench-estimate` and `make bench-memory` compare their sum with the memory
that a worker used.

Also suggests the type of weights to train with on this machine: the finest whose training fits into free memory.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.base.language import tr
from core.base.numbers import size
from core.gguf.types import QUANT_TYPES, quant_type
from core.protocol import MemoryPlan
from core.protocol.hub import LocalModel

PROCESS_BYTES = 112 << 20  # Python, numpy, libraries, remains of data and copies, measured in a worker
LOGITS_BYTES = 64 << 20  # F32 logits of one chunk of supervised tokens

TYPES = ("q8_0", "q6_k", "q5_k_m", "q4_k_m", "q3_k_m")  # by quality; finer types than Q8_0 show no difference
AT_EASE = 0.85  # of the free memory: above it, other programs will suffer
_BITS = {kind.name: kind.bits for kind in QUANT_TYPES}


@dataclass(frozen=True)
class Sizes:
    """The sizes that determine a model's memory. Widths are numbers per token."""

    n_layer: int
    n_backward: int  # layers in backward: from the last to the lowest that learns
    d_model: int
    layer_width: int  # held at once by a layer's backward graph, without the attention scores
    saved_layer_width: int  # the same for a layer with saved activations
    saved_bytes: int  # per token, of a layer's saved activations
    noise_width: int  # dropout masks and embedding noise
    beside_width: int  # further inputs of layers: from an earlier layer, or from the tokens
    attention_bytes: int  # masks, and attention's other inputs
    score_bytes: int  # of attention's scores that exist at once
    graph_bytes: int  # descriptions of the graphs of all layers
    adapter_values: int
    expert_bytes: int  # what a mixture of experts takes beyond a dense layer
    logit_copies: float  # copies of a chunk of logits that exist at once
    held_bytes: int = 0  # hidden states of ordinary text, which hold the model to itself


@dataclass(frozen=True)
class Held:
    """Choices about the weights and the activations. Bytes."""

    weights: int  # of the file, those that every step reads
    copies: int
    transposed: int
    backward: str
    saved_layers: int
    streaming: int  # to dequantize a weight piece by piece, of those without a transposed copy


def saved_layer_bytes(sizes: Sizes, n_tokens: int) -> int:
    """Return the bytes of one layer's saved activations."""
    return n_tokens * sizes.saved_bytes


def memory_plan(sizes: Sizes, n_tokens: int, held: Held) -> MemoryPlan:
    """Return the peak memory of training rows of n_tokens."""
    stream = 4 * sizes.d_model * (n_tokens + 1) * (sizes.n_backward + 2)
    saved = held.saved_layers * saved_layer_bytes(sizes, n_tokens)
    activations = stream + 4 * (sizes.noise_width + sizes.beside_width) * n_tokens + sizes.attention_bytes + saved
    activations += sizes.held_bytes
    # Values, gradients, two moments; and the copies of them in clipping and checkpoints.
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
    """Estimate the bytes of training from the size of the GGUF file alone.

    One and a half times the weights, plus a gigabyte: rank 16, rows of some hundred tokens, activations recomputed.
    docs/figures.md lists measured trainings; `memory_plan` replaces this once the file is on disk.
    """
    return 10**9 + 3 * weight_bytes // 2


def enough_for(need: int, memory: int) -> bool:
    """Return whether a machine with that much memory can spare `need` bytes: a fifth is for the system."""
    return need <= memory * 4 // 5


@dataclass(frozen=True)
class Suggestion:
    """A type to download a model in. type: "" if none fits. need: bytes of training with it. text: the type,
    and why.
    """

    type: str
    need: int
    text: str


def suggest(model: LocalModel, budget: int) -> Suggestion | None:
    """Return the type to download a model in. budget: bytes for training at present. None for a model that cannot be
    trained, or whose size is unknown.
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
        why += tr("; {finer} would take {amount}", finer=finer[-1].upper(), amount=amount) + (
            tr(" and be tight") if easy else ""
        )
    else:
        why += tr(", and it answers as well as the original")
    return Suggestion(chosen, needs[chosen], f"{why}.{_of_this_file(model, chosen)}")


def _of_this_file(model: LocalModel, chosen: str) -> str:
    """Return the text for a file that already has a type: rounding cannot be undone."""
    if model.format != "gguf":
        return ""
    own = model.quantization.lower()
    if own == chosen:
        return tr(" This file has that type.")
    if own in _BITS and _BITS[own] < _BITS[chosen]:
        return tr(
            " This file is {quantization}, which is fine to begin with; the original would be a little better.",
            quantization=model.quantization,
        )
    return ""


def file_bytes(model: LocalModel, kind: str) -> int:
    """Estimate the size of a file of that type."""
    return round(model.parameters * quant_type(kind).bits / 8)


def need_as(model: LocalModel, weights: int) -> int:
    """Estimate the bytes of training with weights in a file of that many bytes.

    All but the weights stays the same, by the engine's plan; a folder's need is that of its 16-bit file.
    """
    if not model.need:
        return rough_need(weights)
    full = 2 * model.parameters if model.format == "safetensors" else model.bytes
    return max(model.need - full, 0) + weights
