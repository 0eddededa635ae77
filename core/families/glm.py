"""Z.ai's GLM. Its checkpoints have neighbouring rows for pairs, as llama.cpp's graph does."""

from __future__ import annotations

from core.families import graph
from core.families.checkpoint import PRE_NORMS, Called, Family, TensorSpec, attention, qkv_biases

# The text part of GLM-4.1V is of this architecture too: its file has M-RoPE's sections, and halves for pairs.
_GLM4_GRAPH = graph.Architecture(
    "glm4",
    graph.ROPE_PAIRS,
    norms=(*graph.PRE_NORMS, *graph.POST_NORMS),
    linears=graph.LINEAR_TENSORS | {"gate": "ffn_up"},
    mrope="sections",
)


FAMILIES = {
    "Glm4ForCausalLM": Family(
        _GLM4_GRAPH,
        (
            *PRE_NORMS,
            TensorSpec("post_self_attn_layernorm.weight", "post_attention_norm.weight", ("d_model",)),
            TensorSpec("post_mlp_layernorm.weight", "post_ffw_norm.weight", ("d_model",)),
            *attention(),
            *qkv_biases(when="attention_bias"),
            TensorSpec("mlp.gate_up_proj.weight", "ffn_up.weight", ("d_gate_up", "d_model")),
            TensorSpec("mlp.down_proj.weight", "ffn_down.weight", ("d_model", "d_ff")),
        ),
        partly_rotated=True,
        called=Called("GLM-4", "9B (0414)", ("GLM-Z1",)),
    ),
}
