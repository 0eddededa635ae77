"""JetBrains' Mellum 2."""

from __future__ import annotations

from core.convert.family import EXPERTS, HEAD_NORMS, NO_BIAS, PRE_NORMS, SILU, Called, Family, attention
from core.convert.rope import MELLUM_KEYS, read_mellum

FAMILIES = {
    "MellumForCausalLM": Family(
        "mellum",
        (*PRE_NORMS, *HEAD_NORMS, *attention(), *EXPERTS),
        # llama.cpp's graph divides by the sum of weights, and its loader asks for an output table.
        expects={**SILU, **NO_BIAS, "norm_topk_prob": (True,), "tie_word_embeddings": (False,)},
        counts={"attention.sliding_window": ("sliding_window", None)},
        layers=read_mellum,
        keys=MELLUM_KEYS,
        called=Called("Mellum 2", "12B-A2.5B"),
    ),
}
