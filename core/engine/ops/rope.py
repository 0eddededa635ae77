"""Rotary position embedding, by ggml."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.ops.autograd import Tape
from core.engine.ops.elementwise import mul


@dataclass(frozen=True)
class Rope:
    """Rotary position embedding (arXiv:2104.09864), with ggml's parameters.

    mode: 0 rotates neighbouring pairs, 2 rotates halves (NeoX). factors [n_dims / 2] divide the frequencies;
    long_factors do in rows of more than n_ctx_orig tokens. ext_factor 1: YaRN (arXiv:2309.00071); pairs that turn less
    than beta_slow times within n_ctx_orig tokens are slowed down by freq_scale, those that turn more than beta_fast
    times are not, and those between are blended.
    temperature: see `temper`.
    """

    n_dims: int
    mode: int
    freq_base: float
    freq_scale: float = 1.0
    n_ctx_orig: int = 0
    ext_factor: float = 0.0
    attn_factor: float = 1.0
    beta_fast: float = 32.0
    beta_slow: float = 1.0
    factors: Tensor | None = None
    long_factors: Tensor | None = None
    temperature: float = 0.0

    def apply(self, tape: Tape, x: Tensor, positions: Tensor) -> Tensor:
        """Rotate x [head_dim, n_head, T] by its positions I32 [T]. A rotation's transpose is its inverse."""
        factors = self.factors if self.long_factors is None or x.shape[2] <= self.n_ctx_orig else self.long_factors
        arguments = (
            positions, factors, self.n_dims, self.mode, self.n_ctx_orig, self.freq_base, self.freq_scale,
            self.ext_factor, self.attn_factor, self.beta_fast, self.beta_slow,
        )  # fmt: skip
        output = tape.emit("rope_ext", x, *arguments)
        return tape.record(output, (x,), lambda dy: (tape.emit("rope_ext_back", dy, *arguments),))

    def temper(self, tape: Tape, q: Tensor, positions: Tensor) -> Tensor:
        """Return q [head_dim, n_head, T] times 1 + temperature ln(1 + floor(position / n_ctx_orig)), Ministral 3's
        scaling of queries beyond its original context; q itself in rows within it.
        """
        n_tokens = q.shape[2]
        if not self.temperature or n_tokens <= self.n_ctx_orig:
            return q
        exact = tape.emit("cast", tape.emit("reshape_3d", positions, 1, 1, n_tokens), abi.F32)
        share = 1 / self.n_ctx_orig  # half a position more, so that no multiple of n_ctx_orig is rounded down
        laps = tape.emit("cast", tape.emit("scale_bias", exact, share, 0.5 * share), abi.I32)  # towards zero
        grown = tape.emit("log", tape.emit("scale_bias", tape.emit("cast", laps, abi.F32), 1.0, 1.0))
        return mul(tape, q, tape.emit("scale_bias", grown, self.temperature, 1.0))


def stretch(factor: float, multiplier: float = 1.0) -> float:
    """Return the factor by which YaRN lengthens rotated vectors for a context `factor` times as long."""
    return 1.0 if factor <= 1 else 0.1 * multiplier * log(factor) + 1.0
