"""Conversion of the real demo model, whole and in shards: the same values, meant in the same way."""

import json
import math
from collections.abc import Callable
from pathlib import Path

import gguf
import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import save_file

from core.convert.convert import convert
from core.convert.rope import RopeScaling
from core.convert.safetensors import INDEX, SINGLE, open_checkpoint
from core.engine.llama_cpp.model import open_in_llama_cpp
from tests.support.checkpoints import edit_json, quiet, source_values


def gguf_values(file: Path) -> dict[str, np.ndarray]:
    reader = gguf.GGUFReader(file)
    return {t.name: gguf.dequantize(t.data, t.tensor_type).reshape(t.shape[::-1]) for t in reader.tensors}


def hf_name(name: str) -> str:
    """The source of a GGUF tensor, written out apart from the converter's own table."""
    fixed = {"token_embd.weight": "model.embed_tokens.weight", "output_norm.weight": "model.norm.weight"}
    if name in fixed:
        return fixed[name]
    _, layer, part, kind = name.split(".")
    words = {
        "attn_norm": "input_layernorm",
        "ffn_norm": "post_attention_layernorm",
        "attn_q": "self_attn.q_proj",
        "attn_k": "self_attn.k_proj",
        "attn_v": "self_attn.v_proj",
        "attn_output": "self_attn.o_proj",
        "ffn_gate": "mlp.gate_proj",
        "ffn_up": "mlp.up_proj",
        "ffn_down": "mlp.down_proj",
    }
    return f"model.layers.{layer}.{words[part]}.{kind}"


