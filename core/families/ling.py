"""Ant Group's Ling and Ring. Their class comes with their checkpoints (modeling_bailing_moe_v2.py of inclusionAI/
Ling-V2); Transformers has none, and Glm4MoeForCausalLM computes the same.
"""

from __future__ import annotations

from dataclasses import replace

from core.families import graph
from core.families.checkpoint import EXPERTS, FEED_FORWARD, PRE_NORMS, SILU, Called, Family, TensorSpec, shared_experts
from core.families.layers import LING_KEYS, read_ling

_BAILINGMOE2_GRAPH = graph.Architecture(
    "bailingmoe2",
    graph.ROPE_HALVES,
    norms=(*graph.PRE_NORMS, *graph.QK_NORMS),
    linears=graph.EXPERT_TENSORS | {"q": "attn_qkv", "k": "attn_qkv", "v": "attn_qkv"},
    options={"leading_dense_block_count": 0, "expert_weights_scale": 1.0},
    experts=graph.Experts(
        normalized=None,
        scores=None,
        width="expert_feed_forward_length",
        selection_bias=True,
        shared_width=("expert_shared_feed_forward_length", "expert_feed_forward_length"),
        shared_counted=True,
    ),
)


FAMILIES = {
    "BailingMoeV2ForCausalLM": Family(
        _BAILINGMOE2_GRAPH,
        (
            *PRE_NORMS,
            TensorSpec("attention.query_key_value.weight", "attn_qkv.weight", ("d_qkv", "d_model")),
            TensorSpec("attention.dense.weight", "attn_output.weight", ("d_model", "d_q")),
            TensorSpec("attention.query_layernorm.weight", "attn_q_norm.weight", ("head_dim",)),
            TensorSpec("attention.key_layernorm.weight", "attn_k_norm.weight", ("head_dim",)),
            *(replace(spec, when="dense") for spec in FEED_FORWARD),
            *(replace(spec, when="experts") for spec in EXPERTS),
            TensorSpec("mlp.gate.expert_bias", "exp_probs_b.bias", ("n_experts",), exact=True, when="experts"),
            *shared_experts("mlp.shared_experts", when="shared"),
        ),
        embedding=TensorSpec("model.word_embeddings.weight", "token_embd.weight", ("vocab_size", "d_model")),
        numbers={"expert_weights_scale": ("routed_scaling_factor", None)},
        expects={
            **SILU,
            "norm_topk_prob": (True, None),  # the class divides by the sum in any case
            "score_function": ("sigmoid", None),
            "use_bias": (False, None),
            "use_qk_norm": (True,),
            "use_qkv_bias": (False, None),
        },
        layers=read_ling,
        keys=LING_KEYS,
        partly_rotated=True,
        linear_experts=True,
        called=Called("Ling 2.0", "mini 16B-A1.4B", ("Ring 2.0",)),
    ),
}
