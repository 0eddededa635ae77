"""Baidu's ERNIE, the mixtures. Checkpoints have neighbouring rows for pairs, as llama.cpp's graph does."""

from __future__ import annotations

from dataclasses import replace

from core.convert.family import (
    EXPERTS,
    FEED_FORWARD,
    PRE_NORMS,
    SILU,
    Called,
    Family,
    TensorSpec,
    attention,
    shared_experts,
)
from core.convert.per_layer import ERNIE_KEYS, read_ernie

_PICKS = "mlp.moe_statics.e_score_correction_bias"

FAMILIES = {
    "Ernie4_5_MoeForCausalLM": Family(
        "ernie4_5-moe",
        (
            *PRE_NORMS,
            *attention(),
            *(replace(spec, when="dense") for spec in FEED_FORWARD),
            *(replace(spec, when="experts") for spec in EXPERTS),
            TensorSpec(_PICKS, "exp_probs_b.bias", ("one", "n_experts"), exact=True, when="experts"),
            *shared_experts("mlp.shared_experts", when="shared"),
        ),
        expects={**SILU, "use_bias": (False, None)},
        aliases={"moe_num_experts": "num_experts", "moe_k": "num_experts_per_tok"},
        layers=read_ernie,
        keys=ERNIE_KEYS,
        # PEFT 0.21 takes every gate_proj, up_proj and down_proj of this class for the experts'.
        no_peft=tuple(spec.target for spec in (*FEED_FORWARD, *shared_experts(""))),
        left_out=("model.mtp_",),
        called=Called("ERNIE 4.5 mixtures", "21B-A3B"),
    ),
}
