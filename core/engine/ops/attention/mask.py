"""Which keys a query attends to: those from the first of its own sequence and window on, up to itself."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def reach(window: int, n_tokens: int) -> int:
    """How far a layer's window lets it look back in a row of n_tokens; 0 when the row is too short to feel it."""
    return window if window < n_tokens else 0


def first_keys(segments: NDArray[np.int32], window: int) -> NDArray[np.int32]:
    """[T], which never falls: query q attends to the keys first[q] .. q.

    segments [T]: a number for each packed sequence, which lie one after another. window: in tokens, the query's own
    included; 0: none.
    """
    tokens = np.arange(len(segments), dtype=np.int32)
    starts = np.maximum.accumulate(np.where(np.diff(segments, prepend=segments[:1] - 1) != 0, tokens, 0))
    return (np.maximum(starts, tokens - window + 1) if window else starts).astype(np.int32)
