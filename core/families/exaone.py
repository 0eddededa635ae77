"""LG's EXAONE."""

from __future__ import annotations

from core.families import graph
from core.families.checkpoint import FEED_FORWARD, HEAD_NORMS, POST_NORMS, Called, Family, attention

_EXAONE4_GRAPH = graph.Architecture(
    "exaone4",
    graph.ROPE_HALVES,
    norms=(*graph.QK_NORMS, *graph.POST_NORMS),
    options={"attention.sliding_window": 4096},
    full_attention_every=4,
    windowed_at=64,
    rope_factors=graph.ROPE_FREQUENCIES,
)


FAMILIES = {
    "Exaone4ForCausalLM": Family(
        _EXAONE4_GRAPH,
        (*HEAD_NORMS, *POST_NORMS, *attention(), *FEED_FORWARD),
        called=Called("EXAONE 4", "1.2B"),
    ),
}
