"""Microsoft's Phi."""

from __future__ import annotations

from core.engine.model.arch import LINEAR_TENSORS, ROPE_HALVES, Architecture

_FUSED = LINEAR_TENSORS | {"q": "attn_qkv", "k": "attn_qkv", "v": "attn_qkv", "gate": "ffn_up"}

ROWS = (
    Architecture(
        "phi3",
        ROPE_HALVES,
        linears=_FUSED,
        rope_factors=("rope_factors_short.weight", "rope_factors_long.weight"),
    ),
)
