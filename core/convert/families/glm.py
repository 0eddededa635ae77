"""Z.ai's GLM. Its checkpoints have neighbouring rows for pairs, as llama.cpp's graph does."""

from __future__ import annotations

from core.convert.family import PRE_NORMS, Called, Family, TensorSpec, attention, qkv_biases

FAMILIES = {
    "Glm4ForCausalLM": Family(
        "glm4",
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
