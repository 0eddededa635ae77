"""Learning rate over the run: linear warmup, then constant, linear or cosine decay to zero."""

from __future__ import annotations

from math import cos, pi

from core.protocol.config import TrainConfig


def warmup_steps(config: TrainConfig, steps: int) -> int:
    """Return the number of first steps in which the rate rises."""
    return round(config.warmup_ratio * steps)


def learning_rate(config: TrainConfig, step: int, steps: int) -> float:
    """Rate for optimizer step `step` (0 .. steps - 1) of `steps`.

    The curves of Hugging Face's get_{constant,linear,cosine}_schedule_with_warmup, except that warmup starts one
    notch above zero: a step with rate 0 would be computed for nothing.
    """
    warmup = warmup_steps(config, steps)
    if step < warmup:
        return config.learning_rate * (step + 1) / (warmup + 1)
    progress = (step - warmup) / max(1, steps - warmup)
    match config.schedule:
        case "constant":
            return config.learning_rate
        case "linear":
            return config.learning_rate * (1 - progress)
        case "cosine":
            return config.learning_rate * 0.5 * (1 + cos(pi * progress))
