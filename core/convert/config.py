"""What a Hugging Face config.json says about a Llama model."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import LuthierError

# Hugging Face class -> GGUF architecture
ARCHITECTURES = {"LlamaForCausalLM": "llama", "MistralForCausalLM": "llama"}


@dataclass(frozen=True)
class RopeScaling:
    """How positions beyond the original training length were made to work. kind: linear or llama3."""

    kind: str
    factor: float
    low_freq_factor: float = 1.0
    high_freq_factor: float = 4.0
    original_context: int = 8192

    def frequency_divisors(self, theta: float, head_dim: int) -> NDArray[np.float32]:
        """Llama 3's rule: slow rotations are stretched by `factor`, fast ones kept, those between blended.

        Returns [head_dim / 2] divisors of the rotary frequencies, in llama.cpp's order.
        """
        frequencies = theta ** (-np.arange(0, head_dim, 2, dtype=np.float64) / head_dim)
        turns = self.original_context * frequencies / (2 * np.pi)  # full rotations within the original context
        kept = (turns - self.low_freq_factor) / (self.high_freq_factor - self.low_freq_factor)
        kept = np.clip(kept, 0.0, 1.0)
        return (1.0 / ((1.0 - kept) / self.factor + kept)).astype(np.float32)


@dataclass(frozen=True)
class LlamaConfig:
    """The numbers that fix every tensor's shape and llama.cpp's arithmetic."""

    architecture: str  # GGUF's name: llama
    name: str
    vocab_size: int
    context_length: int
    d_model: int
    d_ff: int
    n_layers: int
    n_heads: int
    n_kv_heads: int
    head_dim: int
    rms_eps: float
    rope_theta: float
    rope_scaling: RopeScaling | None
    tied: bool  # the output projection is the embedding table
    attention_bias: bool
    mlp_bias: bool
    sliding_window: int  # tokens; 0: none
    special_ids: dict[str, int]  # bos, eos, pad as config.json numbers them


def read_json(file: Path) -> dict[str, Any]:
    """A JSON object from a model's folder. Raises LuthierError `convert.bad-json` naming the file."""
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise LuthierError("convert.missing-file", f"{file} cannot be read: {error.strerror or error}.") from error
    except ValueError as error:
        raise LuthierError("convert.bad-json", f"{file} is not valid JSON: {error}.", "Download it again.") from error
    if not isinstance(content, dict):
        raise LuthierError("convert.bad-json", f"{file} is not a JSON object.", "Download it again.")
    return content


