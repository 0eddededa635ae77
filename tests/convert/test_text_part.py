"""Of a model that also sees, the text part alone is converted, under whatever names its file has; the rest is told."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save_file

from core.adapters.layout import places
from core.adapters.open import open_adapter
from core.adapters.peft_folder import CONFIG
from core.adapters.peft_write import write_peft_folder
from core.base.errors import LuthierError
from core.convert.convert import convert
from core.convert.hf_config import read_config
from core.convert.naming import decoder_prefix, pattern_of
from core.convert.safetensors import SINGLE, open_checkpoint
from core.convert.tensor_names import kept_tensors, plan_tensors
from core.convert.text_part import text_values
from core.convert.weights import widen
from core.engine.lora.adapter_file import Adapter
from core.families.checkpoint import TextPart
from core.gguf.header import Header, read_header
from tests.convert.test_families import changed
from tests.support.places import FIXTURES

GEMMA = "language_model.model."  # in the fixture's file


def renamed(name: str, folder: Path, names: dict[str, str], more: dict[str, Any] | None = None) -> Path:
    """A copy of a fixture whose tensors have other names; `more` beside them."""
    copy = changed(name, folder, {})
    found = {source: widen(entry.read()) for source, entry in open_checkpoint(copy).items()}
    for old, new in names.items():
        found = {new + key.removeprefix(old) if key.startswith(old) else key: v for key, v in found.items()}
    save_file(found | (more or {}), copy / SINGLE)
    return copy


def targets(folder: Path) -> list[tuple[str, str]]:
    plan = plan_tensors(read_config(folder), open_checkpoint(folder), folder)
    return [(tensor.target, tensor.parts[0].entry.name) for tensor in plan]


@pytest.mark.parametrize("prefix", ["model.language_model.", "model.language_model.model.", "model.text_model."])
def test_that_the_decoder_is_found_under_every_name(tmp_path: Path, prefix: str) -> None:
    new = renamed("gemma3vision", tmp_path, {GEMMA: prefix, "vision_tower.": "model.vision_tower."})
    theirs = [(target, prefix + name.removeprefix(GEMMA)) for target, name in targets(FIXTURES / "gemma3vision")]
    assert targets(new) == theirs


def test_that_a_head_beside_the_decoder_is_the_models_own(tmp_path: Path) -> None:
    new = renamed(
        "smolvlm", tmp_path, {"model.text_model.": "language_model.model.", "lm_head.": "language_model.lm_head."}
    )
    assert ("output.weight", "language_model.lm_head.weight") in targets(new)


def test_that_eyes_are_left_out_and_told(tmp_path: Path) -> None:
    report = convert(FIXTURES / "gemma3vision", tmp_path / "out.gguf", "f32", lambda done, total: None)
    (notice,) = [notice for notice in report.notices if "Left out" in notice]
    assert "what sees images (vision_tower: " in notice
    assert "what brings that into the text (multi_modal_projector: 2 tensors" in notice
    assert "mmproj" in notice


@pytest.mark.parametrize(
    ("name", "ahead"), [("mtp.layers.0.mlp.up_proj.weight", None), ("model.layers.2.eh_proj.weight", 1)]
)
def test_that_what_drafts_tokens_is_left_out_and_told(tmp_path: Path, name: str, ahead: int | None) -> None:
    copy = changed("qwen3", tmp_path, {"num_nextn_predict_layers": ahead})
    found = {source: widen(entry.read()) for source, entry in open_checkpoint(copy).items()}
    save_file(found | {name: np.zeros((4, 4), np.float32)}, copy / SINGLE)
    report = convert(copy, tmp_path / "out.gguf", "f32", lambda done, total: None)
    assert any("drafts several tokens ahead" in notice and "1 tensor, 64 bytes" in notice for notice in report.notices)


def test_that_a_part_nobody_knows_is_still_refused(tmp_path: Path) -> None:
    new = renamed("gemma3vision", tmp_path, {}, {"memory_bank.weight": np.zeros((4, 4), np.float32)})
    with pytest.raises(LuthierError, match=r"memory_bank\.weight") as caught:
        targets(new)
    assert caught.value.code == "model.unknown-tensor"


def test_that_eyes_of_a_model_that_has_none_are_refused(tmp_path: Path) -> None:
    new = renamed("qwen3", tmp_path, {}, {"visual.proj.weight": np.zeros((4, 4), np.float32)})
    with pytest.raises(LuthierError, match=r"visual\.proj\.weight"):
        targets(new)


def test_that_a_missing_tensor_is_told_by_the_files_own_name(tmp_path: Path) -> None:
    new = renamed("gemma3vision", tmp_path, {f"{GEMMA}layers.0.mlp.up_proj": "vision_tower.other"})
    with pytest.raises(LuthierError, match=r"no tensor language_model\.model\.layers\.0\.mlp\.up_proj\.weight"):
        targets(new)


def test_that_numbers_beside_everything_else_are_read_too(tmp_path: Path) -> None:
    """As some classes had them before Transformers 5."""
    said = json.loads((FIXTURES / "smolvlm" / "config.json").read_text())
    flat = changed("smolvlm", tmp_path, {**said.pop("text_config"), **said, "text_config": None})
    (read, expected) = (read_config(folder) for folder in (flat, FIXTURES / "smolvlm"))
    assert read == expected


def test_that_a_silent_text_part_has_its_classes_own_sizes(tmp_path: Path) -> None:
    """Gemma 3 4B says five numbers, since Transformers writes only what differs from the class."""
    text = {"hidden_size": 2560, "intermediate_size": 10240, "num_hidden_layers": 34, "sliding_window": 1024}
    text |= {"model_type": "gemma3_text", "rope_scaling": {"factor": 8.0, "rope_type": "linear"}}
    said = {"architectures": ["Gemma3ForConditionalGeneration"], "text_config": text, "vision_config": {}}
    (tmp_path / "config.json").write_text(json.dumps(said))
    config = read_config(tmp_path)
    assert (config.n_heads, config.n_kv_heads, config.head_dim, config.vocab_size) == (8, 4, 256, 262208)
    assert (config.context_length, config.rope_theta, config.numbers["rope.freq_base_swa"]) == (131072, 1e6, 1e4)
    assert config.rope_scaling is not None and config.rope_scaling.factor == 8.0


def test_that_numbers_may_lie_deeper(tmp_path: Path) -> None:
    """As where a model that hears and speaks has one that thinks in it."""
    part = TextPart(("thinker_text",), "thinker.model.", ("thinker_config", "text_config"))
    text = {"model_type": "thinker_text", "hidden_size": 3, "tie_word_embeddings": True}
    said = {"thinker_config": {"text_config": text, "hidden_size": 2}, "hidden_size": 1, "tie_word_embeddings": False}
    values = text_values(tmp_path / "config.json", said, part, "Any", {"thinker_text": {"vocab_size": 4}})
    assert (values.count("hidden_size"), values.count("vocab_size"), values.flag("tie_word_embeddings")) == (
        3,
        4,
        False,
    )


def test_that_another_kind_of_text_part_is_refused(tmp_path: Path) -> None:
    text = json.loads((FIXTURES / "smolvlm" / "config.json").read_text())["text_config"]
    with pytest.raises(LuthierError, match="'mamba'") as caught:
        read_config(changed("smolvlm", tmp_path, {"text_config": text | {"model_type": "mamba"}}))
    assert caught.value.code == "convert.unsupported"


def test_that_left_out_parts_are_counted() -> None:
    folder = FIXTURES / "smolvlm"
    kept = kept_tensors(read_config(folder), found := open_checkpoint(folder))
    assert sum(part.tensors for part in kept.left_out) + len(kept.found) == len(found)


def drawn_adapter(model: Header, layers: Sequence[int], leaves: tuple[str, ...] = ("",)) -> Adapter:
    drawn, pairs = np.random.default_rng(0), {}
    for tensor, place in places(model).items():
        d_in, d_out = model.tensors[tensor].shape[:2]
        if place.layer in layers and any(leaf in tensor for leaf in leaves):
            sizes = (4, d_in), (d_out, 4)
            pairs[tensor] = tuple(drawn.standard_normal(size, dtype=np.float32) for size in sizes)
    return Adapter(model.architecture, 8.0, pairs, "run", {}, {})


def comes_back(folder: Path, adapter: Adapter, model: Header) -> dict[str, Any]:
    """By way of PEFT; adapter_config.json."""
    write_peft_folder(folder, adapter, model, base=None)
    back = open_adapter(folder, model)
    assert back.tensors.keys() == adapter.tensors.keys()
    for name, (a, b) in adapter.tensors.items():
        np.testing.assert_array_equal(back.tensors[name][0], a)
        np.testing.assert_allclose(back.scale(name) * back.tensors[name][1], adapter.scale(name) * b, rtol=1e-6)
    found: dict[str, Any] = json.loads((folder / CONFIG).read_text())
    return found


@pytest.mark.parametrize("name", ["gemma3vision", "smolvlm"])
def test_that_an_adapter_goes_to_peft_and_back_under_the_classs_names(tmp_path: Path, name: str) -> None:
    convert(FIXTURES / name, tmp_path / "out.gguf", "f32", lambda done, total: None)
    model = read_header(tmp_path / "out.gguf")
    written = comes_back(tmp_path / "peft", drawn_adapter(model, [1]), model)
    prefix = decoder_prefix(model)
    assert written["target_modules"].startswith(prefix.replace(".", r"\."))
    assert all(key.startswith(f"base_model.model.{prefix}layers.1.") for key in _keys(tmp_path / "peft"))


@pytest.mark.parametrize("leaves", [("",), ("ffn_up", "attn_v")])
def test_that_gate_and_up_are_one_linear_where_the_class_has_one(tmp_path: Path, leaves: tuple[str, ...]) -> None:
    """PEFT's ranks and scales of it are those of two adapters in one."""
    convert(FIXTURES / "granite4", tmp_path / "out.gguf", "f32", lambda done, total: None)
    model = read_header(tmp_path / "out.gguf")
    written = comes_back(tmp_path / "peft", drawn_adapter(model, [0, 1], leaves), model)
    assert (written["r"], written["rank_pattern"], written["alpha_pattern"]) == (
        4,
        {"input_linear": 8},
        {"input_linear": 16},
    )
    assert "input_linear" in written["target_modules"]


