"""NVIDIA's Nemotron-H, and those of its successors whose layers are built so."""

from __future__ import annotations

from dataclasses import replace

from core.engine.model.arch import EXPERT_TENSORS, ROPE_HALVES, Architecture, Experts

_DENSE = Architecture(
    "nemotron_h",
    ROPE_HALVES,
    norms=("attn_norm",),
    ffn_norm="attn_norm",
    activation="relu2",
    alone=True,
    no_rope_every=1,
    mixer="mamba2",
)

ROWS = (
    _DENSE,
    replace(
        _DENSE,
        name="nemotron_h_moe",
        linears=EXPERT_TENSORS,
        options={"expert_weights_scale": 1.0},
        experts=Experts(
            normalized=None,
            scores="sigmoid",
            width="expert_feed_forward_length",
            selection_bias=True,
            shared_width=("expert_shared_feed_forward_length",),
        ),
        refused={
            "moe_latent_size": "its experts read and write through latent projections, as Nemotron 3 Super does, "
            "whose smallest model has 75 billion parameters, more than a computer at home trains"
        },
    ),
)
