"""One published model for each architecture that is trained, by its name in GGUF, and more where models differ.

Whole where it is small, else with its first layers. Sizes are those of the models' config.json.
"""

from __future__ import annotations

from tests.lab.bench.memory.published import Published

_LOCAL, _FULL, _DELTA, _CONV, _MAMBA = (
    "sliding_attention", "full_attention", "linear_attention", "conv", "mamba",
)  # fmt: skip
_DELTA_HEADS = {
    "linear_key_head_dim": 128, "linear_num_key_heads": 16, "linear_value_head_dim": 128,
    "rope_parameters": {"partial_rotary_factor": 0.25, "mrope_section": [11, 11, 10]},
}  # fmt: skip
_GEMMA_WINDOW = {"sliding_window": 512, "per_layer_config": None, "global_head_dim": 512}

MODELS: dict[str, Published] = {
    "llama": Published("SmolLM2 135M", "llama", 30, 30, 576, 9, 3, 1536, 49152, quant="q8_0"),
    "llama-8b": Published("Llama 3.1 8B", "llama", 2, 32, 4096, 32, 8, 14336, 128256, tied=False),
    "mistral3": Published("Ministral 3 3B", "ministral3", 3, 26, 3072, 32, 8, 9216, 131072, head=128),
    "qwen2": Published("Qwen2.5 0.5B", "qwen2", 8, 24, 896, 14, 2, 4864, 151936),
    "qwen2vl": Published(
        "Qwen2.5-VL 3B", "qwen2vl", 3, 36, 2048, 16, 2, 11008, 151936,
        more={"text_config": {"rope_parameters": {"mrope_section": [16, 24, 24]}}},
    ),
    "qwen2vl-first": Published(
        "Qwen2-VL 2B", "qwen2vl-first", 4, 28, 1536, 12, 2, 8960, 151936,
        more={"text_config": {"rope_parameters": {"mrope_section": [16, 24, 24]}}},
    ),
    "qwen3": Published("Qwen3 0.6B", "qwen3", 8, 28, 1024, 16, 8, 3072, 151936, head=128),
    "qwen3vl": Published(
        "Qwen3-VL 2B", "qwen3vl", 4, 28, 2048, 16, 8, 6144, 151936, head=128,
        more={"text_config": {"rope_parameters": {"mrope_section": [24, 20, 20]}}},
    ),
    "qwen35": Published(
        "Qwen3.5 0.8B", "qwen35", 8, 24, 1024, 8, 2, 3584, 248320, head=256, kinds=(_DELTA, _DELTA, _DELTA, _FULL),
        more={**_DELTA_HEADS, "linear_num_value_heads": 16},
    ),
    "gemma2": Published(
        "Gemma 2 2B", "gemma2", 2, 26, 2304, 8, 4, 9216, 256000, head=256, kinds=(_LOCAL, _FULL),
        more={"query_pre_attn_scalar": 256, "sliding_window": 4096},
    ),
    "gemma3": Published(
        "Gemma 3 270M", "gemma3", 18, 18, 640, 4, 1, 2048, 262144, head=256, kinds=(*[_LOCAL] * 5, _FULL),
        more={"query_pre_attn_scalar": 256, "sliding_window": 512},
    ),
    "gemma4": Published(
        "Gemma 4 12B", "gemma4", 2, 48, 3840, 16, 8, 15360, 262144, head=256, kinds=(_LOCAL, _FULL),
        more={**_GEMMA_WINDOW, "num_global_key_value_heads": 1},
    ),
    "gemma4-e2b": Published(
        "Gemma 4 E2B", "gemma4-e2b", 10, 35, 1536, 8, 1, 6144, 262144, head=256, kinds=(*[_LOCAL] * 4, _FULL),
        more={
            **_GEMMA_WINDOW, "hidden_size_per_layer_input": 256, "vocab_size_per_layer_input": 262144,
            "num_kv_shared_layers": 5,
        },
    ),
    "gemma4-moe": Published(
        "Gemma 4 26B-A4B", "gemma4-moe", 2, 30, 2816, 16, 8, 2112, 262144, head=256, kinds=(_LOCAL, _FULL),
        more={
            **_GEMMA_WINDOW, "num_global_key_value_heads": 2, "num_experts": 128, "top_k_experts": 8,
            "moe_intermediate_size": 704,
        },
    ),
    "smollm3": Published("SmolLM3 3B", "smollm3", 4, 36, 2048, 16, 4, 11008, 128256),
    "granite": Published("Granite 3.3 2B", "granite", 4, 40, 2048, 32, 8, 8192, 49159),
    "granite4": Published(
        "Granite 4.0 350M", "granite4", 12, 28, 1024, 16, 4, 2048, 100352, kinds=("attention",),
        more={"shared_intermediate_size": 2048},
    ),
    "granitehybrid": Published(
        "Granite 4.0 h 350M", "granitehybrid", 10, 32, 768, 12, 4, 2048, 100352,
        kinds=(*[_MAMBA] * 9, "attention"),
        more={
            "shared_intermediate_size": 2048, "mamba_n_heads": 48, "mamba_d_head": 32, "mamba_d_state": 128,
        },
    ),
    "granitehybrid-moe": Published(
        "Granite 4.0 h Tiny", "granitehybrid-moe", 4, 40, 1536, 12, 4, 512, 100352,
        kinds=(*[_MAMBA] * 3, "attention"),
        more={
            "shared_intermediate_size": 1024, "num_local_experts": 64, "num_experts_per_tok": 6, "mamba_n_heads": 48,
            "mamba_d_head": 64, "mamba_d_state": 128, "mamba_n_groups": 1,
        },
    ),
    "granitemoe": Published(
        "Granite 3.1 1B-A400M", "granitemoe", 6, 24, 1024, 16, 8, 512, 49159,
        more={"num_local_experts": 32, "num_experts_per_tok": 8},
    ),
    "hunyuan-dense": Published("Hunyuan 1.8B", "hunyuan", 4, 32, 2048, 16, 4, 6144, 120832, head=128),
    "lfm2": Published(
        "LFM2 350M", "lfm2", 9, 16, 1024, 16, 8, 6656, 65536,
        kinds=(_CONV, _CONV, _FULL, _CONV, _CONV, _FULL, _CONV, _CONV, _FULL, _CONV, _FULL, _CONV, _FULL, _CONV, _FULL,
               _CONV),
        more={"block_multiple_of": 256, "full_attn_idxs": None},
    ),
    "lfm2moe": Published(
        "LFM2 8B-A1B", "lfm2moe", 4, 24, 2048, 32, 8, 7168, 65536, kinds=(_CONV, _CONV, _FULL),
        more={"moe_intermediate_size": 1792, "num_dense_layers": 2, "num_experts": 32, "num_experts_per_tok": 4},
    ),
    "ernie4_5": Published("ERNIE 4.5 0.3B", "ernie4_5", 18, 18, 1024, 16, 2, 3072, 103424, head=128),
    "ernie4_5-moe": Published(
        "ERNIE 4.5 21B-A3B", "ernie4_5-moe", 3, 28, 2560, 20, 4, 12288, 103424,
        more={
            "moe_intermediate_size": 1536, "moe_num_experts": 64, "moe_k": 6, "moe_layer_end_index": 2,
        },
    ),
    "exaone4": Published("EXAONE 4 1.2B", "exaone4", 6, 30, 2048, 32, 8, 4096, 102400),
    "glm4": Published("GLM-4 9B", "glm4", 2, 40, 4096, 32, 2, 13696, 151552, head=128, tied=False),
    "gpt-oss": Published(
        "gpt-oss 20B", "gpt-oss", 2, 24, 2880, 64, 8, 2880, 201088, head=64, tied=False, kinds=(_LOCAL, _FULL),
        more={"num_local_experts": 32, "num_experts_per_tok": 4, "sliding_window": 128},
    ),
    "minicpm": Published("MiniCPM4 0.5B", "minicpm", 8, 24, 1024, 16, 2, 4096, 73448),
    "olmo2": Published("OLMo 2 1B", "olmo2", 3, 16, 2048, 16, 16, 8192, 100352, tied=False),
    "olmo3": Published(
        "OLMo 3 7B", "olmo3", 2, 32, 4096, 32, 32, 11008, 100278, tied=False, kinds=(_LOCAL, _FULL),
        more={"sliding_window": 4096},
    ),
    "olmoe": Published(
        "OLMoE 1B-7B", "olmoe", 2, 16, 2048, 16, 16, 1024, 50304, tied=False,
        more={"num_experts": 64, "num_experts_per_tok": 8},
    ),
    "phi3": Published(
        "Phi-4 mini", "phi", 2, 32, 3072, 24, 8, 8192, 200064,
        more={
            "rope_parameters": {
                "partial_rotary_factor": 0.75, "long_factor": [4.0] * 48, "short_factor": [1.0] * 48,
                "original_max_position_embeddings": 4096,
            },
            "original_max_position_embeddings": 4096,
        },
    ),
    "qwen2moe": Published(
        "Qwen1.5-MoE A2.7B", "qwen2moe", 2, 24, 2048, 16, 16, 5632, 151936, tied=False, kinds=(_FULL,),
        more={
            "num_experts": 60, "num_experts_per_tok": 4, "moe_intermediate_size": 1408,
            "shared_expert_intermediate_size": 5632,
        },
    ),
    "qwen3moe": Published(
        "Qwen3 30B-A3B", "qwen3moe", 2, 48, 2048, 32, 4, 6144, 151936, head=128, tied=False,
        more={"num_local_experts": 128, "num_experts_per_tok": 8, "moe_intermediate_size": 768},
    ),
    "qwen35moe": Published(
        "Qwen3.5 35B-A3B", "qwen35moe", 2, 40, 2048, 16, 2, 512, 248320, head=256, tied=False, kinds=(_DELTA, _FULL),
        more={
            **_DELTA_HEADS, "linear_num_value_heads": 32, "num_experts": 256, "num_experts_per_tok": 8,
            "moe_intermediate_size": 512, "shared_expert_intermediate_size": 512,
        },
    ),
    "mellum": Published(
        "Mellum 2 12B-A2.5B", "mellum", 4, 28, 2304, 32, 4, 7168, 98304, head=128, tied=False,
        kinds=(_LOCAL, _LOCAL, _LOCAL, _FULL),
        more={
            "num_local_experts": 64, "num_experts_per_tok": 8, "moe_intermediate_size": 896, "sliding_window": 1024,
            "mlp_layer_types": ["sparse"] * 4,
        },
    ),
    "bailingmoe2": Published(
        "Ling mini 2.0", "bailingmoe2", 3, 20, 2048, 16, 4, 5120, 157184, head=128, tied=False,
        more={
            "num_experts": 256, "num_experts_per_tok": 8, "num_shared_experts": 1, "n_group": 8, "topk_group": 4,
            "moe_intermediate_size": 512, "moe_shared_expert_intermediate_size": 512,
        },
    ),
    "nemotron_h": Published(
        "Nemotron Nano 9B v2", "nemotron-h", 4, 56, 4480, 40, 8, 15680, 131072, head=128, tied=False,
        more={
            "hybrid_override_pattern": "M-*-", "mamba_num_heads": 128, "mamba_head_dim": 80, "n_groups": 8,
            "ssm_state_size": 128,
        },
    ),
    "nemotron_h_moe": Published(
        "Nemotron 3 Nano", "nemotron-h-moe", 3, 52, 2688, 32, 2, 1856, 131072, head=128, tied=False,
        more={
            "layers_block_type": ["linear_attention", "moe", "full_attention"], "mamba_num_heads": 64,
            "mamba_head_dim": 64, "n_groups": 8, "ssm_state_size": 128, "n_routed_experts": 128,
            "num_experts_per_tok": 6, "moe_intermediate_size": 1856, "moe_shared_expert_intermediate_size": 3712,
        },
    ),
    "falcon-h1": Published(
        "Falcon-H1 0.5B", "falcon-h1", 12, 36, 1024, 8, 2, 2048, 32784, head=64,
        more={
            "mamba_d_ssm": 1536, "mamba_n_heads": 24, "mamba_d_head": 64, "mamba_d_state": 128, "mamba_n_groups": 1,
        },
    ),
    "falcon-h1-7b": Published(
        "Falcon-H1 7B", "falcon-h1", 2, 44, 3072, 12, 2, 12288, 130048, head=128, tied=False,
        more={
            "mamba_d_ssm": 3072, "mamba_n_heads": 24, "mamba_d_head": 128, "mamba_d_state": 256, "mamba_n_groups": 1,
        },
    ),
}  # fmt: skip
