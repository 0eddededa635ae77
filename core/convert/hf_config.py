"""Reads a Hugging Face config.json: the model, and the quantization of its weights."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from core.base.errors import LuthierError
from core.base.paths import RESOURCES
from core.convert.rope import (
    RopeScaling,
    read_local_theta,
    read_rotated_share,
    read_scaling,
    read_sections,
    require_plain_windows,
)
from core.convert.safetensors import open_checkpoint
from core.convert.text_part import text_values
from core.families.checkpoint import EMBEDDING, FINAL_NORM, HEAD, Family
from core.families.graph import Architecture
from core.families.layers import PerLayer, alike, expert_counts, kinds_of_layers, read_theta
from core.families.not_trained import ANOTHER_FAMILY, why_class
from core.families.table import ALL_FAMILIES, FAMILIES
from core.families.values import JsonObject, model_name, read_json
from core.gguf.model_files import CONFIG, others_inside

_PATTERN, _PATTERN_ARRAY = "sliding_window_pattern", "attention.sliding_window_pattern"
_MOST_LAYERS = 4096  # far more than any model has, and few enough to loop over


class ClassDefaults(msgspec.Struct, frozen=True):
    """Defaults of Transformers' classes for keys missing from config.json, by class name.

    None: null, or a key unknown to the class. text_parts: the same for classes with text as one part, by the part's
    model_type. class_of: by model_type, the class for a config.json that names none; of two classes, the first in the
    families' table. transformers: the version queried.
    """

    transformers: str
    classes: Mapping[str, Mapping[str, Any]]
    text_parts: Mapping[str, Mapping[str, Mapping[str, Any]]]
    class_of: Mapping[str, str]


@dataclass(frozen=True)
class ModelConfig:
    """The numbers that determine every tensor's shape and llama.cpp's arithmetic."""

    family: Family
    class_name: str  # Hugging Face's
    guessed: str  # the model_type that determined the class, if config.json names none; ""
    name: str
    vocab_size: int
    context_length: int
    d_model: int
    d_ff: int
    n_layers: int
    n_ahead: int  # layers after these that draft tokens, which our GGUF files leave out
    n_heads: int
    n_kv_heads: int
    head_dim: int
    n_rotated: int  # of head_dim
    rms_eps: float
    rope_theta: float
    rope_scaling: RopeScaling | None
    rope_sections: tuple[int, ...]  # of M-RoPE; empty if a token has one position
    tied: bool  # the output projection is the embedding table
    attention_bias: bool
    mlp_bias: bool
    sliding_window: int  # tokens; 0: none
    numbers: dict[str, float]  # of particular families, by GGUF's key below the architecture's prefix
    counts: dict[str, int]
    per_layer: PerLayer
    special_ids: dict[str, int]  # bos, eos, eot, pad with config.json's ids
    fp8: Fp8 | None  # scales of weights in FP8

    @property
    def architecture(self) -> str:
        """GGUF's name of the architecture."""
        return self.family.name

    @property
    def row(self) -> Architecture:
        """Return the decoder's graph row."""
        return self.family.architecture.with_layers(self.n_layers)

    @property
    def ignored_window(self) -> int:
        """Return a sliding window shorter than the context that llama.cpp ignores; 0: none."""
        left_out = not self.row.has_windows
        return self.sliding_window if left_out and self.sliding_window < self.context_length else 0


@cache
def class_defaults() -> ClassDefaults:
    """Return the table written by tests/fixtures/make_class_defaults.py."""
    return msgspec.json.decode((RESOURCES / "class_defaults.json").read_bytes(), type=ClassDefaults)


