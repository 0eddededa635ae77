"""Reads config.json's settings of rotary positions."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import gguf
import numpy as np
from numpy.typing import NDArray

from core.engine.ops.rope import stretch
from core.families.graph import Architecture
from core.families.layers import read_theta, rope_holder, rope_settings
from core.families.values import JsonObject

# For Hunyuan's models, whose config.json says 32k (llama.cpp's conversion/hunyuan.py; Hunyuan-A13B's report).
_BASE_CONTEXT = 256 * 1024
_STILL = 1e30  # divides a frequency to nothing: the pair is not rotated, as in llama.cpp's converter of Gemma 4


@dataclass(frozen=True)
class RopeScaling:
    """A rule for positions beyond the original training length.

    kind: linear; llama3; yarn, which keeps fast rotations, divides slow ones by `factor` and blends those between;
    base, which is raised for `factor` times the context; proportional, which rotates the first rotated_share of a
    head's pairs and leaves the others unchanged; or longrope, whose rotary frequencies are divided by `short` in
    contexts up to the original one and by `long` beyond.
    attention_factor: the factor by which yarn and longrope stretch rotated vectors.
    said: yarn's own settings in config.json, by the end of GGUF's key.
    multiplier: of yarn's mscale_all_dim, if llama.cpp's graph uses it; else 0.
    temperature: b in 1 + b ln(1 + floor(position / original_context)), which scales queries; 0: no scaling.
    rounded: whether yarn's bounds are whole numbers, as they are in llama.cpp.
    """

    kind: str
    factor: float = 1.0
    low_freq_factor: float = 1.0
    high_freq_factor: float = 4.0
    original_context: int = 8192
    attention_factor: float = 1.0
    short: tuple[float, ...] = ()
    long: tuple[float, ...] = ()
    rotated_share: float = 1.0
    said: Mapping[str, float] = field(default_factory=dict)
    multiplier: float = 0.0
    temperature: float = 0.0
    rounded: bool = True

    def base(self, theta: float, n_rotated: int) -> float:
        """Return the base of the rotary frequencies. theta: the class's own. For kind `base`, it is raised so that the
        slowest frequency becomes `factor` times slower and the fastest stays (NTK-aware scaling, as in transformers'
        Hunyuan).
        """
        return theta * self.factor ** (n_rotated / (n_rotated - 2)) if self.kind == "base" else theta

    @property
    def context(self) -> int:
        """Return the supported context in tokens, if config.json lacks it; else 0."""
        return _BASE_CONTEXT if self.kind == "base" else 0

    def write(self, writer: gguf.GGUFWriter) -> None:
        """Write the scaling as GGUF metadata."""
        if self.kind == "base":
            writer.add_rope_scaling_type(gguf.RopeScalingType.NONE)
            writer.add_rope_scaling_factor(1.0)
            writer.add_rope_scaling_orig_ctx_len(self.original_context)
        if self.kind == "linear":
            writer.add_rope_scaling_type(gguf.RopeScalingType.LINEAR)
            writer.add_rope_scaling_factor(self.factor)
        if self.kind == "longrope":
            writer.add_rope_scaling_type(gguf.RopeScalingType.LONGROPE)
            writer.add_rope_scaling_orig_ctx_len(self.original_context)
            writer.add_rope_scaling_attn_factors(self.attention_factor)
        if self.kind == "yarn":
            self._write_yarn(writer)

    def _write_yarn(self, writer: gguf.GGUFWriter) -> None:
        writer.add_rope_scaling_type(gguf.RopeScalingType.YARN)
        writer.add_rope_scaling_factor(self.factor)
        writer.add_rope_scaling_orig_ctx_len(self.original_context)
        for key, number in self.said.items():
            writer.add_float32(f"{writer.arch}.rope.scaling.{key}", number)
        if self.multiplier:
            writer.add_rope_scaling_yarn_log_mul(self.multiplier)
        if self.temperature:
            writer.add_attn_temperature_scale(self.temperature)
        usual = stretch(self.factor) / stretch(self.factor, self.multiplier)  # in llama.cpp: llama-context.cpp:177-214
        if not math.isclose(self.attention_factor, usual, rel_tol=1e-6):
            writer.add_rope_scaling_attn_factors(self.attention_factor / usual)

    def tensors(self, theta: float, n_rotated: int) -> dict[str, NDArray[np.float32]]:
        """Return the values that GGUF stores as tensors and a checkpoint as numbers in config.json; each [n_rotated /
        2].
        """
        if self.kind == "llama3":
            return {"rope_freqs.weight": self.frequency_divisors(theta, n_rotated)}
        if self.kind == "proportional":
            turned = int(self.rotated_share * n_rotated // 2)
            divisors = [self.factor] * turned + [_STILL] * (n_rotated // 2 - turned)
            return {"rope_freqs.weight": np.array(divisors, np.float32)}
        pairs = {"rope_factors_long.weight": self.long, "rope_factors_short.weight": self.short}
        return {name: np.array(factors, np.float32) for name, factors in pairs.items() if factors}

    def frequency_divisors(self, theta: float, n_rotated: int) -> NDArray[np.float32]:
        """Return [n_rotated / 2] divisors of the rotary frequencies, in llama.cpp's order, by Llama 3's rule: slow
        rotations are stretched by `factor`, fast ones kept, those between blended.
        """
        frequencies = theta ** (-np.arange(0, n_rotated, 2, dtype=np.float64) / n_rotated)
        turns = self.original_context * frequencies / (2 * np.pi)  # full rotations within the original context
        kept = (turns - self.low_freq_factor) / (self.high_freq_factor - self.low_freq_factor)
        kept = np.clip(kept, 0.0, 1.0)
        return (1.0 / ((1.0 - kept) / self.factor + kept)).astype(np.float32)


def read_local_theta(values: JsonObject) -> float:
    """Return the base of layers with a sliding window, if they have their own.

    Raises LuthierError `convert.unsupported` if their positions are scaled.
    """
    rope = values.object("rope_parameters").object("sliding_attention")
    if rope.values.get("rope_type", "default") != "default":
        raise values.unsupported(f"its windowed layers scale positions by the rule {rope.values['rope_type']!r}")
    if rope.values.get("partial_rotary_factor") not in (None, 1, 1.0):
        raise values.unsupported("only a part of each head is rotated in its windowed layers")
    return rope.number("rope_theta") if "rope_theta" in rope.values else values.number("rope_local_base_freq")


def require_plain_windows(values: JsonObject) -> None:
    """Require that layers with a window use only the others' base. Raises LuthierError `convert.unsupported`."""
    rope = values.object("rope_parameters").object("sliding_attention")
    theta = read_theta(values)
    if rope.values.get("rope_type", "default") != "default" or rope.values.get("rope_theta", theta) != theta:
        raise values.unsupported("its windowed layers have a rotary rule of their own")


