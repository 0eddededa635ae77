"""Mistral AI's models that llama.cpp has a graph of its own for."""

from __future__ import annotations

from dataclasses import replace

from core.families import graph
from core.families.checkpoint import LLAMA_LAYER, Called, Family, TextPart

_MISTRAL3_GRAPH = graph.Architecture(
    "mistral3",
    graph.ROPE_PAIRS,
    rope_factors=graph.ROPE_FREQUENCIES,
    options={
        "attention.temperature_scale": 0.0,
        "rope.scaling.yarn_beta_fast": 32.0,
        "rope.scaling.yarn_beta_slow": 1.0,
        "rope.scaling.yarn_log_multiplier": 0.0,
    },
)


_MINISTRAL = Family(_MISTRAL3_GRAPH, LLAMA_LAYER, Called("Ministral 3", "3B, 8B, 14B", ("Mistral Small 3",)))

FAMILIES = {
    "Ministral3ForCausalLM": _MINISTRAL,
    "Mistral3ForConditionalGeneration": replace(
        _MINISTRAL, text=TextPart(("mistral", "ministral3"), n_layers=(26, 34, 40))
    ),
}
