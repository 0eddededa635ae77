"""Copies of the frozen weights that make their products faster: forward, transposed, or both."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from core.ggml import abi, q6_k
from core.ggml.backend import Backend, Storage
from core.ggml.lib import Ggml
from core.ggml.tensor import Tensor
from core.model.layouts import Layout
from core.model.weights import FrozenLinear

ROWS_AT_A_TIME = 256  # a multiple of every block: pieces of a copy's rows can then be written one by one


def hold_copies(
    backend: Backend,
    linears: Sequence[FrozenLinear],
    layouts: Sequence[Layout],
    progress: Callable[[int, int], None],
    release: Callable[[Tensor], None] = lambda weight: None,
) -> Storage:
    """Make and attach the copies that each linear's layout asks for; they live as long as the returned storage.

    progress: linears copied, of how many. release: told of weights that are no longer read.
    """
    storage = Storage(backend, 2 * len(linears) + 1)
    for linear, layout in zip(linears, layouts, strict=True):
        shape = linear.weight.shape
        linear.forward = linear.transposed = None
        if layout.forward is not None:
            linear.forward = storage.new(*shape, kind=layout.forward)
        if layout.transposed is not None:
            linear.transposed = storage.new(shape[1], shape[0], *shape[2:], kind=layout.transposed)
    copied = [linear for linear in linears if linear.forward is not None or linear.transposed is not None]
    if copied:
        storage.allocate()
    with ThreadPoolExecutor(backend.threads) as pool:  # ctypes lets go of the GIL
        jobs = [pool.submit(_fill, backend.ggml, linear) for linear in copied]
        for done, (linear, job) in enumerate(zip(copied, jobs, strict=True), start=1):
            job.result()
            if linear.forward is not None and linear.transposed is not None:
                release(linear.weight)
            progress(done, len(copied))
    return storage


def _fill(ggml: Ggml, linear: FrozenLinear) -> None:
    """A few rows at a time, so that little F32 exists."""
    d_in, d_out = linear.d_in, linear.d_out
    for first, count in row_bands(linear.weight):
        rows = dequantize_rows(ggml, linear.weight, first, count)
        if linear.forward is not None:
            copy, packed = linear.forward, quantize_rows(ggml, linear.forward.kind, rows)
            ggml.backend_tensor_set(copy.address, packed.ctypes.data, first * copy.strides[1], packed.nbytes)
        if linear.transposed is not None:
            expert, start = divmod(first, d_out)
            copy, packed = linear.transposed, quantize_columns(ggml, linear.transposed.kind, rows)
            piece = packed.nbytes // d_in
            offset = expert * copy.strides[2] + ggml.row_size(copy.kind, start)
            ggml.backend_tensor_set_2d(copy.address, packed.ctypes.data, offset, piece, d_in, copy.strides[1], piece)


def row_bands(weight: Tensor) -> Iterator[tuple[int, int]]:
    """First row and number of rows of each band of [d_in, d_out, n_experts], in order; none goes across experts."""
    d_out, n_experts = weight.shape[1:3]
    for expert in range(n_experts):
        for start in range(0, d_out, ROWS_AT_A_TIME):
            yield expert * d_out + start, min(ROWS_AT_A_TIME, d_out - start)


def dequantize_rows(ggml: Ggml, weight: Tensor, start: int, count: int) -> NDArray[np.float32]:
    """Rows of a host tensor as F32 [count, ne0]."""
    row_bytes, width = weight.strides[1], weight.shape[0]
    source = abi.TensorStruct.from_address(weight.address).data + start * row_bytes
    rows = np.empty((count, width), np.float32)
    if weight.kind == abi.F32:
        ctypes.memmove(rows.ctypes.data, source, rows.nbytes)
    else:
        ggml.get_type_traits(weight.kind).contents.to_float(source, rows.ctypes.data, rows.size)
    return rows


def quantize_rows(ggml: Ggml, kind: int, rows: NDArray[np.float32]) -> NDArray[np.uint8]:
    """F32 rows [count, width] as the bytes of that type."""
    rows = np.ascontiguousarray(rows, np.float32)
    if kind == abi.F32:
        return rows.view(np.uint8)
    packed = np.empty(len(rows) * ggml.row_size(kind, rows.shape[1]), np.uint8)
    ggml.quantize_chunk(kind, rows.ctypes.data, packed.ctypes.data, 0, *rows.shape, None)
    return packed


def quantize_columns(ggml: Ggml, kind: int, rows: NDArray[np.float32]) -> NDArray[np.uint8]:
    """F32 rows [count, width], transposed, as the bytes of that type."""
    return q6_k.pack_columns(rows) if kind == abi.Q6_K else quantize_rows(ggml, kind, rows.T)
