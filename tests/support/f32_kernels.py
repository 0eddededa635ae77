"""Our own kernels of F32 numbers, each choice of them that this processor has."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from core.engine.kernels.library import load_kernels

CHOICES = [choice for choice in range(2) if load_kernels(choice).f32 is not None]
every_choice = pytest.mark.parametrize("choice", CHOICES)


def random(shape: Sequence[int], seed: int) -> NDArray[np.float32]:
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)
