"""A training of a few short steps on tokens of any kind."""

from __future__ import annotations

import numpy as np

from core.data.example import Example
from core.protocol.config import TrainConfig

CONFIG = TrainConfig(context=64, rank=4, grad_accumulation=2, max_steps=6, learning_rate=5e-3, seed=11, threads=2)
NOTES: dict[str, str] = {}


def sequences(count: int, seed: int = 0) -> list[Example]:
    """Tokens of any kind, some of them not trained."""
    rng = np.random.default_rng(seed)
    made = []
    for _ in range(count):
        tokens = rng.integers(5, 4000, rng.integers(9, 40)).astype(np.int32)
        trained = rng.random(len(tokens)) < 0.7
        trained[0] = False
        made.append(Example(tokens, trained))
    return made
