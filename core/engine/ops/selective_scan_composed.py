"""Mamba-2's recurrence by ggml's nodes, for processors without our kernels and for devices: its form as products of
chunks of tokens (arXiv:2405.21060, section 6), all at once but for the state, which goes from one chunk to the next.

With D, from_start, to_end and through of chunks.py, u = step x, and S the state before the chunk:

    P[s, t] = D[s, t] b[s].c[t]            r[t] = S^T c[t]
    y[t] = sum(P[s, t] u[s]) + from_start[t] r[t] + skip x[t]
    S' = through S + sum(to_end[s] b[s] u[s]^T)

Backward, from the gradients of y and of S' (those of S follow last, for the chunk before):

    w[s] = dS'^T b[s]                      du[s] = sum(P[s, t] dy[t]) + to_end[s] w[s]
    dx = step du + skip dy                 d step = x.du                   M[s, t] = D[s, t] u[s].dy[t]
    dc[t] = sum(M[s, t] b[s]) + from_start[t] S dy[t]
    db[s] = sum(M[s, t] c[t]) + to_end[s] dS' u[s]
    dS = through dS' + sum(from_start[t] c[t] dy[t]^T)

and those of b and c are added up over the heads of a group. What is the same for these is one matrix with their
numbers side by side, so that products add them up: what b and c share with the states knows groups, not heads.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from core.engine.ggml.tensor import Tensor
from core.engine.ops.autograd import Tape
from core.engine.ops.chunks import CHUNK, Chunks, Decays
from core.engine.ops.composed import sum_columns


def nodes(n_tokens: int) -> int:
    """Return the most tensors, forward and backward."""
    return 400 + 12 * -(-n_tokens // CHUNK)


def numbers(sizes: StateHeads) -> int:
    """Return the numbers that are held at once, for each token, beside what a layer holds anyway (measured)."""
    return sizes.heads * (3 * sizes.width + 5 * CHUNK // 2 + 3 * sizes.width * sizes.states // CHUNK)


def composed(tape: Tape, inputs: ScanInputs, positions: Tensor, skip: Tensor, sizes: StateHeads) -> Tensor:
    """Compute `selective_scan` from its three mixed parts."""
    scan = _Scan(tape, inputs, positions, skip, sizes)
    return tape.record(scan.output, inputs, scan.gradients)


class _Scan:
    """A row's, and what forward and backward share. d: a head's width, n: states, G: groups, g: heads of a group."""

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
        """[.., T], rows as they lie -> [.. / heads, heads, T]"""
        width = x.shape[0] // heads
        return self.tape.emit("view_3d", x, width, heads, x.shape[1], 4 * width, x.strides[1], 0)

    def _side_by_side(self, x: Tensor) -> Tensor:
        """[.., d, H, N] -> [.., d g, G, N]"""
        groups, n = self.sizes.groups, self.chunks.n
        return self.tape.emit("reshape_4d", x, x.shape[0], self.sizes.heads * x.shape[1] // groups, groups, n)

    def _of_heads(self, x: Tensor) -> Tensor:
        """The way back."""
        return self.tape.emit("reshape_4d", x, x.shape[0], self.sizes.width, self.sizes.heads, self.chunks.n)

    def _of_groups(self, pairs: Tensor, scores: Tensor) -> Tensor:
        """pairs [C, C, H, N], each times its group's scores [C, C, G, N]."""
        emit, (heads, _, groups, _), n = self.tape.emit, self.sizes, self.chunks.n
        wide = emit("reshape_4d", pairs, CHUNK * CHUNK, heads // groups, groups, n)
        product = self.chunks.mul(wide, emit("reshape_4d", scores, CHUNK * CHUNK, 1, groups, n))
        return emit("reshape_4d", product, CHUNK, CHUNK, heads, n)

    def _over_heads(self, pairs: Tensor) -> Tensor:
        """[C, C, H, N] -> [C, C, G, N], added up."""
        emit, (heads, _, groups, _), n = self.tape.emit, self.sizes, self.chunks.n
        if heads == groups:
            return pairs
        wide = emit("reshape_4d", pairs, CHUNK * CHUNK, heads // groups, groups, n)
        return emit("reshape_4d", sum_columns(self.tape, wide), CHUNK, CHUNK, groups, n)

    # --- forward

    @cached_property
    def states(self) -> Tensor:
        """The states before each chunk: [n, d, H, N]."""
        chunks = self.chunks
        added = self._of_heads(chunks.times(chunks.turned(self.b), self._side_by_side(self.written)))
        return self._carried(added, range(chunks.n))

    def _carried(self, added: Tensor, order: Sequence[int]) -> Tensor:
        """What reaches each chunk from those before it in the order: through of it, and what it adds itself."""
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
        """r [C, d, H, N]"""
        return self._of_heads(self.chunks.times(self.c, self._side_by_side(self.states)))

    @property
    def output(self) -> Tensor:
        """[d, H, T]"""
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
        """states [n, d, H, N] times columns [C, d, H, N] -> [n, C, G, N], added up over the heads of a group."""
        chunks = self.chunks
        return chunks.times(*(chunks.turned(self._side_by_side(x)) for x in (states, columns)))

    def _flat(self, x: Tensor) -> Tensor:
        """[d, H, T] -> [d H, T]"""
        return self.tape.emit("reshape_3d", x, x.shape[0] * x.shape[1], x.shape[2], 1)


PIECES = 16  # of work in our kernel's backward, at least, as far as there are heads


class StateHeads(NamedTuple):
    """Mamba-2's heads, the numbers in one and the states of each of these; heads of a group read the same b and c."""

    heads: int
    width: int
    groups: int
    states: int

    @property
    def mixed_width(self) -> int:
        """Numbers per token of x, b and c."""
        return self.heads * self.width + 2 * self.groups * self.states

    @property
    def parts(self) -> int:
        """The number of parts of a group's heads, each of which adds up gradients of b and c by itself."""
        return min(self.heads // self.groups, -(-PIECES // self.groups))


class ScanInputs(NamedTuple):
    """Mamba-2's inputs: x [H d, T], b, c [g n, T], rows as they lie; decay (its logarithm) and step [H, T]."""

    x: Tensor
    b: Tensor
    c: Tensor
    decay: Tensor
    step: Tensor
