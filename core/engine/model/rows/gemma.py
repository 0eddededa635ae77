"""Google's Gemma."""

from __future__ import annotations

from core.engine.model.arch import (
    EXPERT_TENSORS,
    POST_NORMS,
    PRE_NORMS,
    QK_NORMS,
    ROPE_FREQUENCIES,
    ROPE_HALVES,
    Architecture,
    Experts,
)

_BESIDE_EXPERTS = EXPERT_TENSORS | {
    "shared_gate": "ffn_gate", "shared_up": "ffn_up", "shared_down": "ffn_down",
}  # fmt: skip

ROWS = (
    Architecture(
        "gemma2",
        ROPE_HALVES,
        norms=(*PRE_NORMS, *POST_NORMS),
        activation="gelu",
        scaled_embedding=True,
        options={
            "attention.sliding_window": 4096,
            "attn_logit_softcapping": 50.0,
            "final_logit_softcapping": 30.0,
        },
        full_attention_every=2,
        always_tied=True,
        broad_scores_at=46,
    ),
    Architecture(
        "gemma3",
        ROPE_HALVES,
        norms=(*PRE_NORMS, *QK_NORMS, *POST_NORMS),
        activation="gelu",
        scaled_embedding=True,
        options={
            "attention.sliding_window": 0,
            "final_logit_softcapping": 0.0,
            "rope.freq_base_swa": 10000.0,
        },
        full_attention_every=6,
        broad_scores_at=62,
    ),
    Architecture(
        "gemma4",
        ROPE_HALVES,
        norms=(*PRE_NORMS, *QK_NORMS, *POST_NORMS),
        activation="gelu",
        scaled_embedding=True,
        options={
            "attention.sliding_window": 0,
            "final_logit_softcapping": 30.0,
            "rope.freq_base_swa": 10000.0,
        },
        rope_factors=ROPE_FREQUENCIES,
        unscaled_scores=True,
        value_norm=True,
        local_heads=True,
        shared_keys=True,
        per_layer_embeddings=True,
        linears=_BESIDE_EXPERTS,
        experts=Experts(
            normalized=True,
            optional=True,
            width="expert_feed_forward_length",
            scaled=True,
            shared_width=("feed_forward_length",),
            beside_all=True,
        ),
    ),
)
