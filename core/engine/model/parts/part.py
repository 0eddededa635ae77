"""The interface of a layer's parts, and the frozen projection with a branch beside it that parts are made of.

Shapes in ggml order. T: tokens, d: d_model. Widths are numbers per token.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor
from core.engine.model.frozen import FrozenLinear, Layer
from core.engine.model.shape import LayerShape, Shape
from core.engine.ops.attention.interface import Attention, Heads, Needs, reach
from core.engine.ops.autograd import Tape
from core.engine.ops.elementwise import add, mul
from core.engine.ops.frozen_product import frozen_mul_mat, head_mul_mat
from core.engine.ops.low_rank import LowRank, adapted_product

Dims = Mapping[str, tuple[int, ...]]  # of tensors, by name
Branches = Mapping[str, LowRank]  # by the name of the linear: q, k, v, ...

# Called with the name and value of activations that are expensive to recompute: forward may save one, backward returns
# the saved one.
Saved = Callable[[str, Tensor], Tensor]

Sight = tuple[Heads, int]  # the key for sharing an attention between layers: heads, and their reach in this row


def sight(layer: LayerShape, n_tokens: int) -> Sight:
    """Return the heads of a layer and how far it looks back in rows of n_tokens."""
    return layer.heads, reach(layer.window, n_tokens)


class KeysValues(NamedTuple):
    """An attention's keys and values, normed and rotated: each [width, heads of keys, T]."""

    keys: Tensor
    values: Tensor


@dataclass(frozen=True)
class RowInputs:
    """A layer's inputs from a row besides the stream: positions I32 [T], and its masks.

    positions: they begin at 0 in each packed sequence, so that token t - j belongs to t's sequence if positions[t] >=
    j. Sequences that continue a shared beginning are the exception; only models in which nothing but attention connects
    tokens get them (Architecture.only_attends).
    dropout: masks for the inputs of low-rank branches, [width, T], by name (arch.LINEAR_INPUTS); absent: no dropout.
    lent: keys and values of an earlier layer, in layers that have none. lend: called with those that later layers read.
    per_layer: the embeddings that this layer's gate reads, [LayerShape.per_layer, T].
    """

    positions: Tensor
    attention: Mapping[Sight, Attention]
    dropout: Mapping[str, Tensor] = field(default_factory=dict)
    lent: KeysValues | None = None
    lend: Callable[[KeysValues], None] | None = None
    per_layer: Tensor | None = None

    def attention_of(self, layer: LayerShape) -> Attention:
        return self.attention[sight(layer, self.positions.shape[0])]


class Part(ABC):
    """A mixer, in which tokens see each other, or a feed-forward. Stateless: all differences are in the shapes."""

    reads_stream = False  # whether it norms its own input
    attends = False  # whether it uses RowInputs.attention

    @abstractmethod
    def linears(self, shape: Shape, layer: LayerShape) -> Dims:
        """Return the sizes of linears by Luthier's names: [d_in, d_out], of stacks of experts [d_in, d_out,
        n_expert].
        """

    def constants(self, shape: Shape, layer: LayerShape) -> Dims:  # noqa: ARG002
        """Return the sizes of the part's other tensors, small and in F32, by their names in the file."""
        return {}

    def optional(self, shape: Shape, layer: LayerShape) -> Dims:  # noqa: ARG002
        """Return the sizes of further such tensors, which a file need not have."""
        return {}

    @abstractmethod
    def saved_widths(self, shape: Shape, layer: LayerShape) -> dict[str, int]:
        """Return the width of each activation that is worth saving for backward."""

    @abstractmethod
    def width(self, shape: Shape, layer: LayerShape) -> int:
        """Return the numbers per token that the part's backward graph holds at once, without attention's scores
        (measured).
        """

    def width_when_saved(self, shape: Shape, layer: LayerShape, attention: Needs) -> int | None:  # noqa: ARG002
        """Return what the whole layer's backward graph holds at once while it computes this part, with the layer's
        activations saved; None: as much as in a layer that is recomputed.
        """
        return None

    def nodes(self, shape: Shape, layer: LayerShape) -> int:  # noqa: ARG002
        """Return the most tensors of the part's graphs, forward and backward, beyond a layer's 512 and attention's."""
        return 0

    def needs(
        self,
        ggml: Ggml,  # noqa: ARG002
        shape: Shape,  # noqa: ARG002
        layer: LayerShape,  # noqa: ARG002
        n_tokens: int,  # noqa: ARG002
        threads: int,  # noqa: ARG002
        *,
        on_device: bool,  # noqa: ARG002
    ) -> Needs:
        """Return the needs of a mixer without attention: memory beyond the numbers of `width`."""
        return Needs(0, 0, 0, 0)

    def row_nodes(self, ggml: Ggml, shape: Shape, layer: LayerShape, n_tokens: int, *, on_device: bool) -> int:  # noqa: ARG002
        """Return the number of tensors to add to `nodes` in rows of n_tokens."""
        return 0

    @abstractmethod
    def forward(
        self, tape: Tape, shape: Shape, layer: Layer, branches: Branches, x: Tensor, inputs: RowInputs, saved: Saved
    ) -> Tensor:
        """Pass x [d, T] through the part: [d, T]."""


def linear(tape: Tape, frozen: FrozenLinear, branch: LowRank | None, x: Tensor, dropped: Tensor) -> Tensor:
    """Project x by the frozen weight and add the low-rank branch, which reads `dropped`: [d_in, T] -> [d_out, T]."""
    y = frozen_mul_mat(tape, frozen, x) if branch is None else adapted_product(tape, frozen, branch, x, dropped)
    return _biased(tape, frozen, y)


def output_projection(tape: Tape, head: FrozenLinear, x: Tensor, labels: Tensor | None) -> Tensor:
    """Project x [d, n] to logits [n_vocab, n]; labels: as in frozen_product.py."""
    return _biased(tape, head, head_mul_mat(tape, head, x, labels))


def _biased(tape: Tape, frozen: FrozenLinear, y: Tensor) -> Tensor:
    return y if frozen.bias is None else add(tape, y, frozen.bias)


def drop_out(tape: Tape, x: Tensor, mask: Tensor | None) -> Tensor:
    """Return x [d, T] with the mask applied; x itself without one."""
    return x if mask is None else mul(tape, x, mask)


class Nothing(Part):
    """A part without tensors and memory. Its layer's norm and sum are left out too."""

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
