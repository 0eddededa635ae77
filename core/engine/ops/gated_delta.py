"""The gated delta rule (arXiv:2412.06464): each head has a state S [d, d] that decays, and each token corrects the
value that the state stores for its key. With g = exp(decay) in 0 .. 1, and S zero before a sequence begins, a token
computes

    S = g S     u = beta (v - S^T k)     S = S + k u^T     o = scale S^T q

Chunks of consecutive tokens are computed at once, as in the paper's section 3.3. With c[t] the sum of the chunk's
decays up to t, D[t, s] = exp(c[t] - c[s]) for s up to t, and S the state before the chunk:

    B[t, s] = D[t, s] k[t].k[s], s < t     P[t, s] = scale D[t, s] q[t].k[s], s <= t
    y = v - exp(c) k S - B u               u = beta y               (token by token: B is below the diagonal)
    o = scale exp(c) q S + P u             S' = exp(c[n]) S + (exp(c[n] - c) k)^T u

Backward, by the chain rule, from the gradients of o and of S' (those of S follow last, for the chunk before):

    du = P^T do + exp(c[n] - c) k dS'      r = du - (beta B)^T r    (token by token, the last first)
    dv = beta r                            dbeta = r.y
    dB[t, s] = -beta[t] r[t].u[s]          dP[t, s] = scale do[t].u[s]    both times D
    dq = scale exp(c) do S^T + dP k        dk = w - x: w = -beta exp(c) r S^T + dB k
    x = -(exp(c[n] - c) u dS'^T + dP^T q + dB^T k)
    dS = exp(c[n]) dS' + (scale exp(c) q)^T do - (beta exp(c) k)^T r

c[t] enters with a plus wherever q, or k as a reader (w), enters, with a minus where k writes (x), and S' is multiplied
with exp(c[n]) as a whole. So dc[t] = q.dq + k.w + k.x, plus dS'.S' for the last token; the gradient of decay[t] is the
sum of dc from t on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from core.engine.ggml import abi
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor
from core.engine.kernels.interface import DeltaArgs, delta_back_numbers, delta_numbers
from core.engine.kernels.library import kernels_of
from core.engine.ops.attention.interface import Heads, Needs
from core.engine.ops.autograd import Tape
from core.engine.ops.chunks import CHUNK, Chunks, Decays

TENSOR_BYTES = 400  # per tensor of a graph, beside its numbers


def needs(ggml: Ggml, heads: Heads, n_tokens: int, threads: int, *, on_device: bool) -> Needs:
    """Return the memory that the rule needs for rows of n_tokens. heads: of values, of keys, and their width."""
    if _takes(ggml, heads, on_device):
        return Needs(inputs=0, scores=4 * threads * delta_back_numbers(n_tokens, heads.width), graph=0, partial_width=0)
    numbers = _numbers_by_ggml(heads.width) * n_tokens * heads.queries
    graph = 2 * TENSOR_BYTES * row_nodes(ggml, heads, n_tokens, on_device=on_device)
    return Needs(inputs=0, scores=4 * numbers, graph=graph, partial_width=0)


def row_nodes(ggml: Ggml, heads: Heads, n_tokens: int, *, on_device: bool) -> int:
    """Return the most tensors, forward and backward, of rows of n_tokens."""
    if _takes(ggml, heads, on_device):
        return 32
    return _nodes_by_ggml(n_tokens, heads.queries // heads.keys)


def _takes(ggml: Ggml, heads: Heads, on_device: bool) -> bool:
    return not on_device and kernels_of(ggml).takes(heads.width)


def gated_delta(tape: Tape, inputs: DeltaInputs, positions: Tensor, scale: float) -> Tensor:
    """Apply the gated delta rule to contiguous `inputs` -> [d, H, T]. positions I32 [T]: 0 where a sequence begins."""
    takes = tape.kernels.takes(inputs.v.shape[0])
    form = _by_our_kernel if takes else by_ggml
    return form(tape, inputs, positions, scale)


def _by_our_kernel(tape: Tape, inputs: DeltaInputs, positions: Tensor, scale: float) -> Tensor:
    """Compute the rule by our kernel. Backward recomputes the state at each cut of the row, so that nothing of forward
    is kept.
    """
    nodes, (d, heads, n_tokens) = tape.kernels.nodes, inputs.v.shape[:3]
    args = DeltaArgs(d, inputs.k.shape[1], heads, n_tokens, scale)

    def memory(numbers: int) -> Tensor:
        return tape.once(
            ("delta", numbers), lambda: tape.emit("new_tensor_4d", abi.F32, numbers, tape.backend.threads, 1, 1)
        )

    def rule(do: Tensor) -> Sequence[Tensor | None]:
        sources = (*inputs, positions, do, memory(delta_back_numbers(n_tokens, d)))
        numbers = sum(x.n_elements for x in inputs)
        both = tape.custom(abi.F32, numbers, 1, sources, nodes.delta_back, args)
        gradients, place = [], 0
        for x in inputs:
            row = 4 * x.shape[0]
            gradients.append(tape.emit("view_3d", both, *x.shape[:3], row, row * x.shape[1], 4 * place))
            place += x.n_elements
        return gradients

    sources = (*inputs, positions, memory(delta_numbers(d)))
    o = tape.custom(abi.F32, d * heads, n_tokens, sources, nodes.delta, args)
    return tape.record(tape.emit("reshape_3d", o, d, heads, n_tokens), inputs, rule)


# By ggml's nodes, for processors without our kernels and for devices: all chunks at once except for the state, which
# goes from one chunk to the next.
#
# The token-by-token solution of u = beta (v - exp(c) k S) - beta B u becomes a product with the inverse of 1 + beta B.
# exp(c), exp(c[n] - c), D and the gradients of the decays are those of chunks.py.
#
# Names give a tensor's axes, as in chunks.py: x [d, C], x_t [C, d], pairs [s, t].

# Temporary factor on o's gradient, if operands of products are rounded to half precision. o is small, and the norm
# after it makes gradients large: unscaled they exceed half precision's range.
_SHRUNK = 1 / 64


def _nodes_by_ggml(n_tokens: int, groups: int) -> int:
    """Return the most tensors, forward and backward. groups: value heads that read the same keys."""
    return 440 + 8 * groups + 36 * -(-n_tokens // CHUNK)


def _numbers_by_ggml(d: int) -> int:
    """Return the numbers that are held at once, per token and head of width d (measured)."""
    return 20 * d + 3 * d * d // CHUNK


def by_ggml(tape: Tape, inputs: DeltaInputs, positions: Tensor, scale: float) -> Tensor:
    """Compute `gated_delta`."""
    rule = _Rule(tape, inputs, positions, scale)
    return tape.record(rule.output, inputs, rule.gradients)


class _Rule:
    """A row's tensors that forward and backward share."""

    def __init__(self, tape: Tape, inputs: DeltaInputs, positions: Tensor, scale: float) -> None:
        self.tape, self.scale = tape, scale
        self.d, self.heads, n_tokens = inputs.v.shape[:3]
        self.key_heads = inputs.k.shape[1]
        chunks = self.chunks = Chunks(tape, n_tokens)

        def all_heads(x: Tensor) -> Tensor:
            if self.key_heads == self.heads:
                return x
            return tape.emit("repeat_4d", x, self.d, self.heads, n_tokens, 1)

        def numbers(x: Tensor) -> Tensor:
            return chunks.cut(tape.emit("reshape_3d", x, 1, self.heads, n_tokens))  # [1, C, H, N]

        self.q, self.k, self.v = (chunks.cut(x) for x in (all_heads(inputs.q), all_heads(inputs.k), inputs.v))
        self.beta = numbers(inputs.beta)
        decays = self.decays = Decays(chunks, numbers(inputs.decay), positions)
        self.reading = chunks.mul(chunks.mul(self.k, decays.from_start), self.beta)  # beta exp(c) k
        self.asking = chunks.scaled(chunks.mul(self.q, decays.from_start), scale)
        self.writing = chunks.mul(self.k, decays.to_end)
        self.below = chunks.mul(decays.decayed, decays.before)
        self.earlier = chunks.mul(chunks.times(self.k, self.k), self.below)  # B
        self.seen = chunks.scaled(chunks.mul(chunks.times(self.k, self.q), decays.decayed), scale)  # P
        one = chunks.sub(decays.up_to, decays.before)
        self.inverse = _inverse_of_one_and(chunks, chunks.mul(self.earlier, self.beta), one)

    def _empty_states(self) -> tuple[Tensor, Tensor]:
        """Return zeros: [d, d, H, N], and [C, d, H, N]."""
        heads, n = self.heads, self.chunks.n
        return self.chunks.zeros(self.d, self.d, heads, n), self.chunks.empty(CHUNK, self.d, heads, n)

    # --- forward

    @cached_property
    def _state_and_added(self) -> tuple[Tensor, Tensor]:
        """Return the state before each chunk [d (of keys), d, H, N], and u_t [C, d, H, N]."""
        chunks = self.chunks
        alone = chunks.times(self.inverse, chunks.turned(chunks.mul(self.v, self.beta)))
        correcting = chunks.times(chunks.turned(self.reading), self.inverse)  # the state's part of u [d, C]
        writing = chunks.turned(self.writing)
        states, added = self._empty_states()
        state: Tensor | None = None
        for i in range(chunks.n):
            u_t = chunks.chunk(alone, i)
            if state is not None:
                states = chunks.put(states, state, i)
                u_t = chunks.sub(u_t, chunks.times(chunks.chunk(correcting, i), state))
            else:
                u_t = self.tape.emit("cont", u_t)
            added = chunks.put(added, u_t, i)
            if i + 1 < chunks.n:
                written = chunks.times(chunks.chunk(writing, i), u_t)
                state = self._kept(written, state, i)
        return states, added

    def _kept(self, added: Tensor, state: Tensor | None, i: int) -> Tensor:
        """Return `added`, plus the state after chunk i's decay."""
        if state is None:
            return added
        return self.chunks.add(self.chunks.mul(state, self.chunks.chunk(self.decays.through, i)), added)

    @property
    def output(self) -> Tensor:
        """Return the rule's output [d, H, T]."""
        (states, added), chunks = self._state_and_added, self.chunks
        return chunks.joined(chunks.add(chunks.times(states, self.asking), chunks.times(added, self.seen)))

    # --- backward

    def gradients(self, do: Tensor) -> Sequence[Tensor | None]:
        """Return the gradients of q, k, v, decay and beta."""
        chunks, decays, halves = self.chunks, self.decays, self.tape.backend.halves_products
        do = chunks.scaled(chunks.cut(do), _SHRUNK) if halves else chunks.cut(do)
        states, u_t = self._state_and_added
        u = chunks.turned(u_t)
        after, r_t = self._backwards(do)
        r = chunks.turned(r_t)
        state_rows = chunks.turned(states)

        missing = chunks.sub(self.v, chunks.mul(chunks.times(states, self.k), decays.from_start))
        ru = chunks.times(u, r)  # [s, t]
        d_beta = chunks.sub(chunks.dot(r, missing), self.tape.emit("sum_rows", chunks.mul(ru, self.earlier)))
        lost = chunks.scaled(chunks.mul(ru, self.beta), -1.0)
        uo = chunks.times(u, do)
        d_earlier = chunks.mul(lost, self.below)
        d_seen = chunks.scaled(chunks.mul(uo, decays.decayed), self.scale)

        k_t = chunks.turned(self.k)
        asked = chunks.scaled(chunks.mul(chunks.times(state_rows, do), decays.from_start), self.scale)
        read = chunks.mul(chunks.mul(chunks.times(state_rows, r), decays.from_start), self.beta)
        written = chunks.mul(chunks.times(chunks.turned(after), u), decays.to_end)
        dq = chunks.add(asked, chunks.times(k_t, d_seen))
        dk = chunks.sub(chunks.times(k_t, chunks.add(d_earlier, chunks.turned(d_earlier))), read)
        dk = chunks.add(dk, chunks.add(written, chunks.times(chunks.turned(self.q), chunks.turned(d_seen))))
        d_decay = decays.gradient(
            chunks.add(chunks.mul(lost, self.earlier), chunks.mul(chunks.mul(uo, self.seen), decays.before)),
            chunks.sub(chunks.dot(self.q, asked), chunks.dot(self.k, read)),
            chunks.dot(self.k, written),
            states,
            after,
        )

        def grown(x: Tensor) -> Tensor:
            return chunks.scaled(x, 1 / _SHRUNK) if halves else x

        dq, dk, dv = (chunks.joined(grown(x)) for x in (dq, dk, chunks.mul(r, self.beta)))
        d_decay, d_beta = (chunks.joined_numbers(grown(x)) for x in (d_decay, d_beta))
        return self._of_key_heads(dq), self._of_key_heads(dk), dv, d_decay, d_beta

    def _backwards(self, do: Tensor) -> tuple[Tensor, Tensor]:
        """Go from the last chunk to the first: the gradient of the state after each [d (of keys), d, H, N], and r_t."""
        chunks = self.chunks
        do_t = chunks.turned(do)
        alone = chunks.times(chunks.turned(self.seen), do_t)  # p^T do, [s, d]
        asked = chunks.times(chunks.turned(self.asking), do_t)  # [d, d]
        reading, solving = chunks.turned(self.reading), chunks.turned(self.inverse)
        after, r_t = self._empty_states()
        above: Tensor | None = None
        for i in reversed(range(chunks.n)):
            du = chunks.chunk(alone, i)
            if above is not None:
                after = chunks.put(after, above, i)
                du = chunks.add(du, chunks.times(chunks.chunk(self.writing, i), above))
            r = chunks.times(chunks.chunk(solving, i), du)
            r_t = chunks.put(r_t, r, i)
            if i:
                given = chunks.sub(chunks.chunk(asked, i), chunks.times(chunks.chunk(reading, i), r))
                above = self._kept(given, above, i)
        return after, r_t

    def _of_key_heads(self, x: Tensor) -> Tensor:
        """Sum [d, H, T] over the heads that read the same keys: [d, H_k, T]."""
        if self.key_heads == self.heads:
            return x
        emit, (d, _, n_tokens) = self.tape.emit, x.shape[:3]
        parts = [
            emit("cont", emit("view_3d", x, d, self.key_heads, n_tokens, *x.strides[1:3], first * x.strides[1]))
            for first in range(0, self.heads, self.key_heads)
        ]
        total = parts[0]
        for part in parts[1:]:
            total = emit("add", total, part)
        return total