def read_rotated_share(values: JsonObject) -> float:
    """Return the share of each head's numbers that is rotated: 1.0 in most models."""
    if _kind(rope_settings(values)) == "proportional":
        return 1.0  # the divisors of the frequencies determine the part
    return rope_holder(values, "partial_rotary_factor").number("partial_rotary_factor", 1.0, 1.0)


def read_sections(values: JsonObject, n_rotated: int, *, needed: bool) -> tuple[int, ...]:
    """Return the number of a head's pairs that rotate with each of M-RoPE's four positions
    (core/engine/model/positions.py).

    needed: raise if config.json has none. Raises LuthierError `model.bad-value`.
    """
    rope = rope_settings(values)
    said = rope.values.get("mrope_section")
    if said is None and not needed:
        return ()
    whole = isinstance(said, list) and all(type(count) is int and count > 0 for count in said)
    if not isinstance(said, list) or not whole or len(said) != 3 or sum(said) > n_rotated // 2:
        raise rope.bad("mrope_section", f"three whole numbers above zero that add up to {n_rotated // 2}")
    return (*said, 0)


def read_scaling(
    values: JsonObject, n_rotated: int, row: Architecture, *, stretched_base: bool = False
) -> RopeScaling | None:
    """Return the scaling rule, if llama.cpp's graph of this architecture can express it.

    stretched_base: whether the class knows the rule `base`, which it calls dynamic. Raises LuthierError
    `convert.unsupported`, `model.missing-key` or `model.bad-value`.
    """
    rope = rope_settings(values)
    kind, tensors = _kind(rope), row.rope_factors
    several = ("linear", "llama3", "proportional", "yarn") if tensors else ("linear", "yarn")
    known = ("longrope",) if len(tensors) > 1 else several
    if kind in ("default", "mrope"):  # M-RoPE's sections (see read_sections) scale nothing
        return None
    if kind == "dynamic" and stretched_base and "alpha" in rope.values and n_rotated > 2:
        return RopeScaling("base", rope.number("alpha"), original_context=_BASE_CONTEXT)
    if kind not in known:
        listed = ", ".join(("default", *known))
        raise values.unsupported(f"its rotary positions are scaled by the rule {kind!r} (known: {listed})")
    match kind:
        case "linear":
            return RopeScaling("linear", rope.number("factor"))
        case "llama3":
            return _llama3(rope)
        case "proportional":
            share = rope.number("partial_rotary_factor", 1.0, 1.0)
            return RopeScaling("proportional", rope.number("factor", 1.0), rotated_share=share)
        case "yarn":
            return _yarn(values, rope, row)
    return _longrope(values, rope, n_rotated)


