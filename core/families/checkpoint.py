"""The type of a family's checkpoint row, and its building blocks: Hugging Face's names and settings, and their GGUF
equivalents.

A family's graph row (graph.py) describes the decoder's computation; this module only describes where its numbers and
tensors come from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from core.families.graph import Architecture
from core.families.layers import ReadLayers

if TYPE_CHECKING:
    from core.families.values import JsonObject

Stack = Literal[
    "", "each", "whole", "half 0", "half 1", "even", "odd",
    "turned", "turned even", "turned odd", "mxfp4", "mxfp4 even", "mxfp4 odd",
]  # fmt: skip


@dataclass(frozen=True)
class TensorSpec:
    """A tensor: its names, its shape in words of the config (numpy order), and which heads to reorder.

    stack: the form of a stack of experts in the source: one tensor for `each` expert, with {expert} in its name; the
    `whole` stack; or the first or second half of the rows of a fused one, `half 0` and `half 1`. The halves also of a
    matrix. Of a matrix, its `even` or `odd` columns; of a stack of transposed matrices, `turned`, these too; and of a
    stack in MXFP4 (source_parts.py), whose blocks are the source, its rows.
    kernel: of a convolution, whose source has an axis of one before the last. flat: the source has one axis.
    tiled: its last rows, or its columns, belong to value heads (tensor_names.py).
    is_decay: the source has its logarithm, and it is negative. is_factor: a norm's weight without an offset.
    exact: stays F32, for any type of the weights.
    folded: numbers of config.json are multiplied into it (PerLayer.factors), which the class applies beside the linear.
    """

    source: str
    target: str
    shape: tuple[str, ...]
    heads: str = ""  # rows belong to these heads and are permuted for llama.cpp's rotary order
    when: str = ""  # only with this option of the model (see tensor_names.py) or of the layer (PerLayer.has)
    stack: Stack = ""
    kernel: bool = False
    flat: bool = False
    tiled: Literal["", "rows", "columns"] = ""
    is_decay: bool = False
    is_factor: bool = False
    exact: bool = False
    folded: bool = False


EMBEDDING = TensorSpec("model.embed_tokens.weight", "token_embd.weight", ("vocab_size", "d_model"))
HEAD = TensorSpec("lm_head.weight", "output.weight", ("vocab_size", "d_model"), when="untied")
FINAL_NORM = TensorSpec("model.norm.weight", "output_norm.weight", ("d_model",))


@dataclass(frozen=True)
class TextPart:
    """The text part of a class for more than text.

    kinds: the model_type that config.json may give the part; the first if the class gives none.
    prefix: of the decoder's modules in Transformers 5, and so in PEFT's folders.
    path: config.json's objects with its numbers, each within the one before. Older files of some classes have them
    beside everything else.
    n_layers: of the models that are published as this class, if its architecture has other classes too: GGUF files of
    other converters do not give theirs.
    """

    kinds: tuple[str, ...]
    prefix: str = "model.language_model."
    path: tuple[str, ...] = ("text_config",)
    n_layers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Called:
    """The usual names of a class's models; README's list and every page use it.

    sizes: published ones that train at home. also: models of other names with the same architecture.
    """

    title: str
    sizes: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Family:
    """How the checkpoints of one kind become one GGUF architecture.

    architecture: its graph. layer: tensors below `model.layers.N.`.
    called: its usual names; None: by its GGUF architecture.
    numbers: GGUF key below the architecture's prefix -> config.json's key, and the value of a null, if allowed.
    counts: the same for whole numbers.
    derived, derived_counts: values that need more than one of config.json's keys.
    expects: config.json's key -> the values that llama.cpp's graph supports, the first shown in an error.
    embedding, final_norm: tensors of the whole model, the norm its last. model: those beyond these and HEAD.
    aliases: config.json's key -> the usual key that it replaces.
    spelled: converts settings that only this class writes in its own way to the usual form.
    layers: reads the differences between layers, and everything about experts; None: all are alike. keys: of
    config.json, that it reads.
    hybrid: of the same class, for layers of further kinds than layer_types has.
    text: the text part of a class for more than text; None: the whole model is text.
    quantized: quant_method of quantization_config, if its weights may be quantized that way.
    linear_experts: its class has a linear for each expert's product, and PEFT adapts each separately.
    no_peft: tensors below a layer whose adapters PEFT refuses, or would mistake for something else.
    left_out: the beginnings of tensor names that GGUF files leave out.
    d_ff: config.json's key of the feed-forward's width.
    layer_types: those that config.json may name, in classes with further kinds of layers, which are not supported.
    """

    architecture: Architecture
    layer: tuple[TensorSpec, ...]
    called: Called | None = None
    numbers: Mapping[str, tuple[str, float | None]] = field(default_factory=dict)
    counts: Mapping[str, tuple[str, int | None]] = field(default_factory=dict)
    derived: Mapping[str, Callable[[JsonObject], float]] = field(default_factory=dict)
    derived_counts: Mapping[str, Callable[[JsonObject], int]] = field(default_factory=dict)
    expects: Mapping[str, tuple[Any, ...]] = field(default_factory=lambda: SILU)
    norm_offset: float = 0.0  # the model adds this to its norms' weights at run time, GGUF files have it added
    model: tuple[TensorSpec, ...] = ()
    embedding: TensorSpec = EMBEDDING
    final_norm: TensorSpec = FINAL_NORM
    layers: ReadLayers | None = None
    keys: tuple[str, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    spelled: Callable[[JsonObject], dict[str, Any]] | None = None
    partly_rotated: bool = False  # its graph can leave the end of each head unrotated
    stretched_base: bool = False  # config.json may give the rotary base's stretch as a factor
    text: TextPart | None = None
    quantized: tuple[str, ...] = ()
    linear_experts: bool = False
    no_peft: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    hybrid: Family | None = None
    d_ff: str = "intermediate_size"
    layer_types: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return self.called.title if self.called else self.name

    @property
    def name(self) -> str:
        """Return its architecture's name in GGUF files."""
        return self.architecture.name


