"""In which order an epoch visits the rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def epoch_order(n: int, epoch: int, seed: int) -> NDArray[np.int64]:
    """A permutation of range(n) that depends on the seed and the epoch only, so that a resumed run can go on in it."""
    return np.random.default_rng([seed, epoch]).permutation(n)
