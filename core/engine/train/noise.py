"""Randomness in training: dropout in the low-rank branches, and noise on the embeddings (NEFTune).

Every number follows from the seed, the step, the row's number in it and the layer. So a checkpoint, which stores the
step, stores the whole random state, and backward draws the same masks as forward.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.engine.ggml.backend import Backend, Storage
from core.engine.ggml.tensor import Tensor
from core.engine.model.shape import Shape
from core.engine.model.targets import dropout_widths
from core.engine.train.rows import PackedRow
from core.protocol.config import TrainConfig

Float32 = NDArray[np.float32]

_LEVELS = 1 << 16  # the finest difference between two dropout rates
_EMBEDDING = 0  # the purpose of a random stream; layer l has l + 1


class RowOfStep(NamedTuple):
    """Which row of which step: the step's number in the run, and the row's in the step."""

    step: int
    row: int


class Noise:
    """Inputs that the graphs of all row lengths share; empty if the settings ask for no randomness.

    masks: by name (arch.LINEAR_INPUTS) and width, F32 [width, max_tokens]: 0 for a dropped input, else 1 / (1 -
    dropout), which keeps the mean. For one layer at a time.
    embedding: F32 [d_model, max_tokens], added to the embeddings.
    """

    def __init__(self, backend: Backend, shape: Shape, config: TrainConfig, max_tokens: int) -> None:
        self._ggml = backend.ggml
        self._seed, self._dropout, self._alpha = config.seed, config.dropout, config.neftune_alpha
        self._row: PackedRow | None = None
        self._row_of_step: RowOfStep | None = None
        trained = set(shape.trained_layers(config))
        self._widths = [
            tuple(dropout_widths(shape, layer, config).items()) if i in trained else ()
            for i, layer in enumerate(shape.layers)
        ]
        wanted = list(dict.fromkeys(mask for widths in self._widths for mask in widths))
        storage = Storage(backend, len(wanted) + 1)
        self.masks = {mask: storage.new(mask[1], max_tokens) for mask in wanted}
        self.embedding = storage.new(shape.d_model, max_tokens) if config.neftune_alpha else None
        if self.masks or self.embedding is not None:
            storage.allocate()

    def start(self, row: PackedRow, row_of_step: RowOfStep | None) -> None:
        """Prepare a row's passes; row_of_step None: neither dropout nor noise."""
        self._row, self._row_of_step = row, row_of_step
        n_tokens = len(row.tokens)
        if self.embedding is not None:
            width = self.embedding.shape[0]
            quiet = np.zeros((n_tokens, width), np.float32)
            self._write(
                self.embedding, quiet if row_of_step is None else self._embedding_noise(row, row_of_step, width)
            )
        if row_of_step is None:
            for mask in self.masks.values():
                self._write(mask, np.ones((n_tokens, mask.shape[0]), np.float32))

    def masks_of(self, layer: int) -> dict[str, Tensor]:
        """Return the masks that a layer reads, by name."""
        return {name: self.masks[name, width] for name, width in self._widths[layer]}

    def enter_layer(self, layer: int) -> None:
        """Draw a layer's masks, the same each time for the same row in the same step."""
        if self._row_of_step is None or self._row is None or not self._widths[layer]:
            return
        random = self._generator(self._row_of_step, layer + 1)
        for mask in self.masks_of(layer).values():
            self._write(mask, _mask(random, (len(self._row.tokens), mask.shape[0]), self._dropout))

    def _embedding_noise(self, row: PackedRow, row_of_step: RowOfStep, width: int) -> Float32:
        """Return noise, uniform in +-alpha / sqrt(L d), L: tokens of the token's own sequence (arXiv:2310.05914).

        A shared beginning has the noise of the first of its sequences, and in the low-rank branches the first one's
        masks.
        """
        lengths = np.zeros(int(row.segments[-1]) + 1, np.int64)
        np.maximum.at(lengths, row.segments, row.positions + 1)
        bounds: Float32 = (self._alpha / np.sqrt(lengths[row.segments] * width)).astype(np.float32)
        uniform = self._generator(row_of_step, _EMBEDDING).random((len(row.tokens), width), np.float32)
        return (2 * uniform - 1) * bounds[:, None]

    def _generator(self, row_of_step: RowOfStep, purpose: int) -> np.random.Generator:
        return np.random.Generator(np.random.SFC64([self._seed, *row_of_step, purpose]))

    def _write(self, tensor: Tensor, values: Float32) -> None:
        """Set the first columns of a tensor."""
        self._ggml.backend_tensor_set(tensor.address, values.ctypes.data, 0, values.nbytes)


def _mask(random: np.random.Generator, shape: tuple[int, int], dropout: float) -> Float32:
    """Draw a mask from two random bytes a number, in half the time of drawing floats."""
    left_out = round(dropout * _LEVELS)
    drawn = np.frombuffer(random.bytes(2 * shape[0] * shape[1]), np.uint16).reshape(shape)
    return (drawn >= left_out) * np.float32(_LEVELS / (_LEVELS - left_out))
