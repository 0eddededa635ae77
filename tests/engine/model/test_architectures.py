"""What cannot be trained is refused with the name of what stands in the way."""

from __future__ import annotations

from pathlib import Path

import gguf
import numpy as np
import pytest

from core.base.errors import LuthierError
from core.convert.convert import convert
from core.engine.ggml.lib import load
from core.engine.model.weights import load_model
from core.families.not_trained import ANOTHER_FAMILY
from tests.support.places import FIXTURES
from tests.support.rewritten_models import rewritten


def write_model(path: Path, architecture: str, tensors: list[str]) -> Path:
    """A file with these tensors and no metadata to speak of."""
    writer = gguf.GGUFWriter(path, architecture)
    for name in tensors:
        writer.add_tensor(name, np.zeros((4, 32), np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def refusal(path: Path) -> LuthierError:
    with pytest.raises(LuthierError) as caught:
        load_model(load(), path)
    return caught.value


@pytest.fixture(scope="module")
def qwen3(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return converted("qwen3", tmp_path_factory)


@pytest.fixture(scope="module")
def gemma3(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return converted("gemma3", tmp_path_factory)


@pytest.fixture(scope="module")
def minicpm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return converted("minicpm", tmp_path_factory)


def converted(name: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp(name) / "model.gguf"
    convert(FIXTURES / name, path, "f32", lambda done, total: None)
    return path


def test_that_an_unknown_architecture_is_refused_with_the_tensor_that_has_no_operation(tmp_path: Path) -> None:
    path = write_model(tmp_path / "jamba.gguf", "jamba", ["token_embd.weight", "blk.0.ssm_conv1d.weight"])
    error = refusal(path)
    assert error.code == "model.unknown-architecture"
    assert "'jamba'" in error.message
    assert "blk.0.ssm_conv1d.weight" in error.message
    assert error.hint == ANOTHER_FAMILY


def test_that_an_unknown_architecture_of_known_parts_is_refused(tmp_path: Path) -> None:
    error = refusal(write_model(tmp_path / "odd.gguf", "odd", ["token_embd.weight", "blk.0.attn_q.weight"]))
    assert error.code == "model.unknown-architecture"
    assert "how this architecture joins them" in error.message


def test_that_a_variant_with_another_tensor_is_refused_by_its_name(qwen3: Path, tmp_path: Path) -> None:
    error = refusal(rewritten(qwen3, tmp_path / "more.gguf", add="blk.1.attn_sinks.weight"))
    assert error.code == "model.unknown-tensor"
    assert "blk.1.attn_sinks.weight" in error.message


def test_that_a_missing_tensor_is_named(qwen3: Path, tmp_path: Path) -> None:
    error = refusal(rewritten(qwen3, tmp_path / "less.gguf", drop="blk.1.attn_q_norm.weight"))
    assert error.code == "model.missing-tensor"
    assert "blk.1.attn_q_norm.weight" in error.message


def test_that_a_missing_number_is_named(qwen3: Path, tmp_path: Path) -> None:
    error = refusal(rewritten(qwen3, tmp_path / "less.gguf", drop="qwen3.feed_forward_length"))
    assert error.code == "model.missing-key"
    assert "qwen3.feed_forward_length" in error.message


@pytest.mark.parametrize("scale", ["embedding_scale", "residual_scale", "logit_scale"])
def test_that_a_scale_that_llama_cpp_would_guess_has_to_be_said(tmp_path: Path, scale: str, minicpm: Path) -> None:
    error = refusal(rewritten(minicpm, tmp_path / "less.gguf", drop=f"minicpm.{scale}"))
    assert error.code == "model.missing-key"
    assert f"minicpm.{scale}" in error.message


PATTERN = "gemma3.attention.sliding_window_pattern"


@pytest.mark.parametrize(
    ("says", "windows"),
    [
        ({}, [8, 8, 8, 8, 8, 0]),
        ({PATTERN: 2}, [8, 0, 8, 0, 8, 0]),
        ({PATTERN: [False, True, True, False, False, True]}, [0, 8, 8, 0, 0, 8]),
        ({"gemma3.attention.sliding_window": 0}, [0] * 6),
    ],
)
def test_that_a_file_may_say_which_layers_have_a_window(
    gemma3: Path, tmp_path: Path, says: dict[str, int | list[bool]], windows: list[int]
) -> None:
    model = load_model(load(), rewritten(gemma3, tmp_path / "model.gguf", says=says))
    assert [layer.shape.window for layer in model.layers] == windows
    bases = [layer.shape.rope.freq_base for layer in model.layers if layer.shape.rope]
    assert bases == [1000.0 if window else 500000.0 for window in windows]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("block_count", 0),
        ("block_count", 2**32 - 1),
        ("embedding_length", 0),
        ("attention.head_count", 0),
        ("attention.head_count_kv", 0),
        ("attention.head_count_kv", 3),
        ("attention.key_length", 0),
        ("rope.dimension_count", 2**20),
        ("rope.freq_base", 0),
        ("context_length", 0),
    ],
)
def test_that_numbers_that_cannot_be_are_named(qwen3: Path, tmp_path: Path, key: str, value: int) -> None:
    error = refusal(rewritten(qwen3, tmp_path / "m.gguf", says={f"qwen3.{key}": value}))
    assert error.code == "model.bad-value"
    assert f"qwen3.{key} is {value:,}" in error.message


@pytest.mark.parametrize(("name", "axes", "kind"), [("attn_norm", 1, 26), ("attn_q", 2, 26)])
def test_that_a_tensor_of_a_type_that_is_none_for_it_is_named(
    qwen3: Path, tmp_path: Path, name: str, axes: int, kind: int
) -> None:
    """ggml would end the process. kind: I32, which takes as many bytes as F32."""
    content, text = bytearray(rewritten(qwen3, tmp_path / "f32.gguf").read_bytes()), f"blk.0.{name}.weight".encode()
    place = content.index(text) + len(text) + 4 + 8 * axes
    content[place : place + 4] = kind.to_bytes(4, "little")
    (tmp_path / "m.gguf").write_bytes(content)
    error = refusal(tmp_path / "m.gguf")
    assert error.code == "model.wrong-type"
    assert f"blk.0.{name}.weight" in error.message and "i32" in error.message
