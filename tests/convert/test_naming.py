"""Models are called as people call them: the family, and the size that is published."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.convert.naming import called, family_title
from core.gguf.header import Header
from core.gguf.types import TensorInfo


def header(architecture: str, parameters: int, experts: tuple[int, int, int] = (0, 0, 0), **texts: str) -> Header:
    """experts: how many, how many are used, and the parameters of their stacks."""
    count, used, stacks = experts
    values = {f"{architecture}.expert_count": count, f"{architecture}.expert_used_count": used} if count else {}
    found = {"output.weight": parameters, "blk.0.ffn_up_exps.weight": stacks}
    tensors = {name: TensorInfo(name, 0, (n, 1, 1, 1), 0, 4 * n) for name, n in found.items() if n}
    said = {"general.architecture": architecture, **{f"general.{key}": text for key, text in texts.items()}}
    return Header(Path("model.gguf"), 4 * parameters, {**said, **values}, {}, {}, tensors)


@pytest.mark.parametrize(
    ("model", "own_name", "wanted"),
    [
        (header("qwen3", 4_022_468_096), "Qwen3-4B-Instruct-2507-Q4_K_M", "Qwen3 4B"),
        (header("qwen3", 751_632_384), "qwen3:0.6b", "Qwen3 0.6B"),
        (header("qwen2", 7_615_616_512), "mine", "Qwen2.5 7.6B"),
        (header("qwen2", 7_615_616_512, name="Qwen2.5 7B Instruct"), "mine", "Qwen2.5 7B"),
        (header("llama", 1_235_814_400, size_label="1B"), "mine", "Llama 1B"),
        (header("llama", 134_515_008), "smollm2-135m-instruct-q8_0", "SmolLM2 135M"),
        (header("llama", 134_515_008), "taught-by-405B", "Llama 135M"),
        (header("llama", 12_247_782_400), "Mistral-Nemo-Instruct-2407", "Mistral 12B"),
        (header("gemma3", 3_880_099_328), "gemma-3-4b-it", "Gemma 3 4B"),
        (header("granitehybrid", 340_000_000), "mine", "Granite 4.0 hybrid 340M"),
        (header("qwen3moe", 1_500_000_000, (128, 8, 29_000_000_000)), "mine", "Qwen3 MoE 30B-A3.3B"),
        (header("qwen3moe", 1_500_000_000, (128, 8, 29_000_000_000)), "Qwen3-30B-A3B", "Qwen3 MoE 30B-A3B"),
        (header("deepseek2", 15_700_000_000), "mine", "DeepSeek-V2/V3, Moonlight or GLM-4.7-Flash 16B"),
        (header("jamba", 3_000_000_000), "mine", "jamba 3B"),
    ],
)  # fmt: skip
def test_that_a_model_is_named_by_family_and_size(model: Header, own_name: str, wanted: str) -> None:
    assert called(model, own_name) == wanted


def test_that_of_classes_with_one_architecture_each_has_its_own_name() -> None:
    assert family_title("llama", "MistralForCausalLM") == "Mistral"
    assert family_title("llama", "SmolVLMForConditionalGeneration") == "SmolVLM"
    assert family_title("llama") == "Llama"


@pytest.mark.parametrize("value", ["many", 0, -3, 1e300, True])
def test_that_no_nonsense_in_a_file_keeps_it_from_being_named(value: object) -> None:
    model = header("qwen3moe", 1_500_000_000, (128, 8, 29_000_000_000))
    assert called(replace(model, values={**model.values, "qwen3moe.expert_used_count": value}), "x").startswith(
        "Qwen3 MoE"
    )