def unpermuted(name: str, values: np.ndarray) -> np.ndarray:
    """Undo the rotary order row by row: pair i of a head came from rows i and i + 16 (heads of 32)."""
    if ".attn_q." not in name and ".attn_k." not in name:
        return values
    original = np.empty_like(values)
    for row in range(values.shape[0]):
        head, inside = divmod(row, 32)
        original[head * 32 + inside // 2 + 16 * (inside % 2)] = values[row]
    return original


@pytest.mark.slow
@pytest.mark.parametrize("source_type", ["bf16", "f32", "f16"])
@pytest.mark.parametrize("dtype", ["f32", "f16", "bf16"])
def test_that_every_tensor_keeps_its_values(
    retyped: Callable[[type], Path], model: Path, tmp_path: Path, source_type: str, dtype: str
) -> None:
    if source_type != "bf16":
        retyped(np.float32 if source_type == "f32" else np.float16)
    expected = source_values(model)
    convert(model, tmp_path / "out.gguf", dtype, quiet)
    converted = gguf_values(tmp_path / "out.gguf")
    assert {hf_name(name) for name in converted} == set(expected)
    for name, values in converted.items():
        want = expected[hf_name(name)]
        if want.ndim == 2 and dtype == "f16":
            want = want.astype(np.float16).astype(np.float32)
        if want.ndim == 2 and dtype == "bf16":  # 8 bits of mantissa: rounding is off by at most half of the last
            np.testing.assert_allclose(unpermuted(name, values), want, rtol=2**-8, atol=1e-38)
        else:
            np.testing.assert_array_equal(unpermuted(name, values), want)


def test_that_bf16_weights_are_copied_bit_by_bit(model: Path, tmp_path: Path) -> None:
    convert(model, tmp_path / "out.gguf", "bf16", quiet)
    expected = source_values(model)
    for name, values in gguf_values(tmp_path / "out.gguf").items():
        np.testing.assert_array_equal(unpermuted(name, values), expected[hf_name(name)])


def test_that_f32_is_rounded_to_the_nearest_bf16(retyped: Callable[[type], Path], tmp_path: Path) -> None:
    model = retyped(np.float32)
    values = {name: v.copy() for name, v in source_values(model).items()}
    values["model.embed_tokens.weight"][0, :4] = [1 + 2**-8, 1 + 3 * 2**-8, 1 + 2**-7, 1 + 2**-8 + 2**-20]
    save_file(values, model / SINGLE)
    convert(model, tmp_path / "out.gguf", "bf16", quiet)
    written = gguf_values(tmp_path / "out.gguf")["token_embd.weight"][0, :4]
    assert written.tolist() == [1.0, 1 + 2**-6, 1 + 2**-7, 1 + 2**-7]  # ties go to the even neighbour


def numpy_logits(values: dict[str, np.ndarray], tokens: list[int]) -> np.ndarray:
    """The published Llama forward pass on the checkpoint's own layout, rotary halves and all: [tokens, vocab]."""

    def norm(x: np.ndarray, weight: np.ndarray) -> np.ndarray:
        return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * weight

    def rotate(x: np.ndarray) -> np.ndarray:  # [heads, tokens, 32]
        angles = np.arange(len(tokens))[:, None] * 10000.0 ** (-np.arange(16) / 16)
        cos, sin = np.tile(np.cos(angles), 2), np.tile(np.sin(angles), 2)
        return x * cos + np.concatenate([-x[..., 16:], x[..., :16]], -1) * sin

    def heads(x: np.ndarray) -> np.ndarray:
        return x.reshape(len(tokens), -1, 32).swapaxes(0, 1)

    x = values["model.embed_tokens.weight"][tokens].astype(np.float64)
    for layer in range(6):
        w = {name.split(f"layers.{layer}.")[-1]: v for name, v in values.items() if f"layers.{layer}." in name}
        h = norm(x, w["input_layernorm.weight"])
        q, k, v = (heads(h @ w[f"self_attn.{name}_proj.weight"].T) for name in "qkv")
        k, v = rotate(k).repeat(2, axis=0), v.repeat(2, axis=0)
        scores = rotate(q) @ k.swapaxes(1, 2) / np.sqrt(32)
        scores = np.where(np.tri(len(tokens), dtype=bool), scores, -np.inf)
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = (weights / weights.sum(-1, keepdims=True)) @ v
        x = x + mixed.swapaxes(0, 1).reshape(len(tokens), -1) @ w["self_attn.o_proj.weight"].T
        h = norm(x, w["post_attention_layernorm.weight"])
        gate = h @ w["mlp.gate_proj.weight"].T
        x = x + (gate / (1 + np.exp(-gate)) * (h @ w["mlp.up_proj.weight"].T)) @ w["mlp.down_proj.weight"].T
    return norm(x, values["model.norm.weight"]) @ values["model.embed_tokens.weight"].T


def test_that_llama_cpp_computes_what_the_checkpoint_means(demo_model: Path, tmp_path: Path) -> None:
    convert(demo_model, tmp_path / "out.gguf", "f32", quiet)
    with open_in_llama_cpp(tmp_path / "out.gguf") as opened:
        tokens = opened.vocabulary.tokenize(
            "Once upon a time there lived a fox", add_special=False, parse_special=False
        )
        with opened.context(len(tokens), exact=True) as context:
            logits = np.array([row.copy() for row in context.read(tokens, [True] * len(tokens))])
    np.testing.assert_allclose(logits, numpy_logits(source_values(demo_model), tokens), atol=2e-4)


def test_that_shards_give_the_same_file_as_one(model: Path, demo_gguf: Path, tmp_path: Path) -> None:
    with safe_open(model / SINGLE, "numpy") as opened:
        names = sorted(opened.keys())
    entries, weight_map = open_checkpoint(model), {}
    for part in range(3):
        shard = f"model-0000{part + 1}-of-00003.safetensors"
        mine = names[part::3]
        weight_map |= dict.fromkeys(mine, shard)
        save_bf16({name: entries[name].read() for name in mine}, model / shard)
    (model / SINGLE).unlink()
    (model / INDEX).write_text(json.dumps({"metadata": {}, "weight_map": weight_map}))
    convert(model, tmp_path / "out.gguf", "f16", quiet)
    one, many = gguf_values(demo_gguf), gguf_values(tmp_path / "out.gguf")
    assert list(one) == list(many)
    assert all(np.array_equal(one[name], many[name]) for name in one)


def save_bf16(tensors: dict[str, np.ndarray], file: Path) -> None:
    """safetensors' numpy side cannot write BF16, so its bytes are laid out here."""
    header, data = {}, b""
    for name, bits in tensors.items():
        header[name] = {"dtype": "BF16", "shape": bits.shape, "data_offsets": [len(data), len(data) + bits.nbytes]}
        data += bits.tobytes()
    raw = json.dumps(header).encode()
    file.write_bytes(len(raw).to_bytes(8, "little") + raw + data)


def test_that_an_untied_head_and_biases_are_converted(retyped: Callable[[type], Path], tmp_path: Path) -> None:
    model = retyped(np.float32)
    values, rng = source_values(model), np.random.default_rng(0)
    values["lm_head.weight"] = rng.normal(size=(4096, 256)).astype(np.float32)
    for layer in range(6):
        for name, width in (("q", 256), ("k", 128), ("v", 128), ("o", 256)):
            values[f"model.layers.{layer}.self_attn.{name}_proj.bias"] = rng.normal(size=width).astype(np.float32)
    save_file(values, model / SINGLE)
    edit_json(model / "config.json", lambda c: c.update(tie_word_embeddings=False, attention_bias=True))
    convert(model, tmp_path / "out.gguf", "f32", quiet)
    converted = gguf_values(tmp_path / "out.gguf")
    np.testing.assert_array_equal(converted["output.weight"], values["lm_head.weight"])
    for name in ("attn_q.bias", "attn_k.bias", "attn_v.bias", "attn_output.bias"):
        full = f"blk.3.{name}"
        np.testing.assert_array_equal(unpermuted(full, converted[full]), values[hf_name(full)])
    with open_in_llama_cpp(tmp_path / "out.gguf") as opened:
        assert opened.context_length == 1024


def test_that_llama3_rope_scaling_becomes_frequency_divisors(model: Path, tmp_path: Path) -> None:
    rope = {
        "rope_type": "llama3",
        "rope_theta": 500000.0,
        "factor": 8.0,
        "low_freq_factor": 1.0,
        "high_freq_factor": 4.0,
        "original_max_position_embeddings": 256,
    }
    edit_json(model / "config.json", lambda c: c.update(rope_parameters=rope))
    convert(model, tmp_path / "out.gguf", "f16", quiet)
    written = gguf_values(tmp_path / "out.gguf")["rope_freqs.weight"]
    for i, divisor in enumerate(written):  # the published rule, one frequency at a time
        wavelength = 2 * math.pi * 500000.0 ** (2 * i / 32)
        if wavelength < 256 / 4.0:
            assert divisor == 1.0
        elif wavelength > 256 / 1.0:
            assert divisor == 8.0
        else:
            smooth = (256 / wavelength - 1.0) / (4.0 - 1.0)
            assert divisor == pytest.approx(1 / ((1 - smooth) / 8.0 + smooth), rel=1e-6)
    with open_in_llama_cpp(tmp_path / "out.gguf"):
        pass


def test_that_divisors_lie_between_one_and_the_factor() -> None:
    divisors = RopeScaling("llama3", 32.0, 1.0, 4.0, 8192).frequency_divisors(500000.0, 64)
    assert divisors[0] == 1.0
    assert divisors[-1] == 32.0
    assert (np.diff(divisors) >= 0).all()


def test_that_the_metadata_says_what_config_json_says(demo_gguf: Path) -> None:
    fields = {key: field.contents() for key, field in gguf.GGUFReader(demo_gguf).fields.items()}
    expected = {
        "general.architecture": "llama",
        "general.name": "storyteller-6m",
        "general.file_type": 1,
        "general.quantization_version": 2,
        "llama.context_length": 1024,
        "llama.embedding_length": 256,
        "llama.block_count": 6,
        "llama.feed_forward_length": 768,
        "llama.attention.head_count": 8,
        "llama.attention.head_count_kv": 4,
        "llama.attention.key_length": 32,
        "llama.rope.dimension_count": 32,
        "llama.rope.freq_base": 10000.0,
        "llama.vocab_size": 4096,
    }
    assert {key: fields.get(key) for key in expected} == expected
    assert fields["llama.attention.layer_norm_rms_epsilon"] == pytest.approx(1e-5)
    assert "output.weight" not in gguf_values(demo_gguf)


def test_that_mistral_converts_like_llama_and_tells_of_its_window(model: Path, tmp_path: Path) -> None:
    edit_json(model / "config.json", lambda c: c.update(architectures=["MistralForCausalLM"], sliding_window=512))
    report = convert(model, tmp_path / "out.gguf", "f16", quiet)
    assert any("512" in notice for notice in report.notices)
    with open_in_llama_cpp(tmp_path / "out.gguf"):
        pass


def test_that_progress_ends_at_the_size_of_the_weights(demo_model: Path, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    report = convert(demo_model, tmp_path / "out.gguf", "f16", lambda done, total: seen.append((done, total)))
    assert seen[0][0] == 0
    assert seen[-1] == (report.source_bytes, report.source_bytes)
    assert seen == sorted(seen)
