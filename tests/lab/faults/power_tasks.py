"""What is traced: settings saved, a short training from its first file to its last, and two exports."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from core import protocol as p
from core.base import settings
from core.protocol.config import TrainConfig
from core.worker import Control, run_job

CONFIG = TrainConfig(
    context=64, rank=2, grad_accumulation=1, max_steps=4, save_every=1, eval_every=2, eval_share=0.2, device="cpu",
    threads=1, alpha=4.0,
)  # fmt: skip


def run_of(root: Path) -> Path:
    return root / "runs" / "run"


def train_job(root: Path) -> p.TrainJob:
    return p.TrainJob(
        model=str(root.parent / "model.gguf"), data=str(root.parent / "rows.txt"), run=str(run_of(root)), config=CONFIG,
        title="First", notes="n",
    )  # fmt: skip


def main(root: Path) -> None:
    settings.save(settings.Settings(threads=1))
    do(train_job(root))
    settings.save(settings.Settings(threads=2))
    do(p.ExportJob(run=str(run_of(root)), kind="adapter", output=str(root / "exports" / "adapter.gguf")))
    do(p.ExportJob(run=str(run_of(root)), kind="merged", output=str(root / "exports" / "merged.gguf")))


def do(job: p.Job) -> None:
    """Its events go to the standard output at once, as a worker's do: what is told there is promised."""
    if run_job(job, lambda event: os.write(1, p.encode(event)) and None, Control()):
        sys.exit(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
