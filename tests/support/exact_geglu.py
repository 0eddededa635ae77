"""Gemma's activation as exactly as F32 has it, to compare with PyTorch's."""

from __future__ import annotations

import numpy as np

from core.engine.ggml.tensor import Tensor
from core.engine.ops.autograd import Tape
from core.engine.ops.elementwise import gelu_slope


def exact_geglu(tape: Tape, gate: Tensor, up: Tensor) -> Tensor:
    """geglu without its table: x sigmoid(2 sqrt(2 / pi) (x + 0.044715 x^3)) in F32, the slope its own."""
    c = 2 * np.sqrt(2 / np.pi)
    inner = tape.emit("mul", gate, tape.emit("scale_bias", tape.emit("sqr", gate), 0.044715 * c, c))
    gelu = tape.emit("mul", gate, tape.emit("sigmoid", inner))

    def rule(dy: Tensor) -> tuple[Tensor, Tensor]:
        d_gate = tape.emit("mul", tape.emit("mul", dy, up), gelu_slope(tape, gate))
        return d_gate, tape.emit("mul", dy, gelu)

    return tape.record(tape.emit("mul", gelu, up), (gate, up), rule)
