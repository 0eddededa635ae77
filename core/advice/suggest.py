"""Which type of weights a model should have for training here: the finest whose training fits what is free."""

from __future__ import annotations

from dataclasses import dataclass

from core.advice.estimate import rough_need
from core.advice.texts.language import tr
from core.advice.texts.numbers import size
from core.gguf.quant_types import QUANT_TYPES, quant_type
from core.protocol.models import LocalModel

TYPES = ("q8_0", "q6_k", "q5_k_m", "q4_k_m", "q3_k_m")  # by quality; above Q8_0 no difference is to be seen
AT_EASE = 0.85  # of the memory that is free: above it, other programs will notice
_BITS = {kind.name: kind.bits for kind in QUANT_TYPES}


@dataclass(frozen=True)
class Suggestion:
    """type: "" where none fits. need: bytes that training takes with it. text: which, and why."""

    type: str
    need: int
    text: str


def suggest(model: LocalModel, budget: int) -> Suggestion | None:
    """budget: bytes that training may take now. None for a model that does not train, or whose size is not known."""
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
    """About the memory that training takes once the weights are a file of that many bytes.

    What the engine holds besides the weights stays the same, by its own plan; the need of a folder is that of its
    16-bit file.
    """
    if not model.need:
        return rough_need(weights)
    full = 2 * model.parameters if model.format == "safetensors" else model.bytes
    return max(model.need - full, 0) + weights
