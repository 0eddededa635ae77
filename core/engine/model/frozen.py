"""The frozen model: its tensors by their roles."""

from __future__ import annotations

from dataclasses import dataclass

from core.engine.ggml.tensor import Tensor
from core.engine.model.gguf_file import GgufFile
from core.engine.model.shape import LayerShape, Shape
from core.engine.ops import experts, frozen_product
from core.engine.ops.frozen_product import Streaming
from core.families.graph import LINEAR_INPUTS


@dataclass
class FrozenLinear:
    """A weight [d_in, d_out] of any type, or a stack of experts [d_in, d_out, n_experts]; its bias [d_out], of a stack
    [d_out, n_experts], or None; and its transposed copy [d_out, d_in, ...] for gradients, if held.
    """

    name: str  # of the tensor in the file, `blk.0.attn_q.weight`
    weight: Tensor
    bias: Tensor | None = None
    forward: Tensor | None = None  # a copy with a faster product, if held
    transposed: Tensor | None = None

    @property
    def d_in(self) -> int:
        return self.weight.shape[0]

    @property
    def d_out(self) -> int:
        return self.weight.shape[1]

    @property
    def n_experts(self) -> int:
        return self.weight.shape[2]

    @property
    def bytes(self) -> int:
        """Return the size of the weight, which may be a view of a larger tensor."""
        return self.weight.strides[1] * self.d_out * self.n_experts

    def streaming(self, n_used: int) -> Streaming:
        """Return the cost of the linear's input gradient without a transposed copy. n_used: experts of each token."""
        if self.n_experts > 1:
            return experts.streaming(self.d_in, self.d_out, self.n_experts, n_used)
        return frozen_product.streaming(self.d_in, self.d_out)


@dataclass(frozen=True)
class Layer:
    """One decoder layer. constants: its small tensors, which are not multiplied as matrices."""

    shape: LayerShape
    constants: dict[str, Tensor]  # by the name in the file, below the layer: attn_norm.weight, ...
    linears: dict[str, FrozenLinear]  # by Luthier's name: q, k, v, o, gate, up, down, ...


@dataclass(frozen=True)
class PerLayerTables:
    """Sources of the embeddings that tokens have for single layers; p: of one layer, n: layers."""

    embedding: Tensor  # [p n, n_vocab]
    projection: Tensor  # [d_model, p n]; llama.cpp applies no adapter to it
    norm: Tensor  # [p]


@dataclass(frozen=True)
class FrozenModel:
    """A frozen model, its tensors mapped from the file."""

    file: GgufFile
    shape: Shape
    embedding: Tensor  # [d_model, n_vocab]
    layers: list[Layer]
    output_norm: Tensor  # [d_model]
    head: FrozenLinear  # [d_model, n_vocab]; the embedding itself when tied
    per_layer: PerLayerTables | None = None
    head_pieces: tuple[FrozenLinear, ...] = ()  # the head's rows, if no buffer of the device can hold all of them

    @property
    def linears(self) -> list[FrozenLinear]:
        """Return all linears that a gradient passes through, in forward order."""
        return [linear for layer in self.layers for linear in layer.linears.values()] + [self.head]

    def needs_gradient(self, linear: FrozenLinear, lowest: int = 0) -> bool:
        """Return whether a gradient has to pass through a linear. lowest: the first layer that learns; no gradient
        passes below it, nor through the linears that read its input.
        """
        number = layer_number(linear)
        if number is None or number != lowest:
            return number is None or number > lowest
        layer = self.layers[lowest]
        first = "attention" if layer.shape.mixer else "ffn"
        entrances = (own for name, own in layer.linears.items() if LINEAR_INPUTS[name] == first)
        return all(linear is not own for own in entrances)


def layer_number(linear: FrozenLinear) -> int | None:
    """Return the number of a linear's layer; None: the head."""
    place, _, rest = linear.name.partition(".")
    return int(rest.partition(".")[0]) if place == "blk" else None
