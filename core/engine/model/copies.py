"""Copies of the frozen weights that make their products faster: forward, transposed, or both."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Storage
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor, row_address
from core.engine.kernels.beside_ggml import kernels_of
from core.engine.kernels.library import KINDS
from core.engine.kernels.panels import PackedWeight, new_packed_weight, pack_weight_columns, pack_weight_rows
from core.engine.model import q6_k
from core.engine.model.file_scales import PACKED_AS, file_scales
from core.engine.model.layouts import Layout
from core.engine.model.weights import FrozenLinear
from core.shared.callbacks import ReportProgress

ROWS_AT_A_TIME = 256  # a multiple of every block: pieces of a copy's rows can then be written one by one


def hold_copies(
    backend: Backend,
    linears: Sequence[FrozenLinear],
    layouts: Sequence[Layout],
    progress: ReportProgress,
    release: Callable[[Tensor], None] = lambda weight: None,
) -> Storage:
    """Make and attach the copies that each linear's layout asks for; they live as long as the returned storage.

    progress: linears copied, of how many. release: told of weights that are no longer read.
    """
    storage = Storage(backend, 2 * len(linears) + 1)
    copied = attach_copies(storage, linears, layouts)
    if copied:
        storage.allocate()
    with workers(backend.threads) as pool:
        futures = [pool.submit(fill_copies, backend.ggml, linear.weight, Copies.of(linear)) for linear in copied]
        for done, (linear, future) in enumerate(zip(copied, futures, strict=True), start=1):
            future.result()
            if linear.forward is not None and linear.transposed is not None:
                release(linear.weight)
            progress(done, len(copied))
    return storage


class Copies(NamedTuple):
    """Of one weight [d_in, d_out, n_experts]."""

    forward: Tensor | None  # [d_in, d_out, n_experts]
    transposed: Tensor | None  # [d_out, d_in, n_experts]

    @staticmethod
    def of(linear: FrozenLinear) -> Copies:
        return Copies(linear.forward, linear.transposed)


def attach_copies(storage: Storage, linears: Sequence[FrozenLinear], layouts: Sequence[Layout]) -> list[FrozenLinear]:
    """Declare the copies that the layouts ask for. Returns those that have one."""
    for linear, layout in zip(linears, layouts, strict=True):
        linear.forward, linear.transposed = declare_copies(storage, linear.weight, layout)
    return [linear for linear in linears if linear.forward is not None or linear.transposed is not None]


def declare_copies(storage: Storage, weight: Tensor, layout: Layout) -> Copies:
    d_in, d_out, *experts = weight.shape
    return Copies(
        None if layout.forward is None else new_weight(storage, layout.forward, d_in, d_out, *experts),
        None if layout.transposed is None else new_weight(storage, layout.transposed, d_out, d_in, *experts),
    )


def new_weight(storage: Storage, kind: int, d_in: int, d_out: int, *experts: int) -> Tensor:
    """Declare a weight of ggml's or of our kernels' types; those have no experts."""
    return (
        new_packed_weight(storage, kind, d_in, d_out)
        if kind in KINDS
        else storage.new(d_in, d_out, *experts, kind=kind)
    )


@contextmanager
def workers(n: int) -> Iterator[ThreadPoolExecutor]:
    """Threads for work that lets go of the GIL, as ctypes and numpy do. After an error the rest is left undone."""
    pool = ThreadPoolExecutor(n)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)
        _return_freed_memory()


def _return_freed_memory() -> None:
    """glibc keeps what threads have freed: some 100 MB after a model's copies, for as long as the worker lives."""
    if sys.platform == "linux":
        with suppress(AttributeError):  # musl
            ctypes.CDLL(None).malloc_trim(0)


def fill_copies(ggml: Ggml, weight: Tensor, copies: Copies) -> None:
    """A few rows at a time, so that little F32 exists."""
    d_in, d_out = weight.shape[:2]
    forward, transposed = copies
    for first, count in row_bands(weight):
        rows = dequantize_rows(ggml, weight, first, count)
        if isinstance(forward, PackedWeight):
            scales = file_scales(weight, first, count) if PACKED_AS.get(weight.kind) == forward.kind else None
            pack_weight_rows(kernels_of(ggml), forward, first, rows, scales)
        elif forward is not None:
            packed = quantize_rows(ggml, forward.kind, rows)
            ggml.backend_tensor_set(forward.address, packed.ctypes.data, first * forward.strides[1], packed.nbytes)
        if isinstance(transposed, PackedWeight):
            pack_weight_columns(kernels_of(ggml), transposed, first, rows)
        elif transposed is not None:
            packed, step = quantize_transposed(ggml, transposed.kind, rows), transposed.strides[1]
            expert, start = divmod(first, d_out)
            piece = packed.nbytes // d_in
            offset = expert * transposed.strides[2] + ggml.row_size(transposed.kind, start)
            ggml.backend_tensor_set_2d(transposed.address, packed.ctypes.data, offset, piece, d_in, step, piece)


def row_bands(weight: Tensor) -> Iterator[tuple[int, int]]:
    """First row and number of rows of each band of [d_in, d_out, n_experts], in order; none goes across experts."""
    d_out, n_experts = weight.shape[1:3]
    for expert in range(n_experts):
        for start in range(0, d_out, ROWS_AT_A_TIME):
            yield expert * d_out + start, min(ROWS_AT_A_TIME, d_out - start)


def dequantize_rows(ggml: Ggml, weight: Tensor, start: int, count: int) -> NDArray[np.float32]:
    """Rows of a host tensor as F32 [count, ne0]."""
    width = weight.shape[0]
    source = row_address(weight, start)
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


def quantize_transposed(ggml: Ggml, kind: int, rows: NDArray[np.float32]) -> NDArray[np.uint8]:
    """F32 rows [count, width], transposed, as the bytes of that type."""
    return q6_k.quantize_columns(rows) if kind == abi.Q6_K else quantize_rows(ggml, kind, rows.T)
