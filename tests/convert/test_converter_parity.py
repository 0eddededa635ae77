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
from tests.support.fixture_models import fixture_models
from tests.support.places import FIXTURES

FACTS = json.loads((FIXTURES / "converter_facts.json").read_text())
LONG = 8

# Told to the converter when the facts were recorded; and the folder's name, which the converter rewrites (Qwen2).
NOT_COMPARED = {"tokenizer.ggml.pre", "general.name"}
# What the converter says of parts that a model does not have: Granite 4's dense ones have the class of its hybrids. And
# what stands for the same otherwise: heads of keys for each layer, positions that reach all of them.
BESIDE_IT = {
    "granite4": (
        "granite.ssm.",
        "granite.expert_",
        "granite.rope.scaling.finetuned",
        "granite.attention.head_count_kv",
    ),
    "bailingmoe2": ("bailingmoe2.nextn_predict_layers",),  # of layers that draft tokens: none
    # A context without an end, where positions are left out.
    "granitehybrid": ("granitehybrid.context_length",),
    "granitehybrid-moe": ("granitehybrid.context_length",),
    # How much of each head is rotated, where none is.
    "nemotron-h": ("nemotron_h.context_length", "nemotron_h.rope.dimension_count"),
    "nemotron-h-moe": ("nemotron_h_moe.context_length", "nemotron_h_moe.rope.dimension_count"),
}
# What we say and the converter leaves for llama.cpp to assume, in some families or in all; the prefix left out.
ADDED = {
    "vocab_size", "attention.key_length", "attention.value_length", "rope.dimension_count", "rope.freq_base",
    "rope.scaling.type", "rope.scaling.original_context_length", "rope.scaling.attn_factor",
    "expert_feed_forward_length", "feed_forward_length", "attention.layer_norm_rms_epsilon", "add_bos_token",
    "add_eos_token", "eot_token_id",
}  # fmt: skip


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


def shown(value: Any) -> Any:
    long = (isinstance(value, list) and len(value) > LONG) or (isinstance(value, str) and len(value) > 100)
    return digest(json.dumps(value).encode()) if long else value


def made(fixture: str, dtype: str, folder: Path) -> gguf.GGUFReader:
    convert(FIXTURES / fixture, folder / "out.gguf", dtype, lambda done, total: None)
    return gguf.GGUFReader(folder / "out.gguf")


def given(kinds: dict[str, Any], dtype: str) -> list[str]:
    """Type and digest; those that are not there are f16's, and then f32's."""
    found: list[str] = kinds.get(dtype) or kinds.get("f16") or kinds["f32"]
    return found


def test_that_every_architecture_has_facts() -> None:
    assert set(FACTS) == {path.parent.name for path in FIXTURES.glob("*/config.json")}


@pytest.mark.parametrize("dtype", ["f32", "f16", "bf16", "q8_0"])
@pytest.mark.parametrize("fixture", fixture_models("config.json"))
def test_that_the_tensors_are_those_of_llama_cpps_converter(fixture: str, dtype: str, tmp_path: Path) -> None:
    theirs = {name: (shape, *given(kinds, dtype)) for name, (shape, kinds) in FACTS[fixture]["tensors"].items()}
    reader = made(fixture, dtype, tmp_path)
    ours = {t.name: (t.shape.tolist(), t.tensor_type.name, digest(t.data.tobytes())) for t in reader.tensors}
    assert ours == theirs


@pytest.mark.parametrize("fixture", fixture_models("config.json"))
def test_that_the_metadata_is_that_of_llama_cpps_converter(fixture: str, tmp_path: Path) -> None:
    reader, theirs = made(fixture, "f32", tmp_path), FACTS[fixture]["keys"]
    ours = {key: shown(field.contents()) for key, field in reader.fields.items() if not key.startswith("GGUF.")}
    prefixes = (f"{ours['general.architecture']}.", "tokenizer.ggml.")
    added = {key.removeprefix(prefix) for prefix in prefixes for key in ours.keys() - theirs if key.startswith(prefix)}
    assert added <= ADDED
    compared = {key: value for key, value in theirs.items() if key not in NOT_COMPARED}
    compared = {key: value for key, value in compared.items() if not key.startswith(BESIDE_IT.get(fixture, ()))}
    assert {key: ours.get(key) for key in compared} == compared