# The inverse of 1 + a of each chunk, where a [C, C] has numbers only on one side of its diagonal (s < t of [s, t]):
# it solves for all tokens at once what would else be solved token by token. It has ones on its diagonal and is built
# from blocks that double in size, which does not lose digits like a series of powers:
#
#     | X    |^-1   | X^-1             |
#     | Z  Y |    = | -Y^-1 Z X^-1  Y^-1 |


def _inverse_of_one_and(chunks: Chunks, a: Tensor, one: Tensor) -> Tensor:
    """Return the inverse of 1 + a, a [C, C, H, N]; one [C, C]: 1 on the diagonal, else 0."""
    emit, (heads, n) = chunks.tape.emit, a.shape[2:]
    x = emit("repeat_4d", one, CHUNK, CHUNK, heads * n, 1)
    a = emit("reshape_3d", a, CHUNK, CHUNK, heads * n)
    size = 1
    while size < CHUNK:
        upper_left, lower_right = (_blocks(chunks, x, size, place, place) for place in (0, 1))
        inner = chunks.times(chunks.turned(upper_left), _blocks(chunks, a, size, 1, 0))
        below = chunks.scaled(chunks.times(chunks.turned(inner), lower_right), -1.0)
        x = emit("set_inplace", x, below, *_block_steps(x, size), size * x.strides[1])
        size *= 2
    return emit("reshape_4d", x, CHUNK, CHUNK, heads, n)


def _blocks(chunks: Chunks, x: Tensor, size: int, row: int, column: int) -> Tensor:
    """Return one of the four blocks that make up the square of each pair on the diagonal, [size, size, pairs, ..]."""
    place = row * size * x.strides[1] + column * size * x.strides[0]
    shape = (size, size, CHUNK // (2 * size), x.shape[2])
    return chunks.tape.emit("cont", chunks.tape.emit("view_4d", x, *shape, *_block_steps(x, size), place))


def _block_steps(x: Tensor, size: int) -> tuple[int, int, int]:
    return x.strides[1], 2 * size * (x.strides[1] + x.strides[0]), x.strides[2]


class DeltaInputs(NamedTuple):
    """q, k [d, H_k, T], v [d, H, T], decay (its logarithm) and beta [H, T]; head h reads key head h % H_k."""

    q: Tensor
    k: Tensor
    v: Tensor
    decay: Tensor
    beta: Tensor
