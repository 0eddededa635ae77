"""A product as a graph, by whatever multiplies the weight's type."""

from __future__ import annotations

import numpy as np

from core.ggml.autograd import Tape
from core.ggml.backend import Backend, Scratch, Storage
from core.ggml.ops import frozen_product
from core.ggml.tensor import Tensor, read, write


class GraphProduct:
    """W x of a weight [d_in, d_out, ...] and F32 tokens (numpy order, slowest axis first)."""

    def __init__(self, backend: Backend, weight: Tensor, x: np.ndarray) -> None:
        storage = Storage(backend, 1)
        tokens = storage.new(*x.shape[::-1])
        self._tape = Tape(backend.ggml, 4)
        self._result = frozen_product(self._tape, weight, tokens)
        storage.allocate()
        write(backend.ggml, tokens, x)
        self._tape.compute(self._result)
        self._scratch = Scratch(backend)
        self._scratch.add(self._tape)
        self._backend, self._alive = backend, (storage, weight)

    def run(self) -> None:
        self._backend.compute(self._tape)

    @property
    def y(self) -> np.ndarray:
        return read(self._backend.ggml, self._result)
