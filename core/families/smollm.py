"""Hugging Face's SmolLM, and what has it or Llama as its text part."""

from __future__ import annotations

from core.families import graph
from core.families.checkpoint import (
    FEED_FORWARD,
    LLAMA_LAYER,
    NO_BIAS,
    PRE_NORMS,
    SILU,
    Called,
    Family,
    TextPart,
    attention,
)
from core.families.llama import LLAMA_GRAPH

_SMOLLM3_GRAPH = graph.Architecture("smollm3", graph.ROPE_PAIRS, no_rope_every=4)


_SEEING = Family(
    LLAMA_GRAPH,
    LLAMA_LAYER,
    text=TextPart(("llama",), prefix="model.text_model."),
    called=Called("SmolVLM", "256M to 2.2B", ("SmolVLM2", "Idefics3")),
)

FAMILIES = {
    "SmolLM3ForCausalLM": Family(
        _SMOLLM3_GRAPH,
        (*PRE_NORMS, *attention(pairs=True), *FEED_FORWARD),
        expects={**SILU, **NO_BIAS, "mlp_bias": (False, None), "no_rope_layer_interval": (4,)},
        called=Called("SmolLM3", "3B"),
    ),
    "SmolVLMForConditionalGeneration": _SEEING,
    "Idefics3ForConditionalGeneration": _SEEING,
}
