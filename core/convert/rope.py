"""What config.json says about rotary positions."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.convert.values import JsonObject

_KINDS = {"full_attention", "sliding_attention"}


@dataclass(frozen=True)
class RopeScaling:
    """How positions beyond the original training length were made to work.

    kind: linear; llama3; or longrope, whose rotary frequencies are divided by `short` in contexts up to the original
    one and by `long` beyond, and whose rotations are stretched by attention_factor.
    """

    kind: str
    factor: float = 1.0
    low_freq_factor: float = 1.0
    high_freq_factor: float = 4.0
    original_context: int = 8192
    attention_factor: float = 1.0
    short: tuple[float, ...] = ()
    long: tuple[float, ...] = ()

    def tensors(self, theta: float, n_rotated: int) -> dict[str, NDArray[np.float32]]:
        """What GGUF has as tensors and the checkpoint as numbers in config.json; each [n_rotated / 2]."""
        if self.kind == "llama3":
            return {"rope_freqs.weight": self.frequency_divisors(theta, n_rotated)}
        pairs = {"rope_factors_long.weight": self.long, "rope_factors_short.weight": self.short}
        return {name: np.array(factors, np.float32) for name, factors in pairs.items() if factors}

    def frequency_divisors(self, theta: float, n_rotated: int) -> NDArray[np.float32]:
        """Llama 3's rule: slow rotations are stretched by `factor`, fast ones kept, those between blended.

        Returns [n_rotated / 2] divisors of the rotary frequencies, in llama.cpp's order.
        """
        frequencies = theta ** (-np.arange(0, n_rotated, 2, dtype=np.float64) / n_rotated)
        turns = self.original_context * frequencies / (2 * np.pi)  # full rotations within the original context
        kept = (turns - self.low_freq_factor) / (self.high_freq_factor - self.low_freq_factor)
        kept = np.clip(kept, 0.0, 1.0)
        return (1.0 / ((1.0 - kept) / self.factor + kept)).astype(np.float32)


def read_theta(values: JsonObject) -> float:
    """The base of the rotary frequencies."""
    return _holder(values, "rope_theta").number("rope_theta")


def read_local_theta(values: JsonObject) -> float:
    """The base in layers with a sliding window, where they have their own.

    Raises LuthierError `convert.unsupported` when their positions are scaled.
    """
    rope = values.object("rope_parameters").object("sliding_attention")
    if rope.values.get("rope_type", "default") != "default":
        raise values.unsupported(f"its windowed layers scale positions by the rule {rope.values['rope_type']!r}")
    return rope.number("rope_theta") if "rope_theta" in rope.values else values.number("rope_local_base_freq")


def read_rotated_share(values: JsonObject) -> float:
    """Of each head's numbers, how much is rotated: 1.0 in most models."""
    return _holder(values, "partial_rotary_factor").number("partial_rotary_factor", 1.0, 1.0)


def read_scaling(values: JsonObject, n_rotated: int, factor_tensors: tuple[str, ...]) -> RopeScaling | None:
    """The scaling rule, if it is one that llama.cpp's graph with these tensors of factors can express.

    Raises LuthierError `convert.unsupported`, `convert.missing-key` or `convert.bad-value`.
    """
    rope = _settings(values)
    kind = rope.values.get("rope_type", rope.values.get("type", "default"))
    known = ("linear",) if not factor_tensors else ("linear", "llama3") if len(factor_tensors) == 1 else ("longrope",)
    kind = "longrope" if kind == "su" else kind  # Phi-3's first name for it
    if kind == "default":
        return None
    if kind not in known:
        listed = ", ".join(("default", *known))
        raise values.unsupported(f"its rotary positions are scaled by the rule {kind!r} (known: {listed})")
    if kind == "linear":
        return RopeScaling("linear", rope.number("factor"))
    return _llama3(rope) if kind == "llama3" else _longrope(values, rope, n_rotated)


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
    """Phi-3's rule (arXiv:2402.13753); a stretch of s lengthens the rotated vectors by sqrt(1 + ln s / ln original)."""
    original = values.count("original_max_position_embeddings")  # what `rope` says of it counts for other classes
    stretch = values.count("max_position_embeddings") / original
    usual = math.sqrt(1 + math.log(stretch) / math.log(original)) if stretch > 1 and original > 1 else 1.0
    return RopeScaling(
        "longrope",
        original_context=original,
        attention_factor=rope.number("attention_factor", usual),
        short=rope.numbers("short_factor", n_rotated // 2),
        long=rope.numbers("long_factor", n_rotated // 2),
    )


def _settings(values: JsonObject) -> JsonObject:
    """Newer configs keep everything about rotary positions in rope_parameters, older ones in rope_scaling. Where kinds
    of layers differ, rope_parameters has an object for each kind, and this is what those without a window have.
    """
    found = values.object("rope_parameters" if values.values.get("rope_parameters") else "rope_scaling")
    return found.object("full_attention") if _KINDS & found.values.keys() else found


def _holder(values: JsonObject, key: str) -> JsonObject:
    """What says a key about rotary positions: the settings, or config.json beside them."""
    settings = _settings(values)
    return settings if key in settings.values else values
