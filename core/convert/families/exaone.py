"""LG's EXAONE."""

from __future__ import annotations

from core.convert.family import FEED_FORWARD, HEAD_NORMS, POST_NORMS, Called, Family, attention

FAMILIES = {
    "Exaone4ForCausalLM": Family(
        "exaone4",
        (*HEAD_NORMS, *POST_NORMS, *attention(), *FEED_FORWARD),
        called=Called("EXAONE 4", "1.2B"),
    ),
}
