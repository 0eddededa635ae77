"""Times of ggml's products and of our own, in turn on this machine, and what both are off a float64 product."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Storage
from core.engine.ggml.tensor import Tensor
from core.engine.kernels import interface as own
from core.engine.model.copies import dequantize_rows, hold_copies
from core.engine.model.frozen import FrozenLinear
from core.engine.model.weight_layouts import K_QUANTS, Q4_K, Layout, quantize_rows
from core.engine.ops.attention.blocked import BlockedAttention
from core.engine.ops.attention.fused import FusedAttention
from tests.lab.bench.kernel.peer import GraphAttention, GraphProduct

TOKENS = 512
PAIRS = [
    (abi.Q8_0, own.INT8),
    (abi.BF16, own.BF16),
    (Q4_K, own.INT4),
    (abi.Q6_K, own.INT6),
]  # ggml's type, our kernel's
Clock = Callable[[], float]  # seconds
TURNS = 5  # of each contender, at least
HEAD, HEADS, KV_HEADS = 64, 9, 3  # SmolLM2-135M's attention


@dataclass(frozen=True)
class Side:
    """Seconds at best, and the largest error over the largest number of the true product."""

    seconds: float
    error: float


@dataclass(frozen=True)
class Row:
    """A product [d_in] -> [d_out], repeated `batch` times, for `tokens` tokens."""

    kind: str
    d_in: int
    d_out: int
    ggml: Side
    own: Side
    tokens: int = TOKENS
    batch: int = 1

    @property
    def operations(self) -> int:
        return 2 * self.d_in * self.d_out * self.tokens * self.batch

    @property
    def gain(self) -> float:
        return self.ggml.seconds / self.own.seconds


def measure_weights(backend: Backend, d_in: int, d_out: int, clock: Clock, least: float) -> list[Row]:
    """Every type that has a kernel here, all of them in turn, each for so many seconds at least."""
    ggml, rng = backend.ggml, np.random.default_rng(0)
    values = rng.standard_normal((d_out, d_in), np.float32) * np.float32(0.02)
    x = rng.standard_normal((TOKENS, d_in), np.float32)
    products: dict[int, GraphProduct] = {}
    errors: dict[int, float] = {}
    pairs = [pair for pair in PAIRS if pair[1] in ggml.kernels and (pair[0] not in K_QUANTS or d_in % 256 == 0)]
    for theirs, ours in pairs:
        weight = quantized(backend, theirs, values)
        true = x.astype(np.float64) @ dequantize_rows(ggml, weight, 0, d_out).T.astype(np.float64)
        linear = FrozenLinear("weight", weight)
        copies = hold_copies(backend, [linear], [Layout(forward=ours)], lambda done, total: None)
        assert linear.forward is not None and copies.bytes
        for kind, factor in ((theirs, weight), (ours, linear.forward)):
            products[kind] = GraphProduct(backend, factor, x)
            products[kind].run()
            errors[kind] = _error(products[kind].y, true)
    seconds = _in_turn({kind: product.run for kind, product in products.items()}, clock, least)
    sides = {kind: Side(seconds[kind], errors[kind]) for kind in products}
    return [Row(ggml.type_name(theirs), d_in, d_out, sides[theirs], sides[ours]) for theirs, ours in pairs]


def quantized(backend: Backend, kind: int, values: np.ndarray) -> Tensor:
    """A weight of ggml's type."""
    storage = Storage(backend, 1)
    weight = storage.new(*values.shape[::-1], kind=kind)
    storage.allocate()
    rows = quantize_rows(backend.ggml, kind, values)
    backend.ggml.backend_tensor_set(weight.address, rows.ctypes.data, 0, rows.nbytes)
    return weight


def measure_attention(backend: Backend, tokens: int, clock: Clock, least: float) -> Row:
    """All of it, forward and backward, of one causal row; counted are its seven products, as far as its mask allows."""
    rng = np.random.default_rng(0)
    inputs = [rng.standard_normal((tokens, heads, HEAD), np.float32) for heads in (HEADS, KV_HEADS, KV_HEADS)]
    runs = {
        "ggml": GraphAttention(backend, BlockedAttention, inputs),
        "own": GraphAttention(backend, FusedAttention, inputs),
    }
    for run in runs.values():
        run.run()
    true = _attention(*(x.astype(np.float64) for x in inputs))
    seconds = _in_turn({name: run.run for name, run in runs.items()}, clock, least)
    sides = {name: Side(seconds[name], _error(run.y, true)) for name, run in runs.items()}
    return Row("attention", HEAD, tokens // 2, sides["ggml"], sides["own"], tokens, batch=7 * HEADS)


def _attention(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    """[T, H, d], by numpy."""
    k, v = (np.repeat(x, HEADS // KV_HEADS, axis=1) for x in (k, v))
    scores = np.einsum("qhd,khd->hqk", q, k) / np.sqrt(HEAD)
    scores = np.exp(np.where(np.tri(len(q), dtype=bool), scores, -np.inf))
    return np.einsum("hqk,khd->qhd", scores / scores.sum(axis=-1, keepdims=True), v)


Name = TypeVar("Name")


def _in_turn(contenders: Mapping[Name, Callable[[], None]], clock: Clock, least: float) -> dict[Name, float]:
    """The fastest of many runs of each, so that what else the machine did is left out."""
    best = dict.fromkeys(contenders, float("inf"))
    started, turns = time.perf_counter(), 0
    while turns < TURNS or time.perf_counter() - started < least * len(contenders):
        for name, run in contenders.items():
            begun = clock()
            run()
            best[name] = min(best[name], clock() - begun)
        turns += 1
    return best


def _error(y: np.ndarray, true: np.ndarray) -> float:
    return float(np.abs(y.reshape(true.shape) - true).max() / np.abs(true).max())
