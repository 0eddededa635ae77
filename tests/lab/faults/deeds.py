"""What a worker does while it is killed: each job, what it makes, and where in it the kills are aimed."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple

from core import protocol as p
from core.base import paths
from core.protocol.config import TrainConfig
from core.runs.run import Run

SAVE_EVERY = 2  # steps
CONFIG = TrainConfig(
    context=64, rank=4, max_steps=8, grad_accumulation=1, learning_rate=3e-3, eval_share=0.02, eval_every=3,
    save_every=SAVE_EVERY, threads=1,
)  # fmt: skip
RUN = "run"


class Inputs(NamedTuple):
    """Made once, and only read. run: a finished one of `model`."""

    model: Path
    text: Path
    run: Path


class Deed(NamedTuple):
    """kills: in the long form. job: in a folder of its own. made: what of that folder has to be the same to the byte.

    aim: a part of the moments: "event" any event, "pause" any time, "part" while a half-written file is there, or the
    name of a phase. home: what of the `inputs`' cache the folder begins with; "times" are how long products take here,
    by which a plan is made, and another plan computes other last digits.
    """

    name: str
    kills: int
    job: Callable[[Inputs, Path], p.Job]
    made: tuple[str, ...]
    aims: tuple[str, ...]
    home: Literal["", "times", "all"] = ""
    in_short: bool = False


def _train(inputs: Inputs, place: Path) -> p.Job:
    run = place / RUN
    if Run(run).is_there:
        return p.ResumeJob(run=str(run))
    return p.TrainJob(model=str(inputs.model), data=str(inputs.text), run=str(run), config=CONFIG)


def _convert(_inputs: Inputs, place: Path) -> p.Job:
    return p.ConvertJob(source=str(paths.SAMPLE_MODEL), output=str(place / "made.gguf"))


def _quantize(inputs: Inputs, place: Path) -> p.Job:
    return p.QuantizeJob(source=str(inputs.model), output=str(place / "made.gguf"), dtype="q8_0")


def _fetch(_inputs: Inputs, place: Path) -> p.Job:
    return p.FetchJob(repo=REPO, to=str(place / "fetched"))


def _export(kind: str, output: str) -> Callable[[Inputs, Path], p.Job]:
    def job(inputs: Inputs, place: Path) -> p.Job:
        return p.ExportJob(run=str(inputs.run), kind=kind, output=str(place / output))

    return job


REPO = "ann/tiny-GGUF"
FILES = {
    "tiny-Q4_K_M.gguf": random.Random(0).randbytes(4_000_000),
}
TRAINED = (f"{RUN}/adapter.gguf", f"{RUN}/evaluation.npz")
ANY = ("pause", "part", "event")
GGUF = ("made.gguf",)
OLLAMA = ("made/model.gguf", "made/Modelfile")
PEFT = ("made/adapter_model.safetensors", "made/adapter_config.json")
CACHES = "building caches (tokens, copies of weights, checksums)"
DEEDS = (
    Deed("training", 40, _train, TRAINED, ("train", "pause"), home="all"),
    Deed("evaluating", 20, _train, TRAINED, ("evaluate",), home="all"),
    Deed("saving a checkpoint", 25, _train, TRAINED, ("part",), home="all", in_short=True),
    Deed(CACHES, 25, _train, TRAINED, ("cache", "tokenize", "plan"), home="times"),
    Deed("converting", 20, _convert, GGUF, ANY, in_short=True),
    Deed("quantizing", 20, _quantize, GGUF, ANY),
    Deed("downloading", 20, _fetch, ("fetched/tiny-Q4_K_M.gguf",), ANY, in_short=True),
    Deed("exporting a merged model", 10, _export("merged", "made.gguf"), GGUF, ANY),
    Deed("exporting for Ollama", 15, _export("ollama", "made"), OLLAMA, ANY),
    Deed("exporting for PEFT", 15, _export("peft", "made"), PEFT, ANY),
)
