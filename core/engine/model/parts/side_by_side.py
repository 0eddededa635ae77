"""Attention with another mixer beside it: both read the same, and what they give is added up. Shapes in ggml order;
T: tokens, d: d_model.
"""

from __future__ import annotations

from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor
from core.engine.model.frozen import Layer
from core.engine.model.layer_shape import LayerShape
from core.engine.model.parts.attention import SelfAttention
from core.engine.model.parts.part import Branches, Dims, Part, RowInputs, Saved
from core.engine.model.shape import Shape
from core.engine.ops.attention.interface import Needs
from core.engine.ops.autograd import Tape
from core.engine.ops.elementwise import add


class BesideAttention(Part):
    """attention(x) + other(x)."""

    attends = True

    def __init__(self, other: Part) -> None:
        self._attention, self._other = SelfAttention(), other

    def linears(self, shape: Shape, layer: LayerShape) -> Dims:
        return {**self._attention.linears(shape, layer), **self._other.linears(shape, layer)}

    def constants(self, shape: Shape, layer: LayerShape) -> Dims:
        return {**self._attention.constants(shape, layer), **self._other.constants(shape, layer)}

    def optional(self, shape: Shape, layer: LayerShape) -> Dims:
        return {**self._attention.optional(shape, layer), **self._other.optional(shape, layer)}

    def saved_widths(self, shape: Shape, layer: LayerShape) -> dict[str, int]:
        return {**self._attention.saved_widths(shape, layer), **self._other.saved_widths(shape, layer)}

    def width(self, shape: Shape, layer: LayerShape) -> int:
        return self._attention.width(shape, layer) + self._other.width(shape, layer)

    def width_when_saved(self, shape: Shape, layer: LayerShape, attention: Needs) -> int | None:
        widths = [part.width_when_saved(shape, layer, attention) for part in (self._attention, self._other)]
        known = [width for width in widths if width is not None]
        return sum(known) if len(known) == len(widths) else None

    def nodes(self, shape: Shape, layer: LayerShape) -> int:
        return self._attention.nodes(shape, layer) + self._other.nodes(shape, layer)

    def needs(
        self, ggml: Ggml, shape: Shape, layer: LayerShape, n_tokens: int, threads: int, *, on_device: bool
    ) -> Needs:
        """Return what the other mixer needs."""
        return self._other.needs(ggml, shape, layer, n_tokens, threads, on_device=on_device)

    def row_nodes(self, ggml: Ggml, shape: Shape, layer: LayerShape, n_tokens: int, *, on_device: bool) -> int:
        return self._other.row_nodes(ggml, shape, layer, n_tokens, on_device=on_device)

    def forward(
        self, tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, inputs: RowInputs, saved: Saved
    ) -> Tensor:
        one, other = (
            part.forward(tape, shape, layer, branches, x, inputs, saved) for part in (self._attention, self._other)
        )
        return add(tape, one, other)
