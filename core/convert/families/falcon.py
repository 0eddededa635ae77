"""TII's Falcon-H1."""

from __future__ import annotations

from dataclasses import replace

from core.convert.falcon_layers import KEYS, read_layers
from core.convert.families.granite import MAMBA
from core.convert.family import FEED_FORWARD, NO_BIAS, SILU, Called, Family, TensorSpec, attention

_FOLDED = tuple(f"{name}.weight" for name in ("ffn_gate", "ffn_down", "ssm_in", "ssm_out"))  # and all of attention's


def _named(spec: TensorSpec) -> TensorSpec:
    source, when = spec.source.replace("mlp.", "feed_forward."), "normed" if spec.target == "ssm_norm.weight" else ""
    return replace(spec, source=source, when=when, folded=spec.target in _FOLDED)


FAMILIES = {
    "FalconH1ForCausalLM": Family(
        "falcon-h1",
        (
            TensorSpec("input_layernorm.weight", "attn_norm.weight", ("d_model",)),
            TensorSpec("pre_ff_layernorm.weight", "ffn_norm", ("d_model",)),
            *(replace(spec, folded=True) for spec in attention()),
            *map(_named, (*MAMBA, *FEED_FORWARD)),
        ),
        called=Called("Falcon-H1", "0.5B, 1.5B, 1.5B-Deep, 3B, 7B"),
        # A tied model's table is multiplied by one number where it embeds, and by another where it is the output.
        model=(TensorSpec("model.embed_tokens.weight", "output.weight", ("vocab_size", "d_model"), when="tied"),),
        final_norm=TensorSpec("model.final_layernorm.weight", "output_norm.weight", ("d_model",)),
        expects={
            **SILU,
            **NO_BIAS,
            "mlp_bias": (False, None),
            "projectors_bias": (False, None),
            "mamba_conv_bias": (True,),
            "mamba_proj_bias": (False, None),
        },
        layers=read_layers,
        keys=KEYS,
        no_peft=("ssm_out.weight",),  # which the class's kernels read past the module
    ),
}
