"""The forward pass, written once for all architectures; the tape derives the backward pass from it.

Shapes in ggml order. T: tokens, d: d_model.
"""

from __future__ import annotations

from core.engine.ggml.tensor import Tensor
from core.engine.model.frozen import FrozenModel, Layer
from core.engine.model.layers import PER_LAYER, feed_of, mixer_of
from core.engine.model.parts.part import Branches, RowInputs, Saved, output_projection
from core.engine.model.shape import Shape
from core.engine.ops.autograd import Tape
from core.engine.ops.elementwise import add, mul, scale, soft_cap, stacked
from core.engine.ops.norm import rms_norm
from core.families.graph import OUT_SCALE


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
        """norm: of y, where the architecture has it."""
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

    labels I32 [n]: what the loss is going to ask for; without them there is no gradient.
    """
    normed = rms_norm(tape, x, model.output_norm, model.shape.rms_eps)
    parts = [output_projection(tape, head, normed, labels) for head in model.head_pieces or (model.head,)]
    logits = stacked(tape, parts) if len(parts) > 1 else parts[0]
    logits = _scaled(tape, logits, model.shape.logit_scale)
    return soft_cap(tape, logits, model.shape.logit_softcap) if model.shape.logit_softcap else logits


def _scaled(tape: Tape, x: Tensor, factor: float) -> Tensor:
    return x if factor == 1.0 else scale(tape, x, factor)
