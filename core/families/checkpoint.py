"""The type of a family's checkpoint row, and what such rows are built from: Hugging Face's names and settings, and what
they become in GGUF.

What a family's decoder computes is its graph row (graph.py); here is only where its numbers and tensors come from.
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

    stack: what the source of a stack of experts is: one tensor for `each` expert, {expert} in its name; the `whole`
    stack; or the first or second half of the rows of a fused one, `half 0` and `half 1`. These also of a matrix.
    Of a matrix, its `even` or `odd` columns; of a stack of transposed matrices, `turned`, those too; and of a stack in
    MXFP4 (source_parts.py), whose blocks the source is, its rows.
    kernel: of a convolution, whose source has an axis of one before the last. flat: the source has one axis.
    tiled: its last rows, or its columns, belong to heads of values (tensor_names.py).
    is_decay: its logarithm is what the source has, and it is negative. is_factor: a norm's weight without an offset.
    exact: stays F32, whatever type the weights get.
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
    """The place of the text part in a class that does more than text.

    kinds: the model_type that config.json may name the part by; a class that says none has the first.
    prefix: of the decoder's modules in Transformers 5, and so in PEFT's folders.
    path: config.json's objects that hold its numbers, each within the one before. Older files of some classes have
    them beside everything else.
    n_layers: of the models that are published as this class, where its architecture has other classes, too: GGUF files
    of other converters do not say theirs.
    """

    kinds: tuple[str, ...]
    prefix: str = "model.language_model."
    path: tuple[str, ...] = ("text_config",)
    n_layers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Called:
    """What people call the models of a class; README's list and every page take it from here.

    sizes: that are published and train at home. also: models of other names that are built the same.
    """

    title: str
    sizes: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Family:
    """How the checkpoints of one kind become one GGUF architecture.

    architecture: what its graph computes. layer: tensors below `model.layers.N.`.
    called: what people call it; None: by its GGUF architecture.
    numbers: GGUF key below the architecture's prefix -> config.json's key, and what its null stands for, if it may be.
    counts: the same for whole numbers.
    derived, derived_counts: such as are more than what one of config.json's keys says.
    expects: config.json's key -> the values llama.cpp's graph stands for, the first shown in an error.
    embedding, final_norm: tensors of the whole model, the norm its last. model: those beyond these and HEAD.
    aliases: config.json's key -> the usual name of what it says, which it takes the place of.
    spelled: what config.json says in ways that are no other class's, in the usual words.
    layers: reads what differs from layer to layer, and all there is of experts; None: nothing differs. keys: of
    config.json, that it reads.
    hybrid: of the same class, where layers may also be of other kinds than layer_types has.
    text: where a class that does more than text keeps its text part; None: the whole model is one.
    quantized: quant_method of quantization_config, where its weights may be quantized so.
    linear_experts: its class has a linear for each expert's product, and PEFT adapts each by itself.
    no_peft: tensors below a layer whose adapters PEFT refuses, or would take for something else.
    left_out: how the names of tensors begin that GGUF files leave out.
    d_ff: config.json's key of the feed-forward's width.
    layer_types: those that config.json may name, in classes whose layers may also be of kinds that are not meant here.
    """

    architecture: Architecture
    layer: tuple[TensorSpec, ...]
    called: Called | None = None
    numbers: Mapping[str, tuple[str, float | None]] = field(default_factory=dict)
    counts: Mapping[str, tuple[str, int | None]] = field(default_factory=dict)
    derived: Mapping[str, Callable[[JsonObject], float]] = field(default_factory=dict)
    derived_counts: Mapping[str, Callable[[JsonObject], int]] = field(default_factory=dict)
    expects: Mapping[str, tuple[Any, ...]] = field(default_factory=lambda: SILU)
    norm_offset: float = 0.0  # what the model adds to its norms' weights when it computes, GGUF when it stores
    model: tuple[TensorSpec, ...] = ()
    embedding: TensorSpec = EMBEDDING
    final_norm: TensorSpec = FINAL_NORM
    layers: ReadLayers | None = None
    keys: tuple[str, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    spelled: Callable[[JsonObject], dict[str, Any]] | None = None
    partly_rotated: bool = False  # its graph can leave the end of each head as it is
    stretched_base: bool = False  # config.json may say by a factor what the rotary base becomes
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
        """Return what GGUF files call its architecture."""
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
    """Return the experts that all tokens go to, as one feed-forward."""
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
