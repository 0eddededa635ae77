"""Weights that hold numbers of config.json, and what that means for an adapter.

Some classes multiply what goes into a linear, or comes out of it, by a number m. GGUF's graph does not: its weights are
W' = m W (core/convert/families/falcon.py). PEFT adds B A beside W, and so m B A beside W': B of a GGUF adapter is m
times PEFT's, and so are DoRA's magnitudes, which are norms of rows.
"""

from __future__ import annotations

from collections.abc import Collection
from math import inf

import numpy as np
from numpy.typing import NDArray

from core.base.errors import LuthierError
from core.gguf.header import Header
from core.gguf.made import FOLDED, ROWS

Runs = tuple[tuple[int, float], ...]  # how many rows, one run after the other, and their number
F32 = NDArray[np.float32]


def read_folded(model: Header, tensor: str) -> Runs | None:
    """Return the factors of a tensor's rows. None if the file does not state them, or states impossible ones."""
    key, n_rows = FOLDED + tensor.split(".", 2)[-1].removesuffix(".weight"), model.tensors[tensor].shape[1]
    said, listed = model.arrays.get(key), model.arrays.get(key + ROWS)
    numbers, rows = said.values if said else (), listed.values if listed else (n_rows,)
    if len(numbers) != len(rows) or not all(0 < number < inf for number in numbers):
        return None
    if sum(rows) != n_rows or any(count < 1 or count != int(count) for count in rows):
        return None
    return tuple(zip(map(int, rows), map(float, numbers), strict=True))


def into_gguf(rows: F32, runs: Runs) -> F32:
    """PEFT's B [.., d_out, r] or magnitude [d_out] -> as GGUF's weights want it. Of a wrong number of rows: itself."""
    factors = _of_rows(runs, len(rows))
    return rows if factors is None else rows * _beside(factors, rows)


def out_of_gguf(rows: F32, runs: Runs) -> F32:
    """The way back."""
    factors = _of_rows(runs, len(rows))
    return rows if factors is None else rows / _beside(factors, rows)


def require_known(model: Header, unknown: Collection[str], what: str) -> None:
    """unknown: tensors whose numbers the file does not say. Raises LuthierError `adapter.unknown-numbers`."""
    if not unknown:
        return
    raise LuthierError(
        "adapter.unknown-numbers",
        f"{model.path.name} does not say by which numbers of its config.json its weights were multiplied when it was "
        f"converted ({model.architecture} models have such), so that {what} would be too strong or too weak.",
        "Convert the model's Hugging Face folder with Luthier, which writes them into the file, and take that file as "
        "the base.",
    )


def _of_rows(runs: Runs, n_rows: int) -> F32 | None:
    if sum(rows for rows, _ in runs) != n_rows:
        return None
    return np.repeat(np.array([number for _, number in runs], np.float32), [rows for rows, _ in runs])


def _beside(factors: F32, rows: F32) -> F32:
    return factors.reshape(-1, *(1,) * (rows.ndim - 1))
