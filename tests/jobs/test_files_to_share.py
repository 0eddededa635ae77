"""Files that people give away do not say where things lay on their disk."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from gguf import GGUFReader

from core import protocol as p
from core.advice.export_kinds import EXPORT_KINDS
from core.engine.lora.adapter_file import read_adapter, write_adapter
from core.protocol.config import TrainConfig
from tests.support.jobs import done

DIARY = "evening-diary.txt"


@pytest.fixture
def private(tmp_path: Path) -> Path:
    folder = tmp_path / "ann-for-bob"
    folder.mkdir()
    (folder / DIARY).write_text("It was a dark night, and nobody came.\n\n" * 40)
    return folder


@pytest.mark.slow
def test_that_nothing_written_to_be_shared_holds_a_path(demo_model: Path, private: Path, tmp_path: Path) -> None:
    data, model, run = private / DIARY, private / "base.gguf", private / "run"
    out = tmp_path / "out"
    shutil.copytree(demo_model, private / "storyteller")
    done(p.ConvertJob(source=str(private / "storyteller"), output=str(model), dtype="f16"))
    small = TrainConfig(context=32, rank=2, max_steps=1, grad_accumulation=1, threads=1)
    done(p.TrainJob(model=str(model), data=str(data), run=str(run), config=small))
    out.mkdir()
    for kind in EXPORT_KINDS.values():
        output = out / f"{kind.key}{'.gguf' if kind.is_file else ''}"
        done(p.ExportJob(run=str(run), kind=kind.key, output=str(output)))
    done(p.CleanJob(data=str(data), output=str(out / "clean.jsonl")))
    done(
        p.QuantizeJob(
            source=str(model), output=str(out / "q.gguf"), dtype="q4_k_m", imatrix=str(data), sample_tokens=64
        )
    )
    exported = [file for file in out.rglob("*.*") if file.is_file()]
    shared = [model, run / "adapter.gguf", *run.rglob("step-*/adapter.gguf"), *exported]
    assert len(shared) >= 9
    for file in shared:
        assert private.name.encode() not in file.read_bytes(), file
    notes = read_adapter(out / "adapter.gguf").notes
    assert (notes["base_model"], notes["dataset"]) == ("base.gguf", DIARY)
    assert not [key for key in GGUFReader(out / "q.gguf").fields if "imatrix" in key]

    older = b"/ann-for-bob/diar"  # as long as the name: an older version wrote the path
    own = run / "adapter.gguf"
    own.write_bytes(own.read_bytes().replace(DIARY.encode(), older))
    done(p.ExportJob(run=str(run), kind="adapter", output=str(out / "adapter.gguf")))
    assert private.name.encode() not in (out / "adapter.gguf").read_bytes()


@pytest.mark.parametrize(
    ("text", "kept"),
    [("/home/ann/x.gguf", "x.gguf"), ("ann/story:Q4_K_M", "ann/story:Q4_K_M"), ("ollama:qwen3:4b", "ollama:qwen3:4b")],
)
def test_that_an_adapter_names_what_it_was_made_from(tmp_path: Path, text: str, kept: str) -> None:
    factors = {"blk.0.attn_q.weight": (np.ones((2, 256), np.float32), np.ones((256, 2), np.float32))}
    write_adapter(tmp_path / "a.gguf", "llama", factors, 2.0, notes={"base_model": text})
    assert read_adapter(tmp_path / "a.gguf").notes["base_model"] == kept
