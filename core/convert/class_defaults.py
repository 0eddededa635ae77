"""What each class of Transformers 5.23.0 takes for a key that config.json does not say.

None: null, or a key that the class does not know. Written by tests/fixtures/make_class_defaults.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

TRANSFORMERS = "5.23.0"

# fmt: off
CLASS_DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    "LlamaForCausalLM": {
        "attention_bias": False, "head_dim": None, "hidden_act": "silu", "layer_types": None, "mlp_bias": False,
        "moe_intermediate_size": None, "no_rope_layers": None, "num_key_value_heads": None,
        "original_max_position_embeddings": None, "partial_rotary_factor": None, "query_pre_attn_scalar": None,
        "rope_local_base_freq": None, "rope_parameters": None, "rope_scaling": None, "rope_theta": 10000.0,
        "sliding_window": None, "sliding_window_pattern": None, "tie_word_embeddings": False,
        "use_sliding_window": None,
    },
    "MistralForCausalLM": {
        "attention_bias": None, "head_dim": None, "hidden_act": "silu", "layer_types": None, "mlp_bias": None,
        "moe_intermediate_size": None, "no_rope_layers": None, "num_key_value_heads": 8,
        "original_max_position_embeddings": None, "partial_rotary_factor": None, "query_pre_attn_scalar": None,
        "rope_local_base_freq": None, "rope_parameters": None, "rope_scaling": None, "rope_theta": 10000.0,
        "sliding_window": 4096, "sliding_window_pattern": None, "tie_word_embeddings": False,
        "use_sliding_window": None,
    },
    "Qwen2ForCausalLM": {
        "attention_bias": None, "head_dim": None, "hidden_act": "silu", "layer_types": None, "mlp_bias": None,
        "moe_intermediate_size": None, "no_rope_layers": None, "num_key_value_heads": 32,
        "original_max_position_embeddings": None, "partial_rotary_factor": None, "query_pre_attn_scalar": None,
        "rope_local_base_freq": None, "rope_parameters": None, "rope_scaling": None, "rope_theta": 10000.0,
        "sliding_window": 4096, "sliding_window_pattern": None, "tie_word_embeddings": False,
        "use_sliding_window": False,
    },
    "Qwen3ForCausalLM": {
        "attention_bias": False, "head_dim": 128, "hidden_act": "silu", "layer_types": None, "mlp_bias": None,
        "moe_intermediate_size": None, "no_rope_layers": None, "num_key_value_heads": 32,
        "original_max_position_embeddings": None, "partial_rotary_factor": None, "query_pre_attn_scalar": None,
        "rope_local_base_freq": None, "rope_parameters": None, "rope_scaling": None, "rope_theta": 10000.0,
        "sliding_window": 4096, "sliding_window_pattern": None, "tie_word_embeddings": False,
        "use_sliding_window": False,
    },
    "Olmo2ForCausalLM": {
        "attention_bias": False, "head_dim": None, "hidden_act": "silu", "layer_types": None, "mlp_bias": None,
        "moe_intermediate_size": None, "no_rope_layers": None, "num_key_value_heads": None,
        "original_max_position_embeddings": None, "partial_rotary_factor": None, "query_pre_attn_scalar": None,
        "rope_local_base_freq": None, "rope_parameters": None, "rope_scaling": None, "rope_theta": 10000.0,
        "sliding_window": None, "sliding_window_pattern": None, "tie_word_embeddings": False,
        "use_sliding_window": None,
    },
    "GraniteForCausalLM": {
        "attention_bias": False, "attention_multiplier": 1.0, "embedding_multiplier": 1.0, "head_dim": None,
        "hidden_act": "silu", "layer_types": None, "logits_scaling": 1.0, "mlp_bias": False,
        "moe_intermediate_size": None, "no_rope_layers": None, "num_key_value_heads": None,
        "original_max_position_embeddings": None, "partial_rotary_factor": None, "query_pre_attn_scalar": None,
        "residual_multiplier": 1.0, "rope_local_base_freq": None, "rope_parameters": None, "rope_scaling": None,
        "rope_theta": 10000.0, "sliding_window": None, "sliding_window_pattern": None, "tie_word_embeddings": False,
        "use_sliding_window": None,
    },
    "GraniteMoeForCausalLM": {
        "attention_bias": False, "attention_multiplier": 1.0, "embedding_multiplier": 1.0, "head_dim": None,
        "hidden_act": "silu", "layer_types": None, "logits_scaling": 1.0, "mlp_bias": None,
        "moe_intermediate_size": None, "no_rope_layers": None, "num_key_value_heads": None,
        "original_max_position_embeddings": None, "partial_rotary_factor": None, "query_pre_attn_scalar": None,
        "residual_multiplier": 1.0, "rope_local_base_freq": None, "rope_parameters": None, "rope_scaling": None,
        "rope_theta": 10000.0, "sliding_window": None, "sliding_window_pattern": None, "tie_word_embeddings": False,
        "use_sliding_window": None,
    },
    "OlmoeForCausalLM": {
        "attention_bias": False, "clip_qkv": None, "head_dim": None, "hidden_act": "silu", "layer_types": None,
        "mlp_bias": None, "moe_intermediate_size": None, "no_rope_layers": None, "norm_topk_prob": False,
        "num_key_value_heads": None, "original_max_position_embeddings": None, "partial_rotary_factor": None,
        "query_pre_attn_scalar": None, "rope_local_base_freq": None, "rope_parameters": None, "rope_scaling": None,
        "rope_theta": 10000.0, "sliding_window": None, "sliding_window_pattern": None, "tie_word_embeddings": False,
        "use_sliding_window": None,
    },
    "Qwen3MoeForCausalLM": {
        "attention_bias": False, "decoder_sparse_step": 1, "head_dim": None, "hidden_act": "silu", "layer_types": None,
        "mlp_bias": None, "mlp_only_layers": None, "moe_intermediate_size": 768, "no_rope_layers": None,
        "norm_topk_prob": False, "num_key_value_heads": 4, "original_max_position_embeddings": None,
        "partial_rotary_factor": None, "query_pre_attn_scalar": None, "rope_local_base_freq": None,
        "rope_parameters": None, "rope_scaling": None, "rope_theta": 10000.0, "sliding_window": 4096,
        "sliding_window_pattern": None, "tie_word_embeddings": False, "use_sliding_window": False,
    },
    "SmolLM3ForCausalLM": {
        "attention_bias": False, "head_dim": None, "hidden_act": "silu", "layer_types": None, "mlp_bias": False,
        "moe_intermediate_size": None, "no_rope_layer_interval": 4, "no_rope_layers": None, "num_key_value_heads": 4,
        "original_max_position_embeddings": None, "partial_rotary_factor": None, "query_pre_attn_scalar": None,
        "rope_local_base_freq": None, "rope_parameters": None, "rope_scaling": None, "rope_theta": 2000000.0,
        "sliding_window": None, "sliding_window_pattern": None, "tie_word_embeddings": True,
        "use_sliding_window": False,
    },
    "Phi3ForCausalLM": {
        "attention_bias": None, "head_dim": None, "hidden_act": "silu", "layer_types": None, "mlp_bias": None,
        "moe_intermediate_size": None, "no_rope_layers": None, "num_key_value_heads": None,
        "original_max_position_embeddings": 4096, "partial_rotary_factor": None, "query_pre_attn_scalar": None,
        "rope_local_base_freq": None, "rope_parameters": None, "rope_scaling": None, "rope_theta": 10000.0,
        "sliding_window": None, "sliding_window_pattern": None, "tie_word_embeddings": False,
        "use_sliding_window": None,
    },
    "Gemma2ForCausalLM": {
        "attention_bias": False, "attn_logit_softcapping": 50.0, "final_logit_softcapping": 30.0, "head_dim": 256,
        "hidden_activation": "gelu_pytorch_tanh", "layer_types": None, "mlp_bias": None, "moe_intermediate_size": None,
        "no_rope_layers": None, "num_key_value_heads": 4, "original_max_position_embeddings": None,
        "partial_rotary_factor": None, "query_pre_attn_scalar": 256, "rope_local_base_freq": None,
        "rope_parameters": None, "rope_scaling": None, "rope_theta": 10000.0, "sliding_window": 4096,
        "sliding_window_pattern": None, "tie_word_embeddings": True, "use_bidirectional_attention": None,
        "use_sliding_window": None,
    },
    "Gemma3ForCausalLM": {
        "attention_bias": False, "attn_logit_softcapping": None, "final_logit_softcapping": None, "head_dim": 256,
        "hidden_activation": "gelu_pytorch_tanh", "layer_types": None, "mlp_bias": None, "moe_intermediate_size": None,
        "no_rope_layers": None, "num_key_value_heads": 4, "original_max_position_embeddings": None,
        "partial_rotary_factor": None, "query_pre_attn_scalar": 256, "rope_local_base_freq": 10000.0,
        "rope_parameters": None, "rope_scaling": None, "rope_theta": 1000000.0, "sliding_window": 4096,
        "sliding_window_pattern": None, "tie_word_embeddings": True, "use_bidirectional_attention": False,
        "use_sliding_window": None,
    },
}
