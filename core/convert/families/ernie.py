"""Baidu's ERNIE. Its checkpoints have neighbouring rows for pairs, as llama.cpp's graph does."""

from __future__ import annotations

from core.convert.family import FEED_FORWARD, PRE_NORMS, SILU, Called, Family, attention

_ERNIE = Family(
    "ernie4_5",
    (*PRE_NORMS, *attention(), *FEED_FORWARD),
    expects={**SILU, "use_bias": (False, None)},
    called=Called("ERNIE 4.5", "0.3B"),
)

FAMILIES = {
    "Ernie4_5ForCausalLM": _ERNIE,
    "Ernie4_5_ForCausalLM": _ERNIE,  # before Transformers had the class
}
