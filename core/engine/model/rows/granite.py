"""IBM's Granite."""

from __future__ import annotations

from core.engine.model.arch import EXPERT_TENSORS, ROPE_FREQUENCIES, ROPE_PAIRS, Architecture, Experts

_SCALES = {"embedding_scale": 1.0, "residual_scale": 1.0, "attention.scale": 0.0, "logit_scale": 1.0}

ROWS = (
    Architecture("granite", ROPE_PAIRS, options=_SCALES, switched_rope=True, rope_factors=ROPE_FREQUENCIES),
    Architecture(
        "granitemoe",
        ROPE_PAIRS,
        linears=EXPERT_TENSORS,
        options=_SCALES,
        switched_rope=True,
        rope_factors=ROPE_FREQUENCIES,
        experts=Experts(normalized=True),
    ),
    Architecture(
        "granitehybrid",
        ROPE_PAIRS,
        linears=EXPERT_TENSORS,
        options=_SCALES,
        switched_rope=True,
        rope_factors=ROPE_FREQUENCIES,
        experts=Experts(normalized=True, optional=True, shared_width=("expert_shared_feed_forward_length",)),
        mixer="mamba2",
    ),
)
