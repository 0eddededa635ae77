"""What a comparison takes, said before it starts."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from core.base.numbers import size
from core.convert.resolve import Outline
from core.engine.kernels.library import load
from core.engine.model.weights import load_model
from core.engine.train.plan.changes import leanest_plan
from core.memory.monitor import system_memory
from core.protocol.config import TrainConfig

PYTORCH = 600 << 20  # Python with torch, transformers and peft, and what a step computes with; measured
LOADING = 1.1  # of the weights: what Transformers holds beside them while it reads a file
COPIES_OF_LOGITS = 4  # of one text's


@dataclass(frozen=True)
class Need:
    """Bytes. pytorch, luthier: one after the other, so that the larger one counts."""

    pytorch: int
    luthier: int
    disk: int

    @property
    def memory(self) -> int:
        return max(self.pytorch, self.luthier)


def need(outline: Outline, dtype: str, config: TrainConfig, n_tokens: int) -> Need:
    """For comparing in F32, or with the weights in BF16: there PyTorch has only its linears in 16 bits."""
    tensors = outline.header.tensors.values()
    weights = sum(tensor.elements * (2 if dtype == "bf16" and _is_linear(tensor.name) else 4) for tensor in tensors)
    logits = 4 * n_tokens * outline.config.vocab_size
    plan = leanest_plan(load_model(load(), outline.header, mapped=False), config, n_tokens)
    return Need(
        PYTORCH + int(LOADING * weights) + COPIES_OF_LOGITS * logits,
        plan.total + outline.header.size + COPIES_OF_LOGITS * logits,  # llama.cpp maps the file again
        outline.header.size,
    )


def _is_linear(name: str) -> bool:
    return name.startswith("blk.") and name.endswith(".weight") and "_exps" not in name and "_norm" not in name


def refusal(asked: Need, folder: Path) -> str:
    """Why it is not started; "" where there is room."""
    free, disk = system_memory().available, shutil.disk_usage(folder).free
    if asked.memory > free:
        return (
            f"only {size(free)} of memory are free. Close other programs, take --dtype bf16, or insist with --anyway."
        )
    if asked.disk > disk:
        return f"only {size(disk)} are free on the disk of {folder}."
    return ""
