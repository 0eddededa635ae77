"""Ant Group's Ling and Ring, called Bailing in their files."""

from __future__ import annotations

from core.engine.model.arch import EXPERT_TENSORS, PRE_NORMS, QK_NORMS, ROPE_HALVES, Architecture, Experts

ROWS = (
    Architecture(
        "bailingmoe2",
        ROPE_HALVES,
        norms=(*PRE_NORMS, *QK_NORMS),
        linears=EXPERT_TENSORS | {"q": "attn_qkv", "k": "attn_qkv", "v": "attn_qkv"},
        options={"leading_dense_block_count": 0, "expert_weights_scale": 1.0},
        experts=Experts(
            normalized=None,
            scores=None,
            width="expert_feed_forward_length",
            selection_bias=True,
            shared_width=("expert_shared_feed_forward_length", "expert_feed_forward_length"),
            shared_counted=True,
        ),
    ),
)
