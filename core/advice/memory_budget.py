"""How much memory training may take here: the one figure that the window, the commands and the engine all name."""

from __future__ import annotations

from core.advice.monitor import system_memory
from core.protocol.config import TrainConfig

SHARE_OF_FREE = 0.8  # of the free memory: the rest is for the system, and for what we cannot foresee
SHARE_OF_BUDGET = 0.97  # of what the settings allow: a peak may be 3% above its plan (docs/figures.md)


def memory_budget(config: TrainConfig) -> int:
    """Bytes to plan for: nearly what the settings say, or most of what is free. In words: free for training."""
    return int(config.memory_budget * SHARE_OF_BUDGET or system_memory().available * SHARE_OF_FREE)
