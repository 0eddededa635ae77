"""The Allen Institute's OLMo."""

from __future__ import annotations

from core.engine.model.arch import EXPERT_TENSORS, POST_NORMS, PRE_NORMS, QK_NORMS, ROPE_HALVES, Architecture, Experts

ROWS = (
    Architecture(
        "olmo2",
        ROPE_HALVES,
        norms=(*QK_NORMS, *POST_NORMS),
        qk_norm="all heads",
        options={"attention.sliding_window": 0},
        full_attention_every=4,
        unscaled_windows=True,
    ),
    Architecture(
        "olmoe",
        ROPE_HALVES,
        norms=(*PRE_NORMS, *QK_NORMS),
        qk_norm="all heads",
        linears=EXPERT_TENSORS,
        experts=Experts(normalized=False),
    ),
)
