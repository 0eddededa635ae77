"""Hugging Face's SmolLM."""

from __future__ import annotations

from core.engine.model.arch import ROPE_PAIRS, Architecture

ROWS = (Architecture("smollm3", ROPE_PAIRS, no_rope_every=4),)
