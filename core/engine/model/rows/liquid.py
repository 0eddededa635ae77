"""Liquid AI's LFM2."""

from __future__ import annotations

from dataclasses import replace

from core.engine.model.arch import EXPERT_TENSORS, PRE_NORMS, QK_NORMS, ROPE_HALVES, Architecture, Experts

_LFM2 = Architecture("lfm2", ROPE_HALVES, norms=(*PRE_NORMS, *QK_NORMS), output_norm="token_embd_norm", mixer="conv")

ROWS = (
    _LFM2,
    replace(
        _LFM2,
        name="lfm2moe",
        linears=EXPERT_TENSORS,
        options={"leading_dense_block_count": 0},
        experts=Experts(normalized=True, scores=None, width="expert_feed_forward_length", selection_bias=True),
    ),
)
