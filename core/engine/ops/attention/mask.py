"""Which keys a query attends to: those of its own sequence within its window, up to itself, and before these what its
sequence shares with an earlier one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Int32 = NDArray[np.int32]


class Attended(NamedTuple):
    """Query q attends to the keys own[q] .. q and to shared[q] .. shared_end[q] - 1, which may be none; each is [T].

    own never falls. What is shared lies in front of the query's own sequence.
    """

    own: Int32
    shared: Int32
    shared_end: Int32

    @property
    def first(self) -> Int32:
        """The first key of each query, [T]."""
        return np.where(self.shared < self.shared_end, np.minimum(self.shared, self.own), self.own)


def reach(window: int, n_tokens: int) -> int:
    """How far a layer's window lets it look back in a row of n_tokens; 0 when the row is too short to feel it."""
    return window if window < n_tokens else 0


def attended_keys(segments: Int32, positions: Int32, window: int) -> Attended:
    """segments, positions [T]: as PackedRow has them. window: in tokens, the query's own included; 0: none.

    A sequence whose positions begin at p has its first p tokens in the last one before it that begins at 0. How far
    away a key is goes by positions, not by places in the row.
    """
    tokens = np.arange(len(segments), dtype=np.int32)
    begins = np.diff(segments, prepend=segments[:1] - 1) != 0
    start = np.maximum.accumulate(np.where(begins, tokens, 0))
    host = np.maximum.accumulate(np.where(begins & (positions == 0), tokens, 0))
    shared_end = host + positions[start]
    reached = positions - window + 1 if window else np.zeros_like(positions)  # the first position
    own = np.maximum(start, tokens - window + 1) if window else start
    shared = np.minimum(host + np.maximum(reached, 0), shared_end)
    return Attended(*(keys.astype(np.int32) for keys in (own, shared, shared_end)))
