"""What comes with Luthier to try it: a small model, and two things that it can learn in a minute or two."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from core.base import paths
from core.protocol.config import TrainConfig


class Sample(NamedTuple):
    """title: of the run that learns it. prompt: what to ask before and after."""

    title: str
    data: Path
    prompt: str
    config: TrainConfig


CHAT = Sample(
    "The lighthouse keeper",
    paths.DEMO / "chat.jsonl",
    "Why is the sea so dark at night?",
    TrainConfig(epochs=6, context=256, grad_accumulation=2, learning_rate=2e-3, rank=16, eval_share=0.1),
)
TEXT = Sample(
    "In the words of Sherlock Holmes",
    paths.DEMO / "holmes.txt",
    "Holmes looked at the letter and",
    TrainConfig(epochs=1, context=256, grad_accumulation=4, learning_rate=2e-3, rank=16, eval_share=0.05),
)
