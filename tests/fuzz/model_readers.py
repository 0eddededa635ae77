"""Readers of models, checkpoints, adapters: what comes from the hub and from other programs."""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np

from core.adapters.open import open_adapter
from core.adapters.peft_folder import CONFIG as PEFT_CONFIG
from core.adapters.peft_folder import WEIGHTS as PEFT
from core.convert.hf_config import read_config
from core.convert.safetensors import INDEX, SINGLE, open_checkpoint
from core.convert.tensor_names import plan_tensors
from core.engine.ggml.abi import TensorStruct
from core.engine.ggml.lib import load
from core.engine.llama_cpp.model import open_in_llama_cpp
from core.engine.lora.adapter_file import read_adapter
from core.engine.model.weights import load_model
from core.families.values import read_json
from core.gguf.header import read_header
from core.gguf.join import join, read_parts
from tests.fuzz.kinds import Readers

_ggml = load()


def read_gguf(path: Path) -> None:
    """As the engine does, every byte of the weights too; then the vocabulary as llama.cpp does."""
    read_header(path)
    model = load_model(_ggml, path)
    for tensor in model.file.tensors.values():
        ctypes.string_at(TensorStruct.from_address(tensor.address).data, tensor.bytes)
    with open_in_llama_cpp(path, vocabulary_only=True) as opened:
        opened.vocabulary.tokenize("Once upon a time.\n", add_special=True, parse_special=True)


def read_split(path: Path) -> None:
    """As on the way to a training: every part, then the file they are joined to."""
    joined = path.with_name("joined.gguf")
    join(read_parts(path), joined, lambda done, total: None)
    read_gguf(joined)


def read_folder(path: Path) -> None:
    """As a conversion does: every tensor's bytes, and the plan of what becomes of them."""
    found = open_checkpoint(path.parent)
    plan_tensors(read_config(path.parent), found, path.parent)
    for entry in found.values():
        entry.read().view(np.uint8).sum()


def read_peft(path: Path) -> None:
    """As an import does, for the model beside it."""
    open_adapter(path.parent, read_header(path.parent / "base.gguf"))


READERS: Readers = {
    "gguf": ("model.gguf", read_gguf),
    "first part": ("model-00001-of-00003.gguf", read_split),
    "later part": ("model-00002-of-00003.gguf", read_split),
    "adapter": ("adapter.gguf", read_adapter),
    "peft": (PEFT, read_peft),
    "peft config": (PEFT_CONFIG, read_peft),
    "safetensors": (SINGLE, read_folder),
    "index": (INDEX, read_folder),
    "config": ("config.json", read_folder),
    "json": ("tokenizer.json", read_json),
}
