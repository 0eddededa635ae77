"""Baidu's ERNIE, the mixtures."""

from __future__ import annotations

from core.engine.model.arch import EXPERT_TENSORS, ROPE_PAIRS, Architecture, Experts

ROWS = (
    Architecture(
        "ernie4_5-moe",
        ROPE_PAIRS,
        linears=EXPERT_TENSORS,
        options={"leading_dense_block_count": 0, "interleave_moe_layer_step": 1},
        experts=Experts(
            normalized=True,
            width="expert_feed_forward_length",
            selection_bias=True,
            shared_width=("expert_shared_feed_forward_length",),
        ),
    ),
)
