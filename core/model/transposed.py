"""Transposed copies of the frozen weights: with them the input gradient is an ordinary product.

A copy is at least as precise as its purpose needs: it only shapes the gradient, never the model's output. F32, F16 and
BF16 weights keep 16 bits or more; quantized ones become Q8_0 (relative error about 0.4%).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from core.ggml import abi
from core.ggml.backend import Backend, Storage
from core.ggml.lib import Ggml
from core.ggml.tensor import Tensor
from core.model.weights import FrozenLinear

Q8_BLOCK = 32  # weights per Q8_0 block; a row must be a multiple of it


def copy_kind(linear: FrozenLinear) -> int:
    """The type of the transposed copy."""
    if linear.weight.kind == abi.F32:
        return abi.F32
    if linear.weight.kind in (abi.F16, abi.BF16) or linear.d_out % Q8_BLOCK:
        return abi.F16
    return abi.Q8_0


def copies_bytes(ggml: Ggml, linears: Sequence[FrozenLinear]) -> int:
    """Memory that all copies take together."""
    return sum(ggml.row_size(copy_kind(linear), linear.d_out) * linear.d_in * linear.n_experts for linear in linears)


def hold_transposed(backend: Backend, linears: Sequence[FrozenLinear], progress: Callable[[int, int], None]) -> Storage:
    """Make and attach a copy for every linear; they live as long as the returned storage."""
    storage = Storage(backend, len(linears) + 1)
    copies = [storage.new(linear.d_out, linear.d_in, linear.n_experts, kind=copy_kind(linear)) for linear in linears]
    storage.allocate()

    def fill(index: int) -> None:
        for expert in range(linears[index].n_experts):
            _fill(backend.ggml, linears[index].weight, copies[index], expert)
        linears[index].transposed = copies[index]

    with ThreadPoolExecutor(backend.threads) as pool:  # ctypes lets go of the GIL
        for done, _ in enumerate(pool.map(fill, range(len(linears))), start=1):
            progress(done, len(linears))
    return storage


ROWS_AT_A_TIME = 256  # a multiple of every block: pieces of a copy's rows can then be written one by one


def _fill(ggml: Ggml, weight: Tensor, copy: Tensor, expert: int) -> None:
    """One expert (or the only matrix) of a weight [d_in, d_out, E] -> copy [d_out, d_in, E], a few rows of the weight
    at a time so that little F32 exists.
    """
    d_in, d_out = weight.shape[:2]
    for start in range(0, d_out, ROWS_AT_A_TIME):
        count = min(ROWS_AT_A_TIME, d_out - start)
        columns = np.ascontiguousarray(dequantize_rows(ggml, weight, expert * d_out + start, count).T)  # [d_in, count]
        piece = ggml.row_size(copy.kind, count)
        packed = columns.view(np.uint8)
        if copy.kind != abi.F32:
            packed = np.empty(d_in * piece, np.uint8)
            ggml.quantize_chunk(copy.kind, columns.ctypes.data, packed.ctypes.data, 0, d_in, count, None)
        offset = expert * copy.strides[2] + ggml.row_size(copy.kind, start)
        ggml.backend_tensor_set_2d(copy.address, packed.ctypes.data, offset, piece, d_in, copy.strides[1], piece)


def dequantize_rows(ggml: Ggml, weight: Tensor, start: int, count: int) -> np.ndarray:
    """Rows of a host tensor as F32 [count, ne0]."""
    row_bytes, width = weight.strides[1], weight.shape[0]
    source = abi.TensorStruct.from_address(weight.address).data + start * row_bytes
    rows = np.empty((count, width), np.float32)
    if weight.kind == abi.F32:
        ctypes.memmove(rows.ctypes.data, source, rows.nbytes)
    else:
        ggml.get_type_traits(weight.kind).contents.to_float(source, rows.ctypes.data, rows.size)
    return rows
