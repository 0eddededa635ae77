"""Adapters that PEFT wrote for the reference models (tests/fixtures/make_adapters.py), and those models as GGUF."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import load_file, save_file

from core.adapters.peft_folder import CONFIG, WEIGHTS
from core.convert.convert import convert
from core.engine.lora.adapter import LoraAdapter
from core.engine.lora.adapter_file import Adapter, write_adapter
from core.engine.model.weights import load_for_engine
from core.gguf.header import Header, read_header
from core.protocol.config import TrainConfig
from tests.support.checkpoints import quiet
from tests.support.logits import our_logits, their_logits
from tests.support.places import FIXTURES

NAMES = sorted(path.parent.name for path in FIXTURES.glob("*/peft"))


def gguf_of(name: str, folder: Path) -> Header:
    """The reference model in F32; made once in a folder."""
    file = folder / f"{name}.gguf"
    if not file.exists():
        convert(FIXTURES / name, file, "f32", quiet)
    return read_header(file)


def truth_of(name: str, kind: str = "peft") -> dict[str, np.ndarray]:
    with np.load(FIXTURES / name / kind / "truth.npz") as file:
        return dict(file)


def logits_with(model: Header, adapter: Adapter, tokens: np.ndarray, folder: Path) -> np.ndarray:
    """[n_tokens, n_vocab] of llama.cpp, or of the engine where llama.cpp cannot load the adapter."""
    if not adapter.magnitudes:
        write_adapter(folder / "a.gguf", adapter.architecture, adapter.tensors, adapter.alpha)
        return their_logits(model.path, folder / "a.gguf", tokens)
    loaded = load_for_engine(model, threads=1)
    row = loaded.model.shape.architecture
    targets = {linear for name in adapter.tensors for linear in row.linears_in(name.split(".")[2])}
    config = TrainConfig(rank=adapter.rank, alpha=adapter.alpha, dora=True, targets=",".join(sorted(targets)))
    trained = LoraAdapter(loaded.backend, loaded.model, config)
    trained.load_factors(adapter.tensors, adapter.magnitudes)
    return our_logits(loaded, trained, tokens)


def copy_of(name: str, folder: Path) -> Path:
    """PEFT's folder for a test to change."""
    folder.mkdir(exist_ok=True)
    for file in (CONFIG, WEIGHTS):
        (folder / file).write_bytes((FIXTURES / name / "peft" / file).read_bytes())
    return folder


def change_config(folder: Path, **values: Any) -> None:
    said = json.loads((folder / CONFIG).read_text())
    (folder / CONFIG).write_text(json.dumps(said | values))


def tensors_in(folder: Path) -> dict[str, np.ndarray]:
    found: dict[str, np.ndarray] = load_file(folder / WEIGHTS)
    return found


def save_tensors(folder: Path, tensors: dict[str, np.ndarray]) -> None:
    save_file({name: np.ascontiguousarray(values) for name, values in tensors.items()}, folder / WEIGHTS)