@pytest.mark.parametrize(
    ("architecture", "layers", "prefix"),
    [
        ("gemma3", 26, "model."),
        ("gemma3", 34, "model.language_model."),
        ("gemma4", 42, "model.language_model."),
        ("mistral3", 26, "model.language_model."),
        ("llama", 34, "model."),
    ],
)
def test_that_a_file_of_another_converter_is_of_the_class_that_is_published(
    architecture: str, layers: int, prefix: str
) -> None:
    values: dict[str, Any] = {"general.architecture": architecture, f"{architecture}.block_count": layers}
    assert decoder_prefix(Header(Path("model.gguf"), 0, values, {}, {}, {})) == prefix


def _keys(folder: Path) -> list[str]:
    from safetensors import safe_open

    with safe_open(folder / "adapter_model.safetensors", "numpy") as file:
        return list(file.keys())


def test_that_a_pattern_names_these_modules_and_no_others() -> None:
    layers = [f"model.language_model.layers.{n}." for n in (0, 2, 13)]
    modules = [layer + leaf for layer in layers for leaf in ("self_attn.q_proj", "mlp.up_proj")] + [
        layers[0] + "mlp.gate"
    ]
    pattern = re.compile(pattern_of(modules))
    assert all(map(pattern.fullmatch, modules))
    others = ("layers.1.mlp.up_proj", "layers.2.mlp.gate", "layers.3.mlp.up_proj", "layers.0.self_attnxq_proj")
    assert not any(pattern.fullmatch(f"model.language_model.{other}") for other in others)
    assert not pattern.fullmatch("model.vision_tower.encoder.layers.0.self_attn.q_proj")
