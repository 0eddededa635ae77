"""The nearest matrix of a low rank, by singular values (Eckart and Young); one alpha and one rank for all tensors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.engine.lora.adapter_file import Adapter, Factors

F32 = NDArray[np.float32]
_MORE, _ROUNDS = 16, 8  # columns beyond the rank, and rounds, of the search in large matrices (arXiv:0909.4061, 4.4)
_LARGE = 4  # times as many rows and columns as the search has


class Truncated(NamedTuple):
    """A matrix cut to a rank. factors: A [r, d_in], B [d_out, r]. whole, kept: squared norms of it and of B A."""

    factors: Factors
    whole: float
    kept: float


def truncate(matrix: F32, rank: int) -> Truncated:
    """Return the B A of this rank nearest to a matrix [d_out, d_in]."""
    rank = min(rank, *matrix.shape)
    whole = float(np.einsum("oi,oi->", matrix, matrix, dtype=np.float64))
    if not whole:
        return Truncated(
            (np.zeros((rank, matrix.shape[1]), np.float32), np.zeros((matrix.shape[0], rank), np.float32)), 0.0, 0.0
        )
    if min(matrix.shape) <= _LARGE * (rank + _MORE):
        u, s, v = np.linalg.svd(matrix, full_matrices=False)
        return _cut(u, s, v, rank, whole)
    q = np.random.default_rng(0).standard_normal((matrix.shape[1], rank + _MORE), np.float32)
    for _ in range(_ROUNDS):  # towards the space of the largest singular values, from either side in turn
        left, _ = np.linalg.qr(matrix @ q)
        q, _ = np.linalg.qr(matrix.T @ left)
    small, s, v = np.linalg.svd(matrix @ q, full_matrices=False)
    return _cut(small, s, v @ q.T, rank, whole)


def truncate_product(factors: Factors, rank: int) -> Truncated:
    """Return the B A of this rank nearest to a matrix given as a product B A, without computing that."""
    a, b = factors
    rank = min(rank, a.shape[0], a.shape[1], b.shape[0])
    left, upper = np.linalg.qr(b)
    right, lower = np.linalg.qr(a.T)
    u, s, v = np.linalg.svd(upper @ lower.T, full_matrices=False)
    return _cut(left @ u, s, v @ right.T, rank, float(np.sum(np.square(s, dtype=np.float64))))


def stacked(cuts: Sequence[Truncated]) -> Truncated:
    """Stack the cuts of a stack's experts."""
    if len(cuts) == 1:
        return cuts[0]
    factors = (np.stack([cut.factors[0] for cut in cuts]), np.stack([cut.factors[1] for cut in cuts]))
    return Truncated(factors, sum(cut.whole for cut in cuts), sum(cut.kept for cut in cuts))


def product_norm(factors: Factors) -> float:
    """Return |B A|, over all experts: the root of the trace of (A A^T)(B^T B)."""
    a, b = (part.astype(np.float64) for part in factors)
    squares = np.einsum("...ri,...si->...rs", a, a) * np.einsum("...or,...os->...rs", b, b)
    return float(np.sqrt(max(squares.sum(), 0.0)))


def _cut(u: F32, s: F32, v: F32, rank: int, whole: float) -> Truncated:
    roots = np.sqrt(s[:rank])
    b, a = u[:, :rank] * roots, roots[:, None] * v[:rank]
    kept = float(np.sum(np.square(s[:rank], dtype=np.float64)))
    return Truncated(
        (np.ascontiguousarray(a, np.float32), np.ascontiguousarray(b, np.float32)), whole, min(kept, whole)
    )


class Scaled(NamedTuple):
    """factors (A [.., r, d_in], B [.., d_out, r]) and what B A is multiplied by."""

    factors: Factors
    scale: float


def with_one_alpha(tensors: Mapping[str, Scaled]) -> tuple[float, dict[str, Factors]]:
    """Return the alpha that most tensors have (scale = alpha / r), and all factors for it: the others' B take up the
    difference.
    """
    alphas = {name: np.float32(scale * factors[0].shape[-2]) for name, (factors, scale) in tensors.items()}
    ((alpha, _),) = Counter(value for value in alphas.values() if value).most_common(1) or [(np.float32(1), 0)]
    found = {}
    for name, ((a, b), _) in tensors.items():
        found[name] = (a, b if alphas[name] == alpha else b * np.float32(alphas[name] / alpha))
    return float(alpha), found


def with_one_rank(adapter: Adapter, rank: int | None = None) -> Adapter:
    """Pad all tensors of an adapter to the rank of its largest, or to a higher one, with rows and columns of zeros. B
    takes up what that changes of alpha / r.
    """
    rank = max(rank or 0, adapter.rank)
    if all(adapter.rank_of(name) == rank for name in adapter.tensors):
        return adapter
    alpha = adapter.alpha * rank / adapter.rank
    tensors = {}
    for name, (a, b) in adapter.tensors.items():
        more, factor = rank - adapter.rank_of(name), adapter.scale(name) * rank / alpha
        tensors[name] = (_padded(a, -2, more), _padded(b if factor == 1 else b * np.float32(factor), -1, more))
    return replace(adapter, alpha=alpha, tensors=tensors)


def _padded(values: NDArray[np.float32], axis: int, more: int) -> NDArray[np.float32]:
    widths = [(0, 0)] * values.ndim
    widths[axis] = (0, more)
    return np.pad(values, widths)
