"""The type of a family's graph row: the structure of an architecture, read by shape.py, weights.py and the parts in
core/engine/model.

Taken from llama.cpp's loaders and graphs (src/models/*.cpp), since the files are in its format.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

# Luthier's name of a linear -> its tensor in a GGUF file, `blk.<layer>.<name>.weight`. A layer has those of its parts.
LINEAR_TENSORS = {
    "q": "attn_q", "k": "attn_k", "v": "attn_v", "o": "attn_output",
    "gate": "ffn_gate", "up": "ffn_up", "down": "ffn_down",
    "conv_in": "shortconv.in_proj", "conv_out": "shortconv.out_proj", "ssm_in": "ssm_in", "ssm_out": "ssm_out",
    "ple_gate": "inp_gate", "ple_up": "proj",
}  # fmt: skip

# Luthier's name of a linear -> its input: `attention` is the input of a layer's mixer of any kind, `ffn` of its
# feed-forward. Branches with the same input share its dropout. PEFT draws anew for each, at the cost of a mask and a
# product more; the distribution for a single branch is the same.
LINEAR_INPUTS = {
    "q": "attention", "k": "attention", "v": "attention", "o": "o", "gate": "ffn", "up": "ffn", "down": "down",
    "router": "ffn", "shared_gate": "ffn", "shared_up": "ffn", "shared_down": "shared_down",
    "conv_in": "attention", "conv_out": "o", "ssm_in": "attention", "ssm_out": "ssm_out",
    "delta_qkv": "attention", "delta_gate": "attention", "delta_alpha": "attention", "delta_beta": "attention",
    "delta_out": "o",
    "ple_gate": "ple_gate", "ple_up": "ple_up",
}  # fmt: skip

# Linears that never get an adapter: the choice of experts is not trained.
FROZEN_LINEARS = ("router",)

# Layers of the gated delta rule.
DELTA_TENSORS = {
    "delta_qkv": "attn_qkv", "delta_gate": "attn_gate", "delta_alpha": "ssm_alpha", "delta_beta": "ssm_beta",
    "delta_out": "ssm_out",
}  # fmt: skip

# A mixture of experts: gate, up and down are stacks of experts, and a router chooses among them. Gate and up may be one
# tensor. All tokens use the shared experts, if any, which are one feed-forward.
EXPERT_STACKS = ("gate", "up", "down")
EXPERT_TENSORS = LINEAR_TENSORS | {
    "router": "ffn_gate_inp", "gate": "ffn_gate_exps", "up": "ffn_up_exps", "down": "ffn_down_exps",
    "shared_gate": "ffn_gate_shexp", "shared_up": "ffn_up_shexp", "shared_down": "ffn_down_shexp",
}  # fmt: skip
FUSED_STACK = "ffn_gate_up_exps"

# Stands for no cap. llama.cpp always caps Gemma 2's scores and logits, c * tanh(x / c), and divides by a c of 0. With
# this value the result is x to float's precision as far as 14, and to 3e-4 at 100. It is a power of two, which divides
# without loss, and not larger because graphics processors compute tanh to 1e-7, and attention in part in F16.
NO_CAP = 32768.0

# The key of a sliding window, in tokens, that the architecture's graph ignores.
IGNORED_WINDOW = "luthier.sliding_window"

_WINDOW = "attention.sliding_window"

# The key of the number of last layers that draft tokens ahead. Only their own graph runs them: they are not trained.
DRAFT_LAYERS = "nextn_predict_layers"

ROPE_PAIRS, ROPE_HALVES = 0, 2  # ggml's rope modes
ROPE_FREQUENCIES = ("rope_freqs.weight",)

OUT_SCALE = "layer_output_scale.weight"  # in some files, a factor on a layer's output
PRE_NORMS = ("attn_norm", "ffn_norm")
POST_NORMS = ("post_attention_norm", "post_ffw_norm")
QK_NORMS = ("attn_q_norm", "attn_k_norm")


Scores = Literal["softmax", "chosen", "sigmoid"]


@dataclass(frozen=True)
class Experts:
    """A feed-forward of many experts, of which a router chooses a few for each token.

    optional: a file may have none.
    scores, normalized: as in ops/experts.py; None: read from the file (expert_gating_func, expert_weights_norm).
    width: the metadata key of an expert's width.
    selection_bias: a file may have one, exp_probs_b.bias.
    scaled: a file may have a scale of each expert's output, ffn_down_exps.scale.
    shared_width: the metadata keys of the shared experts' width; the first that a file has counts; without one, no
    experts are shared. shared_counted: it is the width of each of expert_shared_count.
    beside_all: the shared ones are the model's own feed-forward, and the others are beside it, with norms of their own
    (parts/feed_forward.py).
    shared_gated: their output is multiplied with the sigmoid of a number of each token's, ffn_gate_inp_shexp.
    """

    normalized: bool | None = False
    scores: Scores | None = "softmax"
    optional: bool = False
    width: str = "feed_forward_length"
    selection_bias: bool = False
    scaled: bool = False
    shared_width: tuple[str, ...] = ()
    shared_counted: bool = False
    shared_gated: bool = False
    beside_all: bool = False


@dataclass(frozen=True)
class Architecture:
    """The structure of a decoder. Fields that a row leaves out are as in Llama.

    norms: tensors `blk.<layer>.<name>.weight`; the forward pass applies the listed ones, each in its place.
    ffn_norm: the one before the feed-forward; in some files it has the usual name of the norm after attention.
    unsuffixed: those whose names in its files lack `.weight`.
    qk_norm: whether attn_q_norm and attn_k_norm run over each head alone or over all of a token's heads together.
    norms_after_rope: attn_q_norm and attn_k_norm run after the rotation, not before.
    options: numeric metadata below the architecture's prefix that its graph supports -> the value of a file without it;
    None: such a file is refused.
    no_rope_every: every n-th layer leaves positions out; 0: none does.
    activation: of the gate in the feed-forward, or the whole gated unit of gpt-oss; relu2: a feed-forward without a
    gate, of squared ReLU.
    alone: each layer is either a mixer or a feed-forward, depending on which of them has a width in its file; ffn_norm
    is its only norm, attn_norm.
    refused: metadata of models that use more of the architecture's graph -> why these are not trained.
    sinks: each head of queries has one, attn_sinks.weight.
    scaled_embedding: by the square root of d_model.
    full_attention_every: every n-th layer looks back without a limit, the others as far as the sliding window (option
    attention.sliding_window); 0: all.
    unscaled_windows: layers with a window do not stretch their context as the others do.
    windowed_at: only the model with that many layers has windows, and only layers with one use positions in it.
    broad_scores_at: in the model with that many layers, attention is scaled by d_model / n_head, not by head_dim.
    switched_rope: a file may leave out positions in all layers.
    rope_factors: tensors of the whole model that divide the rotary frequencies, if the file has them; of two, the
    second is for rows longer than the context of the original training.
    mrope: how files with rope.dimension_sections assign a head's pairs to the positions of M-RoPE (positions.py). These
    pairs are halves for any rope_mode.
    linears: several that name the same tensor are its rows, one after the other.
    experts: None if there is one feed-forward for all tokens. Of the options, leading_dense_block_count and
    interleave_moe_layer_step determine which layers have experts, and expert_weights_scale multiplies their weights.
    output_norm: the tensor of the whole model's last norm.
    always_tied: llama.cpp uses the embedding as the output table, and refuses a file with one.
    gated_attention: attention's output is multiplied by the sigmoid of a gate, which q's projection holds, head by
    head after q.
    mixer: the mixer of layers without attention (a name in layers.MIXERS); empty: all have attention.
    beside_attention: it is beside attention in every layer.
    attention_every: every n-th layer has attention, unless a file has another n as `full_attention_interval`;
    0: those with key heads have it.
    unscaled_scores: attention's scores are not scaled.
    value_norm: each value head is normed, without a weight; in a layer without a tensor for values, its keys before
    their norm are also its values.
    local_heads: layers with a sliding window have heads of another width (key_length_swa), and only the others divide
    their rotary frequencies by rope_factors.
    shared_keys: the last layers, as many as the file says, have no keys and values of their own: they take those of the
    last layer before them of their kind, with a window or without.
    per_layer_embeddings: each layer ends in a gate on the token's embedding for this layer alone
    (parts/feed_forward.py), if the file has such embeddings.
    """

    name: str
    rope_mode: int
    norms: tuple[str, ...] = PRE_NORMS
    ffn_norm: str = "ffn_norm"
    unsuffixed: tuple[str, ...] = ()
    qk_norm: Literal["head", "all heads"] = "head"
    linears: Mapping[str, str] = field(default_factory=lambda: LINEAR_TENSORS)
    norms_after_rope: bool = False
    options: Mapping[str, float | None] = field(default_factory=dict)
    activation: Literal["silu", "gelu", "swiglu_oai", "relu2"] = "silu"
    alone: bool = False
    refused: Mapping[str, str] = field(default_factory=dict)
    sinks: bool = False
    scaled_embedding: bool = False
    broad_scores_at: int = 0
    no_rope_every: int = 0
    full_attention_every: int = 0
    unscaled_windows: bool = False
    windowed_at: int = 0
    switched_rope: bool = False
    rope_factors: tuple[str, ...] = ()
    mrope: Literal["", "sections", "interleaved"] = ""
    experts: Experts | None = None
    output_norm: str = "output_norm"
    always_tied: bool = False
    gated_attention: bool = False
    mixer: str = ""
    beside_attention: bool = False
    attention_every: int = 0
    unscaled_scores: bool = False
    value_norm: bool = False
    local_heads: bool = False
    shared_keys: bool = False
    per_layer_embeddings: bool = False

    def with_layers(self, n_layer: int) -> Architecture:
        """Return the row for a model with this many layers."""
        if self.windowed_at in (0, n_layer):
            return self
        options = {key: value for key, value in self.options.items() if key != _WINDOW}
        return replace(self, options=options, full_attention_every=0, windowed_at=0)

    def has_full_attention(self, layer: int) -> bool:
        """Return whether this layer looks back without a limit."""
        return not self.full_attention_every or _every(self.full_attention_every, layer)

    @property
    def only_attends(self) -> bool:
        """Return whether only attention connects tokens. Other mixers carry a state from each token of a row to the
        next, or read its neighbours, so they cannot continue a beginning from another place in the row.
        """
        return not self.mixer

    @property
    def entrances(self) -> tuple[str, ...]:
        """Return the linears that read a feed-forward's, or an expert's, input."""
        return ("up",) if self.activation == "relu2" else ("gate", "up")

    @property
    def has_windows(self) -> bool:
        """Return whether its graph has sliding windows; others ignore a model's window."""
        return _WINDOW in self.options

    def rotates(self, layer: int, window: int) -> bool:
        """Return whether the layer rotates positions. window: how far it looks back (0: on all)."""
        return bool(window) if self.windowed_at else not _every(self.no_rope_every, layer)

    def linears_in(self, tensor: str) -> set[str]:
        """Return the linears in a tensor, below the layer and without `.weight`, in some layer.

        Mixtures may have layers without experts, whose feed-forward has the usual names, unless the architecture uses
        these for other linears.
        """
        named = {name for name, own in self.linears.items() if own == tensor}
        if named or not self.experts:
            return named
        return {"gate", "up"} if tensor == FUSED_STACK else {n for n in EXPERT_STACKS if LINEAR_TENSORS[n] == tensor}

    def in_file(self, constant: str) -> str:
        """Return the file's name of a layer's small tensor, below the layer: ffn_norm.weight."""
        bare = constant.removesuffix(".weight")
        return bare if bare in self.unsuffixed else constant

    @property
    def post_norms(self) -> tuple[str, ...]:
        """Return the norms of the outputs of attention and feed-forward, before they join the stream."""
        return tuple(name for name in POST_NORMS if name in self.norms and name != self.ffn_norm)


def _every(n: int, layer: int) -> bool:
    """Return whether this is the n-th, 2n-th ... layer; False for n = 0."""
    return n > 0 and (layer + 1) % n == 0
