"""Adapters of random numbers for the bundled model."""

from __future__ import annotations

import numpy as np

from core.engine.lora.adapter_file import Adapter

NAME = "blk.1.ffn_down.weight"


def random_adapter(seed: int = 0, magnitude: bool = False) -> Adapter:
    """[768, 256] of the bundled model."""
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=(4, 768)).astype(np.float32) / 30, rng.normal(size=(256, 4)).astype(np.float32)
    lengths = {NAME: rng.uniform(1, 2, 256).astype(np.float32)} if magnitude else {}
    return Adapter("llama", 8.0, {NAME: (a, b)}, magnitudes=lengths)
