"""What cannot be converted is named, and leaves nothing behind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from core.convert.convert import convert
from core.convert.safetensors import SINGLE
from core.shared.errors import Cancelled, LuthierError
from tests.support.checkpoints import edit_json, quiet, source_values


def converting(model: Path, output: Path, dtype: str = "f16") -> LuthierError:
    """The error of a conversion, after a look that it left nothing behind."""
    with pytest.raises(LuthierError) as caught:
        convert(model, output, dtype, quiet)
    assert not list(output.parent.glob(output.name + "*"))
    return caught.value


def test_that_a_truncated_file_is_named_with_its_tensor(model: Path, tmp_path: Path) -> None:
    whole = (model / SINGLE).read_bytes()
    (model / SINGLE).write_bytes(whole[: len(whole) // 2])
    error = converting(model, tmp_path / "out.gguf")
    assert error.code == "convert.truncated"
    assert str(model / SINGLE) in error.message
    assert "tensor model.layers" in error.message


def test_that_a_wrong_shape_is_named_with_the_right_one(model: Path, tmp_path: Path) -> None:
    edit_json(model / "config.json", lambda c: c.update(intermediate_size=1024))
    error = converting(model, tmp_path / "out.gguf")
    assert error.code == "convert.wrong-shape"
    assert "model.layers.0.mlp.gate_proj.weight" in error.message
    assert "[768, 256]" in error.message
    assert "[1024, 256]" in error.message


def test_that_a_missing_tensor_is_named(model: Path, tmp_path: Path) -> None:
    edit_json(model / "config.json", lambda c: c.update(num_hidden_layers=7))
    error = converting(model, tmp_path / "out.gguf")
    assert error.code == "convert.missing-tensor"
    assert "model.layers.6.input_layernorm.weight" in error.message


def test_that_a_tensor_without_a_place_is_not_dropped(model: Path, tmp_path: Path) -> None:
    edit_json(model / "config.json", lambda c: c.update(num_hidden_layers=5))
    error = converting(model, tmp_path / "out.gguf")
    assert error.code == "convert.unknown-tensor"
    assert "model.layers.5." in error.message


def test_that_an_unknown_architecture_is_named_and_where_the_known_ones_are_listed(model: Path, tmp_path: Path) -> None:
    edit_json(model / "config.json", lambda c: c.update(architectures=["MambaForCausalLM"]))
    error = converting(model, tmp_path / "out.gguf")
    assert error.code == "convert.unknown-architecture"
    assert "MambaForCausalLM" in error.message
    assert "README" in error.hint


@pytest.mark.parametrize("key", ["hidden_size", "num_hidden_layers", "vocab_size", "rms_norm_eps"])
def test_that_a_missing_key_is_named_with_its_file(model: Path, tmp_path: Path, key: str) -> None:
    edit_json(model / "config.json", lambda c: c.pop(key))
    error = converting(model, tmp_path / "out.gguf")
    assert error.code == "convert.missing-key"
    assert key in error.message
    assert str(model / "config.json") in error.message


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"hidden_size": "256"}, "convert.bad-value"),
        ({"num_attention_heads": 0}, "convert.bad-value"),
        ({"num_key_value_heads": 3}, "convert.bad-value"),
        ({"rms_norm_eps": -1.0}, "convert.bad-value"),
        ({"hidden_act": "gelu"}, "convert.unsupported"),
        ({"quantization_config": {"bits": 4}}, "convert.unsupported"),
        ({"rope_parameters": {"rope_type": "dynamic", "factor": 2.0}}, "convert.unsupported"),
        ({"rope_parameters": {"rope_type": "llama3", "factor": 2.0}}, "convert.missing-key"),
    ],
)
def test_that_what_llama_cpp_would_get_wrong_is_refused(
    model: Path, tmp_path: Path, change: dict[str, object], code: str
) -> None:
    edit_json(model / "config.json", lambda c: c.update(change))
    assert converting(model, tmp_path / "out.gguf").code == code


def test_that_a_folder_without_config_is_refused(model: Path, tmp_path: Path) -> None:
    (model / "config.json").unlink()
    assert converting(model, tmp_path / "out.gguf").code == "convert.missing-file"


def test_that_broken_json_is_named(model: Path, tmp_path: Path) -> None:
    (model / "config.json").write_text('{"hidden_size": ')
    error = converting(model, tmp_path / "out.gguf")
    assert error.code == "convert.bad-json"
    assert "config.json" in error.message


def with_value(model: Path, value: float) -> None:
    values = {name: v.copy() for name, v in source_values(model).items()}
    values["model.layers.2.mlp.up_proj.weight"][5, 5] = value
    save_file(values, model / SINGLE)


def test_that_values_that_cannot_be_kept_are_named(retyped: Callable[[type], Path], tmp_path: Path) -> None:
    model = retyped(np.float32)
    with_value(model, 1e6)
    error = converting(model, tmp_path / "out.gguf", "f16")
    assert error.code == "convert.too-large"
    assert "model.layers.2.mlp.up_proj.weight" in error.message


@pytest.mark.parametrize(("value", "dtype"), [(np.nan, "f32"), (np.nan, "f16"), (np.inf, "bf16"), (-np.inf, "f16")])
def test_that_tensors_with_values_that_are_no_numbers_are_warned_of(
    retyped: Callable[[type], Path], tmp_path: Path, value: float, dtype: str
) -> None:
    model = retyped(np.float32)
    with_value(model, value)
    report = convert(model, tmp_path / "out.gguf", dtype, lambda done, total: None)
    (notice,) = [notice for notice in report.notices if "not finite" in notice]
    assert "1 tensors" in notice and "model.layers.2.mlp.up_proj.weight" in notice


def test_that_a_cancelled_conversion_leaves_nothing(demo_model: Path, tmp_path: Path) -> None:
    def cancel(done: int, total: int) -> None:
        if done > total / 2:
            raise Cancelled

    with pytest.raises(Cancelled):
        convert(demo_model, tmp_path / "out.gguf", "f16", cancel)
    assert not list(tmp_path.iterdir())


def test_that_an_unknown_type_lists_the_known_ones(demo_model: Path, tmp_path: Path) -> None:
    error = converting(demo_model, tmp_path / "out.gguf", "f8")
    assert error.code == "convert.unknown-type"
    assert "f32, f16, bf16" in error.hint
