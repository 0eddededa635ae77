"""What families of few models say of positions, and what of it llama.cpp's graphs cannot do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import LuthierError
from core.convert.hf_config import read_config
from core.convert.safetensors import open_checkpoint
from core.convert.tensor_names import plan_tensors
from tests.convert.test_families import changed
from tests.convert.test_text_part import renamed
from tests.support.places import FIXTURES


def reading(name: str, folder: Path, says: dict[str, Any]) -> LuthierError:
    with pytest.raises(LuthierError) as caught:
        read_config(changed(name, folder, says))
    return caught.value


def test_that_hunyuans_factor_raises_the_base(tmp_path: Path) -> None:
    """By the context's factor to the power of d / (d - 2), of heads of d numbers."""
    config = read_config(FIXTURES / "hunyuan")
    assert config.rope_theta == pytest.approx(10000.0 * 1000.0 ** (16 / 14))
    assert config.context_length == 256 * 1024
    old = {"rope_parameters": None, "rope_theta": 10000.0, "rope_scaling": {"type": "dynamic", "alpha": 1000.0}}
    assert read_config(changed("hunyuan", tmp_path, old)).rope_theta == config.rope_theta


def test_that_a_base_that_follows_the_length_of_the_text_is_refused(tmp_path: Path) -> None:
    assert "'dynamic'" in reading("hunyuan", tmp_path, {"rope_parameters": {"rope_type": "dynamic"}}).message


@pytest.mark.parametrize(
    ("name", "says", "which"),
    [
        ("exaone4", {"sliding_window": 8}, "2 layers and a sliding window"),
        ("exaone4-wide", {"use_sliding_window": False}, "64 layers and no sliding window"),
        ("exaone4-wide", {"layer_types": ["full_attention"] * 64}, "layer_types"),
        ("exaone4-wide", {"sliding_window_pattern": "LG"}, "sliding_window_pattern is 2 rather than 4"),
        ("ernie4_5", {"use_bias": True}, "use_bias"),
    ],
)
def test_that_what_a_graph_lacks_is_refused(tmp_path: Path, name: str, says: dict[str, Any], which: str) -> None:
    error = reading(name, tmp_path, says)
    assert error.code == "convert.unsupported"
    assert which in error.message


def test_that_a_pattern_may_be_a_word(tmp_path: Path) -> None:
    says = {"sliding_window_pattern": "LLLG"}
    assert read_config(changed("exaone4-wide", tmp_path, says)).row.full_attention_every == 4


def test_that_glm_rotates_half_of_a_head_unless_it_says_otherwise(tmp_path: Path) -> None:
    says = {"rope_parameters": {"rope_type": "default", "rope_theta": 10000.0}}
    assert read_config(changed("glm4", tmp_path, says)).n_rotated == 8


@pytest.mark.parametrize("model_class", ["Qwen2_5_VLForConditionalGeneration", "Qwen2VLForConditionalGeneration"])
def test_that_the_published_qwen_vl_is_read(tmp_path: Path, model_class: str) -> None:
    """Its numbers are those of the whole model, and its decoder is where a model's is that only reads text."""
    nested = json.loads((FIXTURES / "qwen2vl" / "config.json").read_text())
    text = {
        key: value for key, value in nested.pop("text_config").items() if key not in ("rope_parameters", "model_type")
    }
    names = {"model.language_model.": "model.", "model.visual.": "visual."}
    old = renamed("qwen2vl", tmp_path, names)
    sections = {"type": "mrope", "mrope_section": [1, 1, 2]}
    flat = {**nested, **text, "rope_theta": 1000000.0, "rope_scaling": sections, "architectures": [model_class]}
    (old / "config.json").write_text(json.dumps(flat))
    new = read_config(FIXTURES / "qwen2vl")
    config = read_config(old)
    assert (config.rope_theta, config.rope_sections) == (new.rope_theta, new.rope_sections) == (1000000.0, (1, 1, 2, 0))
    plan = plan_tensors(config, open_checkpoint(old), old)
    theirs = plan_tensors(new, open_checkpoint(FIXTURES / "qwen2vl"), FIXTURES / "qwen2vl")
    assert [(tensor.target, tensor.shape) for tensor in plan] == [(tensor.target, tensor.shape) for tensor in theirs]


@pytest.mark.parametrize("sections", [None, [1, 1], [1, 1, 3], [1, 1, True], "112"])
def test_that_odd_sections_are_refused(tmp_path: Path, sections: Any) -> None:
    text = json.loads((FIXTURES / "qwen2vl" / "config.json").read_text())["text_config"]
    text["rope_parameters"] = {"rope_theta": 1e6, "mrope_section": sections}
    assert "mrope_section" in reading("qwen2vl", tmp_path, {"text_config": text}).message
