"""What a step does number by number, by our own kernels: one pass where ggml takes several."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import c_void_p

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.kernels.library import Norm
from core.engine.ops.autograd import Tape


def fused_cross_entropy(tape: Tape, logits: Tensor, labels: Tensor, losses: Tensor) -> Tensor:
    """As cross_entropy.cross_entropy."""
    return tape.custom_in_place(logits, (labels, losses), tape.ggml.kernels.nodes.cross_entropy)


def fused_swiglu(tape: Tape, gate: Tensor, up: Tensor) -> Tensor:
    """silu(gate) * up: [d, ...]. What was stored in F16 is read as it lies."""
    nodes, shape = tape.ggml.kernels.nodes, gate.shape
    rows = gate.n_elements // shape[0]

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        inputs = (dy, tape.as_stored(gate), tape.as_stored(up))
        both = tape.custom(abi.F32, shape[0], 2 * rows, inputs, nodes.swiglu_back)
        row = both.strides[1]
        d_gate, d_up = (
            tape.emit("view_3d", both, *shape[:3], row, row * shape[1], part * rows * row) for part in range(2)
        )
        return d_gate, d_up

    y = tape.custom(abi.F32, shape[0], rows, (tape.as_stored(gate), tape.as_stored(up)), nodes.swiglu)
    return tape.record(tape.emit("reshape_3d", y, *shape[:3]), (gate, up), rule)


def fused_norm(tape: Tape, x: Tensor, gain: Tensor, eps: float) -> Tensor:
    """gain * x / sqrt(mean(x^2) + eps) over axis 0; the gain [d] does not learn."""
    nodes, rows = tape.ggml.kernels.nodes, x.n_elements // x.shape[0]

    def node(inputs: Sequence[Tensor], function: c_void_p) -> Tensor:
        return tape.emit(
            "reshape_3d", tape.custom(abi.F32, x.shape[0], rows, inputs, function, Norm(eps)), *x.shape[:3]
        )

    return tape.record(node((x, gain), nodes.norm), (x,), lambda dy: (node((dy, x, gain), nodes.norm_back),))
