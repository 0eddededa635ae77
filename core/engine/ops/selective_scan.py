"""Mamba-2's recurrence (arXiv:2405.21060), the scan of a selective state space model.

Each head has a state S [n, d], each token gives it a decay and a step, and x; b and c are shared by a group of heads.
With g = exp(decay) in 0 .. 1:

    S[t] = g[t] S[t-1] + step[t] b[t] x[t]^T     y[t] = S[t]^T c[t] + skip x[t]

S begins at zero in every packed sequence. With G[t] the gradient of S[t], backward goes from the last token to the
first:

    G[t] = c[t] dy[t]^T + g[t+1] G[t+1]
    dx[t] = step[t] G[t]^T b[t] + skip dy[t]     db[t] = step[t] G[t] x[t]     dc[t] = S[t] dy[t]
    d step[t] = b[t]^T G[t] x[t]     d decay[t] = g[t] sum(G[t] * S[t-1])

The skip, a number of each head, is frozen. n is the number of states, d a head's width; H heads, g groups, T tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from core.engine.ggml import abi
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor
from core.engine.kernels.interface import SCAN_ROWS, SCAN_STATE, ScanArgs, scan_gradients, scan_numbers
from core.engine.kernels.library import Kernels, kernels_of
from core.engine.ops.attention.interface import Needs
from core.engine.ops.autograd import Tape
from core.engine.ops.chunks import CHUNK, Chunks, Decays
from core.engine.ops.composed import sum_columns
from core.engine.ops.elementwise import exponential, split

TENSOR_BYTES = 400  # per tensor of a graph, beside its numbers


def needs(ggml: Ggml, sizes: StateHeads, n_tokens: int, threads: int, *, on_device: bool) -> Needs:
    """Return the memory that the recurrence needs for rows of n_tokens."""
    if not on_device and _scans(kernels_of(ggml), sizes):
        return Needs(inputs=0, scores=4 * threads * scan_numbers(n_tokens, sizes.states), graph=0, partial_width=0)
    numbers = _numbers_by_ggml(sizes) * n_tokens
    graph = 2 * TENSOR_BYTES * row_nodes(ggml, sizes, n_tokens, on_device=on_device)
    return Needs(inputs=0, scores=4 * numbers, graph=graph, partial_width=0)


def row_nodes(ggml: Ggml, sizes: StateHeads, n_tokens: int, *, on_device: bool) -> int:
    """Return the most tensors, forward and backward, of rows of n_tokens."""
    takes = not on_device and _scans(kernels_of(ggml), sizes)
    return 32 if takes else _nodes_by_ggml(n_tokens)


def _scans(kernels: Kernels, sizes: StateHeads) -> bool:
    """Return whether our kernels support these sizes."""
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
    return _by_ggml(tape, ScanInputs(x, b, c, decay, step), positions, skip, sizes)


def _by_our_kernel(
    tape: Tape, xbc: Tensor, decay: Tensor, step: Tensor, positions: Tensor, skip: Tensor, sizes: StateHeads
) -> Tensor:
    """Compute the recurrence by our kernel. decay: g itself."""
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


# By ggml's nodes, for processors without our kernels and for devices: its form as products of chunks of tokens
# (arXiv:2405.21060, section 6), all chunks at once except for the state, which goes from one chunk to the next.
#
# With D, from_start, to_end and through of chunks.py, u = step x, and S the state before the chunk:
#
#     P[s, t] = D[s, t] b[s].c[t]            r[t] = S^T c[t]
#     y[t] = sum(P[s, t] u[s]) + from_start[t] r[t] + skip x[t]
#     S' = through S + sum(to_end[s] b[s] u[s]^T)
#
# Backward, from the gradients of y and of S' (those of S follow last, for the chunk before):
#
#     w[s] = dS'^T b[s]                      du[s] = sum(P[s, t] dy[t]) + to_end[s] w[s]
#     dx = step du + skip dy                 d step = x.du                   M[s, t] = D[s, t] u[s].dy[t]
#     dc[t] = sum(M[s, t] b[s]) + from_start[t] S dy[t]
#     db[s] = sum(M[s, t] c[t]) + to_end[s] dS' u[s]
#     dS = through dS' + sum(from_start[t] c[t] dy[t]^T)
#
# and those of b and c are added up over the heads of a group: the heads' numbers lie side by side in one matrix, so
# that the products with states, which b and c share within a group, add them up.


def _nodes_by_ggml(n_tokens: int) -> int:
    """Return the most tensors, forward and backward."""
    return 400 + 12 * -(-n_tokens // CHUNK)


def _numbers_by_ggml(sizes: StateHeads) -> int:
    """Return the numbers per token that are held at once, beyond a layer's own (measured)."""
    return sizes.heads * (3 * sizes.width + 5 * CHUNK // 2 + 3 * sizes.width * sizes.states // CHUNK)


def _by_ggml(tape: Tape, inputs: ScanInputs, positions: Tensor, skip: Tensor, sizes: StateHeads) -> Tensor:
    """Compute `selective_scan` from its three mixed parts."""
    scan = _Scan(tape, inputs, positions, skip, sizes)
    return tape.record(scan.output, inputs, scan.gradients)


class _Scan:
    """A row's tensors that forward and backward share. d: a head's width, n: states, G: groups, g: heads of a group."""

    def __init__(self, tape: Tape, inputs: ScanInputs, positions: Tensor, skip: Tensor, sizes: StateHeads) -> None:
        n_tokens = positions.shape[0]
        self.tape, self.sizes, self.chunks = tape, sizes, Chunks(tape, n_tokens)
        heads, chunks = sizes.heads, self.chunks

        def numbers(x: Tensor) -> Tensor:
            return chunks.cut(tape.emit("reshape_3d", x, 1, heads, n_tokens))  # [1, C, H, N]

        self.x = chunks.cut_columns(self._by(inputs.x, heads))  # [C, d, H, N]
        self.b, self.c = (chunks.cut(self._by(x, sizes.groups)) for x in (inputs.b, inputs.c))  # [n, C, G, N]
        self.step = chunks.as_row(numbers(inputs.step))  # [C, 1, H, N]
        self.skip = tape.emit("reshape_4d", skip, 1, 1, heads, 1)
        self.decays = Decays(chunks, numbers(inputs.decay), positions)
        self.from_start, self.to_end = map(chunks.as_row, (self.decays.from_start, self.decays.to_end))  # [C, 1, H, N]
        self.u = chunks.mul(self.x, self.step)
        self.written = chunks.mul(self.u, self.to_end)
        self.seen = self._of_groups(self.decays.decayed, chunks.times(self.b, self.c))  # P [s, t, H, N]

    # --- heads and groups

    def _by(self, x: Tensor, heads: int) -> Tensor:
        """Reshape contiguous [.., T] to [.. / heads, heads, T]."""
        width = x.shape[0] // heads
        return self.tape.emit("view_3d", x, width, heads, x.shape[1], 4 * width, x.strides[1], 0)

    def _side_by_side(self, x: Tensor) -> Tensor:
        """Reshape [.., d, H, N] to [.., d g, G, N]."""
        groups, n = self.sizes.groups, self.chunks.n
        return self.tape.emit("reshape_4d", x, x.shape[0], self.sizes.heads * x.shape[1] // groups, groups, n)

    def _of_heads(self, x: Tensor) -> Tensor:
        """Return the inverse of `_side_by_side`."""
        return self.tape.emit("reshape_4d", x, x.shape[0], self.sizes.width, self.sizes.heads, self.chunks.n)

    def _of_groups(self, pairs: Tensor, scores: Tensor) -> Tensor:
        """Multiply pairs [C, C, H, N] by their group's scores [C, C, G, N]."""
        emit, (heads, _, groups, _), n = self.tape.emit, self.sizes, self.chunks.n
        wide = emit("reshape_4d", pairs, CHUNK * CHUNK, heads // groups, groups, n)
        product = self.chunks.mul(wide, emit("reshape_4d", scores, CHUNK * CHUNK, 1, groups, n))
        return emit("reshape_4d", product, CHUNK, CHUNK, heads, n)

    def _over_heads(self, pairs: Tensor) -> Tensor:
        """Sum [C, C, H, N] over the heads of a group: [C, C, G, N]."""
        emit, (heads, _, groups, _), n = self.tape.emit, self.sizes, self.chunks.n
        if heads == groups:
            return pairs
        wide = emit("reshape_4d", pairs, CHUNK * CHUNK, heads // groups, groups, n)
        return emit("reshape_4d", sum_columns(self.tape, wide), CHUNK, CHUNK, groups, n)

    # --- forward

    @cached_property
    def states(self) -> Tensor:
        """Return the states before each chunk: [n, d, H, N]."""
        chunks = self.chunks
        added = self._of_heads(chunks.times(chunks.turned(self.b), self._side_by_side(self.written)))
        return self._carried(added, range(chunks.n))

    def _carried(self, added: Tensor, order: Sequence[int]) -> Tensor:
        """Return the state that reaches each chunk from the earlier ones in the order, decayed and added up."""
        chunks = self.chunks
        found, state = chunks.zeros(*added.shape), chunks.chunk(added, order[0])
        for before, i in pairwise(order):
            if before != order[0]:
                kept = chunks.mul(state, chunks.chunk(self.decays.through, before))
                state = chunks.add(kept, chunks.chunk(added, before))
            found = chunks.put(found, state, i)
        return found

    @cached_property
    def read(self) -> Tensor:
        """Return r [C, d, H, N]."""
        return self._of_heads(self.chunks.times(self.c, self._side_by_side(self.states)))

    @property
    def output(self) -> Tensor:
        """Return the output [d, H, T]."""
        chunks = self.chunks
        y = chunks.add(chunks.times(self.seen, self.u), chunks.mul(self.read, self.from_start))
        return chunks.joined_columns(chunks.add(y, chunks.mul(self.x, self.skip)))

    # --- backward

    def gradients(self, dy: Tensor) -> Sequence[Tensor | None]:
        """Return the gradients of x, b, c, decay and step."""
        chunks, decays = self.chunks, self.decays
        dy = chunks.cut_columns(dy)
        asking = chunks.mul(dy, self.from_start)
        asked = self._of_heads(chunks.times(chunks.turned(self.c), self._side_by_side(asking)))
        after = self._carried(asked, range(chunks.n)[::-1])  # the gradient of the states [n, d, H, N]
        given = self._of_heads(chunks.times(self.b, self._side_by_side(after)))  # w

        du = chunks.add(chunks.times(chunks.turned(self.seen), dy), chunks.mul(given, self.to_end))
        dx = chunks.add(chunks.mul(du, self.step), chunks.mul(dy, self.skip))
        met = chunks.times(chunks.turned(self.u), chunks.turned(dy))  # u[s].dy[t]
        d_scores = self._over_heads(chunks.mul(met, decays.decayed))  # M
        dc = chunks.add(chunks.times(chunks.turned(self.b), d_scores), self._outside(self.states, asking))
        db = chunks.times(chunks.turned(self.c), chunks.turned(d_scores))
        db = chunks.add(db, self._outside(after, self.written))
        d_decay = decays.gradient(
            chunks.mul(chunks.mul(met, self.seen), decays.before),
            chunks.dot_columns(asking, self.read),
            chunks.dot_columns(self.written, given),
            self.states,
            after,
        )
        d_step = chunks.dot_columns(self.x, du)
        mixed = (self._flat(x) for x in (chunks.joined_columns(dx), chunks.joined(db), chunks.joined(dc)))
        return *mixed, chunks.joined_numbers(d_decay), chunks.joined_numbers(d_step)

    def _outside(self, states: Tensor, columns: Tensor) -> Tensor:
        """Multiply states [n, d, H, N] by columns [C, d, H, N], and sum over the heads of a group: [n, C, G, N]."""
        chunks = self.chunks
        return chunks.times(*(chunks.turned(self._side_by_side(x)) for x in (states, columns)))

    def _flat(self, x: Tensor) -> Tensor:
        """Reshape [d, H, T] to [d H, T]."""
        return self.tape.emit("reshape_3d", x, x.shape[0] * x.shape[1], x.shape[2], 1)


PIECES = 16  # of work in our kernel's backward, at least, if the number of heads allows it


class StateHeads(NamedTuple):
    """Mamba-2's heads, the width of one and the number of states; heads of a group read the same b and c."""

    heads: int
    width: int
    groups: int
    states: int

    @property
    def mixed_width(self) -> int:
        """Return the numbers per token of x, b and c."""
        return self.heads * self.width + 2 * self.groups * self.states

    @property
    def parts(self) -> int:
        """Return the number of parts of a group's heads; each adds up gradients of b and c separately."""
        return min(self.heads // self.groups, -(-PIECES // self.groups))


class ScanInputs(NamedTuple):
    """Mamba-2's inputs: x [H d, T], b, c [g n, T], contiguous; decay (its logarithm) and step [H, T]."""

    x: Tensor
    b: Tensor
    c: Tensor
    decay: Tensor
    step: Tensor
