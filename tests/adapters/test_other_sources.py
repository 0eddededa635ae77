"""Adapters in other forms than PEFT's newest: experts one by one, mlx-lm's folders, GGUF files of other programs."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import gguf
import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from core.adapters.open import WEIGHTS, open_adapter
from core.base.errors import LuthierError
from core.engine.lora.adapter_file import Adapter
from core.gguf.header import Header
from tests.support.peft_folders import change_config, copy_of, logits_with, save_tensors, tensors_in, truth_of
from tests.support.places import FIXTURES

Base = Callable[[str], Header]
PREFIX = "base_model.model."


def assert_same(one: Adapter, other: Adapter) -> None:
    assert one.tensors.keys() == other.tensors.keys() and one.magnitudes.keys() == other.magnitudes.keys()
    for name, (a, b) in other.tensors.items():
        np.testing.assert_allclose(one.tensors[name][0], a, err_msg=name)
        np.testing.assert_allclose(one.scale(name) * one.tensors[name][1], other.scale(name) * b, rtol=1e-6)
    for name, magnitude in other.magnitudes.items():
        np.testing.assert_array_equal(one.magnitudes[name], magnitude)


LFM2 = {"gate": "w1", "up": "w3", "down": "w2"}


def one_by_one(folder: Path, adapter: Adapter, experts: str = "mlp.experts") -> None:
    """As PEFT wrote experts with Transformers 4: a pair for each linear of each."""
    tensors = {name: values for name, values in tensors_in(folder).items() if ".experts." not in name}
    for name, (a, b) in adapter.tensors.items():
        if "_exps" not in name:
            continue
        layer, product = name.split(".")[1], name.split("_")[1]
        for expert in range(len(a)):
            linear = LFM2[product] if experts.startswith("feed_forward") else f"{product}_proj"
            module = f"{PREFIX}model.layers.{layer}.{experts}.{expert}.{linear}"
            tensors |= {f"{module}.lora_A.weight": a[expert], f"{module}.lora_B.weight": b[expert]}
    save_tensors(folder, tensors)
    change_config(folder, target_parameters=None)


def test_that_parameters_may_be_named_by_their_end(base: Base, peft: Path) -> None:
    """As PEFT does itself where it turns older adapters into newer ones."""
    config = {"target_parameters": ["gate_up_proj", "down_proj"]}
    change_config(copy_of("olmoe", peft), **config)
    assert_same(open_adapter(peft, base("olmoe")), open_adapter(FIXTURES / "olmoe" / "peft", base("olmoe")))


def test_that_another_number_of_experts_is_named(base: Base, peft: Path) -> None:
    copy_of("olmoe", peft)
    tensors = tensors_in(peft)
    for name in [name for name in tensors if "experts.lora_" in name]:
        tensors[name] = tensors[name][:10] if "lora_A" in name else tensors[name][:, :10]
    save_tensors(peft, tensors)
    with pytest.raises(LuthierError) as caught:
        open_adapter(peft, base("olmoe"))
    assert caught.value.code == "adapter.other-base" and "6 experts" in caught.value.message


def test_that_experts_one_by_one_become_a_stack(base: Base, peft: Path) -> None:
    expected = open_adapter(FIXTURES / "olmoe" / "peft", base("olmoe"))
    one_by_one(copy_of("olmoe", peft), expected)
    assert_same(open_adapter(peft, base("olmoe")), expected)
    tensors = tensors_in(peft)
    save_tensors(peft, {name: values for name, values in tensors.items() if "experts.4.up_proj" not in name})
    with pytest.raises(LuthierError) as caught:
        open_adapter(peft, base("olmoe"))
    assert caught.value.code == "adapter.missing-tensor" and "experts.4.up_proj" in caught.value.message


def test_that_experts_one_by_one_have_their_familys_names(base: Base, peft: Path) -> None:
    expected = open_adapter(FIXTURES / "lfm2moe" / "peft", base("lfm2moe"))
    one_by_one(copy_of("lfm2moe", peft), expected, "feed_forward.experts")
    assert_same(open_adapter(peft, base("lfm2moe")), expected)


@pytest.mark.parametrize("name", ["llama", "olmoe", "qwen2"])
def test_that_an_adapter_of_mlx_gives_its_logits(name: str, base: Base, tmp_path: Path) -> None:
    """The upper layers alone, experts, DoRA; written by mlx-lm itself (tests/fixtures/make_mlx_adapters.py)."""
    adapter, truth = open_adapter(FIXTURES / name / "mlx", base(name)), truth_of(name, "mlx")
    assert adapter.notes["base_model"] == f"somebody/{name}" and bool(adapter.magnitudes) == (name == "qwen2")
    logits = logits_with(base(name), adapter, truth["tokens"], tmp_path)[truth["positions"]]
    assert np.abs(logits - truth["logits"]).max() < 1e-3 * np.abs(truth["logits"] - truth["base"]).max()


@pytest.mark.parametrize(
    ("config", "code"),
    [
        ({"fine_tune_type": "full"}, "adapter.unsupported"),
        ({"fine_tune_type": "dora"}, "adapter.dora"),
        ({"lora_parameters": {"rank": 2}}, "model.missing-key"),
    ],
)
def test_that_what_mlx_trained_otherwise_is_refused(
    config: dict[str, object], code: str, base: Base, tmp_path: Path
) -> None:
    change_config(Path(shutil.copytree(FIXTURES / "llama" / "mlx", tmp_path / "mlx")), **config)
    with pytest.raises(LuthierError) as caught:
        open_adapter(tmp_path / "mlx", base("llama"))
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("module", "code"),
    [("model.embed_tokens", "adapter.unknown-tensor"), ("model.layers.1.mlp.gate", "adapter.unknown-tensor")],
)
def test_that_what_mlx_adapted_besides_is_named(module: str, code: str, base: Base, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FIXTURES / "olmoe" / "mlx", tmp_path / "mlx"))
    factors = {f"{module}.lora_a": np.ones((32, 2), np.float32), f"{module}.lora_b": np.ones((2, 32), np.float32)}
    save_file(load_file(folder / WEIGHTS) | factors, folder / WEIGHTS)
    with pytest.raises(LuthierError) as caught:
        open_adapter(folder, base("olmoe"))
    assert caught.value.code == code and module in caught.value.message


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("base_model.model.model.layers", "base_model.model.model.language_model.layers"),
        ("base_model.model.model.layers", "model.layers"),
        (".weight", ".default.weight"),
    ],
)
def test_that_pefts_other_names_are_understood(old: str, new: str, base: Base, peft: Path) -> None:
    copy_of("llama", peft)
    save_tensors(peft, {name.replace(old, new): values for name, values in tensors_in(peft).items()})
    assert_same(open_adapter(peft, base("llama")), open_adapter(FIXTURES / "llama" / "peft", base("llama")))


def test_that_a_gguf_adapter_of_others_is_taken(base: Base, tmp_path: Path) -> None:
    expected = open_adapter(FIXTURES / "llama" / "peft", base("llama"))
    writer = gguf.GGUFWriter(tmp_path / "a.gguf", "llama")
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    for name, (a, b) in expected.tensors.items():  # no alpha: the factor is one
        writer.add_tensor(f"{name}.lora_a", a.astype(np.float16))
        writer.add_tensor(f"{name}.lora_b", (expected.scale(name) * b).astype(np.float16))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    truth, found = truth_of("llama"), open_adapter(tmp_path / "a.gguf", base("llama"))
    logits = logits_with(base("llama"), found, truth["tokens"], tmp_path)[truth["positions"]]
    assert np.abs(logits - truth["logits"]).max() < 1e-2 * np.abs(truth["logits"] - truth["base"]).max()
