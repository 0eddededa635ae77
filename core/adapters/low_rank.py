"""The norm of a product B A; one alpha, and one rank, for all tensors of an adapter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.engine.lora.adapter_file import Adapter, Factors


def product_norm(factors: Factors) -> float:
    """Return |B A|, over all experts: the root of the trace of (A A^T)(B^T B)."""
    a, b = (part.astype(np.float64) for part in factors)
    squares = np.einsum("...ri,...si->...rs", a, a) * np.einsum("...or,...os->...rs", b, b)
    return float(np.sqrt(max(squares.sum(), 0.0)))


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
