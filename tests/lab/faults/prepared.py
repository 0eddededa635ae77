"""What the suites of this folder work on: a home of their own, the bundled model, pages of the book, a short run."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from core import protocol as p
from core.base import paths
from core.protocol.config import TrainConfig
from core.worker import be_a_good_neighbour
from tests.lab.faults.forked import done_as_job

CONFIG = TrainConfig(
    context=64, rank=2, layers="last 2", max_steps=3, grad_accumulation=1, save_every=1, eval_share=0.05, threads=1
)


def use_home(folder: Path) -> None:
    """Nothing of the user's own is read or written, by this process and its children."""
    os.environ |= {"LUTHIER_HOME": str(folder), "LUTHIER_DEVICE": "cpu"}
    os.environ |= {"PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}
    for name in ("HF_TOKEN", "HF_ENDPOINT", "HF_HUB_OFFLINE"):
        os.environ.pop(name, None)


class Prepared:
    """home: $LUTHIER_HOME from here on, for this process and its children; it knows the model already."""

    def __init__(self, place: Path) -> None:
        be_a_good_neighbour()
        self.place, self.home = place, place / "home"
        use_home(self.home)
        self.model, self.text = place / "storyteller.gguf", place / "pages.txt"
        self.text.write_text((paths.DEMO / "holmes.txt").read_text(encoding="utf-8")[:12_000], encoding="utf-8")
        convert = p.ConvertJob(source=str(paths.SAMPLE_MODEL), output=str(self.model), dtype="f16")
        assert done_as_job(convert).is_done

    def training(self, run: Path, config: TrainConfig = CONFIG) -> p.TrainJob:
        """Of three steps, each with its checkpoint."""
        return p.TrainJob(model=str(self.model), data=str(self.text), run=str(run), config=config)

    def trained(self, run: Path) -> Path:
        """The run's folder, with all that it leaves behind."""
        told = done_as_job(self.training(run))
        assert told.is_done, told.message
        return run


def without_last_step(run: Path, copy: Path) -> Path:
    """The run as it was after its second step."""
    shutil.copytree(run, copy, dirs_exist_ok=True)
    shutil.rmtree(copy / "checkpoints" / "step-000003")
    return copy


def trained_bytes(run: Path) -> dict[str, bytes]:
    """What a run has learnt, by file; the rest of a run tells of times and of sittings."""
    found = [run / "adapter.gguf", *run.glob("checkpoints/step-*/state.safetensors")]
    return {str(file.relative_to(run)): file.read_bytes() for file in found if file.exists()}
