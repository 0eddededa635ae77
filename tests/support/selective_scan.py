"""Mamba-2's recurrence in numpy, token by token in double, its gradients derived by hand; and what to try it on.

core/engine/ops/selective_scan.py has the formulas.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Scratch, Storage
from core.engine.ggml.tensor import read, write
from core.engine.ops.autograd import Tape
from core.engine.ops.selective_scan import StateHeads, selective_scan
from tests.support.f32_kernels import random

F32, F64 = NDArray[np.float32], NDArray[np.float64]
NAMES = ("y", "xbc", "decay", "step")


def scanned(
    sizes: StateHeads, xbc: F64, decay: F64, step: F64, positions: NDArray[np.int32], dy: F64, skip: F64
) -> list[F64]:
    """y, and the gradients of xbc, of the decays' logarithms and of steps."""
    heads, width, groups, states = sizes
    n = len(positions)
    x, b, c = np.split(xbc, [heads * width, heads * width + groups * states], axis=1)
    x = x.reshape(n, heads, width)
    b, c = (np.repeat(part.reshape(n, groups, states), heads // groups, axis=1) for part in (b, c))
    left = np.where(positions[:, None] > 0, np.exp(decay), 0)
    before, after, y = np.zeros((n, heads, states, width)), np.zeros((n, heads, states, width)), np.zeros(x.shape)
    for t in range(n):
        before[t] = after[t - 1] if positions[t] else 0
        after[t] = left[t, :, None, None] * before[t] + step[t, :, None, None] * np.einsum("hs,hd->hsd", b[t], x[t])
        y[t] = np.einsum("hsd,hs->hd", after[t], c[t]) + skip[:, None] * x[t]
    dx, db, dc, d_decay, d_step = (np.zeros(z.shape) for z in (x, b, c, decay, step))
    later = np.zeros((heads, states, width))
    for t in reversed(range(n)):
        gradient = np.einsum("hs,hd->hsd", c[t], dy[t]) + later
        dx[t] = step[t, :, None] * np.einsum("hsd,hs->hd", gradient, b[t]) + skip[:, None] * dy[t]
        db[t] = step[t, :, None] * np.einsum("hsd,hd->hs", gradient, x[t])
        dc[t] = np.einsum("hsd,hd->hs", after[t], dy[t])
        d_step[t] = np.einsum("hsd,hs,hd->h", gradient, b[t], x[t])
        d_decay[t] = left[t] * (gradient * before[t]).sum(axis=(1, 2))
        later = left[t, :, None, None] * gradient
    db, dc = (part.reshape(n, groups, -1, states).sum(axis=2).reshape(n, -1) for part in (db, dc))
    return [y, np.concatenate([dx.reshape(n, -1), db, dc], axis=1), d_decay, d_step]


def packed(lengths: Sequence[int]) -> NDArray[np.int32]:
    """The positions of sequences of these lengths."""
    return np.concatenate([np.arange(n, dtype=np.int32) for n in lengths])


def scan_inputs(sizes: StateHeads, n: int, decays: tuple[float, float] = (0.3, 1.0)) -> list[F32]:
    """xbc, decay (its logarithm), step, the gradient of y, and skip. decays: where they themselves lie."""
    rng = np.random.default_rng(3)
    decay, step = (rng.uniform(*bounds, (n, sizes.heads)).astype(np.float32) for bounds in (decays, (0.1, 1)))
    return [
        random((n, sizes.mixed_width), 1),
        np.log(decay),
        step,
        random((n, sizes.heads, sizes.width), 2),
        random((sizes.heads,), 4),
    ]


def run(backend: Backend, sizes: StateHeads, positions: NDArray[np.int32], inputs: Sequence[F32]) -> list[np.ndarray]:
    """What `scanned` gives, by the engine. inputs: as of `scan_inputs`."""
    storage, tape = Storage(backend, 16), Tape(backend, 1024)
    *tensors, dy, skip = (storage.new(*x.shape[::-1], requires_grad=i < 3) for i, x in enumerate(inputs))
    places = storage.new(len(positions), kind=abi.I32)
    y = selective_scan(tape, *tensors, places, skip, sizes)
    results = [storage.new(*x.shape) for x in (y, *tensors)]
    tape.store(y, results[0])
    tape.backward(y, dy)
    for x, place in zip(tensors, results[1:], strict=True):
        gradient = tape.gradient(x)
        assert gradient is not None
        tape.store(gradient, place)
    storage.allocate()
    scratch = Scratch(backend)
    scratch.add(tape)
    write(backend.ggml, places, positions)
    for tensor, value in zip((*tensors, dy, skip), inputs, strict=True):
        write(backend.ggml, tensor, value)
    for _ in range(2):  # a graph runs many times
        backend.compute(tape)
    return [read(backend.ggml, place) for place in results]


def check(
    backend: Backend, sizes: StateHeads, positions: NDArray[np.int32], inputs: Sequence[F32], tolerance: float
) -> None:
    """That all are numpy's: relative to the largest, as a length."""
    xbc, decay, step, dy, skip = (x.astype(np.float64) for x in inputs)
    true = scanned(sizes, xbc, decay, step, positions, dy, skip)
    for name, found, wanted in zip(NAMES, run(backend, sizes, positions, inputs), true, strict=True):
        error = np.linalg.norm(found.reshape(wanted.shape) - wanted)
        assert error <= tolerance * np.linalg.norm(wanted), f"{name}: {error / np.linalg.norm(wanted):.1e}"
