"""Baidu's ERNIE, the mixtures too. Its checkpoints have neighbouring rows for pairs, as llama.cpp's graph does."""

from __future__ import annotations

from dataclasses import replace

from core.families import graph
from core.families.checkpoint import (
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
from core.families.layers import ERNIE_KEYS, read_ernie

_ERNIE4_5_GRAPH = graph.Architecture("ernie4_5", graph.ROPE_PAIRS)

_ERNIE4_5_MOE_GRAPH = graph.Architecture(
    "ernie4_5-moe",
    graph.ROPE_PAIRS,
    linears=graph.EXPERT_TENSORS,
    options={"leading_dense_block_count": 0, "interleave_moe_layer_step": 1},
    experts=graph.Experts(
        normalized=True,
        width="expert_feed_forward_length",
        selection_bias=True,
        shared_width=("expert_shared_feed_forward_length",),
    ),
)


_ERNIE = Family(
    _ERNIE4_5_GRAPH,
    (*PRE_NORMS, *attention(), *FEED_FORWARD),
    expects={**SILU, "use_bias": (False, None)},
    called=Called("ERNIE 4.5", "0.3B"),
)

_PICKS = "mlp.moe_statics.e_score_correction_bias"

FAMILIES = {
    "Ernie4_5ForCausalLM": _ERNIE,
    "Ernie4_5_ForCausalLM": _ERNIE,  # before Transformers had the class
    "Ernie4_5_MoeForCausalLM": Family(
        _ERNIE4_5_MOE_GRAPH,
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
