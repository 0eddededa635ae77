"""LG's EXAONE."""

from __future__ import annotations

from core.engine.model.arch import POST_NORMS, QK_NORMS, ROPE_FREQUENCIES, ROPE_HALVES, Architecture

ROWS = (
    Architecture(
        "exaone4",
        ROPE_HALVES,
        norms=(*QK_NORMS, *POST_NORMS),
        options={"attention.sliding_window": 4096},
        full_attention_every=4,
        windowed_at=64,
        rope_factors=ROPE_FREQUENCIES,
    ),
)
