"""What a family's checkpoints may say that llama.cpp's graph could not compute is refused by its key."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save_file

from core.convert import tensor_names
from core.convert.class_defaults import CLASS_DEFAULTS, TRANSFORMERS
from core.convert.convert import convert
from core.convert.families import FAMILIES
from core.convert.hf_config import ModelConfig, read_config
from core.convert.outline import read_outline
from core.convert.safetensors import SINGLE, open_checkpoint
from core.convert.weights import widen
from core.engine.llama_cpp.load import open_in_llama_cpp
from core.shared import protocol as p
from core.shared.errors import LuthierError
from tests.fixtures.config_cases import Case
from tests.support.places import FIXTURES
from tests.support.refusals import command_refuses, worker_refuses


def changed(name: str, tmp_path: Path, changes: dict[str, Any]) -> Path:
    """A copy of a fixture with another config.json; None takes a key away."""
    folder = Path(shutil.copytree(FIXTURES / name, tmp_path / name))
    config = json.loads((folder / "config.json").read_text()) | changes
    kept = {key: value for key, value in config.items() if value is not None}
    (folder / "config.json").write_text(json.dumps(kept))
    return folder


REFUSED = [
    ("qwen3", {"attention_bias": True}, "attention_bias"),
    ("qwen3", {"hidden_act": "gelu"}, "hidden_act"),
    ("qwen2", {"rope_parameters": {"rope_type": "llama3", "factor": 8.0}}, "'llama3' (known: default, linear)"),
    ("smollm3", {"no_rope_layers": [1, 0, 1, 0]}, "no_rope_layers"),
    ("gemma2", {"layer_types": ["full_attention", "full_attention"]}, "layer_types"),
    ("gemma2", {"query_pre_attn_scalar": 144}, "query_pre_attn_scalar is 144 rather than 16"),
    ("gemma3", {"sliding_window_pattern": 2}, "sliding_window_pattern"),
    ("gemma3", {"final_logit_softcapping": 30.0}, "final_logit_softcapping"),
    ("gemma3", {"use_bidirectional_attention": True}, "use_bidirectional_attention"),
    ("phi", {"rope_parameters": {"rope_type": "longrope", "short_factor": [1.0]}}, "short_factor"),
    ("llama", {"partial_rotary_factor": 0.5, "rope_parameters": None}, "partial_rotary_factor"),
]


@pytest.mark.parametrize(("name", "changes", "told"), REFUSED, ids=lambda value: value if type(value) is str else "")
def test_that_what_llama_cpp_lacks_is_refused_by_its_key(
    tmp_path: Path, name: str, changes: dict[str, Any], told: str
) -> None:
    with pytest.raises(LuthierError) as caught:
        read_config(changed(name, tmp_path, changes))
    assert caught.value.code in ("convert.unsupported", "convert.bad-value")
    assert told in caught.value.message


def test_that_phis_window_is_told_and_written(tmp_path: Path) -> None:
    folder = changed("phi", tmp_path, {"sliding_window": 100})
    report = convert(folder, tmp_path / "out.gguf", "f32", lambda done, total: None)
    assert any("100 tokens" in notice for notice in report.notices)


SIZES = {
    "vocab_size": 320, "hidden_size": 2048, "intermediate_size": 64, "num_hidden_layers": 4, "num_attention_heads": 32,
    "max_position_embeddings": 4096, "rms_norm_eps": 1e-5, "num_experts": 4, "num_experts_per_tok": 2,
}  # fmt: skip


def read(folder: Path, said: dict[str, Any]) -> ModelConfig:
    (folder / "config.json").write_text(json.dumps(said))
    return read_config(folder)


@pytest.mark.parametrize("name", FAMILIES)
def test_that_what_a_config_does_not_say_is_in_the_table_of_its_class(tmp_path: Path, name: str) -> None:
    """A key that is in neither would be refused as missing."""
    told = {"norm_topk_prob": True} if name == "Qwen3MoeForCausalLM" else {}  # whose own default llama.cpp lacks
    silent = {"architectures": [name], **SIZES, **told}
    assert read(tmp_path, silent) == read(tmp_path, {**silent, **CLASS_DEFAULTS[name], **told})


def test_that_the_table_is_of_the_transformers_that_made_the_fixtures() -> None:
    assert f"transformers=={TRANSFORMERS}\n" in (FIXTURES / "requirements.txt").read_text()


@pytest.mark.parametrize(
    ("name", "theta"), [("LlamaForCausalLM", 1e4), ("SmolLM3ForCausalLM", 2e6), ("Gemma3ForCausalLM", 1e6)]
)
def test_that_a_missing_theta_is_the_classes_own(tmp_path: Path, name: str, theta: float) -> None:
    assert read(tmp_path, {"architectures": [name], **SIZES}).rope_theta == theta


@pytest.mark.parametrize("key", ["rope_theta", "hidden_act", "vocab_size"])
def test_that_null_is_not_a_missing_key(tmp_path: Path, key: str) -> None:
    with pytest.raises(LuthierError) as caught:
        read(tmp_path, {"architectures": ["LlamaForCausalLM"], **SIZES, key: None})
    assert caught.value.code in ("convert.bad-value", "convert.unsupported")
    assert f"{key} is None" in caught.value.message


def test_that_a_head_dim_that_the_class_takes_is_not_guessed(tmp_path: Path) -> None:
    """Qwen 3's heads have 128 numbers, and so its tensors, whatever its width."""
    assert read(tmp_path, {"architectures": ["Qwen3ForCausalLM"], **SIZES}).head_dim == 128
    assert read(tmp_path, {"architectures": ["LlamaForCausalLM"], **SIZES}).head_dim == 2048 // 32


