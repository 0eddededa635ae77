"""What the gated delta rule reads."""

from __future__ import annotations

from typing import NamedTuple

from core.engine.ggml.tensor import Tensor


class DeltaInputs(NamedTuple):
    """q, k [d, H_k, T], v [d, H, T], decay (its logarithm) and beta [H, T]; head h reads key head h % H_k."""

    q: Tensor
    k: Tensor
    v: Tensor
    decay: Tensor
    beta: Tensor
