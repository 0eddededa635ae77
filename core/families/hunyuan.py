"""Tencent's Hunyuan."""

from __future__ import annotations

from core.families import graph
from core.families.checkpoint import FEED_FORWARD, NO_BIAS, PRE_NORMS, SILU, Called, Family, TensorSpec, attention

_HUNYUAN_DENSE_GRAPH = graph.Architecture(
    "hunyuan-dense", graph.ROPE_HALVES, norms=(*graph.PRE_NORMS, *graph.QK_NORMS), norms_after_rope=True
)


FAMILIES = {
    "HunYuanDenseV1ForCausalLM": Family(
        _HUNYUAN_DENSE_GRAPH,
        (
            *PRE_NORMS,
            TensorSpec("self_attn.query_layernorm.weight", "attn_q_norm.weight", ("head_dim",)),
            TensorSpec("self_attn.key_layernorm.weight", "attn_k_norm.weight", ("head_dim",)),
            *attention(),
            *FEED_FORWARD,
        ),
        expects={**SILU, **NO_BIAS},
        stretched_base=True,
        called=Called("Hunyuan", "0.5B to 7B"),
    ),
}
