"""Mutated files never crash, hang or exhaust a reader: `make fuzz` tries 10,000 of each kind, the usual tests a few."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from core.convert.convert import convert
from core.convert.quantize import quantize
from core.convert.safetensors import INDEX, SINGLE, open_checkpoint
from core.engine.lora.adapter_file import write_adapter
from core.shared.gguf.header import read_header
from tests.support.places import FIXTURES
from tests.support.split_models import split_model

FILES = int(os.environ.get("FUZZ_FILES", "100"))
FIRST = int(os.environ.get("FUZZ_FIRST", "0"))  # another number, other files
READER = Path(__file__).with_name("reader.py")


def fuzz(kind: str, base: Path, files: int = FILES) -> dict[str, int]:
    """How often each ending came. A failure names the seed that led to it."""
    command = [sys.executable, str(READER), kind, str(base), str(FIRST), str(files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    seed = (base / "seed").read_text() if (base / "seed").exists() else "none"
    assert done.returncode == 0, f"{kind}, seed {seed}: exit status {done.returncode}\n{done.stderr[-3000:]}"
    report = json.loads(done.stdout.splitlines()[-1])
    print(f"\n{kind}: {files:,} files, slowest {report['slowest']:.2f} s, peak {report['peak_rss'] / 2**20:.0f} MiB")
    print("\n".join(f"  {count:6,} {ending}" for ending, count in report["endings"].items()))
    assert sum(report["endings"].values()) == files
    endings: dict[str, int] = report["endings"]
    # an index has no slack, and a small adapter is nearly all names and shapes
    assert kind in ("index", "peft") or endings.get("read"), "changes that do no harm should pass"
    return endings


@pytest.mark.parametrize(("family", "dtype"), [("llama-biased", "f32"), ("gemma3", "q8_0"), ("granitemoe", "f16")])
def test_that_mutated_gguf_models_are_read_or_refused(tmp_path: Path, family: str, dtype: str) -> None:
    full = tmp_path / "model.gguf"
    convert(FIXTURES / family, full, "f32" if dtype == "q8_0" else dtype, lambda done, total: None)
    if dtype == "q8_0":
        quantize(full, tmp_path / "small.gguf", dtype, lambda done, total: None, lambda level, line: None)
        (tmp_path / "small.gguf").replace(full)
    endings = fuzz("gguf", tmp_path)
    assert {"model.unreadable", "model.truncated"} <= set(endings)


@pytest.mark.parametrize("kind", ["first part", "later part"])
@pytest.mark.parametrize("first_is_empty", [False, True])
def test_that_mutated_parts_of_a_split_model_are_read_or_refused(
    tmp_path: Path, kind: str, first_is_empty: bool
) -> None:
    whole = tmp_path / "model.gguf"
    convert(FIXTURES / "llama-biased", whole, "f32", lambda done, total: None)
    n_tensors = len(read_header(whole).tensors)
    parts = 2 if first_is_empty else 3
    split_model(whole, tmp_path, -(-n_tensors // parts), first_is_empty)
    endings = fuzz(kind, tmp_path, 3 * FILES)  # what a part says of itself is little among what it says of the model
    assert {"model.unreadable", "model.truncated", "model.wrong-part"} <= set(endings)


def test_that_mutated_adapters_are_read_or_refused(tmp_path: Path) -> None:
    factors = (np.ones((2, 8), np.float32), np.ones((16, 2), np.float32))
    write_adapter(tmp_path / "adapter.gguf", "llama", {"blk.0.attn_q.weight": factors}, 2.0, notes={"run": "x"})
    assert {"lora.bad-adapter"} <= set(fuzz("adapter", tmp_path))


@pytest.mark.parametrize("family", ["llama-biased", "olmoe"])
def test_that_mutated_folders_of_peft_are_read_or_refused(tmp_path: Path, family: str) -> None:
    shutil.copytree(FIXTURES / family / "peft", tmp_path, dirs_exist_ok=True)
    convert(FIXTURES / family, tmp_path / "base.gguf", "f32", lambda done, total: None)
    assert {"convert.bad-header", "convert.truncated"} <= set(fuzz("peft", tmp_path))
    shutil.copytree(FIXTURES / family / "peft", tmp_path, dirs_exist_ok=True)
    assert {"convert.bad-json"} <= set(fuzz("peft config", tmp_path))


def test_that_mutated_safetensors_are_read_or_refused(tmp_path: Path) -> None:
    _copy_checkpoint(tmp_path)
    assert {"convert.bad-header", "convert.truncated"} <= set(fuzz("safetensors", tmp_path))


def test_that_mutated_indexes_are_read_or_refused(tmp_path: Path) -> None:
    _copy_checkpoint(tmp_path)
    (tmp_path / SINGLE).rename(tmp_path / "model-00001-of-00001.safetensors")
    names = open_checkpoint(tmp_path)
    weight_map = dict.fromkeys(names, "model-00001-of-00001.safetensors")
    (tmp_path / INDEX).write_text(json.dumps({"metadata": {"total_size": 1}, "weight_map": weight_map}))
    assert {"convert.bad-index"} <= set(fuzz("index", tmp_path))


def test_that_mutated_configurations_are_read_or_refused(tmp_path: Path) -> None:
    _copy_checkpoint(tmp_path)
    assert {"convert.bad-json"} <= set(fuzz("config", tmp_path))


def test_that_mutated_tokenizers_are_read_or_refused(tmp_path: Path) -> None:
    _copy_checkpoint(tmp_path)
    assert {"convert.bad-json"} <= set(fuzz("json", tmp_path))


def _copy_checkpoint(folder: Path) -> None:
    shutil.copytree(FIXTURES / "llama-biased", folder, dirs_exist_ok=True)
