"""Rows of numbers that grow cheaply."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


class Series:
    """Rows of numbers that grow cheaply; the first column is x and ascends."""

    def __init__(self, *columns: str) -> None:
        self._index = {name: i for i, name in enumerate(columns)}
        self._rows = np.empty((len(columns), 256))  # [column, row]: each column contiguous
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, column: str) -> npt.NDArray[np.float64]:
        """A view of one column, oldest first."""
        return self._rows[self._index[column], : self._length]

    def append(self, *row: float) -> None:
        """A row after the others."""
        if self._length == self._rows.shape[1]:
            self._rows = np.concatenate([self._rows, np.empty_like(self._rows)], axis=1)
        self._rows[:, self._length] = row
        self._length += 1

    def replace_last(self, *row: float) -> None:
        """A row in the newest one's place."""
        self._rows[:, self._length - 1] = row

    def keep_until(self, x: float) -> None:
        """Drop every row whose x lies after the given one."""
        if self._length and self._rows[0, self._length - 1] > x:
            self._length = int(np.searchsorted(self._rows[0, : self._length], x, side="right"))

    def last(self, column: str) -> float | None:
        """The newest value, or None when there is none yet."""
        return float(self._rows[self._index[column], self._length - 1]) if self._length else None
