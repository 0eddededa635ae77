"""Consecutive layers that one backend computes, with all that they read and leave behind there.

A model is one stretch on the CPU, or several, one after another: those layers that fit on a graphics processor there,
the others on the CPU. Between them go only the stream and its gradient.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.engine.ggml.backend import Backend, Scratch, Storage
from core.engine.ggml.tensor import Tensor
from core.engine.lora.adapter import Branch
from core.engine.model.frozen import FrozenModel
from core.engine.model.layers import lent_between, saved_kind, saved_widths
from core.engine.model.parts.part import KeysValues
from core.engine.model.shape import Shape
from core.engine.train.noise import Noise


class Stretch:
    """Consecutive layers that one backend computes. layers: numbers of those it computes. model: with their tensors
    where the backend computes.

    branches: of all the model's layers, None for the base model alone. lowest: the first layer that learns.
    embeds: whether the stream begins here.
    """

    def __init__(
        self,
        backend: Backend,
        model: FrozenModel,
        layers: range,
        branches: Sequence[dict[str, Branch]] | None,
        noise: Noise,
        max_tokens: int,
        *,
        saved_layers: int = 0,
        lowest: int = 0,
        embeds: bool = False,
    ) -> None:
        self.backend, self.model, self.layers, self.noise = backend, model, layers, noise
        self.branches, self.lowest, self.embeds = branches, lowest, embeds
        self.scratch = Scratch(backend)
        self.activations = Activations(backend, model.shape, layers, max_tokens, saved_layers, lowest)

    def take_stream(self, before: Stretch, n_tokens: int) -> None:
        """Copy what the layers before have computed: the first layer's input, and what they lend to these."""
        here, there = self.activations.stream[self.layers.start], before.activations.stream[before.layers.stop]
        _copy_columns(before.backend, there, self.backend, here, n_tokens)
        for source, lent in self.activations.lent.items():
            if source < self.layers.start:
                for theirs, ours in zip(before.activations.lent[source], lent, strict=True):
                    _copy_columns(before.backend, theirs, self.backend, ours, n_tokens)
        for layer, embeddings in self.activations.per_layer.items():
            _copy_columns(before.backend, before.activations.per_layer[layer], self.backend, embeddings, n_tokens)

    def take_gradient(self, after: Stretch, n_tokens: int) -> None:
        """Take the gradient of the last layer's output from the layers after it, and of what they were lent."""
        there, here = after.activations.gradient, self.activations.gradient
        _copy_columns(after.backend, there, self.backend, here, n_tokens)
        for source, gradients in after.activations.lent_gradient.items():
            if self.lowest <= source < after.layers.start:
                for theirs, ours in zip(gradients, self.activations.lent_gradient[source], strict=True):
                    _copy_columns(after.backend, theirs, self.backend, ours, n_tokens)


def _copy_columns(source: Backend, there: Tensor, target: Backend, here: Tensor, count: int) -> None:
    """The first columns of a matrix in F32, through the computer's own memory."""
    size = count * there.strides[1]
    between = np.empty(size, np.uint8)
    source.ggml.backend_tensor_get(there.address, between.ctypes.data, 0, size)
    target.ggml.backend_tensor_set(here.address, between.ctypes.data, 0, size)


# What lives between graphs: the residual stream at every layer border, its gradient, and the
# activations that some layers save.


class Activations:
    """The activations of consecutive layers. stream[l]: input of layer l, stream[layers.stop]: output of the last, each
    [d_model, max_tokens + 1] F32. Backward reads none below the lowest layer that learns: up to that one's input they
    are the same, written over by each layer.

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
        """Set the gradient to zero: tokens without a label get none from the loss."""
        rows, width = self.gradient.shape[1], self.gradient.strides[1]
        self._ggml.backend_tensor_memset(self.gradient.address, 0, 0, rows * width)
