"""OpenBMB's MiniCPM. Its class comes with its checkpoints (configuration_minicpm.py); Transformers has none."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from core.families import graph
from core.families.checkpoint import FEED_FORWARD, NO_BIAS, PRE_NORMS, SILU, Called, Family, attention

if TYPE_CHECKING:
    from core.families.values import JsonObject

# For scales that a file does not say llama.cpp has guesses, of which that of the logits is wrong.
_MINICPM_GRAPH = graph.Architecture(
    "minicpm",
    graph.ROPE_PAIRS,
    options={"embedding_scale": None, "residual_scale": None, "logit_scale": None},
    rope_factors=("rope_factors_short.weight", "rope_factors_long.weight"),
)


def _residual_scale(values: JsonObject) -> float:
    return values.number("scale_depth") / sqrt(values.count("num_hidden_layers"))


def _logit_scale(values: JsonObject) -> float:
    """What the logits are divided by."""
    return values.count("hidden_size") / values.number("dim_model_base")


FAMILIES = {
    "MiniCPMForCausalLM": Family(
        _MINICPM_GRAPH,
        (*PRE_NORMS, *attention(pairs=True), *FEED_FORWARD),
        numbers={"embedding_scale": ("scale_emb", None)},
        derived={"residual_scale": _residual_scale, "logit_scale": _logit_scale},
        expects={**SILU, **NO_BIAS},
        called=Called("MiniCPM", "1B, 2B, MiniCPM4 0.5B and 8B", ("MiniCPM4", "MiniCPM4.1")),
    ),
}
