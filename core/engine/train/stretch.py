"""Consecutive layers that one backend computes, with all that they read and leave behind there.

A model is one stretch on the CPU, or several, one after another: those layers that fit on a graphics processor there,
the others on the CPU. Between them go only the stream and its gradient.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.engine.ggml.backend import Backend, Scratch
from core.engine.ggml.tensor import Tensor
from core.engine.lora.branch import Branch
from core.engine.model.frozen import FrozenModel
from core.engine.train.activations import Activations
from core.engine.train.noise import Noise


class Stretch:
    """layers: numbers of those it computes. model: with their tensors where the backend computes.

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
        """What the layers before have computed: the first layer's input, and what they lend to these."""
        here, there = self.activations.stream[self.layers.start], before.activations.stream[before.layers.stop]
        _copy_columns(before.backend, there, self.backend, here, n_tokens)
        for source, lent in self.activations.lent.items():
            if source < self.layers.start:
                for theirs, ours in zip(before.activations.lent[source], lent, strict=True):
                    _copy_columns(before.backend, theirs, self.backend, ours, n_tokens)
        for layer, embeddings in self.activations.per_layer.items():
            _copy_columns(before.backend, before.activations.per_layer[layer], self.backend, embeddings, n_tokens)

    def take_gradient(self, after: Stretch, n_tokens: int) -> None:
        """That of the last layer's output, from the layers after, and of what they were lent."""
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
