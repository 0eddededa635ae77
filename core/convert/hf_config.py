"""What a Hugging Face config.json says about a model."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.convert.class_defaults import CLASS_DEFAULTS
from core.convert.families import FAMILIES, Family
from core.convert.rope import RopeScaling, read_local_theta, read_rotated_share, read_scaling, read_theta
from core.convert.unknown import unknown_class
from core.convert.values import JsonObject, model_name, read_json
from core.shared.errors import LuthierError

_MOST_LAYERS = 4096  # far more than any model has, and few enough to go through


@dataclass(frozen=True)
class ModelConfig:
    """The numbers that fix every tensor's shape and llama.cpp's arithmetic."""

    family: Family
    name: str
    vocab_size: int
    context_length: int
    d_model: int
    d_ff: int
    n_layers: int
    n_heads: int
    n_kv_heads: int
    head_dim: int
    n_rotated: int  # of head_dim
    rms_eps: float
    rope_theta: float
    rope_scaling: RopeScaling | None
    tied: bool  # the output projection is the embedding table
    attention_bias: bool
    mlp_bias: bool
    sliding_window: int  # tokens; 0: none
    numbers: dict[str, float]  # what only some families have, by GGUF's key below the architecture's prefix
    counts: dict[str, int]
    special_ids: dict[str, int]  # bos, eos, pad as config.json numbers them

    @property
    def architecture(self) -> str:
        """GGUF's name."""
        return self.family.name

    @property
    def ignored_window(self) -> int:
        """A sliding window shorter than the context that llama.cpp leaves out; 0: none."""
        left_out = not self.family.architecture.has_windows
        return self.sliding_window if left_out and self.sliding_window < self.context_length else 0


def read_config(folder: Path) -> ModelConfig:
    """Read `folder`/config.json. A key that it does not say is what the model's class takes for it.

    Raises LuthierError: `convert.missing-file`, `convert.bad-json`, `convert.unknown-architecture` (with the list of
    known ones), `convert.missing-key`, `convert.bad-value`, `convert.unsupported` (an option llama.cpp's graph lacks).
    """
    file = folder / "config.json"
    if not file.is_file():
        raise LuthierError(
            "convert.missing-file",
            f"{folder} has no config.json, so it is not a Hugging Face model.",
            "Choose the folder that holds config.json and the .safetensors files.",
        )
    said = read_json(file)
    name = _class(JsonObject(file, said))
    family, values = FAMILIES[name], JsonObject(file, said, CLASS_DEFAULTS[name])
    n_heads, d_model = values.count("num_attention_heads"), values.count("hidden_size")
    head_dim = values.count("head_dim", d_model // n_heads)
    n_rotated = int(head_dim * read_rotated_share(values))
    config = ModelConfig(
        family=family,
        name=model_name(folder),
        vocab_size=values.count("vocab_size"),
        context_length=values.count("max_position_embeddings"),
        d_model=d_model,
        d_ff=values.count("intermediate_size"),
        n_layers=values.count("num_hidden_layers", most=_MOST_LAYERS),
        n_heads=n_heads,
        n_kv_heads=values.count("num_key_value_heads", n_heads),
        head_dim=head_dim,
        n_rotated=n_rotated,
        rms_eps=values.number("rms_norm_eps"),
        rope_theta=read_theta(values),
        rope_scaling=read_scaling(values, n_rotated, family.architecture.rope_factors),
        tied=values.flag("tie_word_embeddings"),
        attention_bias=values.flag("attention_bias"),
        mlp_bias=values.flag("mlp_bias"),
        # Classes that do not know the switch always use the window.
        sliding_window=values.count("sliding_window", 0) if values.flag("use_sliding_window", True) else 0,
        numbers=_numbers(values, family),
        counts={key: values.count(name, null) for key, (name, null) in family.counts.items()}
        | (_expert_counts(values) if family.architecture.experts else {}),
        special_ids=_special_ids(values),
    )
    _check_supported(values, config)
    return config


def _numbers(values: JsonObject, family: Family) -> dict[str, float]:
    numbers = {key: values.number(name, null) for key, (name, null) in family.numbers.items()}
    if "rope.freq_base_swa" in family.architecture.options:
        numbers["rope.freq_base_swa"] = read_local_theta(values)
    return numbers


def _class(values: JsonObject) -> str:
    given = values.values.get("architectures")
    names = [str(name) for name in given] if isinstance(given, list) else []
    names = names or [f"model_type {values.values.get('model_type', 'not given')}"]
    for name in names:
        if name in FAMILIES:
            return name
    raise unknown_class(values, names)


def _expert_counts(values: JsonObject) -> dict[str, int]:
    """What mixtures of experts have, by GGUF's key; the width 0 is the model's d_ff."""
    count = values.count("num_local_experts" if "num_local_experts" in values.values else "num_experts")
    used = values.count("num_experts_per_tok")
    if used > count:
        raise values.bad("num_experts_per_tok", f"at most the number of experts ({count})")
    width = values.count("moe_intermediate_size", 0)
    return {"expert_count": count, "expert_used_count": used, "expert_feed_forward_length": width}


def _special_ids(values: JsonObject) -> dict[str, int]:
    found = {}
    for role in ("bos", "eos", "pad"):
        value = values.values.get(f"{role}_token_id")
        first = value[0] if isinstance(value, list) and value else value
        if isinstance(first, int) and first >= 0:
            found[role] = first
    return found


def _check_supported(values: JsonObject, config: ModelConfig) -> None:
    for key, accepted in config.family.expects.items():
        if values.get(key) not in accepted:
            raise values.unsupported(f"its {key} is {values.get(key)!r} rather than {accepted[0]!r}")
    if config.n_rotated != config.head_dim and not config.family.partly_rotated:
        raise values.unsupported("only a part of each head is rotated (partial_rotary_factor)")
    if values.values.get("quantization_config"):
        raise values.unsupported("its weights are already quantized (quantization_config)")
    for key, expected in _fixed(config).items():
        found = values.get(key)
        if found not in (None, expected):
            raise values.unsupported(f"its {key} is {found} rather than {expected}")
    if config.head_dim % 2 or config.n_rotated % 2:
        raise values.bad("head_dim", "an even number, and so the part of it that is rotated")
    if config.n_heads % config.n_kv_heads:
        raise values.bad("num_key_value_heads", f"a divisor of num_attention_heads ({config.n_heads})")


def _fixed(config: ModelConfig) -> dict[str, Any]:
    """What config.json has to say, if it says anything, since llama.cpp's graph has it built in."""
    row, layers = config.family.architecture, range(config.n_layers)
    fixed: dict[str, Any] = {"no_rope_layers": [int(row.rotates(i)) for i in layers]}
    if row.full_attention_every:
        fixed["layer_types"] = ["full_attention" if row.has_full_attention(i) else "sliding_attention" for i in layers]
        fixed["sliding_window_pattern"] = row.full_attention_every
    if row.broad_scores_at:
        broad = config.n_layers == row.broad_scores_at
        fixed["query_pre_attn_scalar"] = config.d_model // config.n_heads if broad else config.head_dim
    return fixed
