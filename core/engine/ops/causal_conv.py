"""The causal convolution of each channel by itself ("depthwise"), as short as three or four tokens.

    y[t] = bias + sum over j of kernel[L - 1 - j] x[t - j],  0 <= j < L,  j <= positions[t]

A token's position counts from the beginning of its own sequence, so that it reads nothing from the sequence packed
before it. The kernel and the bias are frozen. Backward is the same sum in the other direction:

    dx[t] = sum over j of kernel[L - 1 - j] dy[t + j],  0 <= j < L,  j <= positions[t + j]
"""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.ops.autograd import Tape
from core.engine.ops.composed import in_rows, rows_of


def causal_conv(tape: Tape, x: Tensor, kernel: Tensor, positions: Tensor, bias: Tensor | None = None) -> Tensor:
    """Convolve x [d, T] with kernel [L, d] over the tokens up to each; positions I32 [T], bias [d] -> [d, T]."""
    form = _by_our_kernel if tape.kernels.takes(x.shape[0]) else _by_ggml
    return form(tape, x, rows_of(tape, kernel), positions, bias)


def _by_our_kernel(tape: Tape, x: Tensor, taps: Tensor, positions: Tensor, bias: Tensor | None) -> Tensor:
    """Convolve by our kernel. taps [d, L]. Activations saved in F16 are read as such."""
    nodes, (d, n_tokens) = tape.kernels.nodes, x.shape[:2]
    inputs = [tape.as_stored(x), taps, positions]

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        return (tape.custom(abi.F32, d, n_tokens, (dy, taps, positions), nodes.conv_back),)

    y = tape.custom(abi.F32, d, n_tokens, inputs if bias is None else [*inputs, bias], nodes.conv)
    return tape.record(y, (x,), rule)


def _by_ggml(tape: Tape, x: Tensor, taps: Tensor, positions: Tensor, bias: Tensor | None) -> Tensor:
    """Convolve by ggml. taps [d, L]. Shifts the row of tokens by j; a mask removes what wraps around, like the tokens
    of other sequences.
    """
    (d, n_tokens), length, rows = x.shape[:2], taps.shape[1], in_rows(tape, x)

    def tap(j: int) -> Tensor:
        row = taps.strides[1]
        return tape.emit("view_3d", taps, d, 1, 1, row, row, (length - 1 - j) * row)

    def masked(y: Tensor, j: int) -> Tensor:
        return tape.emit("mul", y, _reaches_back(tape, positions, n_tokens, j)) if j else y

    def added_up(terms: Sequence[Tensor]) -> Tensor:
        total = terms[0]
        for term in terms[1:]:
            total = tape.emit("add", total, term)
        return total

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        given = [tape.emit("mul", masked(dy, j), tap(j)) for j in range(length)]
        return (added_up([given[0], *(tape.emit("roll", given[j], 0, -j, 0, 0) for j in range(1, length))]),)

    read = [rows, *(masked(tape.emit("roll", rows, 0, j, 0, 0), j) for j in range(1, length))]
    y = added_up([tape.emit("mul", earlier, tap(j)) for j, earlier in enumerate(read)])
    return tape.record(y if bias is None else tape.emit("add", y, bias), (x,), rule)


def _reaches_back(tape: Tape, positions: Tensor, n_tokens: int, j: int) -> Tensor:
    """Return [1, T]: 1 for tokens whose sequence has a token j before them, else 0. Shared by all who use these
    positions.
    """

    def made() -> Tensor:
        numbers = tape.emit("reshape_3d", tape.emit("cast", positions, abi.F32), 1, n_tokens, 1)
        return tape.emit("step", tape.emit("scale_bias", numbers, 1.0, 0.5 - j))

    return tape.once((positions.address, "reaches back", j), made)
