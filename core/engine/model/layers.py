"""A layer as a whole: its parts by name, its tensors and its memory; and the forward pass, written once for all
architectures. The tape derives the backward pass from it.

Shapes in ggml order. T: tokens, d: d_model.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.model.frozen import FrozenModel, Layer
from core.engine.model.parts.attention import BesideAttention, SelfAttention
from core.engine.model.parts.feed_forward import BesideExperts, FeedForward, Mixture, PerLayer
from core.engine.model.parts.part import Branches, Dims, Nothing, Part, RowInputs, Saved, output_projection
from core.engine.model.parts.recurrent import GatedDelta, Mamba2, ShortConv
from core.engine.model.shape import LayerShape, Shape
from core.engine.ops.attention.interface import Needs
from core.engine.ops.autograd import Tape
from core.engine.ops.elementwise import add, mul, scale, soft_cap, stacked
from core.engine.ops.norm import rms_norm
from core.families.graph import EXPERT_STACKS, LINEAR_INPUTS, LINEAR_TENSORS, OUT_SCALE, QK_NORMS

NOTHING = Nothing()  # stands for a part that a layer does not have

MIXERS: dict[str, Part] = {
    "": NOTHING,
    "attention": SelfAttention(),
    "conv": ShortConv(),
    "delta": GatedDelta(),
    "mamba2": Mamba2(),
    "attention beside mamba2": BesideAttention(Mamba2(bare=True)),
}
FEEDS: dict[str, Part] = {
    "": NOTHING,
    "dense": FeedForward(),
    "experts": Mixture(),
    "beside experts": BesideExperts(),
}
PER_LAYER = PerLayer()  # the last part of some layers


_WHOLE = ("middle", "o", "down", "shared_down", "experts", "ple_up", "delta_qkv")


def mixer_of(layer: LayerShape) -> Part:
    return MIXERS[layer.mixer]


def feed_of(layer: LayerShape) -> Part:
    return FEEDS[layer.feed]


def layer_linears(shape: Shape, layer: LayerShape) -> Dims:
    """Return the sizes of all the layer's linears, in forward order."""
    return {name: dims for part in _parts(layer) for name, dims in part.linears(shape, layer).items()}


def linear_tensors(shape: Shape, layer: LayerShape) -> Mapping[str, str]:
    """Return Luthier's names of linears -> their tensors, below the layer. Some layers of a mixture have no experts."""
    named = shape.architecture.linears
    if shape.architecture.experts is None or layer.feed != "dense":
        return named
    return {**named, **{name: LINEAR_TENSORS[name] for name in EXPERT_STACKS}}


def optional_constants(shape: Shape, layer: LayerShape) -> Dims:
    """Return the sizes of small tensors that a file may have in addition to `layer_constants`."""
    return {name: dims for part in _parts(layer) for name, dims in part.optional(shape, layer).items()}


def layer_constants(shape: Shape, layer: LayerShape) -> Dims:
    """Return the sizes of a layer's small tensors, by their names in the file: the norms around its parts, and the
    parts' own.
    """
    norms = {f"{norm}.weight": (shape.d_model,) for norm in shape.architecture.norms if norm not in QK_NORMS}
    norms |= {OUT_SCALE: (1,)} if layer.scaled else {}
    return norms | {name: dims for part in _parts(layer) for name, dims in part.constants(shape, layer).items()}


def input_width(shape: Shape, layer: LayerShape, name: str) -> int:
    """Return the numbers per token that a linear's branch reads: for a stack's `down`, those of all of a token's
    experts.
    """
    in_slots = layer.routed and name in EXPERT_STACKS and LINEAR_INPUTS[name] == "down"
    return layer_linears(shape, layer)[name][0] * (shape.n_expert_used if in_slots else 1)


def saved_widths(shape: Shape, layer: LayerShape) -> dict[str, int]:
    """Return the width of each activation that is worth saving for backward, in the type of `saved_kind`."""
    between = dict.fromkeys(_saved_between(shape, layer), shape.d_model)
    return {name: width for part in _parts(layer) for name, width in part.saved_widths(shape, layer).items()} | between


def _saved_between(shape: Shape, layer: LayerShape) -> Sequence[str]:
    """Return the inputs of norms to save, since the norms' gradients read them."""
    ends = [name for name, part in (("o", layer.mixer), ("down", layer.feed)) if part]
    if shape.architecture.post_norms:
        return ends
    return ("middle",) if len(ends) > 1 else ()


def saved_kind(name: str) -> int:
    """Return the type of a saved activation. F16 has enough digits for what only backward reads, with two exceptions:
    the stream and what is added to it can exceed its range, and the delta rule's states accumulate rounding errors over
    many tokens. Mamba-2's states do too, but are less sensitive: F32 in place of F16 takes its gradients from 6e-4 to
    5e-4 of PEFT's, and leaves those of other layers the same.
    """
    return abi.F32 if name in _WHOLE else abi.F16


