"""What each architecture is made of: one declarative row per architecture, read by shape.py, weights.py and forward.py.

Facts are those of llama.cpp's loaders and graphs (src/models/*.cpp), whose files these are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

# Our name of a linear -> its tensor in a GGUF file, `blk.<layer>.<name>.weight`.
LINEAR_TENSORS = {
    "q": "attn_q", "k": "attn_k", "v": "attn_v", "o": "attn_output",
    "gate": "ffn_gate", "up": "ffn_up", "down": "ffn_down",
}  # fmt: skip

# A mixture of experts: gate, up and down are stacks of experts, and a router chooses among them.
EXPERT_STACKS = ("gate", "up", "down")
EXPERT_TENSORS = LINEAR_TENSORS | {
    "router": "ffn_gate_inp", "gate": "ffn_gate_exps", "up": "ffn_up_exps", "down": "ffn_down_exps",
}  # fmt: skip

# A cap that stands for none. llama.cpp caps Gemma 2's scores and logits in any case, c * tanh(x / c), and divides by a
# c of 0. With this one that is x to float's precision as far as 14, and to 3e-4 at 100. It is a power of two, which
# divides without loss, and no larger since graphics processors compute tanh to 1e-7, and attention in part in F16.
NO_CAP = 32768.0

# The key of a sliding window, in tokens, that the architecture's graph leaves out.
IGNORED_WINDOW = "luthier.sliding_window"

ROPE_PAIRS, ROPE_HALVES = 0, 2  # ggml's rope modes

PRE_NORMS = ("attn_norm", "ffn_norm")
POST_NORMS = ("post_attention_norm", "post_ffw_norm")
QK_NORMS = ("attn_q_norm", "attn_k_norm")


@dataclass(frozen=True)
class Experts:
    """A feed-forward of many experts, of which a router chooses a few for each token.

    normalized: the weights of the chosen add up to one; else they are their shares of the softmax over all experts.
    width: the metadata that says how wide an expert is.
    """

    normalized: bool
    width: str = "feed_forward_length"


@dataclass(frozen=True)
class Architecture:
    """How a decoder is put together. What a row does not say is as in Llama.

    norms: tensors `blk.<layer>.<name>.weight`; the forward pass applies those that are there, each in its place.
    qk_norm: whether attn_q_norm and attn_k_norm run over each head alone or over all of a token's heads together.
    options: numeric metadata below the architecture's prefix that its graph honours -> the value of a file without it.
    no_rope_every: every n-th layer leaves positions out; 0: none does.
    activation: of the gate in the feed-forward.
    scaled_embedding: by the square root of d_model.
    full_attention_every: every n-th layer looks back without a limit, the others as far as the sliding window (option
    attention.sliding_window); 0: all.
    broad_scores_at: in the model with that many layers, attention is scaled by d_model / n_head, not by head_dim.
    rope_factors: tensors of the whole model that divide the rotary frequencies, if the file holds them; of two, the
    second is for rows longer than the context of the original training.
    linears: several that name the same tensor are its rows, one after the other.
    experts: None where there is one feed-forward for all tokens.
    always_tied: llama.cpp takes the embedding for the output table, and refuses a file with one.
    """

    name: str
    rope_mode: int
    norms: tuple[str, ...] = PRE_NORMS
    qk_norm: Literal["head", "all heads"] = "head"
    linears: Mapping[str, str] = field(default_factory=lambda: LINEAR_TENSORS)
    options: Mapping[str, float] = field(default_factory=dict)
    activation: Literal["silu", "gelu"] = "silu"
    scaled_embedding: bool = False
    broad_scores_at: int = 0
    no_rope_every: int = 0
    full_attention_every: int = 0
    rope_factors: tuple[str, ...] = ()
    experts: Experts | None = None
    always_tied: bool = False

    def has_full_attention(self, layer: int) -> bool:
        """Whether this layer looks back without a limit."""
        return not self.full_attention_every or _every(self.full_attention_every, layer)

    @property
    def has_windows(self) -> bool:
        """Whether its graph limits how far layers look back; the others leave a model's sliding window out."""
        return "attention.sliding_window" in self.options

    def rotates(self, layer: int) -> bool:
        """Whether positions reach this layer."""
        return not _every(self.no_rope_every, layer)

    @property
    def has_post_norms(self) -> bool:
        """Whether what attention and feed-forward give is normed before it joins the stream."""
        return any(name in self.norms for name in POST_NORMS)


def _every(n: int, layer: int) -> bool:
    """Whether this is the n-th, 2n-th ... layer; none is for n = 0."""
    return n > 0 and (layer + 1) % n == 0


_GRANITE_SCALES = {"embedding_scale": 1.0, "residual_scale": 1.0, "attention.scale": 0.0, "logit_scale": 1.0}
_FREQUENCIES = ("rope_freqs.weight",)
_FUSED = {
    "q": "attn_qkv", "k": "attn_qkv", "v": "attn_qkv", "o": "attn_output",
    "gate": "ffn_up", "up": "ffn_up", "down": "ffn_down",
}  # fmt: skip

ARCHITECTURES = {
    row.name: row
    for row in (
        Architecture("llama", ROPE_PAIRS, rope_factors=_FREQUENCIES),
        Architecture("qwen2", ROPE_HALVES),
        Architecture("qwen3", ROPE_HALVES, norms=(*PRE_NORMS, *QK_NORMS)),
        Architecture(
            "olmo2",
            ROPE_HALVES,
            norms=(*QK_NORMS, *POST_NORMS),
            qk_norm="all heads",
            options={"attention.sliding_window": 0},
            full_attention_every=4,
        ),
        Architecture("granite", ROPE_PAIRS, options=_GRANITE_SCALES, rope_factors=_FREQUENCIES),
        Architecture(
            "granitemoe",
            ROPE_PAIRS,
            linears=EXPERT_TENSORS,
            options=_GRANITE_SCALES,
            rope_factors=_FREQUENCIES,
            experts=Experts(normalized=True),
        ),
        Architecture(
            "olmoe",
            ROPE_HALVES,
            norms=(*PRE_NORMS, *QK_NORMS),
            qk_norm="all heads",
            linears=EXPERT_TENSORS,
            experts=Experts(normalized=False),
        ),
        Architecture(
            "qwen3moe",
            ROPE_HALVES,
            norms=(*PRE_NORMS, *QK_NORMS),
            linears=EXPERT_TENSORS,
            experts=Experts(normalized=True, width="expert_feed_forward_length"),
        ),
        Architecture("smollm3", ROPE_PAIRS, no_rope_every=4),
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
            "phi3",
            ROPE_HALVES,
            linears=_FUSED,
            rope_factors=("rope_factors_short.weight", "rope_factors_long.weight"),
        ),
    )
}
