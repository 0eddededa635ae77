"""Cross-entropy on supervised rows only, in chunks: no [n_tokens, n_vocab] tensor ever exists, and a token without a
label costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.engine.ggml import abi
from core.engine.ggml.backend import Storage
from core.engine.ggml.tensor import Tensor, read, write
from core.engine.model.layers import output_logits
from core.engine.ops.autograd import Tape
from core.engine.ops.cross_entropy import cross_entropy
from core.engine.train.row_graphs import Stretch
from core.engine.train.rows import PackedRow, PerToken
from core.memory.estimate import LOGITS_BYTES

SMALLEST_CHUNK, LARGEST_CHUNK = 16, 512


@dataclass(frozen=True)
class _Chunk:
    """The graph for `size` supervised tokens, and its inputs and outputs."""

    size: int
    tape: Tape
    columns: Tensor  # I32 [size]: the supervised tokens' columns in the row
    labels: Tensor  # I32 [size]
    losses: Tensor  # F32 [size]
    likeliest: Tensor | None  # I32 [size]: the likeliest token after each; only in evaluation


class LossGraphs:
    """Final norm, output projection and loss, from the last layer's output; with_gradient: backward too."""

    def __init__(self, stretch: Stretch, with_gradient: bool) -> None:
        """stretch: the last one, whose backend computes the logits."""
        self._backend, self._model, self._activations = stretch.backend, stretch.model, stretch.activations
        self._output = self._activations.stream[stretch.layers.stop]
        self._storage = Storage(self._backend, 128)
        largest = LOGITS_BYTES // (4 * self._model.shape.n_vocab)
        sizes = chunk_sizes(max(SMALLEST_CHUNK, min(LARGEST_CHUNK, largest)))
        self._chunks = [self._build(size, with_gradient) for size in sizes]
        tapes = [chunk.tape for chunk in self._chunks]
        if with_gradient:
            self._weights = self._storage.new(1, self._activations.max_tokens + 1)  # of the row's tokens
            self._weighing = self._weigh()
            tapes.append(self._weighing)
        self._storage.allocate()
        stretch.scratch.add(*tapes)

    def run(self, row: PackedRow, weights: Callable[[PerToken], PerToken]) -> PerToken:
        """Return the losses of the row's supervised tokens; write the gradient of their weighted sum to the stream's.

        weights: the gradient of the objective with respect to each token's loss. Because it depends on the losses, each
        token's gradient is multiplied by its weight at the end.
        """
        self._activations.zero_gradient()
        parts = [self._losses_of(chunk, len(part)) for chunk, part in self._run_chunks(row)]
        losses = np.concatenate([np.empty(0), *parts])
        of_tokens = np.zeros(self._weights.shape[1])
        of_tokens[np.flatnonzero(row.labels >= 0)] = weights(losses)
        write(self._backend.ggml, self._weights, of_tokens)
        self._backend.compute(self._weighing)
        return losses

    def evaluate(self, row: PackedRow) -> tuple[PerToken, NDArray[np.bool_]]:
        """Return the losses of the row's supervised tokens, and whether each is the likeliest."""
        losses, hits = [np.empty(0)], [np.empty(0, bool)]
        for chunk, part in self._run_chunks(row):
            assert chunk.likeliest is not None
            losses.append(self._losses_of(chunk, len(part)))
            hits.append(read(self._backend.ggml, chunk.likeliest).reshape(-1)[: len(part)] == row.labels[part])
        return np.concatenate(losses), np.concatenate(hits)

    def _run_chunks(self, row: PackedRow) -> Iterator[tuple[_Chunk, NDArray[np.intp]]]:
        """Yield each computed chunk with its columns in the row."""
        columns, done = np.flatnonzero(row.labels >= 0), 0
        while done < len(columns):
            chunk = self._fitting_chunk(len(columns) - done)
            part = columns[done : done + chunk.size]
            self._run_chunk(chunk, part, row.labels[part])
            yield chunk, part
            done += chunk.size

    def _fitting_chunk(self, left: int) -> _Chunk:
        """Return the largest chunk that is not mostly padding."""
        return next((chunk for chunk in self._chunks if chunk.size <= left), self._chunks[-1])

    def _run_chunk(self, chunk: _Chunk, columns: np.ndarray, labels: np.ndarray) -> None:
        ggml, used = self._backend.ggml, len(columns)
        padding = (0, chunk.size - used)
        spare = self._activations.max_tokens  # the column that no token uses
        write(ggml, chunk.columns, np.pad(columns, padding, constant_values=spare))
        write(ggml, chunk.labels, np.pad(labels, padding))
        self._backend.compute(chunk.tape)

    def _losses_of(self, chunk: _Chunk, used: int) -> PerToken:
        return read(self._backend.ggml, chunk.losses).reshape(-1)[:used].astype(np.float64)

    def _build(self, size: int, with_gradient: bool) -> _Chunk:
        new, model, head = self._storage.new, self._model, self._model.head
        streamed = 0 if head.transposed is not None else head.streaming(n_used=0).nodes
        tape = Tape(self._backend, 256 + streamed, "loss")
        columns, labels, losses = new(size, kind=abi.I32), new(size, kind=abi.I32), new(size)
        x = tape.emit("get_rows", self._output, columns)  # [d, size]
        x.requires_grad = with_gradient
        logits = output_logits(tape, model, x, labels)  # [n_vocab, size]
        likeliest = None if with_gradient else new(size, kind=abi.I32)
        if likeliest is not None:  # before the loss overwrites the logits
            tape.store(tape.emit("argmax", logits), likeliest)
        d_logits = cross_entropy(tape, logits, labels, losses)
        if with_gradient:
            tape.backward(logits, d_logits)
            dx = tape.gradient(x)
            assert dx is not None
            tape.compute(tape.emit("set_rows", self._activations.gradient, dx, columns))
        return _Chunk(size, tape, columns, labels, losses, likeliest)

    def _weigh(self) -> Tape:
        """Build the graph that multiplies each column of the stream's gradient by its weight."""
        tape, gradient = Tape(self._backend, 16, "loss"), self._activations.gradient
        tape.store(tape.emit("mul", gradient, self._weights), gradient)
        return tape


def chunk_sizes(largest: int) -> list[int]:
    """Return powers of two down to the smallest chunk: any number of tokens needs few chunks and little padding."""
    size = 1 << (largest.bit_length() - 1)
    sizes = []
    while size >= SMALLEST_CHUNK:
        sizes.append(size)
        size //= 2
    return sizes
