"""JetBrains' Mellum 2."""

from __future__ import annotations

from core.engine.model.arch import EXPERT_TENSORS, PRE_NORMS, QK_NORMS, ROPE_HALVES, Architecture, Experts

ROWS = (
    Architecture(
        "mellum",
        ROPE_HALVES,
        norms=(*PRE_NORMS, *QK_NORMS),
        linears=EXPERT_TENSORS,
        options={"attention.sliding_window": 0},
        full_attention_every=4,
        unscaled_windows=True,
        experts=Experts(normalized=True, width="expert_feed_forward_length"),
    ),
)
