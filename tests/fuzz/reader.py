"""Reads mutated files one after the other in a process with little memory: `reader.py KIND BASE FIRST COUNT`.

Every file has to end in a good read or in a LuthierError that says what to do. Anything else stops the process: another
exception, a crash in native code, an allocation without bounds, a minute without an end.
Prints how often each ending came, as JSON.
"""

from __future__ import annotations

import ctypes
import json
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from core.adapters.open import open_adapter
from core.adapters.peft_config import CONFIG as PEFT_CONFIG
from core.adapters.peft_folder import WEIGHTS as PEFT
from core.convert.hf_config import read_config
from core.convert.safetensors import INDEX, SINGLE, open_checkpoint
from core.convert.tensor_names import plan_tensors
from core.convert.values import read_json
from core.engine.ggml.abi import TensorStruct
from core.engine.ggml.lib import load
from core.engine.llama_cpp.load import open_in_llama_cpp
from core.engine.lora.adapter_file import read_adapter
from core.engine.model.weights import load_model
from core.shared.errors import LuthierError
from core.shared.gguf.header import read_header
from core.shared.gguf.join import join
from core.shared.gguf.split import read_parts
from tests.fuzz.mutate import mutate, with_length

ROOM = 1 << 30  # bytes of address space beyond what the libraries have taken; the files have a few hundred kB
PATIENCE = 60  # seconds for one file

Read = Callable[[Path], object]


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


READERS: dict[str, tuple[str, Read]] = {
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


def main(kind: str, base: Path, first: int, count: int) -> None:
    name, read = READERS[kind]
    path = base / name
    sound = path.read_bytes()
    read(path)  # what is loaded on first use is loaded now
    header = _header_length(kind, path, sound)
    endings: Counter[str] = Counter()
    slowest = 0.0
    _limit_memory()
    for seed in range(first, first + count):
        content = mutate(sound, header, seed)
        if kind in ("safetensors", "peft") and seed % 2:
            content = with_length(content)  # else a change of the JSON's length would end most files there
        path.unlink()  # the last one may still be mapped
        path.write_bytes(content)
        (base / "seed").write_text(str(seed))
        signal.alarm(PATIENCE)
        started = time.monotonic()
        try:
            read(path)
            endings["read"] += 1
        except LuthierError as error:
            assert error.message and error.code, f"seed {seed}: {error!r}"
            endings[error.code] += 1
        slowest = max(slowest, time.monotonic() - started)
    signal.alarm(0)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps({"endings": dict(endings.most_common()), "slowest": slowest, "peak_rss": peak}))


def _header_length(kind: str, path: Path, sound: bytes) -> int:
    if kind in ("gguf", "first part", "later part", "adapter"):
        return min((tensor.start for tensor in read_header(path).tensors.values()), default=len(sound))
    return len(sound) if kind not in ("safetensors", "peft") else 8 + int.from_bytes(sound[:8], "little")


def _limit_memory() -> None:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + ROOM
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


_ggml = load()

if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