def read_config(folder: Path) -> ModelConfig:
    """Read `folder`/config.json, with the class's defaults for missing keys.

    Raises LuthierError: `convert.missing-file`, `convert.bad-json`, `model.unknown-architecture` (with the list of
    known ones), `model.missing-key`, `model.bad-value`, `convert.unsupported` (an option llama.cpp's graph lacks).
    """
    file = folder / CONFIG
    if not file.is_file() and (folder / "adapter_config.json").is_file():
        raise LuthierError(
            "convert.missing-file",
            f"{folder} holds an adapter, which works only on the model it was made for.",
            "Choose that model, and the adapter beside it.",
        )
    if not file.is_file():
        raise LuthierError(
            "convert.missing-file",
            f"{folder} has no config.json, so it is not a Hugging Face model.",
            others_inside(folder, CONFIG) or "Choose the folder that holds config.json and the .safetensors files.",
        )
    said = read_json(file)
    name, guessed = _class(JsonObject(file, said))
    family = FAMILIES[name]
    if family.text:
        values = text_values(file, said, family.text, name, class_defaults().text_parts[name])
    else:
        values = JsonObject(file, said, class_defaults().classes[name])
    values.values |= {key: values.values[other] for other, key in family.aliases.items() if other in values.values}
    values.values |= family.spelled(values) if family.spelled else {}
    n_layers = values.count("num_hidden_layers", most=_MOST_LAYERS)
    if family.hybrid and not {*(kinds_of_layers(values, n_layers) or ["mamba"])} <= {*family.layer_types}:
        family = family.hybrid
    n_heads, d_model = values.count("num_attention_heads"), values.count("hidden_size")
    per_layer = family.layers(values, n_layers) if family.layers else alike(n_layers)
    head_dim = per_layer.head_dim or values.count("head_dim", d_model // n_heads)
    n_rotated = int(head_dim * read_rotated_share(values))
    scaling = read_scaling(values, n_rotated, family.architecture, stretched_base=family.stretched_base)
    config = ModelConfig(
        family=family,
        class_name=name,
        guessed=guessed,
        name=model_name(folder),
        vocab_size=values.count("vocab_size"),
        context_length=(scaling and scaling.context) or values.count("max_position_embeddings"),
        d_model=d_model,
        d_ff=per_layer.d_ff or values.count(family.d_ff),
        n_layers=n_layers,
        n_ahead=_layers_ahead(values),
        n_heads=n_heads,
        n_kv_heads=values.count("num_key_value_heads", n_heads),
        head_dim=head_dim,
        n_rotated=n_rotated,
        rms_eps=values.number("rms_norm_eps"),
        rope_theta=scaling.base(read_theta(values), n_rotated) if scaling else read_theta(values),
        rope_scaling=scaling,
        rope_sections=read_sections(values, n_rotated, needed=family.text is not None)
        if family.architecture.mrope
        else (),
        tied=values.flag("tie_word_embeddings"),
        attention_bias=values.flag("attention_bias"),
        mlp_bias=values.flag("mlp_bias"),
        # Classes without this switch always use the window.
        sliding_window=values.count("sliding_window", 0) if values.flag("use_sliding_window", True) else 0,
        numbers={**_numbers(values, family), **per_layer.numbers},
        counts={
            **{key: values.count(name, null) for key, (name, null) in family.counts.items()},
            **{key: count(values) for key, count in family.derived_counts.items()},
            **(expert_counts(values) if family.architecture.experts and not family.layers else {}),
            **per_layer.counts,
        },
        per_layer=per_layer,
        special_ids=_special_ids(values),
        fp8=read_quantization(values, family.quantized),
    )
    _check_supported(values, config)
    return config


def _layers_ahead(values: JsonObject) -> int:
    found = values.values.get("num_nextn_predict_layers")
    return values.count("num_nextn_predict_layers", most=_MOST_LAYERS) if found else 0


def _numbers(values: JsonObject, family: Family) -> dict[str, float]:
    numbers = {key: values.number(name, null) for key, (name, null) in family.numbers.items()}
    numbers |= {key: number(values) for key, number in family.derived.items()}
    if "rope.freq_base_swa" in family.architecture.options:
        numbers["rope.freq_base_swa"] = read_local_theta(values)
    return numbers


def _class(values: JsonObject) -> tuple[str, str]:
    """Return a known class named in config.json and "", or else Transformers' class for the model_type, and this."""
    given, kind = values.values.get("architectures"), str(values.values.get("model_type", "not given"))
    names = [str(name) for name in given] if isinstance(given, list) else []
    for name in names:
        if name in FAMILIES:
            return name, ""
    if not names and kind in class_defaults().class_of:
        return class_defaults().class_of[kind], kind
    raise unknown_class(values, names or [f"model_type {kind}"])


def _special_ids(values: JsonObject) -> dict[str, int]:
    found = {}
    for role in ("bos", "eos", "pad"):
        value = values.values.get(f"{role}_token_id")
        first = value[0] if isinstance(value, list) and value else value
        if isinstance(first, int) and first >= 0:
            found[role] = first
        if role == "eos" and isinstance(value, list) and isinstance(second := (value[1:] or [None])[0], int):
            found["eot"] = second  # unless a token's name marks the end of a turn, see vocab.py
    return found


def _check_supported(values: JsonObject, config: ModelConfig) -> None:
    for key, accepted in config.family.expects.items():
        if values.get(key) not in accepted:
            raise values.unsupported(f"its {key} is {values.get(key)!r} rather than {accepted[0]!r}")
    kinds, accepted = kinds_of_layers(values, config.n_layers) or ["none"], config.family.layer_types
    if accepted and (strange := set(kinds) - set(accepted)):
        raise values.unsupported(f"its layer_types has {strange.pop()!r}, and only {accepted[0]!r} is known in it")
    if config.family.architecture.unscaled_windows:
        require_plain_windows(values)
    if config.n_rotated != config.head_dim and not config.family.partly_rotated:
        raise values.unsupported("only a part of each head is rotated (partial_rotary_factor)")
    _check_windows(values, config)
    for key, expected in _fixed(config).items():
        found = _period(values.get(key)) if key == _PATTERN else values.get(key)
        if found not in (None, expected):
            raise values.unsupported(f"its {key} is {found} rather than {expected}")
    if config.head_dim % 2 or config.n_rotated % 2:
        raise values.bad("head_dim", "an even number, and so the part of it that is rotated")
    if config.n_heads % config.n_kv_heads:
        raise values.bad("num_key_value_heads", f"a divisor of num_attention_heads ({config.n_heads})")


def _check_windows(values: JsonObject, config: ModelConfig) -> None:
    """Check the windows of an architecture in which only one size of model has them."""
    there = config.family.architecture.windowed_at
    if there and bool(config.sliding_window) != (config.n_layers == there):
        which = f"has {config.n_layers} layers and {'a' if config.sliding_window else 'no'} sliding window"
        raise values.unsupported(f"it {which}, and llama.cpp knows one in the model of {there} layers alone")


def _period(pattern: Any) -> Any:
    """Return the period of two alternating kinds of layers: 4 for LLLG, local and global."""
    is_word = isinstance(pattern, str) and pattern == "L" * (len(pattern) - 1) + "G"
    return len(pattern) if is_word else pattern


def _fixed(config: ModelConfig) -> dict[str, Any]:
    """Return the values that config.json must have if it has the keys, since llama.cpp's graph hard-codes them."""
    row, layers = config.row, range(config.n_layers)
    full = [row.has_full_attention(i) for i in layers]
    fixed: dict[str, Any] = {"no_rope_layers": [int(row.rotates(i, int(not full[i]))) for i in layers]}
    if config.family.architecture.full_attention_every and _PATTERN_ARRAY not in config.per_layer.arrays:
        fixed["layer_types"] = ["full_attention" if yes else "sliding_attention" for yes in full]
    if row.full_attention_every:
        fixed[_PATTERN] = row.full_attention_every
    if row.broad_scores_at:
        broad = config.n_layers == row.broad_scores_at
        fixed["query_pre_attn_scalar"] = config.d_model // config.n_heads if broad else config.head_dim
    return fixed


_OTHER_SENSES = ("vision_config", "audio_config")
_LAYER, _EXPERT = re.compile(r"^model\.layers\.\d+\."), re.compile(r"\.experts\.\d+\.")


def unknown_class(values: JsonObject, names: list[str]) -> LuthierError:
    """Return the error for an unknown model, with the obstructing key or tensor. names: config.json's for the model."""
    what = ", ".join(map(str, names))
    if entry := why_class([*names, str(values.values.get("model_type"))]):
        return LuthierError(
            "model.unknown-architecture",
            f"{values.file}: this is a {entry.title} model ({what}), which Luthier does not train: {entry.missing}.",
            ANOTHER_FAMILY,
        )
    sense = next((key for key in _OTHER_SENSES if values.values.get(key)), None)
    if sense is not None:
        return LuthierError(
            "convert.unsupported",
            f"{values.file}: this is a {what}, which reads more than text (its key {sense}).",
            f"Look for a version of the model that does text alone. {ANOTHER_FAMILY}",
        )
    return LuthierError(
        "model.unknown-architecture",
        f"{values.file}: this is a {what}, which Luthier does not know yet{_obstacle(values)}.",
        ANOTHER_FAMILY,
    )


def _obstacle(values: JsonObject) -> str:
    """Return a sentence on a tensor that no known family has."""
    try:
        found = open_checkpoint(values.file.parent)
    except LuthierError:  # without weights, the error names only the class
        return ""
    rules = [EMBEDDING, HEAD, FINAL_NORM, *(rule for family in ALL_FAMILIES for rule in family.layer)]
    known = {rule.source for rule in rules}
    strange = next((name for name in sorted(found) if _in_rules(name) not in known), None)
    if strange is None:
        return ": its tensors are known, but not how it joins them"
    return f": there is no operation for its tensor {strange}"


def _in_rules(name: str) -> str:
    """Return a tensor's name as in the families' rules."""
    return _EXPERT.sub(".experts.{expert}.", _LAYER.sub("", name))


KEY = "quantization_config"
_MLX = "quantization"  # mlx-lm's key, with or without the same under KEY
_TITLES = {
    "bitsandbytes": "bitsandbytes", "gptq": "GPTQ", "awq": "AWQ", "mxfp4": "MXFP4", "compressed-tensors":
    "compressed-tensors", "modelopt": "ModelOpt", "fbgemm_fp8": "FBGEMM", "torchao": "TorchAO", "hqq": "HQQ",
    "aqlm": "AQLM", "quanto": "Quanto", "eetq": "EETQ", "bitnet": "BitNet", "auto-round": "AutoRound",
}  # fmt: skip
_FLOATS = ("float-quantized", "naive-quantized")


@dataclass(frozen=True)
class Fp8:
    """The scales of an FP8 checkpoint. block: rows and columns that share one; None: one per tensor or per row, by the
    scale's shape.
    """

    block: tuple[int, int] | None


def read_quantization(values: JsonObject, packed: tuple[str, ...]) -> Fp8 | None:
    """Return the scales of weights in FP8; None if the weights are not in FP8, or in a packing that the family reads
    itself.

    Raises LuthierError `convert.unsupported` or `model.bad-value`.
    """
    mlx = values.values.get(_MLX)
    key = KEY if values.values.get(KEY) else _MLX
    if key == _MLX and not (isinstance(mlx, dict) and "bits" in mlx):
        return None
    said = values.object(key)
    method = said.values.get("quant_method")
    if method in packed:
        return None
    if method == "fp8":
        return Fp8(_block(said, "weight_block_size"))
    if method == "compressed-tensors":
        return _compressed(values, said)
    if method is None:
        raise _refused(values, "MLX" if mlx else "a method that it does not name", key)
    raise _refused(values, _TITLES.get(str(method), f"a method that it calls {method!s:.40}"))


def _compressed(values: JsonObject, said: JsonObject) -> Fp8:
    """Read compressed-tensors if all its groups of weights are in FP8 and scaled alike."""
    title, groups = _TITLES["compressed-tensors"], said.object("config_groups").values
    if not groups or not all(isinstance(group, dict) for group in groups.values()):
        raise said.bad("config_groups", "groups of weights, each with what is done to them")
    kinds = [JsonObject(values.file, group).object("weights") for group in groups.values()]
    formats = {str(each.get("format") or said.values.get("format")) for each in (said.values, *groups.values())}
    is_fp8 = all((kind.values.get("type"), kind.values.get("num_bits")) == ("float", 8) for kind in kinds)
    blocks = {_block(kind, "block_structure") for kind in kinds}
    if not is_fp8 or not formats <= {*_FLOATS} or len(blocks) > 1 or any(k.values.get("group_size") for k in kinds):
        raise _refused(values, f"{title} ({said.values.get('format')!s:.40})")
    if said.values.get("transform_config"):  # inputs are rotated, too, at run time
        raise _refused(values, f"{title} with transform_config")
    return Fp8(blocks.pop())


def _block(said: JsonObject, key: str) -> tuple[int, int] | None:
    found: Any = said.values.get(key)
    if found is None:
        return None
    if not isinstance(found, list) or len(found) != 2 or not all(type(n) is int and n > 0 for n in found):
        raise said.bad(key, "two whole numbers above zero, rows and columns of a block")
    return found[0], found[1]


def _refused(values: JsonObject, title: str, key: str = KEY) -> LuthierError:
    return LuthierError(
        "convert.unsupported",
        f"{values.file}: its weights are quantized by {title} ({key}). Of weights with few bits only FP8 can be read.",
        "Choose the same model unquantized or in FP8 (its name ends in -BF16 or -FP8, or has no -AWQ, -GPTQ, -bnb or "
        "-4bit in it), or as a GGUF file.",
    )
