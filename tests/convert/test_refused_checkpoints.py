"""What cannot be converted is named, and leaves nothing behind."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from core import protocol as p
from core.base.errors import Cancelled, LuthierError
from core.convert.convert import convert
from core.convert.quantize import quantize
from core.convert.resolve import find_model, resolve_model
from core.convert.safetensors import SINGLE
from core.engine.lora.adapter_file import read_adapter
from core.gguf.header import read_header
from core.jobs.context import JobContext
from core.jobs.models.convert import convert_model
from tests.support.checkpoints import edit_json, quiet, source_values
from tests.support.gguf_bytes import STRING, Gguf, text


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
    assert error.code == "model.wrong-shape"
    assert "model.layers.0.mlp.gate_proj.weight" in error.message
    assert "[768, 256]" in error.message
    assert "[1024, 256]" in error.message


def test_that_a_missing_tensor_is_named(model: Path, tmp_path: Path) -> None:
    edit_json(model / "config.json", lambda c: c.update(num_hidden_layers=7))
    error = converting(model, tmp_path / "out.gguf")
    assert error.code == "model.missing-tensor"
    assert "model.layers.6.input_layernorm.weight" in error.message


def test_that_a_tensor_without_a_place_is_not_dropped(model: Path, tmp_path: Path) -> None:
    edit_json(model / "config.json", lambda c: c.update(num_hidden_layers=5))
    error = converting(model, tmp_path / "out.gguf")
    assert error.code == "model.unknown-tensor"
    assert "model.layers.5." in error.message


def test_that_an_unknown_architecture_is_named_and_where_the_known_ones_are_listed(model: Path, tmp_path: Path) -> None:
    edit_json(model / "config.json", lambda c: c.update(architectures=["MambaForCausalLM"]))
    error = converting(model, tmp_path / "out.gguf")
    assert error.code == "model.unknown-architecture"
    assert "MambaForCausalLM" in error.message
    assert "README" in error.hint


@pytest.mark.parametrize("key", ["hidden_size", "num_hidden_layers", "vocab_size", "rms_norm_eps"])
def test_that_a_missing_key_is_named_with_its_file(model: Path, tmp_path: Path, key: str) -> None:
    edit_json(model / "config.json", lambda c: c.pop(key))
    error = converting(model, tmp_path / "out.gguf")
    assert error.code == "model.missing-key"
    assert key in error.message
    assert str(model / "config.json") in error.message


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"hidden_size": "256"}, "model.bad-value"),
        ({"num_attention_heads": 0}, "model.bad-value"),
        ({"num_key_value_heads": 3}, "model.bad-value"),
        ({"rms_norm_eps": -1.0}, "model.bad-value"),
        ({"hidden_act": "gelu"}, "convert.unsupported"),
        ({"quantization_config": {"bits": 4}}, "convert.unsupported"),
        ({"rope_parameters": {"rope_type": "dynamic", "factor": 2.0}}, "convert.unsupported"),
        ({"rope_parameters": {"rope_type": "llama3", "factor": 2.0}}, "model.missing-key"),
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


@pytest.mark.parametrize(
    ("wrapper", "named"),
    [
        ("_orig_mod.{}", "a compiled model (torch.compile)"), ("module.{}", "a model in DataParallel or DeepSpeed"),
        ("base_model.model.{}", "a PEFT model"), ("_forward_module.{}", "a wrapper for training"),
        ("module._orig_mod.{}", "a compiled model"),
    ],
)  # fmt: skip
def test_that_a_model_saved_in_its_wrapper_is_told_from_an_incomplete_download(
    retyped: Callable[[type], Path], tmp_path: Path, wrapper: str, named: str
) -> None:
    model = retyped(np.float32)
    save_file({wrapper.format(name): v.copy() for name, v in source_values(model).items()}, model / SINGLE)
    error = converting(model, tmp_path / "out.gguf")
    assert error.code == "model.missing-tensor" and f": {named}" in error.message
    assert wrapper.format("model.") in error.message and "incomplete" not in error.hint


def test_that_an_adapter_inside_a_model_is_told(retyped: Callable[[type], Path], tmp_path: Path) -> None:
    """PEFT moves the linears that it adapts to base_layer, and leaves the others where they were."""
    model = retyped(np.float32)
    values = {name.replace("q_proj.", "q_proj.base_layer."): v.copy() for name, v in source_values(model).items()}
    save_file(values, model / SINGLE)
    error = converting(model, tmp_path / "out.gguf")
    assert "self_attn.q_proj.base_layer.weight: a PEFT model was saved" in error.message
    assert "merge_and_unload()" in error.hint


POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0a" * 32 + "\nsize 123456\n"


@pytest.mark.parametrize("name", [SINGLE, "tokenizer.json", "config.json", "chat_template.jinja"])
def test_that_a_pointer_of_git_lfs_is_named(model: Path, tmp_path: Path, name: str) -> None:
    (model / name).write_text(POINTER)
    error = converting(model, tmp_path / "out.gguf")
    assert error.code == "model.lfs-pointer"
    assert f"{model / name} is a Git LFS pointer" in error.message and "`git lfs pull`" in error.hint


def test_that_a_pointer_in_place_of_a_gguf_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "model.gguf").write_text(POINTER)
    for read in (read_header, read_adapter):
        with pytest.raises(LuthierError) as caught:
            read(tmp_path / "model.gguf")
        assert caught.value.code == "model.lfs-pointer"


@pytest.mark.parametrize("kept", [True, False])
def test_that_mlx_is_named(model: Path, tmp_path: Path, kept: bool) -> None:
    """mlx-lm writes what it did once or twice, and never its own name."""
    how = {"group_size": 64, "bits": 4, "mode": "affine"}
    both = {"quantization": how} | ({"quantization_config": how} if kept else {})
    edit_json(model / "config.json", lambda c: c.update(both))
    error = converting(model, tmp_path / "out.gguf")
    assert error.code == "convert.unsupported" and "quantized by MLX" in error.message


def test_that_a_trainers_folder_names_its_newest_checkpoint(tmp_path: Path) -> None:
    outputs = tmp_path / "outputs"
    for step in (60, 120, 9):
        (outputs / f"checkpoint-{step}").mkdir(parents=True)
        (outputs / f"checkpoint-{step}" / "config.json").touch()
    error = converting(outputs, tmp_path / "out.gguf")
    assert error.code == "convert.missing-file" and error.hint.endswith(str(outputs / "checkpoint-120"))


def test_that_a_folder_with_something_else_in_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "model-Q4_K_M.gguf").touch()
    assert converting(tmp_path / "one", tmp_path / "out.gguf").hint.endswith("model-Q4_K_M.gguf")
    (tmp_path / "one" / "adapter_config.json").touch()
    assert "holds an adapter" in converting(tmp_path / "one", tmp_path / "out.gguf").message


def test_that_a_folder_of_the_hubs_cache_means_its_snapshot(demo_model: Path, tmp_path: Path) -> None:
    repository = tmp_path / "models--ann--storyteller"
    (repository / "refs").mkdir(parents=True)
    for commit in ("1a", "2b"):
        shutil.copytree(demo_model, repository / "snapshots" / commit)
    (repository / "refs" / "main").write_text("1a")
    assert find_model(str(repository)) == repository / "snapshots" / "1a"
    job = p.ConvertJob(source=str(repository), output=str(tmp_path / "out.gguf"))
    with JobContext(lambda event: None) as context:
        assert convert_model(job, context)[0] == "done"


@pytest.mark.parametrize(
    ("key", "kind", "what"),
    [
        ("general.architecture", "clip", "reads pictures or sound"), ("general.type", "mmproj", "reads pictures"),
        ("general.type", "imatrix", "an importance matrix"), ("general.type", "adapter", "an adapter"),
    ],
)  # fmt: skip
def test_that_a_gguf_file_that_is_no_model_is_named_before_it_is_read(
    tmp_path: Path, key: str, kind: str, what: str
) -> None:
    keys = {"general.architecture": (STRING, text("llama")), key: (STRING, text(kind))}
    Gguf(keys).write(tmp_path / "part.gguf")
    with JobContext(lambda event: None) as context:
        for use in (
            lambda: resolve_model(str(tmp_path / "part.gguf"), context),
            lambda: quantize(tmp_path / "part.gguf", tmp_path / "q8.gguf", "q8_0", quiet, lambda *_: None),
        ):
            with pytest.raises(LuthierError, match=what) as caught:
                use()
            assert caught.value.code == "model.not-a-language-model"


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
