"""Who sees whom in a row of tokens, and how attention is computed for it."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from core.engine.ggml.tensor import Tensor
from core.engine.ops.autograd import Tape


class Sight(ABC):
    """Query q sees the keys first[q] .. q. Graphs are built once; `first` may change before every run."""

    nodes: int  # of a layer's graphs, forward and backward, at most

    @abstractmethod
    def see(self, first: NDArray[np.int32]) -> None:
        """first [T], which never falls."""

    @abstractmethod
    def attend(self, tape: Tape, q: Tensor, k: Tensor, v: Tensor, scale: float, cap: float = 0.0) -> Tensor:
        """q [d, H, T], k and v [d, H_kv, T], contiguous -> [d, H, T]. Query head h reads key head h * H_kv / H.

        cap: bound of the scores; 0: none.
        """