SILU: Mapping[str, tuple[Any, ...]] = {"hidden_act": ("silu",)}

PRE_NORMS = (
    TensorSpec("input_layernorm.weight", "attn_norm.weight", ("d_model",)),
    TensorSpec("post_attention_layernorm.weight", "ffn_norm.weight", ("d_model",)),
)
POST_NORMS = (
    TensorSpec("post_attention_layernorm.weight", "post_attention_norm.weight", ("d_model",)),
    TensorSpec("post_feedforward_layernorm.weight", "post_ffw_norm.weight", ("d_model",)),
)
HEAD_NORMS = (
    TensorSpec("self_attn.q_norm.weight", "attn_q_norm.weight", ("head_dim",)),
    TensorSpec("self_attn.k_norm.weight", "attn_k_norm.weight", ("head_dim",)),
)
WIDE_NORMS = (
    TensorSpec("self_attn.q_norm.weight", "attn_q_norm.weight", ("d_q",)),
    TensorSpec("self_attn.k_norm.weight", "attn_k_norm.weight", ("d_kv",)),
)


def attention(*, pairs: bool = False) -> tuple[TensorSpec, ...]:
    """Return the tensors of usual attention. pairs: llama.cpp's graph for this architecture rotates neighbouring rows,
    so q and k are reordered.
    """
    q, k = ("n_heads", "n_kv_heads") if pairs else ("", "")
    return (
        TensorSpec("self_attn.q_proj.weight", "attn_q.weight", ("d_q", "d_model"), heads=q),
        TensorSpec("self_attn.k_proj.weight", "attn_k.weight", ("d_kv", "d_model"), heads=k),
        TensorSpec("self_attn.v_proj.weight", "attn_v.weight", ("d_kv", "d_model")),
        TensorSpec("self_attn.o_proj.weight", "attn_output.weight", ("d_model", "d_q")),
    )


def qkv_biases(*, pairs: bool = False, when: str = "") -> tuple[TensorSpec, ...]:
    q, k = ("n_heads", "n_kv_heads") if pairs else ("", "")
    return (
        TensorSpec("self_attn.q_proj.bias", "attn_q.bias", ("d_q",), heads=q, when=when),
        TensorSpec("self_attn.k_proj.bias", "attn_k.bias", ("d_kv",), heads=k, when=when),
        TensorSpec("self_attn.v_proj.bias", "attn_v.bias", ("d_kv",), when=when),
    )


FEED_FORWARD = (
    TensorSpec("mlp.gate_proj.weight", "ffn_gate.weight", ("d_ff", "d_model")),
    TensorSpec("mlp.up_proj.weight", "ffn_up.weight", ("d_ff", "d_model")),
    TensorSpec("mlp.down_proj.weight", "ffn_down.weight", ("d_model", "d_ff")),
)
ROUTER = TensorSpec("mlp.gate.weight", "ffn_gate_inp.weight", ("n_experts", "d_model"), exact=True)
WIDE_STACK, NARROW_STACK = ("n_experts", "d_expert", "d_model"), ("n_experts", "d_model", "d_expert")
EXPERTS = (
    ROUTER,
    TensorSpec("mlp.experts.{expert}.gate_proj.weight", "ffn_gate_exps.weight", WIDE_STACK, stack="each"),
    TensorSpec("mlp.experts.{expert}.up_proj.weight", "ffn_up_exps.weight", WIDE_STACK, stack="each"),
    TensorSpec("mlp.experts.{expert}.down_proj.weight", "ffn_down_exps.weight", NARROW_STACK, stack="each"),
)


def shared_experts(module: str, when: str = "") -> tuple[TensorSpec, ...]:
    """Return the experts that all tokens use, as one feed-forward."""
    return (
        TensorSpec(f"{module}.gate_proj.weight", "ffn_gate_shexp.weight", ("d_shared", "d_model"), when=when),
        TensorSpec(f"{module}.up_proj.weight", "ffn_up_shexp.weight", ("d_shared", "d_model"), when=when),
        TensorSpec(f"{module}.down_proj.weight", "ffn_down_shexp.weight", ("d_model", "d_shared"), when=when),
    )


OPTIONAL_BIASES = (
    *qkv_biases(pairs=True, when="attention_bias"),
    TensorSpec("self_attn.o_proj.bias", "attn_output.bias", ("d_model",), when="attention_bias"),
    TensorSpec("mlp.gate_proj.bias", "ffn_gate.bias", ("d_ff",), when="mlp_bias"),
    TensorSpec("mlp.up_proj.bias", "ffn_up.bias", ("d_ff",), when="mlp_bias"),
    TensorSpec("mlp.down_proj.bias", "ffn_down.bias", ("d_model",), when="mlp_bias"),
)
LLAMA_LAYER = (*PRE_NORMS, *attention(pairs=True), *FEED_FORWARD, *OPTIONAL_BIASES)
NO_BIAS = {"attention_bias": (False, None)}
