"""The gated delta rule in numpy, one token after another, with its gradients derived by hand; and what to try it on.

    S' = g S    y = v - S'^T k    u = beta y    S = S' + k u^T    o = scale S^T q

Backward, with G the gradient of the state after the token:

    G += scale q do^T    dq = scale S do    dk = G u - S' (beta G^T k)    dv = beta G^T k    dbeta = (G^T k).y
    G -= k dv^T          d decay = G.S'     G = g G
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tests.support.f32_kernels import random

F32, F64 = NDArray[np.float32], NDArray[np.float64]


def gated_delta(
    q: F64, k: F64, v: F64, decay: F64, beta: F64, positions: NDArray[np.int32], scale: float, do: F64
) -> list[F64]:
    """o, and the gradients of q and k [T, H_k, d], v [T, H, d], the decays' logarithms and beta [T, H]."""
    n, heads, d = v.shape
    o, dq, dk, dv, d_decay, d_beta = (np.zeros(x.shape) for x in (v, q, k, v, decay, beta))
    for head in range(heads):
        key, state, steps = head % k.shape[1], np.zeros((d, d)), []
        for t in range(n):
            kept = np.zeros((d, d)) if positions[t] == 0 else np.exp(decay[t, head]) * state
            y = v[t, head] - kept.T @ k[t, key]
            state = kept + np.outer(k[t, key], beta[t, head] * y)
            o[t, head] = scale * state.T @ q[t, key]
            steps.append((kept, y, state))
        above = np.zeros((d, d))
        for t in reversed(range(n)):
            kept, y, state = steps[t]
            above += scale * np.outer(q[t, key], do[t, head])
            du = above.T @ k[t, key]
            dq[t, key] += scale * state @ do[t, head]
            dk[t, key] += above @ (beta[t, head] * y) - kept @ (beta[t, head] * du)
            dv[t, head], d_beta[t, head] = beta[t, head] * du, du @ y
            above -= np.outer(k[t, key], dv[t, head])
            d_decay[t, head] = np.sum(above * kept)
            above = np.zeros((d, d)) if positions[t] == 0 else np.exp(decay[t, head]) * above
    return [o, dq, dk, dv, d_decay, d_beta]


def positions_of(lengths: Sequence[int]) -> NDArray[np.int32]:
    """Of the tokens of packed sequences."""
    return np.concatenate([np.arange(length, dtype=np.int32) for length in lengths])


def delta_inputs(key_heads: int, heads: int, d: int, n: int, seed: int = 0) -> list[F32]:
    """q, k, v, decay, beta: keys of length one, some of which come again; decays from next to none to nearly all."""
    q, k, v = (random((n, h, d), seed + i) for i, h in enumerate((key_heads, key_heads, heads)))
    k[2::3] = k[: len(k[2::3])]
    q, k = (x / np.linalg.norm(x, axis=-1, keepdims=True) for x in (q, k))
    decay = -np.exp(2 * random((n, heads), seed + 3) - 3)
    decay[5::17] *= 50
    beta = 1 / (1 + np.exp(-2 * random((n, heads), seed + 4)))
    return [x.astype(np.float32) for x in (q, k, v, decay, beta)]