def saved_bytes(shape: Shape, layer: LayerShape) -> int:
    """Return the bytes per token of a layer's saved activations."""
    return sum(width * (4 if saved_kind(name) == abi.F32 else 2) for name, width in saved_widths(shape, layer).items())


def lent_between(shape: Shape, layers: range) -> list[int]:
    """Return the layers whose keys and values these layers read or lend."""
    lenders = [i for i in layers if shape.layers[i].lends]
    read = [source for i in layers if (source := shape.layers[i].keys_from) is not None]
    return sorted({*lenders, *read})


def beside_width(shape: Shape, lowest: int) -> int:
    """Return the numbers per token that are held beside the stream: lent keys and values, their gradients from the
    lowest layer that learns on, embeddings for layers.
    """
    lent = sum((4 if i >= lowest else 2) * layer.kv_width for i, layer in enumerate(shape.layers) if layer.lends)
    return lent + sum(layer.per_layer for layer in shape.layers)


def layer_width(shape: Shape, layer: LayerShape) -> int:
    """Return the numbers per token that a layer's backward graph holds at once, without attention's scores
    (measured).
    """
    return sum(part.width(shape, layer) for part in _parts(layer))


def saved_layer_width(shape: Shape, layer: LayerShape, attention: Needs) -> int:
    """Return the numbers per token that the backward graph of a layer with saved activations holds at once."""
    widths = [part.width_when_saved(shape, layer, attention) for part in _parts(layer)]
    known = [width for width in widths if width is not None]
    return max(known) if len(known) == len(widths) else layer_width(shape, layer)


def layer_nodes(shape: Shape, layer: LayerShape) -> int:
    """Return the most tensors of a layer's graphs, forward and backward, without those of attention and streaming."""
    return 512 + sum(part.nodes(shape, layer) for part in _parts(layer))


def _parts(layer: LayerShape) -> Iterator[Part]:
    yield mixer_of(layer)
    yield feed_of(layer)
    if layer.per_layer:
        yield PER_LAYER


def embed(tape: Tape, model: FrozenModel, tokens: Tensor, noise: Tensor | None) -> Tensor:
    """Embed tokens I32 [T], with noise [d, T], as the stream's beginning [d, T]."""
    x = tape.emit("get_rows", model.embedding, tokens)
    if noise is not None:
        x = tape.emit("add", x, noise)
    return _scaled(tape, x, model.shape.embedding_scale)


def decoder_layer(
    tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, inputs: RowInputs, saved: Saved
) -> Tensor:
    """Pass x [d, T] through a layer: [d, T]."""

    row = shape.architecture

    def normed(name: str, y: Tensor) -> Tensor:
        weight = layer.constants.get(f"{name}.weight")
        return y if weight is None else rms_norm(tape, y, weight, shape.rms_eps)

    def join(x: Tensor, y: Tensor, norm: str) -> Tensor:
        """Add y to the stream. norm: of y, if the architecture has it."""
        y = normed(norm, y) if norm in row.post_norms else y
        return add(tape, x, _scaled(tape, y, shape.residual_scale))

    mixer, feed = mixer_of(layer.shape), feed_of(layer.shape)
    if layer.shape.mixer:
        y = saved("o", mixer.forward(tape, shape, layer, branches, normed("attn_norm", x), inputs, saved))
        x = saved("middle", join(x, y, "post_attention_norm"))
    if layer.shape.feed:
        entering = x if feed.reads_stream else normed(row.ffn_norm, x)
        y = saved("down", feed.forward(tape, shape, layer, branches, entering, inputs, saved))
        x = join(x, y, "post_ffw_norm")
    if layer.shape.per_layer:
        x = add(tape, x, PER_LAYER.forward(tape, shape, layer, branches, x, inputs, saved))
    return mul(tape, x, layer.constants[OUT_SCALE]) if layer.shape.scaled else x


def output_logits(tape: Tape, model: FrozenModel, x: Tensor, labels: Tensor | None = None) -> Tensor:
    """Pass the last layer's output through the final norm and the output projection: [d, n] -> [n_vocab, n].

    labels I32 [n]: the labels in the loss; required for a gradient.
    """
    normed = rms_norm(tape, x, model.output_norm, model.shape.rms_eps)
    parts = [output_projection(tape, head, normed, labels) for head in model.head_pieces or (model.head,)]
    logits = stacked(tape, parts) if len(parts) > 1 else parts[0]
    logits = _scaled(tape, logits, model.shape.logit_scale)
    return soft_cap(tape, logits, model.shape.logit_softcap) if model.shape.logit_softcap else logits


def _scaled(tape: Tape, x: Tensor, factor: float) -> Tensor:
    return x if factor == 1.0 else scale(tape, x, factor)
