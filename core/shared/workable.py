"""Settings that no training can work with, refused before it starts. What is only unwise is core/shared/advice.py's."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from core.shared.errors import LuthierError

if TYPE_CHECKING:
    from core.shared.config import TrainConfig

LARGEST_RATE = 1.0  # of any value: Adam's steps have about its size, and the adapter's values lie far below
LARGEST_SCALE = 1000.0  # of the adapter: it drowns the model after the first step (tests/bench/bench_spikes.py)
LARGEST_NOISE = 1000.0  # 5 to 15 are usual (arXiv:2310.05914)


def require_workable(config: TrainConfig) -> None:
    """Raises LuthierError `config.bad-value`, naming the setting and what would work."""
    for message, hint in _troubles(config):
        raise LuthierError("config.bad-value", message, hint)


def _troubles(config: TrainConfig) -> Iterator[tuple[str, str]]:
    for key in config.__struct_fields__:
        value = getattr(config, key)
        numbers = value if isinstance(value, tuple) else (value,)
        if any(isinstance(number, float) and not math.isfinite(number) for number in numbers):
            usual = msgspec.to_builtins(type(config)())[key]
            yield f"{key}={value}: it is not a number to train with.", f"{usual} is usual."
    if config.learning_rate * max(1.0, config.lora_plus_ratio) > LARGEST_RATE:
        yield (
            f"learning_rate={config.learning_rate:g} with lora_plus_ratio={config.lora_plus_ratio:g}: half of the "
            f"adapter would learn at {config.learning_rate * config.lora_plus_ratio:g}, and nothing survives over 1.",
            "Set learning_rate=0.0002, and lora_plus_ratio to 16 or 1.",
        )
    if config.scale > LARGEST_SCALE:
        yield (
            f"alpha={config.alpha:g} with rank={config.rank}: the adapter would count {config.scale:g} times.",
            f"Twice the rank is usual: alpha={2 * config.rank}.",
        )
    if config.neftune_alpha > LARGEST_NOISE:
        yield f"neftune_alpha={config.neftune_alpha:g}: so much noise drowns every word.", "5 is usual, 0 is none."
    if config.weight_decay * config.learning_rate >= 1:
        yield (
            f"weight_decay={config.weight_decay:g} with learning_rate={config.learning_rate:g}: each step would erase "
            "the whole adapter.",
            "0.01 is usual, 0 is none.",
        )
