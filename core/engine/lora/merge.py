"""Merging: the rows of W + s B A, with DoRA scaled to the trained lengths (arXiv:2402.09353).

Also stochastic rounding to Q8_0. A base of that type lies exactly on the grid of the result, and what training changes
is about half a step of it: rounding to the nearest would undo a part of that; stochastic rounding keeps it on average.

Also DoRA's row norms, the length of each row of W + s B A, updated as A and B change (arXiv:2402.09353).

    |w + s b A|^2 = |w|^2 + 2 s b.(A w) + s^2 b.(A A^T b)        w [d_in]: a row of W, b [r]: the same row of B

so a refresh costs one product of W with the r columns of A, and W + s B A never exists as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from core.engine.ggml.backend import Backend, Graph, Scratch, Storage
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor, write
from core.engine.lora.adapter_file import Adapter
from core.engine.model.copies import dequantize_rows, row_bands
from core.engine.ops.low_rank import LowRank

_BLOCK, _LARGEST = 32, 127  # of Q8_0: values that share a scale, and the largest code


def merged_rows(ggml: Ggml, weight: Tensor, adapter: Adapter, name: str, first: int, count: int) -> NDArray[np.float32]:
    """Return rows first .. first + count of the merged weight, F32 [count, d_in] (numpy order).

    weight: the base's own tensor `name` [d_in, d_out, n_experts], of any type. A stack's rows are counted through all
    experts; the requested ones must belong to one expert.
    """
    a, b = adapter.tensors[name]
    d_in, d_out, n_experts = weight.shape[:3]
    expert, start = divmod(first, d_out)
    here = slice(start, start + count)
    scaled = np.float32(adapter.scale(name)) * b.reshape(n_experts, d_out, -1)[expert, here]
    change = scaled @ a.reshape(n_experts, -1, d_in)[expert]
    rows: NDArray[np.float32] = dequantize_rows(ggml, weight, first, count) + change
    magnitude = adapter.magnitudes.get(name)
    if magnitude is not None:
        norms = np.sqrt(np.maximum(np.einsum("oi,oi->o", rows, rows), SMALLEST_SQUARE))
        rows *= (magnitude[here] / norms)[:, None]
    return rows


def q8_0_by_lot(rows: NDArray[np.float32], first: int) -> NDArray[np.uint8]:
    """Round F32 rows [count, width] stochastically to the bytes of Q8_0: the nearer a value is to the upper code, the
    more often it is rounded up.

    first: the number of the first row in its tensor. The random numbers depend only on a value's position, so the same
    rows give the same bytes in chunks of any size. Blocks are ggml's (block_q8_0): d in F16, then the codes.
    """
    scales, steps = _steps(rows)
    places = np.arange(rows.size, dtype=np.uint64) + np.uint64(first * rows.shape[1])
    codes = np.clip(np.floor(steps + _lot(places).reshape(steps.shape)), -_LARGEST, _LARGEST)
    packed = np.empty((len(steps), 2 + _BLOCK), np.uint8)
    packed[:, :2] = scales[:, None].view(np.uint8)
    packed[:, 2:] = codes.astype(np.int8).view(np.uint8)
    return packed.reshape(-1)


def square_by_lot(rows: NDArray[np.float32]) -> float:
    """Return the expected sum of squared errors of stochastic rounding: d^2 f (1 - f), f the fraction between codes."""
    scales, steps = _steps(rows)
    between = steps - np.floor(steps)
    return float(np.sum((between * (1 - between)).sum(axis=1, dtype=np.float64) * scales.astype(np.float64) ** 2))


def _steps(rows: NDArray[np.float32]) -> tuple[NDArray[np.float16], NDArray[np.float32]]:
    """Return scales d [blocks], and the values in steps of them [blocks, 32]."""
    blocks = np.ascontiguousarray(rows, np.float32).reshape(-1, _BLOCK)
    scales = (np.abs(blocks).max(axis=1) / np.float32(_LARGEST)).astype(np.float16)
    divisors = np.where(scales > 0, scales, np.float16(1)).astype(np.float32)
    return scales, np.clip(blocks / divisors[:, None], -_LARGEST, _LARGEST)


def _lot(places: NDArray[np.uint64]) -> NDArray[np.float32]:
    """Return a number in [0, 1) for each position: SplitMix64 (Steele, Lea and Flood, 2014), its highest 24 bits."""
    mixed = (places + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    highest: NDArray[np.float32] = ((mixed ^ (mixed >> np.uint64(31))) >> np.uint64(40)).astype(np.float32)
    return highest / np.float32(1 << 24)


SMALLEST_SQUARE = 1e-20  # of a row's length: some models have rows of zeros


class RowNorms:
    """Fills the `magnitude.norm` of every branch. weights: W [d_in, d_out] of each, of any type."""

    def __init__(self, backend: Backend, branches: Sequence[LowRank], weights: Sequence[Tensor]) -> None:
        self._backend = backend
        self._storage = Storage(backend, len(branches))
        squares = [self._storage.new(weight.shape[1]) for weight in weights]
        self._storage.allocate()
        with ThreadPoolExecutor(backend.threads) as pool:
            found = pool.map(lambda weight: row_squares(backend.ggml, weight), weights)
            for place, values in zip(squares, found, strict=True):
                write(backend.ggml, place, values)
        self._graph = Graph(backend, 32 * len(branches), "row norms")
        for branch, weight, square in zip(branches, weights, squares, strict=True):
            _norm(self._graph, branch, weight, square)
        self._scratch = Scratch(backend)
        self._scratch.add(self._graph)

    @property
    def bytes(self) -> int:
        return self._storage.bytes + self._scratch.bytes

    def refresh(self) -> None:
        """Compute the norms for the present A and B."""
        self._backend.compute(self._graph)


def row_squares(ggml: Ggml, weight: Tensor) -> NDArray[np.float32]:
    """Return |w|^2 of every row of W: [d_out], never zero."""
    parts = []
    for first, count in row_bands(weight):
        rows = dequantize_rows(ggml, weight, first, count)
        parts.append(np.einsum("oi,oi->o", rows, rows, dtype=np.float64))
    squares: NDArray[np.float64] = np.maximum(np.concatenate(parts), SMALLEST_SQUARE)
    return squares.astype(np.float32)


def _norm(graph: Graph, branch: LowRank, weight: Tensor, square: Tensor) -> None:
    assert branch.magnitude is not None
    a, b = branch.a, branch.b
    aw = graph.emit("mul_mat", weight, a)  # [d_out, r]
    aab = graph.emit("out_prod", b, graph.emit("mul_mat", a, a))  # [d_out, r]
    both = graph.emit("add", graph.emit("scale", aw, 2 * branch.scale), graph.emit("scale", aab, branch.scale**2))
    change = graph.emit("repeat_back", graph.emit("mul", both, b), square)  # summed over r: [d_out]
    graph.store(graph.emit("sqrt", graph.emit("add", square, change)), branch.magnitude.norm)
