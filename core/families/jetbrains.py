"""JetBrains' Mellum 2."""

from __future__ import annotations

from core.families import graph
from core.families.checkpoint import EXPERTS, HEAD_NORMS, NO_BIAS, PRE_NORMS, SILU, Called, Family, attention
from core.families.layers import MELLUM_KEYS, read_mellum

_MELLUM_GRAPH = graph.Architecture(
    "mellum",
    graph.ROPE_HALVES,
    norms=(*graph.PRE_NORMS, *graph.QK_NORMS),
    linears=graph.EXPERT_TENSORS,
    options={"attention.sliding_window": 0},
    full_attention_every=4,
    unscaled_windows=True,
    experts=graph.Experts(normalized=True, width="expert_feed_forward_length"),
)


FAMILIES = {
    "MellumForCausalLM": Family(
        _MELLUM_GRAPH,
        (*PRE_NORMS, *HEAD_NORMS, *attention(), *EXPERTS),
        # llama.cpp's graph divides by the sum of weights, and its loader asks for an output table.
        expects={**SILU, **NO_BIAS, "norm_topk_prob": (True,), "tie_word_embeddings": (False,)},
        counts={"attention.sliding_window": ("sliding_window", None)},
        layers=read_mellum,
        keys=MELLUM_KEYS,
        called=Called("Mellum 2", "12B-A2.5B"),
    ),
}
