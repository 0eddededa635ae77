"""OpenAI's gpt-oss."""

from __future__ import annotations

from core.engine.model.arch import EXPERT_TENSORS, ROPE_HALVES, Architecture, Experts

ROWS = (
    Architecture(
        "gpt-oss",
        ROPE_HALVES,
        norms=("attn_norm", "post_attention_norm"),
        ffn_norm="post_attention_norm",
        linears={name: tensor for name, tensor in EXPERT_TENSORS.items() if not name.startswith("shared")},
        options={"attention.sliding_window": 0},
        full_attention_every=2,
        activation="swiglu_oai",
        sinks=True,
        experts=Experts(scores="chosen", width="expert_feed_forward_length"),
    ),
)
