"""The library's scalar reference (core/engine/kernels/src/reference.c) for numpy arrays, slowest axis first."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.engine.kernels.interface import BF16, AttentionArgs, DeltaArgs
from core.engine.kernels.library import open_library
from core.engine.ops.attention.interface import Attended

F32, F64 = NDArray[np.float32], NDArray[np.float64]


def dequantize(kind: int, panels: NDArray[np.uint8], rows: int, depth: int) -> F64:
    w = np.empty((rows, depth))
    _call("dequantize", kind, panels, _long(rows), _long(depth), w)
    return w


def product(kind: int, in_bf16: bool, panels: NDArray[np.uint8], rows: int, x: F32) -> F64:
    """x [T, depth] -> [T, rows]. in_bf16: as AMX multiplies integers."""
    y = np.empty((len(x), rows))
    _call("product", kind, in_bf16 or kind == BF16, panels, _long(rows), _long(x.shape[1]), x, _long(len(x)), y)
    return y


def attention(q: F32, k: F32, v: F32, keys: Attended, cap: float, sinks: F32 | None, go: F32) -> list[F64]:
    """o, dq, dk, dv for q [T, H, d], k and v [T, H_kv, d], sinks [H], the gradient go of o."""
    n, heads, d = q.shape
    outputs = [np.zeros(x.shape) for x in (q, q, k, v)]
    sizes = AttentionArgs(d, heads, k.shape[1], n, 1, d**-0.5, cap)
    _call("attention", ctypes.byref(sizes), q, k, v, np.stack(keys), sinks, go, *outputs)
    return outputs


def delta(
    q: F32, k: F32, v: F32, decays: F32, beta: F32, positions: NDArray[np.int32], scale: float, go: F32
) -> list[F64]:
    """o, dq, dk, dv, the gradients of the decays' logarithms and of beta for q and k [T, H_k, d], v and the gradient go
    of o [T, H, d], decays and beta [T, H].
    """
    n, heads, d = v.shape
    outputs = [np.zeros(x.shape) for x in (v, q, k, v, decays, beta)]
    sizes, states = DeltaArgs(d, k.shape[1], heads, n, scale), np.zeros((n + 1, d, d))
    _call("delta", ctypes.byref(sizes), q, k, v, decays, beta, positions, go, states, *outputs)
    return outputs


def contract(scale: float, a: F32, x: F32) -> F64:
    """a [r, d], x [T, d] -> [T, r]."""
    h = np.empty((len(x), len(a)))
    _call("contract", ctypes.c_double(scale), a, x, x.shape[1], len(a), len(x), h)
    return h


def expand(y: F64, b: F32, h: F32) -> F64:
    """y [T, d] + h [T, r] b [r, d]."""
    y = y.copy()
    _call("expand", b, h, y.shape[1], len(b), len(h), y)
    return y


def outer(x: F32, h: F32) -> F64:
    """x [T, d], h [T, r] -> [r, d]."""
    y = np.zeros((h.shape[1], x.shape[1]))
    _call("outer", x, h, x.shape[1], h.shape[1], len(x), y)
    return y


def conv(x: F32, taps: F32, positions: NDArray[np.int32], bias: F32 | None) -> F64:
    """x [T, d], taps [L, d] -> [T, d]."""
    y = np.empty(x.shape)
    _call("conv", x, taps, positions, bias, x.shape[1], len(taps), len(x), y)
    return y


def conv_back(dy: F32, taps: F32, positions: NDArray[np.int32]) -> F64:
    dx = np.zeros(dy.shape)
    _call("conv_back", dy, taps, positions, dy.shape[1], len(taps), len(dy), dx)
    return dx


def norm(x: F32, gain: F32, eps: float) -> F64:
    y = np.empty(x.shape)
    for row, to in zip(x, y, strict=True):
        _call("norm", row, gain, len(row), ctypes.c_double(eps), to)
    return y


def norm_back(dy: F32, x: F32, gain: F32, eps: float) -> F64:
    dx = np.empty(x.shape)
    for d_row, row, to in zip(dy, x, dx, strict=True):
        _call("norm_back", d_row, row, gain, len(row), ctypes.c_double(eps), to)
    return dx


def swiglu(gate: F32, up: F32) -> F64:
    y = np.empty(gate.shape)
    _call("swiglu", gate, up, gate.size, y)
    return y


def swiglu_back(dy: F32, gate: F32, up: F32) -> list[F64]:
    gradients = [np.empty(gate.shape), np.empty(up.shape)]
    _call("swiglu_back", dy, gate, up, gate.size, *gradients)
    return gradients


def swiglu_oai(gate: F32, up: F32, alpha: float, limit: float) -> F64:
    y = np.empty(gate.shape)
    _call("swiglu_oai", ctypes.c_double(alpha), ctypes.c_double(limit), gate, up, gate.size, y)
    return y


def swiglu_oai_back(dy: F32, gate: F32, up: F32, alpha: float, limit: float) -> list[F64]:
    gradients = [np.empty(gate.shape), np.empty(up.shape)]
    _call("swiglu_oai_back", ctypes.c_double(alpha), ctypes.c_double(limit), dy, gate, up, gate.size, *gradients)
    return gradients


def cross_entropy(logits: F32, labels: NDArray[np.int32]) -> tuple[F64, F64]:
    """The loss and the gradient of each row."""
    losses, gradient = np.empty(len(logits)), np.empty(logits.shape)
    for i, label in enumerate(labels):
        losses[i] = _call("cross_entropy", logits[i], logits.shape[1], int(label), gradient[i])
    return losses, gradient


_long = ctypes.c_int64


def _call(name: str, *arguments: Any) -> float:
    """Arrays are passed as they lie, which has to be row by row."""
    function = getattr(open_library(), f"reference_{name}")
    function.restype = ctypes.c_double  # of those that return something
    assert all(x.flags.c_contiguous for x in arguments if isinstance(x, np.ndarray))
    words = [ctypes.c_void_p(x.ctypes.data) if isinstance(x, np.ndarray) else x for x in arguments]
    return float(function(*words))
