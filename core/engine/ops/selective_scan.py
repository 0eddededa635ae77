"""Mamba-2's recurrence (arXiv:2405.21060), the scan of a selective state space model.

Each head has a state S [n, d], each token gives it a decay and a step, and x; b and c are shared by a group of heads.
With g = exp(decay) in 0 .. 1:

    S[t] = g[t] S[t-1] + step[t] b[t] x[t]^T     y[t] = S[t]^T c[t] + skip x[t]

S begins at zero in every packed sequence. With G[t] the gradient of S[t], backward goes from the last token to the
first:

    G[t] = c[t] dy[t]^T + g[t+1] G[t+1]
    dx[t] = step[t] G[t]^T b[t] + skip dy[t]     db[t] = step[t] G[t] x[t]     dc[t] = S[t] dy[t]
    d step[t] = b[t]^T G[t] x[t]     d decay[t] = g[t] sum(G[t] * S[t-1])

The skip, a number of each head, is frozen. Here n is the number of states, d a head's width; H heads, g groups, T
tokens.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.ggml import abi
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor
from core.engine.kernels.interface import SCAN_ROWS, SCAN_STATE, ScanArgs, scan_gradients, scan_numbers
from core.engine.kernels.library import Kernels, kernels_of
from core.engine.ops import selective_scan_composed
from core.engine.ops.attention.interface import Needs
from core.engine.ops.autograd import Tape
from core.engine.ops.elementwise import exponential, split
from core.engine.ops.selective_scan_composed import ScanInputs, StateHeads

TENSOR_BYTES = 400  # of a tensor that a graph describes, beside its numbers


def needs(ggml: Ggml, sizes: StateHeads, n_tokens: int, threads: int, *, on_device: bool) -> Needs:
    """Return the memory that the recurrence needs for rows of n_tokens."""
    if not on_device and _scans(kernels_of(ggml), sizes):
        return Needs(inputs=0, scores=4 * threads * scan_numbers(n_tokens, sizes.states), graph=0, partial_width=0)
    numbers = selective_scan_composed.numbers(sizes) * n_tokens
    graph = 2 * TENSOR_BYTES * row_nodes(ggml, sizes, n_tokens, on_device=on_device)
    return Needs(inputs=0, scores=4 * numbers, graph=graph, partial_width=0)


def row_nodes(ggml: Ggml, sizes: StateHeads, n_tokens: int, *, on_device: bool) -> int:
    """Return the most tensors, forward and backward, of rows of n_tokens."""
    takes = not on_device and _scans(kernels_of(ggml), sizes)
    return 32 if takes else selective_scan_composed.nodes(n_tokens)


def _scans(kernels: Kernels, sizes: StateHeads) -> bool:
    """Return whether our kernels compute it."""
    return kernels.takes(sizes.states) and sizes.states <= SCAN_STATE and sizes.width % SCAN_ROWS == 0


def selective_scan(
    tape: Tape, xbc: Tensor, decay: Tensor, step: Tensor, positions: Tensor, skip: Tensor, sizes: StateHeads
) -> Tensor:
    """Compute Mamba-2's recurrence. xbc [H d + 2 g n, T]: x, then b, then c of each token; decay (its logarithm, at
    most 0), step [H, T]; positions I32 [T]; skip [H] -> [d, H, T].
    """
    if _scans(tape.kernels, sizes):
        return _by_our_kernel(tape, xbc, exponential(tape, decay), step, positions, skip, sizes)
    states = sizes.groups * sizes.states
    x, b, c = split(tape, xbc, sizes.heads * sizes.width, states, states)
    return selective_scan_composed.composed(tape, ScanInputs(x, b, c, decay, step), positions, skip, sizes)


def _by_our_kernel(
    tape: Tape, xbc: Tensor, decay: Tensor, step: Tensor, positions: Tensor, skip: Tensor, sizes: StateHeads
) -> Tensor:
    """decay: g itself."""
    nodes, n_tokens = tape.kernels.nodes, positions.shape[0]
    heads, width, groups, states = sizes
    work = ScanArgs(states, width, heads, groups, n_tokens, sizes.parts)
    inputs = (xbc, decay, step, positions, skip)

    def rule(dy: Tensor) -> Sequence[Tensor | None]:
        memory = tape.emit("new_tensor_4d", abi.F32, scan_numbers(n_tokens, states), tape.backend.threads, 1, 1)
        numbers = scan_gradients(n_tokens, states, width, heads, groups * sizes.parts)
        whole = tape.custom(abi.F32, numbers, 1, (*inputs, dy, memory), nodes.scan_back, work)

        def of_steps(number: int) -> Tensor:
            row, offset = 4 * heads, 4 * heads * n_tokens * (width + number)
            return tape.emit("view_3d", whole, heads, n_tokens, 1, row, row * n_tokens, offset)

        mixed = tape.custom(abi.F32, sizes.mixed_width, n_tokens, (whole,), nodes.scan_gather, work)
        return mixed, of_steps(0), of_steps(1)

    y = tape.custom(abi.F32, heads * width, n_tokens, inputs, nodes.scan, work)
    return tape.record(tape.emit("reshape_3d", y, width, heads, n_tokens), (xbc, decay, step), rule)
