"""The gated delta rule (arXiv:2412.06464): each head has a state S [d, d] that forgets, and in which each token
corrects what is found at its key. With g = exp(decay) in 0 .. 1, and S zero before a sequence begins, a token does

    S = g S     u = beta (v - S^T k)     S = S + k u^T     o = scale S^T q

Chunks of consecutive tokens are computed at once, as in section 3.3 there. With c[t] the sum of the chunk's decays up
to t, D[t, s] = exp(c[t] - c[s]) for s up to t, and S the state before the chunk:

    B[t, s] = D[t, s] k[t].k[s], s < t     P[t, s] = scale D[t, s] q[t].k[s], s <= t
    y = v - exp(c) k S - B u               u = beta y               (one token after another: B is below the diagonal)
    o = scale exp(c) q S + P u             S' = exp(c[n]) S + (exp(c[n] - c) k)^T u

Backward, by the chain rule, from the gradients of o and of S' (those of S follow last, for the chunk before):

    du = P^T do + exp(c[n] - c) k dS'      r = du - (beta B)^T r    (one token after another, the last first)
    dv = beta r                            dbeta = r.y
    dB[t, s] = -beta[t] r[t].u[s]          dP[t, s] = scale do[t].u[s]    both times D
    dq = scale exp(c) do S^T + dP k        dk = w - x: w = -beta exp(c) r S^T + dB k
    x = -(exp(c[n] - c) u dS'^T + dP^T q + dB^T k)
    dS = exp(c[n]) dS' + (scale exp(c) q)^T do - (beta exp(c) k)^T r

Where q, and k as a reader (w), are found, c[t] stands with a plus, where k writes (x) with a minus, and in S' it is
c[n] that all of it is multiplied with, so that dc[t] = q.dq + k.w + k.x, to which dS'.S' comes for the last token; the
gradient of decay[t] is the sum of dc from t on.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.ggml import abi
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor
from core.engine.kernels.interface import DeltaArgs, delta_back_numbers, delta_numbers
from core.engine.kernels.library import kernels_of
from core.engine.ops import gated_delta_composed
from core.engine.ops.attention.interface import Heads, Needs
from core.engine.ops.autograd import Tape
from core.engine.ops.gated_delta_composed import DeltaInputs

TENSOR_BYTES = 400  # of a tensor that a graph describes, beside its numbers


def needs(ggml: Ggml, heads: Heads, n_tokens: int, threads: int, *, on_device: bool) -> Needs:
    """Return the memory that the rule needs for rows of n_tokens. heads: of values, of keys, and their width."""
    if _takes(ggml, heads, on_device):
        return Needs(inputs=0, scores=4 * threads * delta_back_numbers(n_tokens, heads.width), graph=0, partial_width=0)
    numbers = gated_delta_composed.numbers(heads.width) * n_tokens * heads.queries
    graph = 2 * TENSOR_BYTES * row_nodes(ggml, heads, n_tokens, on_device=on_device)
    return Needs(inputs=0, scores=4 * numbers, graph=graph, partial_width=0)


def row_nodes(ggml: Ggml, heads: Heads, n_tokens: int, *, on_device: bool) -> int:
    """Return the most tensors, forward and backward, of rows of n_tokens."""
    if _takes(ggml, heads, on_device):
        return 32
    return gated_delta_composed.nodes(n_tokens, heads.queries // heads.keys)


def _takes(ggml: Ggml, heads: Heads, on_device: bool) -> bool:
    return not on_device and kernels_of(ggml).takes(heads.width)


def gated_delta(tape: Tape, inputs: DeltaInputs, positions: Tensor, scale: float) -> Tensor:
    """Apply the gated delta rule to contiguous `inputs` -> [d, H, T]. positions I32 [T]: 0 where a sequence begins."""
    takes = tape.kernels.takes(inputs.v.shape[0])
    form = _by_our_kernel if takes else gated_delta_composed.composed
    return form(tape, inputs, positions, scale)


def _by_our_kernel(tape: Tape, inputs: DeltaInputs, positions: Tensor, scale: float) -> Tensor:
    """Backward computes the state at each cut of the row once more, so that nothing of forward is kept."""
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
