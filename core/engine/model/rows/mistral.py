"""Mistral AI's models that llama.cpp has a graph of its own for; the others are built as Llama."""

from __future__ import annotations

from core.engine.model.arch import ROPE_FREQUENCIES, ROPE_PAIRS, Architecture

ROWS = (
    Architecture(
        "mistral3",
        ROPE_PAIRS,
        rope_factors=ROPE_FREQUENCIES,
        options={
            "attention.temperature_scale": 0.0,
            "rope.scaling.yarn_beta_fast": 32.0,
            "rope.scaling.yarn_beta_slow": 1.0,
            "rope.scaling.yarn_log_multiplier": 0.0,
        },
    ),
)
