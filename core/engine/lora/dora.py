"""DoRA's row norms: how long each row of W + s B A is, kept up to date while A and B change (arXiv:2402.09353).

    |w + s b A|^2 = |w|^2 + 2 s b.(A w) + s^2 b.(A A^T b)        w [d_in]: a row of W, b [r]: the same row of B

so a refresh costs one product of W with the r columns of A, and W + s B A never exists as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from core.engine.ggml.backend import Backend, Scratch, Storage
from core.engine.ggml.graph import Graph
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor, write
from core.engine.model.copies import dequantize_rows, row_bands
from core.engine.ops.low_rank import LowRank

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
        """Take account of the present A and B."""
        self._backend.compute(self._graph)


def row_squares(ggml: Ggml, weight: Tensor) -> NDArray[np.float32]:
    """|w|^2 of every row of W: [d_out], never zero."""
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
