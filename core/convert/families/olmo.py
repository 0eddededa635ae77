"""The Allen Institute's OLMo."""

from __future__ import annotations

from dataclasses import replace

from core.convert.family import (
    EXPERTS,
    FEED_FORWARD,
    NO_BIAS,
    POST_NORMS,
    PRE_NORMS,
    SILU,
    WIDE_NORMS,
    Called,
    Family,
    attention,
)
from core.convert.rope import read_olmo

_OLMO2 = Family(
    "olmo2",
    (*WIDE_NORMS, *POST_NORMS, *attention(), *FEED_FORWARD),
    Called("OLMo 2", "1B to 13B"),
    expects={**SILU, **NO_BIAS},
)

FAMILIES = {
    "Olmo2ForCausalLM": _OLMO2,
    "Olmo3ForCausalLM": replace(
        _OLMO2,
        called=Called("OLMo 3", "7B"),
        counts={"attention.sliding_window": ("sliding_window", None)},
        layers=read_olmo,
    ),
    "OlmoeForCausalLM": Family(
        "olmoe",
        (*PRE_NORMS, *WIDE_NORMS, *attention(), *EXPERTS),
        expects={**SILU, **NO_BIAS, "clip_qkv": (None,), "norm_topk_prob": (False, None)},
        called=Called("OLMoE", "7B-A1B"),
    ),
}
