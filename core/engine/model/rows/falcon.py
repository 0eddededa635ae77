"""TII's Falcon-H1."""

from __future__ import annotations

from core.engine.model.arch import ROPE_HALVES, Architecture

ROWS = (Architecture("falcon-h1", ROPE_HALVES, unsuffixed=("ffn_norm",), mixer="mamba2", beside_attention=True),)
