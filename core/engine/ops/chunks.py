"""Rows of tokens cut into chunks, for recurrences that compute a chunk at once and carry a state to the next.

Names give a tensor's axes, slowest last and chunks [.., H, N] at the end: x [d, C], columns [C, d], pairs [s, t].
C: tokens of a chunk, N: chunks, H: heads. Everything after a row's last token is zero.

Decays: the share of a state that is left after some tokens of a chunk, each of which lets it decay; and the decay
between two tokens.

With a[t] the logarithm of a token's decay, c[t] the sum of a chunk's up to t, C the chunk's last token, and tokens of
one sequence alone:

    D[s, t] = exp(a[s+1] + .. + a[t]), s <= t
    from_start[t] = exp(c[t])     to_end[s] = D[s, C]     through = exp(c[C])

The decays between two tokens are added up directly, not as the difference of c at both: after a strong decay c is so
large that a difference has few digits left. Only devices without sums along rows (`ggml_cumsum`) use the difference.
Backward, an a[i] is part of everything that reaches over token i, so its gradient is the sum over s < i <= t of
E[s, t], the share that D[s, t] has in the loss (its gradient times itself); of reads[t], t >= i, that of from_start;
of writes[s], s < i, that of to_end; and that of through. So nothing is added and then subtracted again.
"""

from __future__ import annotations

from functools import cached_property

from core.engine.ggml import abi
from core.engine.ggml.tensor import Tensor
from core.engine.ops.autograd import Tape
from core.engine.ops.composed import product, sum_columns

CHUNK = 64  # tokens; a power of two