def read_config(folder: Path) -> LlamaConfig:
    """Read `folder`/config.json.

    Raises LuthierError: `convert.missing-file`, `convert.bad-json`, `convert.unknown-architecture` (with the list of
    known ones), `convert.missing-key`, `convert.bad-value`, `convert.unsupported` (an option llama.cpp's llama lacks).
    """
    file = folder / "config.json"
    if not file.is_file():
        raise LuthierError(
            "convert.missing-file",
            f"{folder} has no config.json, so it is not a Hugging Face model.",
            "Choose the folder that holds config.json and the .safetensors files.",
        )
    values = _Values(file, read_json(file))
    architecture = _architecture(values)
    n_heads, d_model = values.count("num_attention_heads"), values.count("hidden_size")
    config = LlamaConfig(
        architecture=architecture,
        name=folder.resolve().name,
        vocab_size=values.count("vocab_size"),
        context_length=values.count("max_position_embeddings"),
        d_model=d_model,
        d_ff=values.count("intermediate_size"),
        n_layers=values.count("num_hidden_layers"),
        n_heads=n_heads,
        n_kv_heads=values.count("num_key_value_heads", n_heads),
        head_dim=values.count("head_dim", d_model // n_heads),
        rms_eps=values.number("rms_norm_eps"),
        rope_theta=_rope(values).number("rope_theta", values.number("rope_theta", 10000.0)),
        rope_scaling=_rope_scaling(values),
        tied=values.flag("tie_word_embeddings"),
        attention_bias=values.flag("attention_bias"),
        mlp_bias=values.flag("mlp_bias"),
        sliding_window=values.count("sliding_window", 0),
        special_ids=_special_ids(values),
    )
    _check_supported(values, config)
    return config


class _Values:
    """A JSON object that complains with file and key."""

    def __init__(self, file: Path, values: dict[str, Any]) -> None:
        self.file, self.values = file, values

    def count(self, key: str, default: int | None = None) -> int:
        value = self._get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or (value < 1 and value != default):
            raise self.bad(key, "a whole number above zero")
        return value

    def number(self, key: str, default: float | None = None) -> float:
        value = self._get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
            raise self.bad(key, "a number above zero")
        return float(value)

    def flag(self, key: str) -> bool:
        value = self._get(key, False)
        if not isinstance(value, bool):
            raise self.bad(key, "true or false")
        return value

    def _get(self, key: str, default: Any) -> Any:
        value = self.values.get(key)
        if value is None:
            value = default
        if value is None:
            raise LuthierError(
                "convert.missing-key", f"{self.file} does not say {key}.", "Get the model's complete config.json."
            )
        return value

    def bad(self, key: str, expected: str) -> LuthierError:
        return LuthierError(
            "convert.bad-value", f"{self.file}: {key} is {self.values.get(key)!r}, expected {expected}."
        )

    def unsupported(self, what: str) -> LuthierError:
        return LuthierError(
            "convert.unsupported", f"{self.file}: {what}, which this version cannot convert.", "Choose another model."
        )


def _architecture(values: _Values) -> str:
    names = values.values.get("architectures") or [f"model_type {values.values.get('model_type', 'not given')}"]
    for name in names:
        if name in ARCHITECTURES:
            return ARCHITECTURES[name]
    raise LuthierError(
        "convert.unknown-architecture",
        f"{values.file}: this is a {', '.join(map(str, names))}, which Luthier does not know yet.",
        f"Known: {', '.join(ARCHITECTURES)}.",
    )


def _rope(values: _Values) -> _Values:
    """Newer configs keep everything about rotary positions in rope_parameters, older ones in rope_scaling."""
    found = values.values.get("rope_parameters") or values.values.get("rope_scaling") or {}
    if not isinstance(found, dict):
        raise values.bad("rope_parameters", "an object")
    return _Values(values.file, found)


def _rope_scaling(values: _Values) -> RopeScaling | None:
    rope = _rope(values)
    kind = rope.values.get("rope_type", rope.values.get("type", "default"))
    if kind == "default":
        return None
    if kind == "linear":
        return RopeScaling("linear", rope.number("factor"))
    if kind == "llama3":
        scaling = RopeScaling(
            "llama3",
            rope.number("factor"),
            rope.number("low_freq_factor"),
            rope.number("high_freq_factor"),
            rope.count("original_max_position_embeddings"),
        )
        if scaling.high_freq_factor <= scaling.low_freq_factor:
            raise rope.bad("high_freq_factor", "more than low_freq_factor")
        return scaling
    raise values.unsupported(f"its rotary positions are scaled by the rule {kind!r} (known: default, linear, llama3)")


def _special_ids(values: _Values) -> dict[str, int]:
    found = {}
    for role in ("bos", "eos", "pad"):
        value = values.values.get(f"{role}_token_id")
        first = value[0] if isinstance(value, list) and value else value
        if isinstance(first, int) and first >= 0:
            found[role] = first
    return found


def _check_supported(values: _Values, config: LlamaConfig) -> None:
    activation = values.values.get("hidden_act", "silu")
    if activation != "silu":
        raise values.unsupported(f"its activation is {activation!r} rather than 'silu'")
    if values.values.get("partial_rotary_factor", 1.0) != 1.0:
        raise values.unsupported("only a part of each head is rotated (partial_rotary_factor)")
    if values.values.get("quantization_config"):
        raise values.unsupported("its weights are already quantized (quantization_config)")
    if config.head_dim % 2:
        raise values.bad("head_dim", "an even number")
    if config.n_heads % config.n_kv_heads:
        raise values.bad("num_key_value_heads", f"a divisor of num_attention_heads ({config.n_heads})")
