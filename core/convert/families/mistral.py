"""Mistral AI's models that llama.cpp has a graph of its own for."""

from __future__ import annotations

from dataclasses import replace

from core.convert.family import LLAMA_LAYER, Called, Family, TextPart

_MINISTRAL = Family("mistral3", LLAMA_LAYER, Called("Ministral 3", "3B, 8B, 14B", ("Mistral Small 3",)))

FAMILIES = {
    "Ministral3ForCausalLM": _MINISTRAL,
    "Mistral3ForConditionalGeneration": replace(
        _MINISTRAL, text=TextPart(("mistral", "ministral3"), n_layers=(26, 34, 40))
    ),
}
