"""Adapters in other forms than PEFT's newest: experts one by one, mlx-lm's folders, GGUF files of other programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import gguf
import numpy as np
import pytest
from safetensors.numpy import save_file

from core.adapters.mlx_folder import WEIGHTS
from core.adapters.open import open_adapter
from core.adapters.peft_config import CONFIG, read_peft_config
from core.engine.lora.adapter_file import Adapter
from core.shared.errors import LuthierError
from core.shared.gguf.header import Header
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


def one_by_one(folder: Path, adapter: Adapter) -> None:
    """As PEFT wrote experts with Transformers 4: a pair for each linear of each."""
    tensors = {name: values for name, values in tensors_in(folder).items() if ".experts." not in name}
    for name, (a, b) in adapter.tensors.items():
        if "_exps" not in name:
            continue
        layer, product = name.split(".")[1], name.split("_")[1]
        for expert in range(len(a)):
            module = f"{PREFIX}model.layers.{layer}.mlp.experts.{expert}.{product}_proj"
            tensors |= {f"{module}.lora_A.weight": a[expert], f"{module}.lora_B.weight": b[expert]}
    save_tensors(folder, tensors)
    change_config(folder, target_parameters=None)


def test_that_experts_one_by_one_become_a_stack(base: Base, peft: Path) -> None:
    expected = open_adapter(FIXTURES / "olmoe" / "peft", base("olmoe"))
    one_by_one(copy_of("olmoe", peft), expected)
    assert_same(open_adapter(peft, base("olmoe")), expected)
    tensors = tensors_in(peft)
    save_tensors(peft, {name: values for name, values in tensors.items() if "experts.4.up_proj" not in name})
    with pytest.raises(LuthierError) as caught:
        open_adapter(peft, base("olmoe"))
    assert caught.value.code == "adapter.missing-tensor" and "experts.4.up_proj" in caught.value.message


def as_mlx(name: str, folder: Path, adapter: Adapter, **config: object) -> Path:
    """The same as mlx-lm saves it."""
    theirs = read_peft_config(FIXTURES / name / "peft")
    folder.mkdir()
    tensors = {}
    for key, values in tensors_in(FIXTURES / name / "peft").items():
        module, _, factor = key.removeprefix(PREFIX).removesuffix(".weight").rpartition(".")
        if ".experts" not in module:
            tensors[f"{module}.{'m' if 'magn' in factor else factor.lower()}"] = np.ascontiguousarray(values.T)
    for tensor, (a, b) in adapter.tensors.items():
        if "_exps" in tensor:
            stack = f"model.layers.{tensor.split('.')[1]}.mlp.switch_mlp.{tensor.split('_')[1]}_proj"
            tensors |= {f"{stack}.lora_a": a, f"{stack}.lora_b": np.ascontiguousarray(b)}
    save_file(tensors, folder / WEIGHTS)
    said = {
        "fine_tune_type": "dora" if theirs.dora else "lora",
        "num_layers": 16,
        "model": "mlx-community/tale",
        "lora_parameters": {"rank": 2, "dropout": 0.0, "scale": theirs.alpha / theirs.rank},
    }
    (folder / CONFIG).write_text(json.dumps(said | config))
    return folder


@pytest.mark.parametrize("name", ["llama", "olmoe", "phi", "gemma2"])
def test_that_an_adapter_of_mlx_gives_the_same_logits(name: str, base: Base, tmp_path: Path) -> None:
    expected = open_adapter(FIXTURES / name / "peft", base(name))
    found = open_adapter(as_mlx(name, tmp_path / "mlx", expected), base(name))
    assert_same(found, expected)
    assert found.notes["base_model"] == "mlx-community/tale"
    truth = truth_of(name)
    logits = logits_with(base(name), found, truth["tokens"], tmp_path)[truth["positions"]]
    assert np.abs(logits - truth["logits"]).max() < 1e-3 * np.abs(truth["logits"] - truth["base"]).max()


@pytest.mark.parametrize(
    ("config", "code"),
    [
        ({"fine_tune_type": "full"}, "adapter.unsupported"),
        ({"fine_tune_type": "dora"}, "adapter.dora"),
        ({"lora_parameters": {"rank": 2}}, "convert.missing-key"),
    ],
)
def test_that_what_mlx_trained_otherwise_is_refused(
    config: dict[str, object], code: str, base: Base, tmp_path: Path
) -> None:
    adapter = open_adapter(FIXTURES / "llama" / "peft", base("llama"))
    with pytest.raises(LuthierError) as caught:
        open_adapter(as_mlx("llama", tmp_path / "mlx", adapter, **config), base("llama"))
    assert caught.value.code == code


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
