"""A layer as a whole: its parts by name, its tensors, and what it holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.engine.ggml import abi
from core.engine.model.parts.attention import BesideAttention, SelfAttention
from core.engine.model.parts.feed_forward import FeedForward, PerLayer
from core.engine.model.parts.mixture import BesideExperts, Mixture
from core.engine.model.parts.part import Dims, Nothing, Part
from core.engine.model.parts.recurrent import GatedDelta, Mamba2, ShortConv
from core.engine.model.shape import LayerShape, Shape
from core.engine.ops.attention.interface import Needs
from core.families.graph import EXPERT_STACKS, LINEAR_INPUTS, LINEAR_TENSORS, OUT_SCALE, QK_NORMS

NOTHING = Nothing()  # in the place of a part that a layer has not got

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
PER_LAYER = PerLayer()  # what some layers end in


_WHOLE = ("middle", "o", "down", "shared_down", "experts", "ple_up", "delta_qkv")


def mixer_of(layer: LayerShape) -> Part:
    return MIXERS[layer.mixer]


def feed_of(layer: LayerShape) -> Part:
    return FEEDS[layer.feed]


def layer_linears(shape: Shape, layer: LayerShape) -> Dims:
    """Return the sizes of all the layer's linears, in forward order."""
    return {name: dims for part in _parts(layer) for name, dims in part.linears(shape, layer).items()}


def linear_tensors(shape: Shape, layer: LayerShape) -> Mapping[str, str]:
    """Return our names of linears -> their tensors, below the layer. Some layers of a mixture have no experts."""
    named = shape.architecture.linears
    if shape.architecture.experts is None or layer.feed != "dense":
        return named
    return {**named, **{name: LINEAR_TENSORS[name] for name in EXPERT_STACKS}}


def optional_constants(shape: Shape, layer: LayerShape) -> Dims:
    """Return what `layer_constants` does, for tensors that a file may have besides."""
    return {name: dims for part in _parts(layer) for name, dims in part.optional(shape, layer).items()}


def layer_constants(shape: Shape, layer: LayerShape) -> Dims:
    """Return the sizes of a layer's small tensors, by their names in the file: the norms around its parts, and those of
    the parts.
    """
    norms = {f"{norm}.weight": (shape.d_model,) for norm in shape.architecture.norms if norm not in QK_NORMS}
    norms |= {OUT_SCALE: (1,)} if layer.scaled else {}
    return norms | {name: dims for part in _parts(layer) for name, dims in part.constants(shape, layer).items()}


def input_width(shape: Shape, layer: LayerShape, name: str) -> int:
    """Return the numbers per token that a linear's branch reads: of a stack's `down`, one expert's after another's."""
    in_slots = layer.routed and name in EXPERT_STACKS and LINEAR_INPUTS[name] == "down"
    return layer_linears(shape, layer)[name][0] * (shape.n_expert_used if in_slots else 1)


def saved_widths(shape: Shape, layer: LayerShape) -> dict[str, int]:
    """Return the width of each activation that is worth saving for backward, in the type that `saved_kind` says."""
    between = dict.fromkeys(_saved_between(shape, layer), shape.d_model)
    return {name: width for part in _parts(layer) for name, width in part.saved_widths(shape, layer).items()} | between


def _saved_between(shape: Shape, layer: LayerShape) -> Sequence[str]:
    """What goes into a norm is saved before it, since the norm's gradient reads it."""
    ends = [name for name, part in (("o", layer.mixer), ("down", layer.feed)) if part]
    if shape.architecture.post_norms:
        return ends
    return ("middle",) if len(ends) > 1 else ()


def saved_kind(name: str) -> int:
    """Return the type that an activation is saved in. F16 has digits enough for what only backward reads; but the
    stream and what joins it can leave its range, and the delta rule's states add up over many tokens what is rounded in
    each. Mamba-2's do too, but nothing there is as sensitive: F32 in place of F16 takes its gradients from 6e-4 to 5e-4
    of PEFT's, those of other layers the same.
    """
    return abi.F32 if name in _WHOLE else abi.F16


def saved_bytes(shape: Shape, layer: LayerShape) -> int:
    """Return the bytes per token of a layer's saved activations."""
    return sum(width * (4 if saved_kind(name) == abi.F32 else 2) for name, width in saved_widths(shape, layer).items())


def lent_between(shape: Shape, layers: range) -> list[int]:
    """Return the layers whose keys and values are read or lent by these."""
    lenders = [i for i in layers if shape.layers[i].lends]
    read = [source for i in layers if (source := shape.layers[i].keys_from) is not None]
    return sorted({*lenders, *read})


def beside_width(shape: Shape, lowest: int) -> int:
    """Return the numbers per token that live beside the stream: lent keys and values, their gradients from the lowest
    layer that learns on, embeddings for layers.
    """
    lent = sum((4 if i >= lowest else 2) * layer.kv_width for i, layer in enumerate(shape.layers) if layer.lends)
    return lent + sum(layer.per_layer for layer in shape.layers)


def layer_width(shape: Shape, layer: LayerShape) -> int:
    """Return the numbers per token of a layer's backward graph at once, without the scores of attention (measured)."""
    return sum(part.width(shape, layer) for part in _parts(layer))


def saved_layer_width(shape: Shape, layer: LayerShape, attention: Needs) -> int:
    """Return the numbers per token that the backward graph of a layer with saved activations holds at once."""
    widths = [part.width_when_saved(shape, layer, attention) for part in _parts(layer)]
    known = [width for width in widths if width is not None]
    return max(known) if len(known) == len(widths) else layer_width(shape, layer)


def layer_nodes(shape: Shape, layer: LayerShape) -> int:
    """Return the most tensors of a layer's graphs, forward and backward, beside those of attention and streaming."""
    return 512 + sum(part.nodes(shape, layer) for part in _parts(layer))


def _parts(layer: LayerShape) -> Iterator[Part]:
    yield mixer_of(layer)
    yield feed_of(layer)
    if layer.per_layer:
        yield PER_LAYER
