"""Classes that also see, made of the fixtures of their text parts: under names and keys as they are published.

The file is the same as the text part's own, the rest is left out and told, and adapters carry the class's names.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import pytest
from safetensors.numpy import save_file

from core.convert.convert import convert
from core.convert.hf_config import read_config
from core.convert.naming import decoder_prefix
from core.convert.safetensors import SINGLE, open_checkpoint
from core.convert.weights import widen
from core.gguf.header import read_header
from tests.convert.test_text_part import comes_back, drawn_adapter
from tests.support.places import FIXTURES

EYES, BRIDGE = "what sees images", "what brings that into the text"
PREFIX = "model.language_model."


@dataclass(frozen=True)
class Seeing:
    """fixture: its text part. kind: that config.json gives it. beside: tensors of other parts, and what they are
    called. ahead: whether it comes with layers that draft tokens.
    """

    fixture: str
    class_name: str
    model_type: str
    kind: str
    beside: dict[str, str]
    ahead: bool = False

    def write(self, folder: Path) -> Path:
        shutil.copytree(FIXTURES / self.fixture, folder)
        text = json.loads((folder / "config.json").read_text())
        text = {key: value for key, value in text.items() if key != "architectures"} | {"model_type": self.kind}
        said: dict[str, Any] = {"architectures": [self.class_name], "model_type": self.model_type, "text_config": text}
        said |= {"vision_config": {"hidden_size": 8}, "tie_word_embeddings": text.get("tie_word_embeddings", True)}
        (folder / "config.json").write_text(json.dumps(said))
        found = {name.replace("model.", PREFIX, 1): widen(e.read()) for name, e in open_checkpoint(folder).items()}
        more = [*self.beside, *(["mtp.layers.0.mlp.up_proj.weight", "mtp.fc.weight"] if self.ahead else [])]
        save_file(found | {name: np.ones((4, 4), np.float32) for name in more}, folder / SINGLE)
        return folder


QWEN = {"model.visual.patch_embed.proj.weight": EYES, "model.visual.merger.linear_fc1.weight": EYES}
CASES = [
    Seeing("qwen35", "Qwen3_5ForConditionalGeneration", "qwen3_5", "qwen3_5_text", QWEN, ahead=True),
    Seeing("qwen35moe", "Qwen3_5MoeForConditionalGeneration", "qwen3_5_moe", "qwen3_5_moe_text", QWEN, ahead=True),
    Seeing(
        "lfm2",
        "Lfm2VlForConditionalGeneration",
        "lfm2_vl",
        "lfm2",
        {
            "model.vision_tower.vision_model.embeddings.patch_embedding.weight": EYES,
            "model.multi_modal_projector.linear_1.weight": BRIDGE,
        },
    ),
    Seeing(
        "gemma4-e2b",
        "Gemma4ForConditionalGeneration",
        "gemma4",
        "gemma4_text",
        {"model.embed_vision.patch_ln1.weight": BRIDGE},
    ),
    Seeing(
        "gemma4",
        "Gemma4UnifiedForConditionalGeneration",
        "gemma4_unified",
        "gemma4_unified_text",
        {"model.embed_vision.patch_ln1.weight": BRIDGE},
    ),
]


@pytest.fixture(params=CASES, ids=lambda case: case.class_name)
def case(request: pytest.FixtureRequest) -> Seeing:
    found: Seeing = request.param
    return found


def test_that_the_text_part_is_the_same_file_and_the_rest_is_told(case: Seeing, tmp_path: Path) -> None:
    report = convert(case.write(tmp_path / "model"), tmp_path / "seeing.gguf", "f32", lambda done, total: None)
    for name, what in case.beside.items():
        module = ".".join(name.split(".")[:2])
        assert any(f"{what} ({module}: " in notice for notice in report.notices)
    assert any("drafts several tokens ahead (mtp: 2 tensors" in line for line in report.notices) == case.ahead
    convert(FIXTURES / case.fixture, tmp_path / "text.gguf", "f32", lambda done, total: None)
    seeing, plain = (gguf.GGUFReader(tmp_path / file) for file in ("seeing.gguf", "text.gguf"))
    assert [tensor.name for tensor in seeing.tensors] == [tensor.name for tensor in plain.tensors]
    for one, other in zip(seeing.tensors, plain.tensors, strict=True):
        np.testing.assert_array_equal(one.data, other.data)
    own = ("general.name", "luthier.", "GGUF.")
    for key in (key for key in plain.fields if not key.startswith(own)):
        assert seeing.fields[key].contents() == plain.fields[key].contents(), key


def test_that_its_adapters_carry_the_classs_names(case: Seeing, tmp_path: Path) -> None:
    convert(case.write(tmp_path / "model"), tmp_path / "seeing.gguf", "f32", lambda done, total: None)
    model = read_header(tmp_path / "seeing.gguf")
    assert decoder_prefix(model) == PREFIX
    written = comes_back(tmp_path / "peft", drawn_adapter(model, [1], ("attn_q", "attn_output")), model)
    assert written["target_modules"].startswith(PREFIX.replace(".", r"\."))


def test_that_its_model_type_does_where_no_class_is_named(case: Seeing, tmp_path: Path) -> None:
    folder = case.write(tmp_path / "model")
    said = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({k: v for k, v in said.items() if k != "architectures"}))
    assert read_config(folder).class_name == case.class_name
