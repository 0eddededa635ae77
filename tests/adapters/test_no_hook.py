"""What llama.cpp would silently leave out is refused by name, before anything is trained or written."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from core.adapters.fit import fit, ignored_modules, require_hooked
from core.adapters.learnt import Learnt
from core.adapters.start import settings_for
from core.base.errors import LuthierError
from core.convert.hf_config import read_config
from core.engine.lora.adapter import LoraAdapter
from core.engine.lora.adapter_file import Adapter
from core.engine.model.weights import load_for_engine
from core.families.graph import FROZEN_LINEARS
from core.families.not_trained import NOT_TRAINED, where_ignored, without_hook
from core.families.table import ARCHITECTURES
from core.gguf.header import read_header
from core.protocol.config import TrainConfig
from tests.support.gguf_bytes import STRING, Gguf, text
from tests.support.peft_folders import gguf_of

DRAFTS = {"dflash", "gemma4-assistant"}  # they guess tokens for another model, and are never trained by themselves
PARTLY = {"gemma4", "nemotron_h", "nemotron_h_moe"}  # all that is trained of them counts


def test_that_llama_cpp_looks_for_an_adapter_of_everything_that_is_trained() -> None:
    ignored = [
        (row.name, linear)
        for row in ARCHITECTURES.values()
        for linear, tensor in row.linears.items()
        if linear not in FROZEN_LINEARS and where_ignored(row.name, tensor)
    ]
    assert not ignored


def test_that_every_model_in_which_adapters_are_ignored_is_refused_by_name() -> None:
    assert without_hook().keys() - NOT_TRAINED.keys() <= DRAFTS | PARTLY
    assert not NOT_TRAINED.keys() & ARCHITECTURES.keys()


@pytest.mark.parametrize(
    ("architecture", "tensor", "place"),
    [
        ("deepseek2", "blk.3.attn_kv_b.weight", "deepseek2.cpp:"),
        ("gemma4", "per_layer_model_proj.weight", "gemma4.cpp:"),
        ("gemma3n", "blk.0.altup_router.weight", "gemma3n.cpp:"),
        ("nemotron_h_moe", "blk.1.ffn_latent_up.weight", "nemotron-h.cpp:"),
        ("llama", "blk.0.attn_q.weight", ""),
        ("gemma4", "blk.0.attn_q.weight", ""),
    ],
)
def test_that_the_place_in_llama_cpp_is_known(architecture: str, tensor: str, place: str) -> None:
    found = where_ignored(architecture, tensor)
    assert found.startswith(place) if place else not found


def test_that_an_adapter_that_would_do_nothing_is_not_written() -> None:
    with pytest.raises(LuthierError) as caught:
        require_hooked("gemma4", ["blk.0.attn_q.weight", "per_layer_model_proj.weight"], Path("mine"))
    assert caught.value.code == "adapter.no-hook"
    assert "per_layer_model_proj.weight (gemma4.cpp:" in caught.value.message
    assert "attn_q" not in caught.value.message


@pytest.fixture
def ignoring(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if llama.cpp multiplied the values of llama models without looking."""
    monkeypatch.setitem(without_hook(), "llama", {"attn_v": "llama.cpp:100"})


@pytest.mark.usefixtures("ignoring")
def test_that_a_target_that_would_do_nothing_is_not_trained(demo_gguf_q8: Path) -> None:
    loaded = load_for_engine(demo_gguf_q8, threads=1)
    with pytest.raises(LuthierError, match=r"v \(llama.cpp:100\)") as caught:
        LoraAdapter(loaded.backend, loaded.model, TrainConfig())
    assert caught.value.code == "lora.no-hook"
    assert LoraAdapter(loaded.backend, loaded.model, TrainConfig(targets="q,k,o"))


@pytest.mark.usefixtures("ignoring")
def test_that_training_does_not_go_on_from_one_that_would_do_nothing(demo_gguf_q8: Path) -> None:
    model, one = read_header(demo_gguf_q8), np.zeros((1, 1), np.float32)
    adapter = Adapter("llama", 1.0, {"blk.0.attn_v.weight": (one, one)})
    with pytest.raises(LuthierError) as caught:
        settings_for(adapter, model, TrainConfig(), Path("mine"))
    assert caught.value.code == "adapter.no-hook"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"architectures": ["DeepseekV2ForCausalLM"]}, ("DeepSeek", "without looking for an adapter")),
        ({"architectures": ["Glm4MoeLiteForCausalLM"]}, ("GLM-4.7-Flash", "MLA")),
        ({"architectures": ["Gemma3nForConditionalGeneration"], "vision_config": {"a": 1}}, ("Gemma 3n", "AltUp")),
        ({"architectures": ["LongcatCausalLM"]}, ("LongCat-Flash", "no graph", "n-grams")),
        ({"model_type": "longcat_flash_ngram"}, ("LongCat-Flash", "no graph")),
        ({"architectures": ["BailingMoeForCausalLM"]}, ("Ling 1", "compared with")),
    ],
)
def test_that_a_checkpoint_is_refused_by_its_familys_name(
    said: dict[str, object], words: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "config.json").write_text(json.dumps(said))
    with pytest.raises(LuthierError) as caught:
        read_config(tmp_path)
    assert caught.value.code == "model.unknown-architecture"
    assert all(word in caught.value.message for word in words)
    assert "another family" in caught.value.hint


def test_that_a_file_is_refused_by_its_familys_name(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    Gguf({"general.architecture": (STRING, text("deepseek2"))}).write(path)
    with pytest.raises(LuthierError) as caught:
        load_for_engine(path)
    assert caught.value.code == "model.unknown-architecture"
    assert "GLM-4.7-Flash" in caught.value.message


def test_that_modules_of_other_programs_are_known_for_what_they_are_in_gguf() -> None:
    modules = ["model.per_layer_model_projection", "model.layers.0.self_attn.q_proj"]
    assert ignored_modules("gemma4", modules) == {modules[0]: "per_layer_model_proj.weight"}
    assert ignored_modules("llama", modules) == {}


def test_that_pefts_adapter_of_such_a_module_is_refused_by_name(tmp_path: Path) -> None:
    model = gguf_of("gemma4-e2b", tmp_path)
    one = np.ones((1, 4), np.float32)
    found = {"model.per_layer_model_projection": Learnt(one, one.T, 1.0, None, "per_layer_model_projection.lora_A")}
    with pytest.raises(LuthierError) as caught:
        fit(found, model, Path("mine"))
    assert caught.value.code == "adapter.no-hook"
    assert "per_layer_model_proj.weight (gemma4.cpp:" in caught.value.message
