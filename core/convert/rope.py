"""What config.json says about rotary positions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.convert.values import Values


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


def read_theta(values: Values) -> float:
    """The base of the rotary frequencies."""
    return _settings(values).number("rope_theta", values.number("rope_theta", 10000.0))


def read_scaling(values: Values, known: tuple[str, ...]) -> RopeScaling | None:
    """The scaling rule, one of `known` or none.

    Raises LuthierError `convert.unsupported`, `convert.missing-key` or `convert.bad-value`.
    """
    rope = _settings(values)
    kind = rope.values.get("rope_type", rope.values.get("type", "default"))
    if kind == "default":
        return None
    if kind not in known:
        listed = ", ".join(("default", *known))
        raise values.unsupported(f"its rotary positions are scaled by the rule {kind!r} (known: {listed})")
    if kind == "linear":
        return RopeScaling("linear", rope.number("factor"))
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


def _settings(values: Values) -> Values:
    """Newer configs keep everything about rotary positions in rope_parameters, older ones in rope_scaling."""
    return values.object("rope_parameters" if values.values.get("rope_parameters") else "rope_scaling")
