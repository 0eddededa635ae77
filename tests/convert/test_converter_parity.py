"""Our conversion against llama.cpp's own converter: the same tensors to the byte, the same metadata but for a list.

tests/fixtures/converter_facts.py wrote down what the converter makes of each fixture.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import gguf
import pytest

from core.convert.convert import convert
from tests.support.places import FIXTURES

FACTS = json.loads((FIXTURES / "converter_facts.json").read_text())
LONG = 8

# Told to the converter when the facts were recorded; and the folder's name, which the converter rewrites (Qwen2).
NOT_COMPARED = {"tokenizer.ggml.pre", "general.name"}
# What we say and the converter leaves for llama.cpp to assume, in some families or in all; the prefix left out.
ADDED = {
    "vocab_size", "attention.key_length", "attention.value_length", "rope.dimension_count", "rope.freq_base",
    "expert_feed_forward_length", "add_bos_token", "add_eos_token", "eot_token_id",
}  # fmt: skip


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


def shown(value: Any) -> Any:
    long = (isinstance(value, list) and len(value) > LONG) or (isinstance(value, str) and len(value) > 100)
    return digest(json.dumps(value).encode()) if long else value


def made(fixture: str, dtype: str, folder: Path) -> gguf.GGUFReader:
    convert(FIXTURES / fixture, folder / "out.gguf", dtype, lambda done, total: None)
    return gguf.GGUFReader(folder / "out.gguf")


def test_that_every_architecture_has_facts() -> None:
    assert set(FACTS) == {path.parent.name for path in FIXTURES.glob("*/config.json")}


@pytest.mark.parametrize("dtype", ["f32", "f16", "bf16", "q8_0"])
@pytest.mark.parametrize("fixture", FACTS)
def test_that_the_tensors_are_those_of_llama_cpps_converter(fixture: str, dtype: str, tmp_path: Path) -> None:
    theirs = {name: (shape, *kinds[dtype]) for name, (shape, kinds) in FACTS[fixture]["tensors"].items()}
    reader = made(fixture, dtype, tmp_path)
    ours = {t.name: (t.shape.tolist(), t.tensor_type.name, digest(t.data.tobytes())) for t in reader.tensors}
    assert ours == theirs


@pytest.mark.parametrize("fixture", FACTS)
def test_that_the_metadata_is_that_of_llama_cpps_converter(fixture: str, tmp_path: Path) -> None:
    reader, theirs = made(fixture, "f32", tmp_path), FACTS[fixture]["keys"]
    ours = {key: shown(field.contents()) for key, field in reader.fields.items() if not key.startswith("GGUF.")}
    prefixes = (f"{ours['general.architecture']}.", "tokenizer.ggml.")
    added = {key.removeprefix(prefix) for prefix in prefixes for key in ours.keys() - theirs if key.startswith(prefix)}
    assert added <= ADDED
    assert {key: ours.get(key) for key in theirs.keys() - NOT_COMPARED} == {
        key: value for key, value in theirs.items() if key not in NOT_COMPARED
    }
