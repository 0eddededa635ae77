"""Llama, and what is built like it."""

from __future__ import annotations

from core.engine.model.arch import ROPE_FREQUENCIES, ROPE_PAIRS, Architecture

ROWS = (Architecture("llama", ROPE_PAIRS, rope_factors=ROPE_FREQUENCIES),)
