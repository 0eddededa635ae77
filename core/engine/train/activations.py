"""What lives between graphs: the residual stream at every layer border, its gradient, and the
activations that some layers save."""

from __future__ import annotations

from core.engine.ggml.backend import Backend, Storage
from core.engine.ggml.tensor import Tensor
from core.engine.model.saved import saved_kind, saved_widths
from core.engine.model.shape import Shape


class Activations:
    """Of consecutive layers. stream[l]: input of layer l, stream[layers.stop]: output of the last, each [d_model,
    max_tokens + 1] F32. Backward reads none below the lowest layer that learns: up to that one's input they are the
    same, written over by each layer.

    gradient: of the loss with respect to the stream, at the layer that backward has reached.
    saved[l]: for the last `saved_layers` of the layers, the activations that backward would else recompute, flat.
    The extra column takes what padding of the last loss chunk writes.
    """

    def __init__(
        self, backend: Backend, shape: Shape, layers: range, max_tokens: int, saved_layers: int, lowest: int = 0
    ) -> None:
        self._ggml = backend.ggml
        self.max_tokens = max_tokens
        widths = saved_widths(shape)
        self._storage = Storage(backend, len(layers) + 3 + saved_layers * len(widths))
        self.saved: dict[int, dict[str, Tensor]] = {
            i: {name: self._storage.new(width * max_tokens, kind=saved_kind(name)) for name, width in widths.items()}
            if i >= layers.stop - saved_layers
            else {}
            for i in layers
        }
        self.stream: dict[int, Tensor] = {}
        for i in range(layers.start, layers.stop + 1):
            shared = layers.start < i <= lowest
            self.stream[i] = self.stream[i - 1] if shared else self._storage.new(shape.d_model, max_tokens + 1)
        self.gradient = self._storage.new(shape.d_model, max_tokens + 1)
        self._storage.allocate()

    @property
    def bytes(self) -> int:
        return self._storage.bytes

    def zero_gradient(self) -> None:
        """Tokens without a label get no gradient from the loss."""
        rows, width = self.gradient.shape[1], self.gradient.strides[1]
        self._ggml.backend_tensor_memset(self.gradient.address, 0, 0, rows * width)
