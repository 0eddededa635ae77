"""What a family's checkpoints may say that llama.cpp's graph could not compute is refused by its key."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import pytest
from safetensors.numpy import save_file

from core import protocol as p
from core.base.errors import LuthierError
from core.convert import tensor_names
from core.convert.convert import convert
from core.convert.hf_config import ModelConfig, class_defaults, read_config
from core.convert.resolve import read_outline
from core.convert.safetensors import SINGLE, open_checkpoint
from core.convert.weights import widen
from core.engine.llama_cpp.model import open_in_llama_cpp
from core.families.not_trained import ANOTHER_FAMILY
from core.families.table import FAMILIES
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
    ("qwen2", {"rope_parameters": {"rope_type": "llama3", "factor": 8.0}}, "'llama3' (known: default, linear, yarn)"),
    ("qwen3", {"rope_parameters": {"rope_type": "yarn", "factor": 4.0, "beta_fast": 64.0}}, "beta_fast of YaRN is 64"),
    ("olmo3", {"layer_types": ["full_attention", "chunked_attention"]}, "'chunked_attention'"),
    ("olmo3", {"layer_types": ["full_attention"]}, "layer_types"),
    ("olmo3", {"rope_parameters": {"sliding_attention": {"rope_theta": 3.0}}}, "windowed layers"),
    ("mellum", {"mlp_layer_types": ["dense", "sparse"]}, "mlp_layer_types"),
    ("mellum", {"rope_parameters": {"rope_type": "default", "rope_theta": 1e4}}, "rope_parameters"),
    ("bailingmoe2", {"n_group": 3}, "n_group"),
    ("bailingmoe2", {"moe_shared_expert_intermediate_size": 48}, "shared experts"),
    ("bailingmoe2", {"score_function": "softmax"}, "score_function"),
    ("granite4", {"layer_types": ["attention", "mamba"]}, "position_embedding_type"),
    ("granitehybrid", {"layer_types": ["mamba", "attention", "rwkv"]}, "'rwkv'"),
    ("granitehybrid", {"time_step_limit": [0.0, 0.1]}, "time_step_limit"),
    ("granitehybrid", {"mamba_n_groups": 5}, "mamba_n_heads"),
    ("falcon-h1", {"attention_bias": True}, "attention_bias"),
    ("falcon-h1", {"mamba_conv_bias": False}, "mamba_conv_bias"),
    ("falcon-h1", {"mamba_proj_bias": True}, "mamba_proj_bias"),
    ("falcon-h1", {"projectors_bias": True}, "projectors_bias"),
    ("falcon-h1", {"mamba_rms_norm": True}, "before their gate"),
    ("falcon-h1", {"mamba_n_groups": 4}, "mamba_n_heads"),
    ("falcon-h1", {"time_step_limit": [0.0, 0.1]}, "time_step_limit"),
    ("falcon-h1", {"mlp_multipliers": [1.0, 0.0]}, "mlp_multipliers"),
    ("falcon-h1", {"ssm_multipliers": [1.0]}, "ssm_multipliers"),
    ("nemotron-h", {"hybrid_override_pattern": "M-*X"}, "'X'"),
    ("nemotron-h", {"hybrid_override_pattern": "M-*E"}, "'mlp' beside those of experts"),
    ("nemotron-h", {"hybrid_override_pattern": None}, "hybrid_override_pattern"),
    ("nemotron-h", {"mlp_hidden_act": "silu"}, "mlp_hidden_act"),
    ("nemotron-h", {"time_step_limit": [0.0, 0.1]}, "time_step_limit"),
    ("nemotron-h", {"n_groups": 5}, "mamba_num_heads"),
    ("nemotron-h-moe", {"moe_latent_size": 16}, "latent projections"),
    ("nemotron-h-moe", {"n_group": 2}, "n_group is 2 rather than 1"),
    ("granite4", {"position_embedding_type": "nope"}, "position_embedding_type"),
    ("smollm3", {"no_rope_layers": [1, 0, 1, 0]}, "no_rope_layers"),
    ("gemma2", {"layer_types": ["full_attention", "full_attention"]}, "layer_types"),
    ("gemma2", {"query_pre_attn_scalar": 144}, "query_pre_attn_scalar is 144 rather than 16"),
    ("gemma3", {"sliding_window_pattern": 2}, "sliding_window_pattern"),
    ("gemma3", {"final_logit_softcapping": 30.0}, "final_logit_softcapping"),
    ("gemma3", {"use_bidirectional_attention": True}, "use_bidirectional_attention"),
    ("lfm2", {"conv_bias": True}, "conv_bias"),
    ("lfm2", {"layer_types": ["conv", "mamba", "conv"]}, "layer_types"),
    ("lfm2", {"layer_types": None, "full_attn_idxs": [3]}, "full_attn_idxs"),
    ("lfm2", {"layer_types": None, "full_attn_idxs": [[1]]}, "full_attn_idxs"),
    ("lfm2", {"layer_types": [["conv"], {}, 3]}, "layer_types"),
    ("phi", {"rope_parameters": {"rope_type": "longrope", "short_factor": [1.0]}}, "short_factor"),
    ("gemma4", {"hidden_activation": "silu"}, "hidden_activation"),
    ("gemma4", {"layer_types": ["full_attention"] * 3}, "layer_types"),
    ("gemma4-e2b", {"vocab_size_per_layer_input": 300}, "embeddings for single layers"),
    ("gemma4-e2b", {"num_kv_shared_layers": 2}, "not one with a window and one without"),
    ("llama", {"partial_rotary_factor": 0.5, "rope_parameters": None}, "partial_rotary_factor"),
]


@pytest.mark.parametrize(("name", "changes", "told"), REFUSED, ids=lambda value: value if type(value) is str else "")
def test_that_what_llama_cpp_lacks_is_refused_by_its_key(
    tmp_path: Path, name: str, changes: dict[str, Any], told: str
) -> None:
    with pytest.raises(LuthierError) as caught:
        read_config(changed(name, tmp_path, changes))
    assert caught.value.code in ("convert.unsupported", "model.bad-value")
    assert told in caught.value.message


OLD_KEYS = {"per_layer_config": None, "global_head_dim": 32, "num_global_key_value_heads": 1}


def test_that_gemma_4s_older_keys_say_the_same(tmp_path: Path) -> None:
    old, new = read_config(changed("gemma4", tmp_path, OLD_KEYS)), read_config(FIXTURES / "gemma4")
    assert old.per_layer == new.per_layer
    assert (old.head_dim, old.n_rotated, old.rope_scaling) == (new.head_dim, new.n_rotated, new.rope_scaling)


def test_that_keys_which_a_layer_does_not_read_are_left_out(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FIXTURES / "gemma4-e2b", tmp_path / "model"))
    more = {"model.layers.4.self_attn.k_proj.weight": np.zeros((16, 32), np.float32)}
    more["model.layers.4.self_attn.v_norm.weight"] = np.ones(16, np.float32)
    weights = {name: widen(entry.read()) for name, entry in open_checkpoint(folder).items()}
    save_file(weights | more, folder / SINGLE)
    assert convert(folder, tmp_path / "out.gguf", "f32", lambda done, total: None).tensors == 99


def test_that_phis_window_is_told_and_written(tmp_path: Path) -> None:
    folder = changed("phi", tmp_path, {"sliding_window": 100})
    report = convert(folder, tmp_path / "out.gguf", "f32", lambda done, total: None)
    assert any("100 tokens" in notice for notice in report.notices)


def test_that_lfm2s_older_keys_say_the_same(tmp_path: Path) -> None:
    """Published files name the layers that attend by number, and some sizes by other keys."""
    newer = read_config(FIXTURES / "lfm2")
    older = {"layer_types": None, "full_attn_idxs": [1], "block_ff_dim": 64, "intermediate_size": 1000}
    older |= {"tie_embedding": True, "tie_word_embeddings": False}
    assert read_config(changed("lfm2", tmp_path, older)) == newer
    assert newer.d_ff == 48
    assert newer.per_layer.arrays == {"attention.head_count_kv": [0, 2, 0]}


@pytest.mark.parametrize(
    ("says", "width"),
    [
        ({"block_auto_adjust_ff_dim": False}, 64),
        ({"block_ffn_dim_multiplier": 1.3}, 56),  # 1.3 times 42, rounded up to eights
        ({"block_multiple_of": 256}, 256),
    ],
)
def test_that_lfm2s_feed_forward_is_as_wide_as_transformers_has_it(
    tmp_path: Path, says: dict[str, Any], width: int
) -> None:
    assert read_config(changed("lfm2", tmp_path, says)).d_ff == width


SIZES = {
    "vocab_size": 320, "hidden_size": 2048, "intermediate_size": 64, "num_hidden_layers": 4, "num_attention_heads": 32,
    "max_position_embeddings": 4096, "rms_norm_eps": 1e-5, "num_experts": 4, "num_experts_per_tok": 2,
}  # fmt: skip


def read(folder: Path, said: dict[str, Any]) -> ModelConfig:
    (folder / "config.json").write_text(json.dumps(said))
    return read_config(folder)


# What such a model has to say: llama.cpp lacks the class's own default, or Transformers the class.
GEMMA4 = {
    "vocab_size_per_layer_input": 320,
    "rope_parameters": {
        "full_attention": {"rope_type": "proportional", "rope_theta": 1e6, "partial_rotary_factor": 0.25},
        "sliding_attention": {"rope_type": "default", "rope_theta": 1e4},
    },
}
TOLD: dict[str, dict[str, Any]] = {
    "Qwen3_5ForCausalLM": {"rms_norm_eps": 1e-6},
    "Qwen3_5ForConditionalGeneration": {"rms_norm_eps": 1e-6},
    "Qwen3_5MoeForCausalLM": {"rms_norm_eps": 1e-6},
    "Qwen3_5MoeForConditionalGeneration": {"rms_norm_eps": 1e-6},
    "Qwen3MoeForCausalLM": {"norm_topk_prob": True},
    "GraniteMoeHybridForCausalLM": {
        "shared_intermediate_size": 64,
        "num_local_experts": 0,
        "position_embedding_type": "rope",
        "layer_types": ["attention"] * 4,
    },
    "BailingMoeV2ForCausalLM": {"num_experts": 64},
    "Exaone4ForCausalLM": {"sliding_window": None},
    "NemotronHForCausalLM": {"hybrid_override_pattern": "M-*M", "layer_types": None},
    "MellumForCausalLM": {"rope_parameters": {"full_attention": {}, "sliding_attention": {}}},
    "MiniCPMForCausalLM": {"scale_emb": 12, "scale_depth": 1.4, "dim_model_base": 256},
    "Qwen2VLForConditionalGeneration": {"rope_parameters": {"mrope_section": [8, 12, 12]}},
    "Qwen2_5_VLForConditionalGeneration": {"rope_parameters": {"mrope_section": [8, 12, 12]}},
    "Qwen3VLForConditionalGeneration": {"rope_parameters": {"mrope_section": [24, 20, 20]}},
    "Gemma4ForCausalLM": GEMMA4,
    "Gemma4ForConditionalGeneration": GEMMA4,
    "Gemma4UnifiedForConditionalGeneration": GEMMA4,
}


@pytest.mark.parametrize("name", FAMILIES)
def test_that_what_a_config_does_not_say_is_in_the_table_of_its_class(tmp_path: Path, name: str) -> None:
    """A key that is in neither would be refused as missing."""
    told = TOLD.get(name, {})
    silent = {"architectures": [name], **SIZES, **told}
    part = FAMILIES[name].text
    defaults = class_defaults().text_parts[name][part.kinds[0]] if part else class_defaults().classes[name]
    unsaid = {key: value for key, value in defaults.items() if key not in SIZES}
    assert read(tmp_path, silent) == read(tmp_path, {**silent, **unsaid, **told})


@pytest.mark.parametrize("named", [None, []])
@pytest.mark.parametrize("name", ["qwen3", "smolvlm", "qwen35", "ernie4_5", "minicpm"])
def test_that_a_model_type_does_where_no_class_is_named(tmp_path: Path, name: str, named: list[str] | None) -> None:
    """As Transformers takes it, which does not look at architectures."""
    silent = read_config(changed(name, tmp_path, {"architectures": named}))
    said = json.loads((FIXTURES / name / "config.json").read_text())
    assert silent.guessed == said["model_type"]
    assert [silent.class_name] == said["architectures"]
    assert replace(silent, guessed="") == read_config(FIXTURES / name)


def test_that_the_class_that_was_taken_is_said(tmp_path: Path) -> None:
    folder = changed("qwen3", tmp_path, {"architectures": None})
    report = convert(folder, tmp_path / "out.gguf", "f32", lambda done, total: None)
    assert any("by its model_type, qwen3, the model is read as Qwen3ForCausalLM" in line for line in report.notices)


def test_that_a_class_that_nobody_knows_is_not_read_as_another(tmp_path: Path) -> None:
    with pytest.raises(LuthierError, match="Qwen3ForRanking"):
        read_config(changed("qwen3", tmp_path, {"architectures": ["Qwen3ForRanking"]}))


def test_that_every_class_that_is_taken_for_a_model_type_is_known() -> None:
    taken = set(class_defaults().class_of.values())
    assert taken <= FAMILIES.keys()
    assert set(FAMILIES) - taken == {"Ernie4_5_ForCausalLM"}, "the same model by an older name"


def test_that_the_table_is_of_the_transformers_that_made_the_fixtures() -> None:
    assert f"transformers=={class_defaults().transformers}\n" in (FIXTURES / "requirements.txt").read_text()


@pytest.mark.parametrize(
    ("name", "theta"), [("LlamaForCausalLM", 1e4), ("SmolLM3ForCausalLM", 2e6), ("Gemma3ForCausalLM", 1e6)]
)
def test_that_a_missing_theta_is_the_classes_own(tmp_path: Path, name: str, theta: float) -> None:
    assert read(tmp_path, {"architectures": [name], **SIZES}).rope_theta == theta


@pytest.mark.parametrize("key", ["rope_theta", "hidden_act", "vocab_size"])
def test_that_null_is_not_a_missing_key(tmp_path: Path, key: str) -> None:
    with pytest.raises(LuthierError) as caught:
        read(tmp_path, {"architectures": ["LlamaForCausalLM"], **SIZES, key: None})
    assert caught.value.code in ("model.bad-value", "convert.unsupported")
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
    changes = {"architectures": ["PaliGemmaForConditionalGeneration"], "vision_config": {"hidden_size": 8}}
    with pytest.raises(LuthierError) as caught:
        read_config(changed("gemma3", tmp_path, changes))
    assert caught.value.code == "convert.unsupported"
    assert "PaliGemmaForConditionalGeneration" in caught.value.message
    assert "vision_config" in caught.value.message
    assert "text alone" in caught.value.hint


@pytest.mark.parametrize("name", ["Glm4vForConditionalGeneration", "Glm46VForConditionalGeneration"])
def test_that_glm_that_sees_is_refused_by_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(LuthierError, match=r"GLM-4\.1V") as caught:
        read_config(changed("glm4", tmp_path, {"architectures": [name], "vision_config": {"hidden_size": 8}}))
    assert caught.value.code == "model.unknown-architecture"
    assert "GGUF file of its text part" in caught.value.message


def test_that_an_unknown_class_is_refused_by_a_tensor_nothing_knows(tmp_path: Path) -> None:
    folder = changed("qwen3", tmp_path, {"architectures": ["JambaForCausalLM"]})
    tensors = {name: np.zeros(entry.shape, np.float32) for name, entry in open_checkpoint(folder).items()}
    save_file(tensors | {"model.layers.0.mamba.x_proj.weight": np.zeros((4, 4), np.float32)}, folder / SINGLE)
    with pytest.raises(LuthierError) as caught:
        read_config(folder)
    assert caught.value.code == "model.unknown-architecture"
    assert "model.layers.0.mamba.x_proj.weight" in caught.value.message
    assert caught.value.hint == ANOTHER_FAMILY


def test_that_experts_are_not_what_stands_in_the_way_of_a_mixture(tmp_path: Path) -> None:
    folder = changed("qwen3moe", tmp_path, {"architectures": ["MixtralForCausalLM"]})
    tensors = {name: np.zeros(entry.shape, np.float32) for name, entry in open_checkpoint(folder).items()}
    strange = "model.layers.0.self_attn.kv_a_proj_with_mqa.weight"
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


def test_that_falcon_h1s_tied_table_is_multiplied_for_either_use(tmp_path: Path) -> None:
    """llama.cpp would take the table as it embeds, and the logits were too large."""
    folder = changed("falcon-h1", tmp_path, {"tie_word_embeddings": True})
    weights = {name: widen(entry.read()) for name, entry in open_checkpoint(folder).items()}
    del weights["lm_head.weight"]
    save_file(weights, folder / SINGLE)
    convert(folder, tmp_path / "out.gguf", "f32", lambda done, total: None)
    found = {tensor.name: tensor.data for tensor in gguf.GGUFReader(tmp_path / "out.gguf").tensors}
    table, says = weights["model.embed_tokens.weight"], json.loads((folder / "config.json").read_text())
    np.testing.assert_array_equal(found["token_embd.weight"], table * np.float32(says["embedding_multiplier"]))
    np.testing.assert_array_equal(found["output.weight"], table * np.float32(says["lm_head_multiplier"]))


def test_that_nemotrons_older_keys_say_the_same(tmp_path: Path) -> None:
    """A letter for each layer, and another name for the width of a head; newer files have a word for each."""
    older = read_config(FIXTURES / "nemotron-h")
    kinds = ["mamba", "mlp", "attention", "mamba"]
    newer = {"hybrid_override_pattern": None, "num_hidden_layers": None, "layers_block_type": kinds}
    assert read_config(changed("nemotron-h", tmp_path / "newer", newer)) == older
    named = {"head_dim": None, "attention_head_dim": 16}
    assert read_config(changed("nemotron-h", tmp_path / "named", named)) == older
    assert older.per_layer.arrays == {"feed_forward_length": [0, 48, 0, 0], "attention.head_count_kv": [0, 0, 2, 0]}
