"""What lives between graphs: the residual stream at every layer border, its gradient, and what some layers keep."""

from __future__ import annotations

from core.engine.ggml.backend import Backend, Storage
from core.engine.ggml.tensor import Tensor
from core.engine.model.forward import kept_kind, kept_widths
from core.engine.model.shape import Shape


class Activations:
    """stream[l]: input of layer l, stream[n_layer]: output of the last, each [d_model, max_tokens + 1] F32.

    gradient: of the loss with respect to the stream, at the layer that backward has reached.
    kept[l]: for the last `kept_layers` layers, the results that backward would else compute again, flat.
    The extra column takes what padding of the last loss chunk writes.
    """

    def __init__(self, backend: Backend, shape: Shape, max_tokens: int, kept_layers: int) -> None:
        self._ggml = backend.ggml
        self.max_tokens = max_tokens
        widths = kept_widths(shape)
        self._storage = Storage(backend, shape.n_layer + 3 + kept_layers * len(widths))
        first_kept = shape.n_layer - kept_layers
        self.kept: list[dict[str, Tensor]] = [
            {name: self._storage.new(width * max_tokens, kind=kept_kind(name)) for name, width in widths.items()}
            if i >= first_kept
            else {}
            for i in range(shape.n_layer)
        ]
        self.stream = [self._storage.new(shape.d_model, max_tokens + 1) for _ in range(shape.n_layer + 1)]
        self.gradient = self._storage.new(shape.d_model, max_tokens + 1)
        self._storage.allocate()

    @property
    def bytes(self) -> int:
        return self._storage.bytes

    def zero_gradient(self) -> None:
        """Tokens without a label get no gradient from the loss."""
        rows, width = self.gradient.shape[1], self.gradient.strides[1]
        self._ggml.backend_tensor_memset(self.gradient.address, 0, 0, rows * width)