class Chunks:
    """Cuts rows of n_tokens into n chunks, and has short names for operations on tensors in chunks."""

    def __init__(self, tape: Tape, n_tokens: int) -> None:
        self.tape, self.n_tokens = tape, n_tokens
        self.n = -(-n_tokens // CHUNK)

    # --- to chunks, and back

    def cut(self, x: Tensor) -> Tensor:
        """Cut contiguous [d, H, T] into [d, C, H, N]."""
        return self.tape.emit("cont", self.tape.emit("permute", self._parted(x), 0, 2, 1, 3))

    def cut_columns(self, x: Tensor) -> Tensor:
        """Cut contiguous [d, H, T] into [C, d, H, N]."""
        return self.tape.emit("cont", self.tape.emit("permute", self._parted(x), 1, 2, 0, 3))

    def joined(self, x: Tensor) -> Tensor:
        """Join [d, C, H, N] to [d, H, T]."""
        return self._whole(self.tape.emit("permute", x, 0, 2, 1, 3))

    def joined_numbers(self, x: Tensor) -> Tensor:
        """Join [1, C, H, N] to [H, T]."""
        return self.tape.emit("reshape_3d", self.joined(x), x.shape[2], self.n_tokens, 1)

    def joined_columns(self, x: Tensor) -> Tensor:
        """Join [C, d, H, N] to [d, H, T]."""
        return self._whole(self.tape.emit("permute", x, 2, 0, 1, 3))

    def _parted(self, x: Tensor) -> Tensor:
        """View [d, H, T] as [d, H, C, N]."""
        missing = self.n * CHUNK - self.n_tokens
        x = self.tape.emit("pad", x, 0, 0, missing, 0) if missing else x
        head, token = x.strides[1:3]
        return self.tape.emit("view_4d", x, *x.shape[:2], CHUNK, self.n, head, token, token * CHUNK, 0)

    def _whole(self, x: Tensor) -> Tensor:
        """Join [d, H, C, N], in any order, to [d, H, T]."""
        x = self.tape.emit("cont", x)
        return self.tape.emit("view_3d", x, *x.shape[:2], self.n_tokens, *x.strides[1:3], 0)

    # --- short names

    def mul(self, a: Tensor, b: Tensor) -> Tensor:
        """Return a * b, b as large as a, or repeated."""
        return self.tape.emit("mul", a, b)

    def add(self, a: Tensor, b: Tensor) -> Tensor:
        return self.tape.emit("add", a, b)

    def sub(self, a: Tensor, b: Tensor) -> Tensor:
        return self.tape.emit("sub", a, b)

    def scaled(self, x: Tensor, factor: float) -> Tensor:
        return self.tape.emit("scale", x, factor)

    def times(self, a: Tensor, b: Tensor) -> Tensor:
        """Return the `product` of [.., H, N], a [.., 1, 1] or of b's shape; the last two axes are merged, as in
        attention on devices.
        """
        emit, (heads, n) = self.tape.emit, b.shape[2:]
        flat = [emit("reshape_3d", x, *x.shape[:2], x.shape[2] * x.shape[3]) if x.shape[3] > 1 else x for x in (a, b)]
        y = product(self.tape, *flat)
        return emit("reshape_4d", y, *y.shape[:2], heads, n) if n > 1 else y

    def dot(self, a: Tensor, b: Tensor) -> Tensor:
        """Return the dot product of each pair of rows: [1, C, H, N]."""
        return self.tape.emit("sum_rows", self.mul(a, b))

    def dot_columns(self, a: Tensor, b: Tensor) -> Tensor:
        """Return the dot product of each pair of columns of [C, d, H, N]: [C, 1, H, N] as a row, [1, C, H, N]."""
        return self.as_row(sum_columns(self.tape, self.mul(a, b)))

    def turned(self, x: Tensor) -> Tensor:
        """Swap the first two axes, in one copy for all callers."""
        emit = self.tape.emit
        return self.tape.once((x.address, "turned"), lambda: emit("cont", emit("permute", x, 1, 0, 2, 3)))

    def as_row(self, x: Tensor) -> Tensor:
        """Reshape [1, C] to [C, 1], or back."""
        return self.tape.emit("reshape_4d", x, x.shape[1], x.shape[0], *x.shape[2:])

    def square(self, x: Tensor) -> Tensor:
        """Repeat [1, C, ..] or [C, 1, ..] to [C, C, ..]."""
        return self.tape.emit("repeat_4d", x, CHUNK, CHUNK, *x.shape[2:])

    # --- chunk by chunk

    def chunk(self, x: Tensor, i: int) -> Tensor:
        """Return chunk i of [.., H, N]: [.., H]."""
        return self.tape.emit("view_3d", x, *x.shape[:3], x.strides[1], x.strides[2], i * x.strides[3])

    def put(self, whole: Tensor, part: Tensor, i: int) -> Tensor:
        return self.tape.emit("set_inplace", whole, part, *whole.strides[1:], i * whole.strides[3])

    def empty(self, *shape: int) -> Tensor:
        return self.tape.emit("new_tensor_4d", abi.F32, *shape)

    def zeros(self, *shape: int) -> Tensor:
        return self.tape.emit("fill", self.empty(*shape), 0.0)


class Decays:
    """The decays between tokens of a chunk. logarithm [1, C, H, N]; positions I32 [T], 0 where a sequence begins."""

    def __init__(self, chunks: Chunks, logarithm: Tensor, positions: Tensor) -> None:
        self.chunks, self._emit = chunks, chunks.tape.emit
        same, linked = self._sequences(positions)
        row = chunks.as_row(logarithm)
        sums = chunks.as_row(self._summed_up(row))  # c [1, C, H, N]
        self.decayed = chunks.mul(self._emit("exp", self._between(row, sums)), same)  # D [s, t, H, N]
        self.from_start = chunks.mul(self._emit("exp", sums), linked)  # [1, C, H, N]
        self.to_end = chunks.as_row(self._last(self.decayed, CHUNK))  # [1, C, H, N]
        self.through = self._last(self.from_start, 1)  # [1, 1, H, N]

    @cached_property
    def _number(self) -> Tensor:
        """Return the numbers of a chunk's tokens: [1, C]."""
        return self._emit("reshape_4d", self._emit("arange", 0.0, float(CHUNK), 1.0), 1, CHUNK, 1, 1)

    @cached_property
    def _ahead(self) -> Tensor:
        """Return t - s + 1/2: [C, C]."""
        chunks = self.chunks
        t = chunks.square(self._emit("scale_bias", self._number, 1.0, 0.5))
        return chunks.sub(t, chunks.as_row(self._number))

    @cached_property
    def up_to(self) -> Tensor:
        """Return 1 for s <= t: [C, C]."""
        return self._emit("step", self._ahead)

    @cached_property
    def before(self) -> Tensor:
        """Return 1 for s < t: [C, C]."""
        return self._emit("step", self._emit("scale_bias", self._ahead, 1.0, -1.0))

    def _sequences(self, positions: Tensor) -> tuple[Tensor, Tensor]:
        """Return 1 for s <= t of one sequence [C, C, 1, N]; 1 where a sequence began before the chunk [1, C, 1, N]."""
        chunks, emit = self.chunks, self._emit
        place = emit("reshape_3d", emit("cast", positions, abi.F32), 1, 1, chunks.n_tokens)
        began = chunks.sub(chunks.cut(place), self._number)  # its distance before the chunk
        linked = emit("step", emit("scale_bias", began, 1.0, -0.5))
        same = emit("step", emit("scale_bias", chunks.add(chunks.square(began), chunks.as_row(self._number)), 1.0, 0.5))
        return chunks.mul(same, self.up_to), linked

    def _summed_up(self, row: Tensor) -> Tensor:
        """Return sums up to each number of a row: [C, 1, H, N]."""
        chunks = self.chunks
        found = chunks.tape.offered("cumsum", row)
        if found is not None:
            return found
        return chunks.as_row(self._emit("sum_rows", chunks.mul(chunks.square(row), self.up_to)))

    def _between(self, row: Tensor, sums: Tensor) -> Tensor:
        """Return a[s+1] + .. + a[t]; for s > t some value whose exp is finite: [s, t, H, N]."""
        chunks = self.chunks
        later = chunks.mul(chunks.square(row), chunks.turned(self.before))  # a[t] for t > s: [t, s, H, N]
        found = chunks.tape.offered("cumsum", later)
        if found is not None:
            return chunks.turned(found)
        return chunks.mul(chunks.sub(chunks.square(sums), chunks.as_row(sums)), self.up_to)

    def _last(self, x: Tensor, width: int) -> Tensor:
        """Return the value of the chunk's last token: [width, 1, H, N]."""
        offset = (CHUNK - 1) * x.strides[1]
        return self._emit("cont", self._emit("view_4d", x, width, 1, *x.shape[2:], *x.strides[1:], offset))

    def gradient(self, pairs: Tensor, reads: Tensor, writes: Tensor, states: Tensor, after: Tensor) -> Tensor:
        """Return the gradient of the decays' logarithms, [1, C, H, N]. pairs: E [s, t, H, N], zero except for s < t;
        reads, writes [1, C, H, N].

        states: before each chunk; after: the gradient of the states after it. Both [.., .., H, N].
        """
        chunks, emit = self.chunks, self._emit
        reaching = chunks.add(self._pairs_from(pairs), reads)  # for each s: from all up to s, and from the chunk before
        following = sum_columns(chunks.tape, chunks.mul(reaching, self.before))  # to the tokens after s [C, 1, H, N]
        following = chunks.add(following, self._summed_up(chunks.as_row(writes)))  # and to the chunk after
        # All that reaches over token s + 1. Only reads reach over the first token.
        first = emit("sum_rows", chunks.as_row(reads))
        found = emit("repeat_4d", first, CHUNK, 1, *first.shape[2:])
        later = emit("view_4d", following, CHUNK - 1, 1, *following.shape[2:], *following.strides[1:], 0)
        found = emit("set_inplace", found, emit("cont", later), *found.strides[1:], found.strides[0])
        found = chunks.as_row(found)
        return found if chunks.n == 1 else chunks.add(found, self._kept(states, after))

    def _pairs_from(self, pairs: Tensor) -> Tensor:
        """Return sums along s: [s, t, H, N]."""
        found = self.chunks.tape.offered("cumsum", pairs)
        return self.chunks.times(self.up_to, pairs) if found is None else found

    def _kept(self, states: Tensor, after: Tensor) -> Tensor:
        """Return the share that `through` has in the loss: [1, 1, H, N]."""
        chunks, emit = self.chunks, self._emit
        total = chunks.mul(after, states)
        total = emit("sum_rows", emit("reshape_4d", total, total.shape[0] * total.shape[1], 1, *total.shape[2:]))
        return chunks.mul(total, self.through)
