"""In the place of the mixer, or of the feed-forward, of layers that are the other alone."""

from __future__ import annotations

from core.engine.ggml.tensor import Tensor
from core.engine.model.frozen import Layer
from core.engine.model.layer_shape import LayerShape
from core.engine.model.parts.part import Branches, Dims, Part, RowInputs, Saved
from core.engine.model.shape import Shape
from core.engine.ops.attention.interface import Needs
from core.engine.ops.autograd import Tape


class Nothing(Part):
    """Has nothing, and holds nothing. Its layer's norm and sum are left out with it."""

    def linears(self, shape: Shape, layer: LayerShape) -> Dims:  # noqa: ARG002
        return {}

    def saved_widths(self, shape: Shape, layer: LayerShape) -> dict[str, int]:  # noqa: ARG002
        return {}

    def width(self, shape: Shape, layer: LayerShape) -> int:  # noqa: ARG002
        return 0

    def width_when_saved(self, shape: Shape, layer: LayerShape, attention: Needs) -> int | None:  # noqa: ARG002
        return 0

    def forward(
        self,
        tape: Tape,  # noqa: ARG002
        shape: Shape,  # noqa: ARG002
        layer: Layer,  # noqa: ARG002
        branches: Branches,  # noqa: ARG002
        x: Tensor,  # noqa: ARG002
        inputs: RowInputs,  # noqa: ARG002
        saved: Saved,  # noqa: ARG002
    ) -> Tensor:
        raise AssertionError("a part that a layer has not got is not computed")