def test_that_old_qwen_configs_have_no_window(tmp_path: Path) -> None:
    """They name one, and not the switch that would turn it on."""
    folder = changed("qwen2", tmp_path, {"sliding_window": 64, "use_sliding_window": None})
    assert convert(folder, tmp_path / "out.gguf", "f32", lambda done, total: None).notices == []


def test_that_a_window_qwen_does_not_use_is_not_told(tmp_path: Path) -> None:
    folder = changed("qwen2", tmp_path, {"sliding_window": 100, "use_sliding_window": False})
    assert convert(folder, tmp_path / "out.gguf", "f32", lambda done, total: None).notices == []


def converting_is_refused(folder: Path, *named: str) -> str:
    """By the worker and on the command line. Returns the error's code."""
    output = folder.with_name("out.gguf")
    command_refuses(["convert", folder, "-o", output], *named)
    return worker_refuses(p.ConvertJob(source=str(folder), output=str(output)), *named).code


@pytest.mark.parametrize("flag", [True, False])
def test_that_a_head_of_its_own_is_refused_where_llama_cpp_has_no_place_for_it(tmp_path: Path, flag: bool) -> None:
    folder = Case("gemma2", says={"tie_word_embeddings": flag}, own_head=True).write(tmp_path / "gemma2")
    assert converting_is_refused(folder, str(folder), "lm_head.weight") == "convert.unsupported"


@pytest.mark.parametrize("name", ["gemma2", "smollm3"])
def test_that_a_copy_of_the_embedding_is_no_head_of_its_own(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tensor_names, "_BAND", 1000)  # bytes, so that tables are compared in several parts
    folder = changed(name, tmp_path, {})
    tensors = {source: widen(entry.read()) for source, entry in open_checkpoint(folder).items()}
    tensors["lm_head.weight"] = tensors["model.embed_tokens.weight"].copy()
    save_file(tensors, folder / SINGLE)
    assert "output.weight" not in read_outline(folder, "f32").header.tensors


