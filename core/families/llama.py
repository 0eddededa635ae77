"""Llama, and what is built like it."""

from __future__ import annotations

from dataclasses import replace

from core.families import graph
from core.families.checkpoint import LLAMA_LAYER, Called, Family

LLAMA_GRAPH = graph.Architecture("llama", graph.ROPE_PAIRS, rope_factors=graph.ROPE_FREQUENCIES)


_LLAMA = Family(
    LLAMA_GRAPH,
    LLAMA_LAYER,
    called=Called(
        "Llama",
        "1B to 13B (3.2, 3.1, 3, 2)",
        ("SmolLM2", "SmolLM", "TinyLlama", "Falcon3", "Seed-Coder", "MiniCPM5", "DeepSeek-R1-Distill-Llama"),
    ),
)

FAMILIES = {
    "LlamaForCausalLM": _LLAMA,
    "MistralForCausalLM": replace(_LLAMA, called=Called("Mistral", "7B, Nemo 12B")),
}
