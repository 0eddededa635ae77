"""The Allen Institute's OLMo."""

from __future__ import annotations

from dataclasses import replace

from core.families import graph
from core.families.checkpoint import (
    EXPERTS,
    FEED_FORWARD,
    NO_BIAS,
    POST_NORMS,
    PRE_NORMS,
    SILU,
    WIDE_NORMS,
    Called,
    Family,
    attention,
)
from core.families.layers import read_olmo

_OLMO2_GRAPH = graph.Architecture(
    "olmo2",
    graph.ROPE_HALVES,
    norms=(*graph.QK_NORMS, *graph.POST_NORMS),
    qk_norm="all heads",
    options={"attention.sliding_window": 0},
    full_attention_every=4,
    unscaled_windows=True,
)

_OLMOE_GRAPH = graph.Architecture(
    "olmoe",
    graph.ROPE_HALVES,
    norms=(*graph.PRE_NORMS, *graph.QK_NORMS),
    qk_norm="all heads",
    linears=graph.EXPERT_TENSORS,
    experts=graph.Experts(normalized=False),
)


_OLMO2 = Family(
    _OLMO2_GRAPH,
    (*WIDE_NORMS, *POST_NORMS, *attention(), *FEED_FORWARD),
    Called("OLMo 2", "1B to 13B"),
    expects={**SILU, **NO_BIAS},
)

FAMILIES = {
    "Olmo2ForCausalLM": _OLMO2,
    "Olmo3ForCausalLM": replace(
        _OLMO2,
        called=Called("OLMo 3", "7B"),
        counts={"attention.sliding_window": ("sliding_window", None)},
        layers=read_olmo,
    ),
    "OlmoeForCausalLM": Family(
        _OLMOE_GRAPH,
        (*PRE_NORMS, *WIDE_NORMS, *attention(), *EXPERTS),
        expects={**SILU, **NO_BIAS, "clip_qkv": (None,), "norm_topk_prob": (False, None)},
        called=Called("OLMoE", "7B-A1B"),
    ),
}
