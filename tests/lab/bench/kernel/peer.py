"""A product as a graph, by whatever multiplies the weight's type; and attention with its gradients."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.engine.ggml.backend import Backend, Scratch, Storage
from core.engine.ggml.tensor import Tensor, read, write
from core.engine.ops.attention.interface import Attended, Attention, Heads, Scores
from core.engine.ops.autograd import Tape
from core.engine.ops.frozen_product import frozen_product


class GraphProduct:
    """W x of a weight [d_in, d_out, ...] and F32 tokens (numpy order, slowest axis first)."""

    def __init__(self, backend: Backend, weight: Tensor, x: np.ndarray) -> None:
        storage = Storage(backend, 1)
        tokens = storage.new(*x.shape[::-1])
        self._tape = Tape(backend, 4)
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


class GraphAttention:
    """Attention of q [T, H, d], k and v [T, H_kv, d] (numpy order), and the gradients of all three.

    form: of attention.
    """

    def __init__(self, backend: Backend, form: type[Attention], inputs: Sequence[np.ndarray]) -> None:
        n_tokens, queries, width = inputs[0].shape
        storage = Storage(backend, 256)
        q, k, v = tensors = [storage.new(*x.shape[::-1], requires_grad=True) for x in inputs]
        attention = form(backend, storage, n_tokens, Heads(queries, inputs[1].shape[1], width))
        self._tape = Tape(backend, 256 + attention.nodes)
        self._output, upstream = storage.new(*q.shape), storage.new(*q.shape)
        o = attention.attend(self._tape, q, k, v, Scores(width**-0.5))
        self._tape.store(o, self._output)
        self._tape.backward(o, upstream)
        for x in tensors:
            gradient = self._tape.gradient(x)
            assert gradient is not None
            self._tape.compute(gradient)
        storage.allocate()
        for tensor, values in zip(tensors, inputs, strict=True):
            write(backend.ggml, tensor, values)
        write(backend.ggml, upstream, inputs[0])
        nothing = np.zeros(n_tokens, np.int32)
        attention.set_mask(Attended(nothing, nothing, nothing))
        self._scratch = Scratch(backend)
        self._scratch.add(self._tape)
        self._backend, self._alive = backend, storage

    def run(self) -> None:
        self._backend.compute(self._tape)

    @property
    def y(self) -> np.ndarray:
        return read(self._backend.ggml, self._output)
