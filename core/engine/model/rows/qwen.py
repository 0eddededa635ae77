"""Alibaba's Qwen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.engine.model.arch import (
    DELTA_TENSORS,
    EXPERT_TENSORS,
    LINEAR_TENSORS,
    PRE_NORMS,
    QK_NORMS,
    ROPE_HALVES,
    Architecture,
    Experts,
)


def _with_delta(linears: Mapping[str, str]) -> dict[str, str]:
    """No layer is Mamba's, whose name the tensor of delta_out has."""
    return {name: tensor for name, tensor in linears.items() if not name.startswith("ssm_")} | DELTA_TENSORS


_QWEN35 = Architecture(
    "qwen35",
    ROPE_HALVES,
    norms=("attn_norm", "post_attention_norm", *QK_NORMS),
    ffn_norm="post_attention_norm",
    linears=_with_delta(LINEAR_TENSORS),
    mrope="interleaved",
    gated_attention=True,
    mixer="delta",
    attention_every=4,
)

ROWS = (
    Architecture("qwen2", ROPE_HALVES),
    Architecture("qwen3", ROPE_HALVES, norms=(*PRE_NORMS, *QK_NORMS)),
    # The text part of Qwen2-VL and Qwen2.5-VL, and of Qwen3-VL.
    Architecture("qwen2vl", ROPE_HALVES, mrope="sections"),
    Architecture("qwen3vl", ROPE_HALVES, norms=(*PRE_NORMS, *QK_NORMS), mrope="interleaved"),
    Architecture(
        "qwen2moe",
        ROPE_HALVES,
        linears=EXPERT_TENSORS,
        experts=Experts(
            width="expert_feed_forward_length",
            shared_width=("expert_shared_feed_forward_length", "feed_forward_length"),
            shared_gated=True,
        ),
    ),
    _QWEN35,
    replace(
        _QWEN35,
        name="qwen35moe",
        linears=_with_delta(EXPERT_TENSORS),
        experts=Experts(
            normalized=True,
            width="expert_feed_forward_length",
            shared_width=("expert_shared_feed_forward_length",),
            shared_gated=True,
        ),
    ),
    Architecture(
        "qwen3moe",
        ROPE_HALVES,
        norms=(*PRE_NORMS, *QK_NORMS),
        linears=EXPERT_TENSORS,
        experts=Experts(normalized=True, width="expert_feed_forward_length"),
    ),
)
