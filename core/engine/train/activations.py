"""What lives between graphs: the residual stream at every layer border, its gradient, and the
activations that some layers save."""

from __future__ import annotations

from core.engine.ggml.backend import Backend, Storage
from core.engine.ggml.tensor import Tensor
from core.engine.model.layers import lent_between, saved_kind, saved_widths
from core.engine.model.parts.part import KeysValues
from core.engine.model.shape import Shape


class Activations:
    """Of consecutive layers. stream[l]: input of layer l, stream[layers.stop]: output of the last, each [d_model,
    max_tokens + 1] F32. Backward reads none below the lowest layer that learns: up to that one's input they are the
    same, written over by each layer.

    gradient: of the loss with respect to the stream, at the layer that backward has reached.
    lent[l], lent_gradient[l]: keys and values of a layer that others read, and, unless backward ends above it, the
    gradient of the loss with respect to them, as far as backward has gathered it, each [width, max_tokens] F32.
    per_layer[l]: the embeddings that tokens have for a layer alone, [LayerShape.per_layer, max_tokens] F32.
    saved[l]: for the last `saved_layers` of the layers, the activations that backward would else recompute, flat.
    The extra column takes what padding of the last loss chunk writes.
    """

    def __init__(
        self, backend: Backend, shape: Shape, layers: range, max_tokens: int, saved_layers: int, lowest: int = 0
    ) -> None:
        self._ggml = backend.ggml
        self.max_tokens = max_tokens
        first_saved = layers.stop - saved_layers
        saved = {i: saved_widths(shape, shape.layers[i]) if i >= first_saved else {} for i in layers}
        room = len(layers) + 3 + sum(map(len, saved.values()))
        self._storage = Storage(backend, room + 5 * shape.n_layer)
        self.saved: dict[int, dict[str, Tensor]] = {
            i: {name: self._storage.new(width * max_tokens, kind=saved_kind(name)) for name, width in own.items()}
            for i, own in saved.items()
        }
        self.stream: dict[int, Tensor] = {}
        for i in range(layers.start, layers.stop + 1):
            shared = layers.start < i <= lowest
            self.stream[i] = self.stream[i - 1] if shared else self._storage.new(shape.d_model, max_tokens + 1)
        self.gradient = self._storage.new(shape.d_model, max_tokens + 1)
        lent = {i: shape.layers[i].kv_width for i in lent_between(shape, layers)}
        self.lent = {i: self._keys_values(width) for i, width in lent.items()}
        self.lent_gradient = {i: self._keys_values(width) for i, width in lent.items() if i >= lowest}
        embedded = range(shape.n_layer) if layers.start == 0 else layers
        widths = {i: shape.layers[i].per_layer for i in embedded}
        self.per_layer = {i: self._storage.new(width, max_tokens) for i, width in widths.items() if width}
        self._storage.allocate()

    def _keys_values(self, width: int) -> KeysValues:
        return KeysValues(self._storage.new(width, self.max_tokens), self._storage.new(width, self.max_tokens))

    @property
    def bytes(self) -> int:
        return self._storage.bytes

    def zero_gradient(self) -> None:
        """Tokens without a label get no gradient from the loss."""
        rows, width = self.gradient.shape[1], self.gradient.strides[1]
        self._ggml.backend_tensor_memset(self.gradient.address, 0, 0, rows * width)
