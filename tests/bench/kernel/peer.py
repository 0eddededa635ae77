"""The same products by ggml, through our bindings."""

from __future__ import annotations

import numpy as np

from core.ggml import abi
from core.ggml.autograd import Tape
from core.ggml.backend import Backend, Scratch, Storage
from core.ggml.lib import Ggml
from core.ggml.tensor import read, write


class GgmlProduct:
    """ggml_mul_mat of a weight, ggml order `shape`, of any type, and F32 tokens (numpy order, slowest axis first)."""

    def __init__(self, backend: Backend, kind: int, rows: np.ndarray, shape: tuple[int, ...], x: np.ndarray) -> None:
        storage = Storage(backend, 2)
        self.weight, tokens = storage.new(*shape, kind=kind), storage.new(*x.shape[::-1])
        self._tape = Tape(backend.ggml, 4)
        self._result = self._tape.emit("mul_mat", self.weight, tokens)
        storage.allocate()
        backend.ggml.backend_tensor_set(self.weight.address, rows.ctypes.data, 0, rows.nbytes)
        write(backend.ggml, tokens, x)
        self._tape.compute(self._result)
        self._scratch = Scratch(backend)
        self._scratch.add(self._tape)
        self._backend, self._storage = backend, storage

    def run(self) -> None:
        self._backend.compute(self._tape)

    @property
    def y(self) -> np.ndarray:
        return read(self._backend.ggml, self._result)


def rows_of(ggml: Ggml, kind: int, values: np.ndarray) -> np.ndarray:
    """F32 rows as a file of that type has them, as bytes."""
    if kind == abi.F32:
        return values.view(np.uint8)
    rows = np.empty(len(values) * ggml.row_size(kind, values.shape[1]), np.uint8)
    ggml.quantize_chunk(kind, values.ctypes.data, rows.ctypes.data, 0, *values.shape, None)
    return rows


def dequantized(ggml: Ggml, kind: int, rows: np.ndarray, d_in: int, d_out: int) -> np.ndarray:
    """What the file's rows mean, F32 [d_out, d_in]."""
    if kind == abi.F32:
        return rows.view(np.float32).reshape(d_out, d_in)
    values = np.empty((d_out, d_in), np.float32)
    ggml.get_type_traits(kind).contents.to_float(rows.ctypes.data, values.ctypes.data, values.size)
    return values