_YARN_KEYS = {"attention_factor": "yarn_attn_factor", "beta_fast": "yarn_beta_fast", "beta_slow": "yarn_beta_slow"}
_BETAS = {"beta_fast": 32.0, "beta_slow": 1.0}


def _yarn(values: JsonObject, rope: JsonObject, row: Architecture) -> RopeScaling:
    """Read YaRN as Transformers' `_compute_yarn_parameters` does. Null means a key's own default.

    Raises LuthierError `convert.unsupported` for values that llama.cpp's graph replaces with its own.
    """
    context = values.count("max_position_embeddings")
    original = rope.count("original_max_position_embeddings", context)
    factor = rope.number("factor", context / original)
    said = {key: rope.number(key) for key in (*_YARN_KEYS, "mscale", "mscale_all_dim") if rope.values.get(key)}
    for key, usual in _BETAS.items():
        if said.get(key, usual) != usual and f"rope.scaling.{_YARN_KEYS[key]}" not in row.options:
            raise values.unsupported(f"its {key} of YaRN is {said[key]:g} rather than {usual:g}")
    own, all_dims = said.get("mscale"), said.get("mscale_all_dim")
    usual = stretch(factor, own) / stretch(factor, all_dims) if own and all_dims else stretch(factor)
    return RopeScaling(
        "yarn",
        factor,
        original_context=original,
        attention_factor=said.get("attention_factor", usual),
        said={_YARN_KEYS[key]: number for key, number in said.items() if key in _YARN_KEYS},
        multiplier=(all_dims or 0.0) if "rope.scaling.yarn_log_multiplier" in row.options else 0.0,
        temperature=_temperature(rope) if "attention.temperature_scale" in row.options else 0.0,
        rounded=rope.values.get("truncate", True) is not False,
    )


def _temperature(rope: JsonObject) -> float:
    return rope.number("llama_4_scaling_beta") if rope.values.get("llama_4_scaling_beta") else 0.0


def _kind(rope: JsonObject) -> str:
    kind = str(rope.values.get("rope_type", rope.values.get("type", "default")))
    return "longrope" if kind == "su" else kind  # Phi-3's first name for it


def _llama3(rope: JsonObject) -> RopeScaling:
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


def _longrope(values: JsonObject, rope: JsonObject, n_rotated: int) -> RopeScaling:
    """Read Phi-3's rule (arXiv:2402.13753); a stretch of s lengthens the rotated vectors by sqrt(1 + ln s / ln
    original).
    """
    original = values.count("original_max_position_embeddings")  # the key in `rope` counts for other classes
    longer = values.count("max_position_embeddings") / original
    usual = math.sqrt(1 + math.log(longer) / math.log(original)) if longer > 1 and original > 1 else 1.0
    return RopeScaling(
        "longrope",
        original_context=original,
        attention_factor=rope.number("attention_factor", usual),
        short=rope.numbers("short_factor", n_rotated // 2),
        long=rope.numbers("long_factor", n_rotated // 2),
    )
