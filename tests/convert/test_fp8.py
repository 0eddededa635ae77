"""Checkpoints in FP8 become what they stand for, number times scale; what is wrong with a scale is named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import pytest

from core.base.errors import LuthierError
from core.convert.convert import convert
from core.convert.fp8 import numbers, open_weights
from core.convert.hf_config import read_config
from core.convert.resolve import read_outline
from core.convert.safetensors import SINGLE, exact_type
from tests.support.checkpoints import edit_json, quiet, source_values
from tests.support.fp8 import (
    BLOCKS,
    CHANNELS,
    E4M3,
    E5M2,
    FORMS,
    MISTRAL,
    compressed,
    published_in_fp8,
    read_tensors,
    value_of,
    write_tensors,
)
from tests.support.places import FIXTURES

WEIGHT = "model.layers.1.mlp.down_proj.weight"
CASES = [("mistral3", "tensor"), ("qwen3", "blocks"), ("qwen3", "channels"), ("qwen3", "e5m2"), ("qwen3moe", "groups")]


def tensors_of(folder: Path, output: Path, dtype: str) -> dict[str, np.ndarray]:
    convert(folder, output, dtype, quiet)
    return {tensor.name: tensor.data for tensor in gguf.GGUFReader(output).tensors}


def refused(folder: Path) -> LuthierError:
    with pytest.raises(LuthierError) as caught:
        convert(folder, folder.with_suffix(".gguf"), "bf16", quiet)
    assert not folder.with_suffix(".gguf").exists()
    return caught.value


@pytest.mark.parametrize("kind", [E4M3, E5M2])
def test_that_each_byte_stands_for_what_the_specification_says(kind: str) -> None:
    np.testing.assert_array_equal(numbers(kind), np.array([value_of(code, kind) for code in range(256)], np.float32))


def test_that_the_largest_numbers_are_those_that_everybody_knows() -> None:
    assert [found[np.isfinite(found)].max() for found in map(numbers, (E4M3, E5M2))] == [448, 57344]
    assert [int(np.isnan(numbers(kind)).sum()) for kind in (E4M3, E5M2)] == [2, 6]


@pytest.mark.parametrize(("fixture", "form"), CASES)
def test_that_every_form_is_number_times_scale(tmp_path: Path, fixture: str, form: str) -> None:
    published, same = published_in_fp8(FIXTURES / fixture, tmp_path, FORMS[form])
    for dtype in ("f32", "q8_0"):
        ours, plain = (tensors_of(folder, tmp_path / f"{folder.name}.gguf", dtype) for folder in (published, same))
        assert ours.keys() == plain.keys()
        for name, values in ours.items():
            np.testing.assert_array_equal(values, plain[name], err_msg=name)


def test_that_a_stack_of_all_experts_has_blocks_in_each(tmp_path: Path) -> None:
    """As Transformers 5 writes mixtures: gates and ups of all experts in one parameter."""
    published, same = published_in_fp8(with_stacks(tmp_path / "plain"), tmp_path, BLOCKS)
    ours, plain = (tensors_of(folder, tmp_path / f"{folder.name}.gguf", "f32") for folder in (published, same))
    assert "blk.0.ffn_gate_exps.weight" in ours
    for name, values in ours.items():
        np.testing.assert_array_equal(values, plain[name], err_msg=name)


def with_stacks(folder: Path) -> Path:
    folder.mkdir()
    for file in (FIXTURES / "qwen3moe").glob("*.json"):
        (folder / file.name).write_bytes(file.read_bytes())
    found = {name: ("F32", values) for name, values in source_values(FIXTURES / "qwen3moe").items()}
    layers = {name.partition(".mlp.experts.")[0] for name in found if ".mlp.experts." in name}
    for layer in layers:
        experts: dict[str, list[np.ndarray]] = {}
        count = len([name for name in found if name.startswith(f"{layer}.mlp.experts.") and "gate_proj" in name])
        for leaf in ("gate_proj", "up_proj", "down_proj"):
            experts[leaf] = [found.pop(f"{layer}.mlp.experts.{n}.{leaf}.weight")[1] for n in range(count)]
        both = [np.concatenate(pair) for pair in zip(experts["gate_proj"], experts["up_proj"], strict=True)]
        found[f"{layer}.mlp.experts.gate_up_proj"] = "F32", np.stack(both)
        found[f"{layer}.mlp.experts.down_proj"] = "F32", np.stack(experts["down_proj"])
    write_tensors(folder / SINGLE, found)
    return folder


def test_that_a_conversion_says_it_was_fp8_and_counts_the_bytes_it_read(tmp_path: Path) -> None:
    published, _ = published_in_fp8(FIXTURES / "qwen3", tmp_path, BLOCKS)
    seen: list[tuple[int, int]] = []
    report = convert(published, tmp_path / "out.gguf", "f16", lambda done, total: seen.append((done, total)))
    assert any("FP8: 14 tensors" in notice for notice in report.notices)
    assert seen[-1] == (report.source_bytes, report.source_bytes)


def test_that_fp8_is_bf16_on_its_way_to_few_bits(tmp_path: Path) -> None:
    """The scales of blocks, tables in F32, do not count."""
    published, _ = published_in_fp8(FIXTURES / "qwen3", tmp_path, BLOCKS)
    tensors = read_tensors(published / SINGLE)
    table = tensors["model.embed_tokens.weight"][1]
    tensors["model.embed_tokens.weight"] = "BF16", (table.view(np.uint32) >> 16).astype(np.uint16)
    write_tensors(published / SINGLE, tensors)
    assert exact_type(open_weights(published, read_config(published).fp8).values()) == "bf16"


def test_that_a_model_is_outlined_before_its_weights_are_there(tmp_path: Path) -> None:
    """As where only the headers were fetched, and zeros follow."""
    published, _ = published_in_fp8(FIXTURES / "qwen3", tmp_path, BLOCKS)
    whole = (published / SINGLE).read_bytes()
    start = 8 + int.from_bytes(whole[:8], "little")
    (published / SINGLE).write_bytes(whole[:start] + bytes(len(whole) - start))
    assert "blk.1.ffn_down.weight" in read_outline(published, "f16").header.tensors


Tensors = dict[str, tuple[str, np.ndarray]]


def without_scale(tensors: Tensors) -> None:
    tensors.pop(f"{WEIGHT}_scale_inv")


def with_scale(value: float) -> Callable[[Tensors], None]:
    def edit(tensors: Tensors) -> None:
        scale = tensors[f"{WEIGHT}_scale_inv"][1].copy()
        scale.reshape(-1)[-1] = value
        tensors[f"{WEIGHT}_scale_inv"] = "F32", scale

    return edit


def with_wrong_shape(tensors: Tensors) -> None:
    tensors[f"{WEIGHT}_scale_inv"] = "F32", np.ones((3, 5), np.float32)


def with_one_scale(tensors: Tensors) -> None:
    tensors[f"{WEIGHT}_scale_inv"] = "F32", np.ones((), np.float32)


def with_integers(tensors: Tensors) -> None:
    tensors[f"{WEIGHT}_scale_inv"] = E4M3, np.ones(tensors[f"{WEIGHT}_scale_inv"][1].shape, np.uint8)


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (without_scale, "model.missing-tensor"),
        (with_wrong_shape, "model.wrong-shape"),
        (with_one_scale, "model.wrong-shape"),
        (with_scale(0.0), "convert.bad-scale"),
        (with_scale(np.nan), "convert.bad-scale"),
        (with_scale(np.inf), "convert.bad-scale"),
        (with_scale(-1.0), "convert.bad-scale"),
        (with_integers, "model.missing-tensor"),
    ],
)
def test_that_a_scale_that_is_none_is_named(tmp_path: Path, edit: Callable[[Tensors], None], code: str) -> None:
    published, _ = published_in_fp8(FIXTURES / "qwen3", tmp_path, BLOCKS)
    tensors = read_tensors(published / SINGLE)
    edit(tensors)
    write_tensors(published / SINGLE, tensors)
    error = refused(published)
    assert error.code == code
    assert WEIGHT in error.message and str(published / SINGLE) in error.message


def test_that_numbers_of_8_bits_that_no_config_speaks_of_are_refused(tmp_path: Path) -> None:
    published, _ = published_in_fp8(FIXTURES / "mistral3", tmp_path, MISTRAL)
    edit_json(published / "config.json", lambda config: config.pop("quantization_config"))
    assert refused(published).code in ("model.unknown-tensor", "convert.unsupported-dtype")


PACKED = compressed("group")
PACKED["format"] = "pack-quantized"


@pytest.mark.parametrize(
    ("says", "named"),
    [
        ({"quant_method": "gptq", "bits": 4}, "GPTQ"),
        ({"quant_method": "awq", "bits": 4}, "AWQ"),
        ({"quant_method": "bitsandbytes", "load_in_4bit": True}, "bitsandbytes"),
        ({"quant_method": "mxfp4"}, "MXFP4"),
        ({"quant_method": "new"}, "new"),
        ({"bits": 4}, "does not name"),
        (PACKED, "pack-quantized"),
        (compressed("channel", type="int"), "compressed-tensors"),
        (compressed("channel") | {"transform_config": {"R1": {}}}, "transform_config"),
    ],
)
def test_that_other_ways_to_save_bits_are_refused_by_name(tmp_path: Path, says: dict[str, Any], named: str) -> None:
    published, _ = published_in_fp8(FIXTURES / "qwen3", tmp_path, CHANNELS)
    edit_json(published / "config.json", lambda config: config.update(quantization_config=says))
    error = refused(published)
    assert error.code == "convert.unsupported"
    assert named in error.message and "FP8" in error.message and "BF16" in error.hint


@pytest.mark.parametrize(
    "says",
    [
        {"quant_method": "fp8", "weight_block_size": [128, 0]},
        {"quant_method": "fp8", "weight_block_size": "128x128"},
        compressed("channel") | {"config_groups": {}},
        compressed("channel") | {"config_groups": {"group_0": 8}},
        "fp8",
    ],
)
def test_that_a_description_that_says_nothing_is_named(tmp_path: Path, says: Any) -> None:
    published, _ = published_in_fp8(FIXTURES / "qwen3", tmp_path, CHANNELS)
    edit_json(published / "config.json", lambda config: config.update(quantization_config=says))
    assert refused(published).code == "model.bad-value"
