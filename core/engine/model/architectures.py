"""All architectures that can be trained, by the name that GGUF files have for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.engine.model.arch import (
    DELTA_TENSORS,
    EXPERT_TENSORS,
    LINEAR_TENSORS,
    POST_NORMS,
    PRE_NORMS,
    QK_NORMS,
    ROPE_FREQUENCIES,
    ROPE_HALVES,
    ROPE_PAIRS,
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

_SCALES = {"embedding_scale": 1.0, "residual_scale": 1.0, "attention.scale": 0.0, "logit_scale": 1.0}

_BESIDE_EXPERTS = EXPERT_TENSORS | {
    "shared_gate": "ffn_gate", "shared_up": "ffn_up", "shared_down": "ffn_down",
}  # fmt: skip

_FUSED = LINEAR_TENSORS | {"q": "attn_qkv", "k": "attn_qkv", "v": "attn_qkv", "gate": "ffn_up"}

_LFM2 = Architecture("lfm2", ROPE_HALVES, norms=(*PRE_NORMS, *QK_NORMS), output_norm="token_embd_norm", mixer="conv")

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

_ROWS = (
    # Llama, and what is built like it.
    Architecture("llama", ROPE_PAIRS, rope_factors=ROPE_FREQUENCIES),
    # Mistral AI's models that llama.cpp has a graph of its own for; the others are built as Llama.
    Architecture(
        "mistral3",
        ROPE_PAIRS,
        rope_factors=ROPE_FREQUENCIES,
        options={
            "attention.temperature_scale": 0.0,
            "rope.scaling.yarn_beta_fast": 32.0,
            "rope.scaling.yarn_beta_slow": 1.0,
            "rope.scaling.yarn_log_multiplier": 0.0,
        },
    ),
    # Alibaba's Qwen.
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
    # The Allen Institute's OLMo.
    Architecture(
        "olmo2",
        ROPE_HALVES,
        norms=(*QK_NORMS, *POST_NORMS),
        qk_norm="all heads",
        options={"attention.sliding_window": 0},
        full_attention_every=4,
        unscaled_windows=True,
    ),
    Architecture(
        "olmoe",
        ROPE_HALVES,
        norms=(*PRE_NORMS, *QK_NORMS),
        qk_norm="all heads",
        linears=EXPERT_TENSORS,
        experts=Experts(normalized=False),
    ),
    # IBM's Granite.
    Architecture("granite", ROPE_PAIRS, options=_SCALES, switched_rope=True, rope_factors=ROPE_FREQUENCIES),
    Architecture(
        "granitemoe",
        ROPE_PAIRS,
        linears=EXPERT_TENSORS,
        options=_SCALES,
        switched_rope=True,
        rope_factors=ROPE_FREQUENCIES,
        experts=Experts(normalized=True),
    ),
    Architecture(
        "granitehybrid",
        ROPE_PAIRS,
        linears=EXPERT_TENSORS,
        options=_SCALES,
        switched_rope=True,
        rope_factors=ROPE_FREQUENCIES,
        experts=Experts(normalized=True, optional=True, shared_width=("expert_shared_feed_forward_length",)),
        mixer="mamba2",
    ),
    # Hugging Face's SmolLM.
    Architecture("smollm3", ROPE_PAIRS, no_rope_every=4),
    # Google's Gemma.
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
    # Microsoft's Phi.
    Architecture(
        "phi3",
        ROPE_HALVES,
        linears=_FUSED,
        rope_factors=("rope_factors_short.weight", "rope_factors_long.weight"),
    ),
    # Baidu's ERNIE.
    Architecture("ernie4_5", ROPE_PAIRS),
    # Z.ai's GLM.
    # The text part of GLM-4.1V is of this architecture too: its file has M-RoPE's sections, and halves for pairs.
    Architecture(
        "glm4",
        ROPE_PAIRS,
        norms=(*PRE_NORMS, *POST_NORMS),
        linears=LINEAR_TENSORS | {"gate": "ffn_up"},
        mrope="sections",
    ),
    # LG's EXAONE.
    Architecture(
        "exaone4",
        ROPE_HALVES,
        norms=(*QK_NORMS, *POST_NORMS),
        options={"attention.sliding_window": 4096},
        full_attention_every=4,
        windowed_at=64,
        rope_factors=ROPE_FREQUENCIES,
    ),
    # TII's Falcon-H1.
    Architecture("falcon-h1", ROPE_HALVES, unsuffixed=("ffn_norm",), mixer="mamba2", beside_attention=True),
    # OpenBMB's MiniCPM.
    # For scales that a file does not say llama.cpp has guesses, of which that of the logits is wrong.
    Architecture(
        "minicpm",
        ROPE_PAIRS,
        options={"embedding_scale": None, "residual_scale": None, "logit_scale": None},
        rope_factors=("rope_factors_short.weight", "rope_factors_long.weight"),
    ),
    # Tencent's Hunyuan.
    Architecture("hunyuan-dense", ROPE_HALVES, norms=(*PRE_NORMS, *QK_NORMS), norms_after_rope=True),
    # Liquid AI's LFM2.
    _LFM2,
    replace(
        _LFM2,
        name="lfm2moe",
        linears=EXPERT_TENSORS,
        options={"leading_dense_block_count": 0},
        experts=Experts(normalized=True, scores=None, width="expert_feed_forward_length", selection_bias=True),
    ),
    # Ant Group's Ling and Ring, called Bailing in their files.
    Architecture(
        "bailingmoe2",
        ROPE_HALVES,
        norms=(*PRE_NORMS, *QK_NORMS),
        linears=EXPERT_TENSORS | {"q": "attn_qkv", "k": "attn_qkv", "v": "attn_qkv"},
        options={"leading_dense_block_count": 0, "expert_weights_scale": 1.0},
        experts=Experts(
            normalized=None,
            scores=None,
            width="expert_feed_forward_length",
            selection_bias=True,
            shared_width=("expert_shared_feed_forward_length", "expert_feed_forward_length"),
            shared_counted=True,
        ),
    ),
    # JetBrains' Mellum 2.
    Architecture(
        "mellum",
        ROPE_HALVES,
        norms=(*PRE_NORMS, *QK_NORMS),
        linears=EXPERT_TENSORS,
        options={"attention.sliding_window": 0},
        full_attention_every=4,
        unscaled_windows=True,
        experts=Experts(normalized=True, width="expert_feed_forward_length"),
    ),
    # OpenAI's gpt-oss.
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
    # Baidu's ERNIE, the mixtures.
    Architecture(
        "ernie4_5-moe",
        ROPE_PAIRS,
        linears=EXPERT_TENSORS,
        options={"leading_dense_block_count": 0, "interleave_moe_layer_step": 1},
        experts=Experts(
            normalized=True,
            width="expert_feed_forward_length",
            selection_bias=True,
            shared_width=("expert_shared_feed_forward_length",),
        ),
    ),
    # NVIDIA's Nemotron-H, and those of its successors whose layers are built so.
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

ARCHITECTURES: dict[str, Architecture] = {row.name: row for row in _ROWS}


def shares_beginnings(name: str) -> bool:
    """Whether rows may hold once what several of their examples begin with. name: also of an unknown architecture."""
    return name in ARCHITECTURES and ARCHITECTURES[name].only_attends


def row_of(name: str, n_expert: object) -> Architecture:
    """n_expert: what the file says of it, if anything. A model without the experts that its architecture may have is a
    dense one.

    Raises KeyError for an unknown architecture.
    """
    row = ARCHITECTURES[name]
    may_have_none = row.experts is not None and row.experts.optional
    return replace(row, experts=None, linears=LINEAR_TENSORS) if may_have_none and not n_expert else row
