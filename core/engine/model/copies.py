"""Copies of the frozen weights that make their products faster: forward, transposed, or both."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.base.callbacks import ReportProgress
from core.base.cores import return_freed_memory
from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Storage
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor, name_tensor, row_address
from core.engine.model.frozen import FrozenLinear
from core.engine.model.weight_forms import form_of
from core.engine.model.weight_layouts import Layout

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
        for done, linear in enumerate(copied, start=1):
            fill_copies(backend.ggml, linear.weight, Copies.of(linear), pool)
            if linear.forward is not None and linear.transposed is not None:
                release(linear.weight)
            progress(done, len(copied))
    return storage


class Copies(NamedTuple):
    """The copies of one weight [d_in, d_out, n_experts]."""

    forward: Tensor | None  # [d_in, d_out, n_experts]
    transposed: Tensor | None  # [d_out, d_in, n_experts]

    @staticmethod
    def of(linear: FrozenLinear) -> Copies:
        return Copies(linear.forward, linear.transposed)


def attach_copies(storage: Storage, linears: Sequence[FrozenLinear], layouts: Sequence[Layout]) -> list[FrozenLinear]:
    """Declare the copies that the layouts ask for. Returns those that have one."""
    for linear, layout in zip(linears, layouts, strict=True):
        copies = linear.forward, linear.transposed = declare_copies(storage, linear.weight, layout)
        for copy in filter(None, copies):
            name_tensor(copy, linear.name)
    return [linear for linear in linears if linear.forward is not None or linear.transposed is not None]


def declare_copies(storage: Storage, weight: Tensor, layout: Layout) -> Copies:
    d_in, d_out, n_experts = weight.shape[:3]
    forward, transposed = (None if kind is None else form_of(kind) for kind in layout)
    return Copies(
        None if forward is None else forward.declare(storage, d_in, d_out, n_experts),
        None if transposed is None else transposed.declare(storage, d_out, d_in, n_experts),
    )


@contextmanager
def workers(n: int) -> Iterator[ThreadPoolExecutor]:
    """Threads for work that lets go of the GIL, as ctypes and numpy do. After an error the rest is left undone."""
    pool = ThreadPoolExecutor(n)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)
        return_freed_memory()


def fill_copies(ggml: Ggml, weight: Tensor, copies: Copies, pool: ThreadPoolExecutor) -> None:
    """Fill copies with all threads of the pool, each a few rows at a time: a model's head is as much work as many
    layers, and little F32 exists.
    """
    forward, transposed = copies

    def fill(band: tuple[int, int]) -> None:
        first, count = band
        rows = dequantize_rows(ggml, weight, first, count)
        if forward is not None:
            form_of(forward.kind).write_rows(ggml, forward, weight, first, rows)
        if transposed is not None:
            form_of(transposed.kind).write_columns(ggml, transposed, first, rows)

    for _ in pool.map(fill, row_bands(weight)):
        pass


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
