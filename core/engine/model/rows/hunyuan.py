"""Tencent's Hunyuan."""

from __future__ import annotations

from core.engine.model.arch import PRE_NORMS, QK_NORMS, ROPE_HALVES, Architecture

ROWS = (Architecture("hunyuan-dense", ROPE_HALVES, norms=(*PRE_NORMS, *QK_NORMS), norms_after_rope=True),)
