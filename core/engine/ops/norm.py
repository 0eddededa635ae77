"""RMS norm (arXiv:1910.07467): y = gain * x / sqrt(mean(x^2) + eps) over axis 0."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import c_void_p

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.kernels.interface import NormArgs
from core.engine.ops.autograd import Tape
from core.engine.ops.composed import rms_norm_back
from core.engine.ops.elementwise import mul


def rms_norm(tape: Tape, x: Tensor, gain: Tensor | None, eps: float) -> Tensor:
    """Return x / sqrt(mean(x^2) + eps) over axis 0, times the gain [d], which is frozen; None: 1."""
    if gain is None:
        return _plain(tape, x, eps)
    form = _by_our_kernel if tape.kernels.takes(x.shape[0]) else _by_ggml
    return form(tape, x, gain, eps)


def l2_norm(tape: Tape, x: Tensor, eps: float) -> Tensor:
    """Return x / sqrt(sum(x^2) + eps) over axis 0, as llama.cpp does: by the root mean square of x, and of eps / d."""
    d = x.shape[0]
    shares = tape.once(("l2", d), lambda: tape.emit("fill", tape.emit("new_tensor_4d", abi.F32, d, 1, 1, 1), d**-0.5))
    return rms_norm(tape, x, shares, eps / d)


def _by_ggml(tape: Tape, x: Tensor, gain: Tensor, eps: float) -> Tensor:
    return mul(tape, _plain(tape, x, eps), gain)


def _plain(tape: Tape, x: Tensor, eps: float) -> Tensor:
    return tape.record(tape.emit("rms_norm", x, eps), (x,), lambda dy: (rms_norm_back(tape, dy, x, eps),))


def _by_our_kernel(tape: Tape, x: Tensor, gain: Tensor, eps: float) -> Tensor:
    """Compute norm and gain in one pass, forward and backward."""
    nodes, rows = tape.kernels.nodes, x.n_elements // x.shape[0]

    def node(inputs: Sequence[Tensor], function: c_void_p) -> Tensor:
        return tape.emit(
            "reshape_3d", tape.custom(abi.F32, x.shape[0], rows, inputs, function, NormArgs(eps)), *x.shape[:3]
        )

    return tape.record(node((x, gain), nodes.norm), (x,), lambda dy: (node((dy, x, gain), nodes.norm_back),))
