"""Microsoft's Phi."""

from __future__ import annotations

from core.families import graph
from core.families.checkpoint import NO_BIAS, PRE_NORMS, SILU, Called, Family, TensorSpec

_FUSED_LINEARS = graph.LINEAR_TENSORS | {"q": "attn_qkv", "k": "attn_qkv", "v": "attn_qkv", "gate": "ffn_up"}

_PHI3_GRAPH = graph.Architecture(
    "phi3",
    graph.ROPE_HALVES,
    linears=_FUSED_LINEARS,
    rope_factors=("rope_factors_short.weight", "rope_factors_long.weight"),
)


FAMILIES = {
    "Phi3ForCausalLM": Family(
        _PHI3_GRAPH,
        (
            *PRE_NORMS,
            TensorSpec("self_attn.qkv_proj.weight", "attn_qkv.weight", ("d_qkv", "d_model")),
            TensorSpec("self_attn.o_proj.weight", "attn_output.weight", ("d_model", "d_q")),
            TensorSpec("mlp.gate_up_proj.weight", "ffn_up.weight", ("d_gate_up", "d_model")),
            TensorSpec("mlp.down_proj.weight", "ffn_down.weight", ("d_model", "d_ff")),
        ),
        # llama.cpp ignores the window today, and older versions ask for it.
        counts={"attention.sliding_window": ("sliding_window", 0)},
        expects={**SILU, **NO_BIAS},
        partly_rotated=True,
        called=Called("Phi-4", "mini 3.8B, 14B", ("Phi-3.5", "Phi-3")),
    ),
}
