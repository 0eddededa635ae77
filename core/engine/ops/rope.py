"""Rotary position embedding, by ggml."""

from __future__ import annotations

from dataclasses import dataclass

from core.engine.ggml.tensor import Tensor
from core.engine.ops.autograd import Tape


@dataclass(frozen=True)
class Rope:
    """Rotary position embedding (arXiv:2104.09864), with ggml's parameters.

    mode: 0 rotates neighbouring pairs, 2 rotates halves (NeoX). factors [n_dims / 2] divide the frequencies;
    long_factors do in rows of more than n_ctx_orig tokens.
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

    def apply(self, tape: Tape, x: Tensor, positions: Tensor) -> Tensor:
        """x [head_dim, n_head, T], positions I32 [T]. A rotation's transpose is its inverse."""
        factors = self.factors if self.long_factors is None or x.shape[2] <= self.n_ctx_orig else self.long_factors
        arguments = (
            positions, factors, self.n_dims, self.mode, self.n_ctx_orig, self.freq_base, self.freq_scale,
            self.ext_factor, self.attn_factor, self.beta_fast, self.beta_slow,
        )  # fmt: skip
        output = tape.emit("rope_ext", x, *arguments)
        return tape.record(output, (x,), lambda dy: (tape.emit("rope_ext_back", dy, *arguments),))
