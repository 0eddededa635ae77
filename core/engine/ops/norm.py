"""RMS norm (arXiv:1910.07467): y = gain * x / sqrt(mean(x^2) + eps) over axis 0."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import c_void_p

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.kernels.library import NormArgs
from core.engine.ops.autograd import Tape
from core.engine.ops.composed import rms_norm_back
from core.engine.ops.elementwise import mul


def rms_norm(tape: Tape, x: Tensor, gain: Tensor, eps: float) -> Tensor:
    """x [d, ...] -> the same shape; the gain [d] is frozen."""
    form = _by_our_kernel if tape.kernels.takes(x.shape[0]) else _by_ggml
    return form(tape, x, gain, eps)


def _by_ggml(tape: Tape, x: Tensor, gain: Tensor, eps: float) -> Tensor:
    y = tape.record(tape.emit("rms_norm", x, eps), (x,), lambda dy: (rms_norm_back(tape, dy, x, eps),))
    return mul(tape, y, gain)


def _by_our_kernel(tape: Tape, x: Tensor, gain: Tensor, eps: float) -> Tensor:
    """Norm and gain in one pass, forward and backward."""
    nodes, rows = tape.kernels.nodes, x.n_elements // x.shape[0]

    def node(inputs: Sequence[Tensor], function: c_void_p) -> Tensor:
        return tape.emit(
            "reshape_3d", tape.custom(abi.F32, x.shape[0], rows, inputs, function, NormArgs(eps)), *x.shape[:3]
        )

    return tape.record(node((x, gain), nodes.norm), (x,), lambda dy: (node((dy, x, gain), nodes.norm_back),))
