"""How long the products of a frozen linear take on this machine, by type and shape: measured, once per process."""

from __future__ import annotations

import time
from functools import cache

import numpy as np

from core.ggml.autograd import Tape
from core.ggml.backend import Backend, Scratch, Storage
from core.ggml.ops import input_gradient
from core.ggml.tensor import Tensor, write

TOKENS = 256
ROWS, STREAMED_ROWS = 1024, 256  # of the weight: the time grows with them in proportion
REPEATS = 5


class ProductTimes:
    """Seconds for `tokens` tokens."""

    def __init__(self, backend: Backend, tokens: int) -> None:
        self._backend, self._scale = backend, tokens / TOKENS

    def product(self, kind: int, d_in: int, d_out: int) -> float:
        """W x with W [d_in, d_out] of that type."""
        rows = min(d_out, ROWS)
        return _product_seconds(self._backend, kind, d_in, rows) * d_out / rows * self._scale

    def streamed(self, kind: int, d_in: int, d_out: int) -> float:
        """W^T dy without a transposed copy."""
        rows = min(d_out, STREAMED_ROWS)
        return _streamed_seconds(self._backend, kind, d_in, rows) * d_out / rows * self._scale


@cache
def _product_seconds(backend: Backend, kind: int, d_in: int, d_out: int) -> float:
    storage = Storage(backend, 2)
    weight, x = storage.new(d_in, d_out, kind=kind), storage.new(d_in, TOKENS)
    tape = Tape(backend.ggml, 4)
    return _fastest(backend, storage, tape, x, tape.emit("mul_mat", weight, x))


@cache
def _streamed_seconds(backend: Backend, kind: int, d_in: int, d_out: int) -> float:
    storage = Storage(backend, 2)
    weight, dy = storage.new(d_in, d_out, kind=kind), storage.new(d_out, TOKENS)
    tape = Tape(backend.ggml, 64)
    return _fastest(backend, storage, tape, dy, input_gradient(tape, weight, None, dy))


def _fastest(backend: Backend, storage: Storage, tape: Tape, x: Tensor, result: Tensor) -> float:
    storage.allocate()
    write(backend.ggml, x, np.ones(x.shape[:2], np.float32))
    tape.compute(result)
    scratch = Scratch(backend)
    scratch.add(tape)
    seconds = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        backend.compute(tape)
        seconds.append(time.perf_counter() - started)
    return min(seconds)
