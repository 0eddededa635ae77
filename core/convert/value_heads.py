"""The order of the gated delta rule's heads of values.

Where several read the same key, Hugging Face has them side by side; in llama.cpp head h reads key h modulo the number
of keys (`_reorder_v_heads` of its conversion/qwen.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class ValueHeads(NamedTuple):
    """The number of heads of keys and of values, and how wide one is."""

    key_heads: int
    heads: int
    width: int

    def order(self, n: int) -> NDArray[np.int64]:
        """Return, for n rows or columns, the last of which belong to heads of values, where Hugging Face has
        llama.cpp's.
        """
        own = min(n, self.heads * self.width) // self.heads * self.heads
        grouped = np.arange(n - own, n).reshape(self.key_heads, self.heads // self.key_heads, -1)
        return np.concatenate([np.arange(n - own), grouped.swapaxes(0, 1).reshape(-1)])

    def runs(self, n: int) -> Iterator[tuple[int, int]]:
        """The same rows as ranges, from and to."""
        order = self.order(n)
        cuts = [0, *(np.flatnonzero(np.diff(order) != 1) + 1).tolist(), n]
        for first, end in pairwise(cuts):
            yield int(order[first]), int(order[end - 1]) + 1

    def tiled(self, values: NDArray[Any], axis: int) -> NDArray[Any]:
        """Hugging Face's rows or columns in llama.cpp's order."""
        return np.ascontiguousarray(values.take(self.order(values.shape[axis]), axis))

    def grouped(self, values: NDArray[Any], axis: int) -> NDArray[Any]:
        """The way back."""
        return np.ascontiguousarray(values.take(np.argsort(self.order(values.shape[axis])), axis))