def test_that_one_bit_makes_a_head_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tensor_names, "_BAND", 1000)
    folder = changed("smollm3", tmp_path, {})
    tensors = {source: widen(entry.read()) for source, entry in open_checkpoint(folder).items()}
    tensors["lm_head.weight"] = tensors["model.embed_tokens.weight"].copy()
    tensors["lm_head.weight"].view(np.uint8)[-1, -1] ^= 1
    save_file(tensors, folder / SINGLE)
    assert "output.weight" in read_outline(folder, "f32").header.tensors


def with_fewer_kv_heads(tensors: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The rows of the first half of them."""
    narrow = ("k_proj.weight", "v_proj.weight", "k_norm.weight")
    return {name: values[: len(values) // 2] if name.endswith(narrow) else values for name, values in tensors.items()}


def test_that_what_llama_cpp_would_not_load_is_refused_with_its_reason(tmp_path: Path) -> None:
    """Its OLMoE takes the norm of the keys to be as wide as that of the queries."""
    folder = changed("olmoe", tmp_path, {"num_key_value_heads": 2})
    tensors = {source: widen(entry.read()) for source, entry in open_checkpoint(folder).items()}
    save_file(with_fewer_kv_heads(tensors), folder / SINGLE)
    code = converting_is_refused(folder, str(folder), "'blk.0.attn_k_norm.weight' has wrong shape")
    assert code == "convert.refused"
    assert list(tmp_path.iterdir()) == [folder]


def test_that_a_model_with_eyes_is_refused_by_its_key(tmp_path: Path) -> None:
    changes = {"architectures": ["Gemma3ForConditionalGeneration"], "vision_config": {"hidden_size": 8}}
    with pytest.raises(LuthierError) as caught:
        read_config(changed("gemma3", tmp_path, changes))
    assert caught.value.code == "convert.unsupported"
    assert "Gemma3ForConditionalGeneration" in caught.value.message
    assert "vision_config" in caught.value.message
    assert "Gemma3ForCausalLM" in caught.value.hint


def test_that_an_unknown_class_is_refused_by_a_tensor_nothing_knows(tmp_path: Path) -> None:
    folder = changed("qwen3", tmp_path, {"architectures": ["Qwen3NextForCausalLM"]})
    tensors = {name: np.zeros(entry.shape, np.float32) for name, entry in open_checkpoint(folder).items()}
    save_file(tensors | {"model.layers.0.linear_attn.conv1d.weight": np.zeros((4, 4), np.float32)}, folder / SINGLE)
    with pytest.raises(LuthierError) as caught:
        read_config(folder)
    assert caught.value.code == "convert.unknown-architecture"
    assert "model.layers.0.linear_attn.conv1d.weight" in caught.value.message
    assert "LlamaForCausalLM" in caught.value.hint


def test_that_experts_are_not_what_stands_in_the_way_of_a_mixture(tmp_path: Path) -> None:
    folder = changed("qwen3moe", tmp_path, {"architectures": ["Qwen2MoeForCausalLM"]})
    tensors = {name: np.zeros(entry.shape, np.float32) for name, entry in open_checkpoint(folder).items()}
    strange = "model.layers.0.mlp.shared_expert.down_proj.weight"
    save_file(tensors | {strange: np.zeros((4, 4), np.float32)}, folder / SINGLE)
    with pytest.raises(LuthierError) as caught:
        read_config(folder)
    assert f"no operation for its tensor {strange}." in caught.value.message


def test_that_another_models_folder_may_be_called_phi_3(tmp_path: Path) -> None:
    """llama.cpp looks for Phi-3's tokens in every model that is called so, and fails without them."""
    folder = Path(shutil.copytree(FIXTURES / "qwen3", tmp_path / "qwen-taught-by-Phi-3"))
    convert(folder, tmp_path / "out.gguf", "f32", lambda done, total: None)
    with open_in_llama_cpp(tmp_path / "out.gguf", vocabulary_only=True) as opened:
        assert len(opened.vocabulary) == 320
