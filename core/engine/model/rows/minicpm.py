"""OpenBMB's MiniCPM."""

from __future__ import annotations

from core.engine.model.arch import ROPE_PAIRS, Architecture

ROWS = (
    # For scales that a file does not say llama.cpp has guesses, of which that of the logits is wrong.
    Architecture(
        "minicpm",
        ROPE_PAIRS,
        options={"embedding_scale": None, "residual_scale": None, "logit_scale": None},
        rope_factors=("rope_factors_short.weight", "rope_factors_long.weight"),
    ),
)
