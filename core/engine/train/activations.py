"""What lives between graphs: the residual stream at every layer border, its gradient, and the
activations that some layers save."""

from __future__ import annotations

from core.engine.ggml.backend import Backend, Storage
from core.engine.ggml.tensor import Tensor
from core.engine.model.saved import saved_kind, saved_widths
from core.engine.model.shape import Shape


class Activations:
    """stream[l]: input of layer l, stream[n_layer]: output of the last, each [d_model, max_tokens + 1] F32. Backward
    reads none below the lowest layer that learns: up to that one's input they are the same, written over by each layer.

    gradient: of the loss with respect to the stream, at the layer that backward has reached.
    saved[l]: for the last `saved_layers` layers, the activations that backward would else recompute, flat.
    The extra column takes what padding of the last loss chunk writes.
    """

    def __init__(self, backend: Backend, shape: Shape, max_tokens: int, saved_layers: int, lowest: int = 0) -> None:
        self._ggml = backend.ggml
        self.max_tokens = max_tokens
        widths = saved_widths(shape)
        self._storage = Storage(backend, shape.n_layer - lowest + 3 + saved_layers * len(widths))
        first_saved = shape.n_layer - saved_layers
        self.saved: list[dict[str, Tensor]] = [
            {name: self._storage.new(width * max_tokens, kind=saved_kind(name)) for name, width in widths.items()}
            if i >= first_saved
            else {}
            for i in range(shape.n_layer)
        ]
        stream = [self._storage.new(shape.d_model, max_tokens + 1) for _ in range(lowest, shape.n_layer + 1)]
        self.stream = [stream[0]] * lowest + stream
        self.gradient = self._storage.new(shape.d_model, max_tokens + 1)
        self._storage.allocate()

    @property
    def bytes(self) -> int:
        return self._storage.bytes

    def zero_gradient(self) -> None:
        """Tokens without a label get no gradient from the loss."""
        rows, width = self.gradient.shape[1], self.gradient.strides[1]
        self._ggml.backend_tensor_memset(self.gradient.address, 0, 0, rows * width)
