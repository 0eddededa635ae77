"""Conversion of mixtures of experts: stacks from single experts and from fused ones, and what is refused."""

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import gguf
import numpy as np
import pytest
from safetensors.numpy import save_file

from core.base.errors import LuthierError
from core.convert.convert import convert
from core.convert.hf_config import read_config
from core.convert.quantize import quantize
from core.convert.safetensors import SINGLE, open_checkpoint
from core.convert.tensor_names import PlannedTensor, plan_tensors
from core.convert.weights import ConvertedTensor
from tests.support.checkpoints import quiet
from tests.support.places import FIXTURES

F32 = gguf.GGMLQuantizationType.F32
N_EXPERTS, WIDTH, D_MODEL = 6, 32, 32


@pytest.fixture
def model(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a fixture that a test may damage."""
    return Path(shutil.copytree(FIXTURES / request.param, tmp_path / "model"))


def source(folder: Path) -> dict[str, np.ndarray]:
    """The checkpoint's BF16 values in F32."""
    return {
        name: (entry.read().astype(np.uint32) << 16).view(np.float32) for name, entry in open_checkpoint(folder).items()
    }


def converted(folder: Path, dtype: str = "f32") -> gguf.GGUFReader:
    file = folder.with_suffix(f".{dtype}.gguf")
    convert(folder, file, dtype, quiet)
    return gguf.GGUFReader(file)


def tensors(reader: gguf.GGUFReader) -> dict[str, gguf.ReaderTensor]:
    return {tensor.name: tensor for tensor in reader.tensors}


def number(reader: gguf.GGUFReader, key: str) -> int:
    return int(reader.fields[key].contents())


def edit(folder: Path, **changes: object) -> None:
    """Set keys of config.json; None removes one."""
    file = folder / "config.json"
    config = json.loads(file.read_text()) | changes
    file.write_text(json.dumps({key: value for key, value in config.items() if value is not None}))


@pytest.mark.parametrize("model", ["olmoe", "qwen3moe"], indirect=True)
def test_that_single_experts_are_stacked_in_their_order(model: Path) -> None:
    weights, stacks = source(model), tensors(converted(model))
    for layer in range(2):
        for part in ("gate", "up", "down"):
            names = [f"model.layers.{layer}.mlp.experts.{i}.{part}_proj.weight" for i in range(N_EXPERTS)]
            stack = stacks[f"blk.{layer}.ffn_{part}_exps.weight"].data
            np.testing.assert_array_equal(stack, np.stack([weights[name] for name in names]))


@pytest.mark.parametrize("model", ["granitemoe"], indirect=True)
def test_that_fused_experts_are_parted_into_gate_and_up(model: Path) -> None:
    weights, stacks = source(model), tensors(converted(model))
    for layer in range(2):
        fused = weights[f"model.layers.{layer}.block_sparse_moe.input_linear.weight"]
        np.testing.assert_array_equal(stacks[f"blk.{layer}.ffn_gate_exps.weight"].data, fused[:, :WIDTH])
        np.testing.assert_array_equal(stacks[f"blk.{layer}.ffn_up_exps.weight"].data, fused[:, WIDTH:])
        down = weights[f"model.layers.{layer}.block_sparse_moe.output_linear.weight"]
        np.testing.assert_array_equal(stacks[f"blk.{layer}.ffn_down_exps.weight"].data, down)


@pytest.mark.parametrize("model", ["olmoe", "granitemoe", "qwen3moe"], indirect=True)
def test_that_the_router_stays_in_f32_whatever_the_weights_become(model: Path) -> None:
    full = converted(model, "bf16")
    quantized = model.with_suffix(".q8_0.gguf")
    quantize(model.with_suffix(".bf16.gguf"), quantized, "q8_0", quiet, lambda level, line: None)
    for reader in (full, gguf.GGUFReader(quantized)):
        found = tensors(reader)
        assert found["blk.1.ffn_gate_inp.weight"].tensor_type == F32
        assert found["blk.1.ffn_gate_exps.weight"].tensor_type != F32


@pytest.mark.parametrize("model", ["qwen3moe"], indirect=True)
def test_that_the_metadata_counts_the_experts(model: Path) -> None:
    reader = converted(model)
    assert number(reader, "qwen3moe.expert_count") == N_EXPERTS
    assert number(reader, "qwen3moe.expert_used_count") == 2
    assert number(reader, "qwen3moe.expert_feed_forward_length") == WIDTH
    assert number(reader, "qwen3moe.feed_forward_length") == 48


@pytest.mark.parametrize("model", ["qwen3moe"], indirect=True)
def test_that_the_count_of_experts_may_have_its_older_name(model: Path) -> None:
    edit(model, num_local_experts=None, num_experts=N_EXPERTS)
    assert read_config(model).counts["expert_count"] == N_EXPERTS


@pytest.mark.parametrize(
    ("model", "changes", "words"),
    [
        ("qwen3moe", {"norm_topk_prob": False}, "norm_topk_prob"),
        ("qwen3moe", {"mlp_only_layers": [0]}, "mlp_only_layers"),
        ("qwen3moe", {"decoder_sparse_step": 2}, "decoder_sparse_step"),
        ("qwen3moe", {"num_experts_per_tok": 7}, "num_experts_per_tok"),
        ("olmoe", {"norm_topk_prob": True}, "norm_topk_prob"),
        ("olmoe", {"clip_qkv": 8.0}, "clip_qkv"),
        ("lfm2moe", {"norm_topk_prob": False}, "norm_topk_prob"),
        ("lfm2moe", {"use_expert_bias": False}, "use_expert_bias"),
        ("lfm2moe", {"routed_scaling_factor": 2.5}, "routed_scaling_factor"),
    ],
    indirect=["model"],
)
def test_that_what_llama_cpp_would_get_wrong_is_refused(model: Path, changes: dict[str, object], words: str) -> None:
    edit(model, **changes)
    with pytest.raises(LuthierError, match=words):
        converted(model)


@pytest.mark.parametrize("model", ["olmoe"], indirect=True)
def test_that_a_missing_expert_is_named(model: Path) -> None:
    missing = "model.layers.1.mlp.experts.4.up_proj.weight"
    save_file({name: values for name, values in source(model).items() if name != missing}, model / SINGLE)
    with pytest.raises(LuthierError, match=missing) as caught:
        converted(model)
    assert caught.value.code == "model.missing-tensor"


@pytest.mark.parametrize("model", ["olmoe", "granitemoe"], indirect=True)
def test_that_experts_are_converted_one_by_one(model: Path) -> None:
    plan = {tensor.target: tensor for tensor in plan_tensors(read_config(model), open_checkpoint(model), model)}
    stack: PlannedTensor = plan["blk.0.ffn_gate_exps.weight"]
    reported: list[int] = []
    file = model.with_suffix(".bin")
    with file.open("wb") as stream, ThreadPoolExecutor(2) as pool:
        ConvertedTensor(stack, F32, pool, reported.append, set()).tofile(stream)
    assert reported == [2 * WIDTH * D_MODEL] * N_EXPERTS
    assert file.stat().st_size == 4 * N_EXPERTS * WIDTH * D_MODEL


@pytest.mark.parametrize("model", ["qwen35moe"], indirect=True)
def test_that_experts_published_as_fused_stacks_are_the_same(model: Path) -> None:
    """As Qwen3.5's mixtures are, where Transformers writes expert by expert."""
    single, weights = tensors(converted(model)), source(model)
    for layer in range(2):
        experts = f"model.layers.{layer}.mlp.experts"
        gate, up, down = (
            np.stack([weights.pop(f"{experts}.{i}.{name}_proj.weight") for i in range(4)])
            for name in ("gate", "up", "down")
        )
        weights |= {f"{experts}.gate_up_proj": np.concatenate((gate, up), axis=1), f"{experts}.down_proj": down}
    save_file(weights, model / SINGLE)
    fused = tensors(converted(model))
    assert fused.keys() == single.keys()
    for name, tensor in fused.items():
        np.testing.assert_array_equal(tensor.data, single[name].data)
