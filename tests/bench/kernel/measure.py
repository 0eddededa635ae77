"""Times of ggml's products and of our own, in turn on this machine, and what both are off a float64 product."""

from __future__ import annotations

import ctypes as c
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from core.ggml import abi
from core.ggml.backend import Backend, Storage
from core.ggml.kernels import library as own
from core.ggml.tensor import Tensor, write
from core.model.copies import dequantize_rows, hold_copies, quantize_rows
from core.model.file_scales import K_QUANTS, Q4_K
from core.model.layouts import Layout
from core.model.weights import FrozenLinear
from tests.bench.kernel.library import aligned, at
from tests.bench.kernel.peer import GraphProduct

TOKENS = 512
PAIRS = [
    (abi.Q8_0, own.INT8),
    (abi.BF16, own.BF16),
    (Q4_K, own.INT4),
    (abi.Q6_K, own.INT6),
]  # ggml's type, our kernel's
Clock = Callable[[], float]  # seconds
SECONDS, TURNS = 0.5, 5  # of each contender: at least so long, and so many turns
HEAD, KV_HEADS, GROUP, QUERIES = 64, 3, 3, 64  # SmolLM2-135M's attention: GROUP query heads read a key head


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


def measure_weights(backend: Backend, d_in: int, d_out: int, clock: Clock) -> list[Row]:
    """Every type that has a kernel here, all of them in turn."""
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
    seconds = _in_turn({kind: product.run for kind, product in products.items()}, clock)
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


def tensor(backend: Backend, values: np.ndarray) -> Tensor:
    """F32, numpy order."""
    storage = Storage(backend, 1)
    held = storage.new(*values.shape[::-1])
    storage.allocate()
    write(backend.ggml, held, values)
    return held


def measure_scores(backend: Backend, library: c.CDLL, n_keys: int) -> Row:
    """k^T q of a block of queries; ours packs the keys each time."""
    rng = np.random.default_rng(0)
    keys = rng.standard_normal((KV_HEADS, n_keys, HEAD), np.float32)
    queries = rng.standard_normal((KV_HEADS * GROUP, QUERIES, HEAD), np.float32)
    peer = GraphProduct(backend, tensor(backend, keys), queries)
    y, panels = np.empty((KV_HEADS, GROUP * QUERIES, n_keys), np.float32), aligned(keys.nbytes)
    sizes = (KV_HEADS, n_keys, GROUP * QUERIES)

    def own() -> None:
        library.scores(at(keys), at(queries), at(y), *sizes, at(panels), backend.threads)

    true = queries.reshape(KV_HEADS, -1, HEAD).astype(np.float64) @ keys.transpose(0, 2, 1)
    return _row("scores", HEAD, n_keys, peer, own, y, true)


def measure_values(backend: Backend, library: c.CDLL, n_keys: int) -> Row:
    """v p of a block of queries; ggml reads values that were transposed before."""
    rng = np.random.default_rng(0)
    values = rng.standard_normal((KV_HEADS, n_keys, HEAD), np.float32)
    p = rng.random((KV_HEADS * GROUP, QUERIES, n_keys), np.float32)
    transposed = np.ascontiguousarray(values.transpose(0, 2, 1))
    peer = GraphProduct(backend, tensor(backend, transposed), p)
    y = np.empty((KV_HEADS, GROUP * QUERIES, HEAD), np.float32)
    sizes = (KV_HEADS, n_keys, GROUP * QUERIES)

    def own() -> None:
        library.weighted_values(at(values), at(p), at(y), *sizes, backend.threads)

    true = p.reshape(KV_HEADS, -1, n_keys).astype(np.float64) @ values
    return _row("values", n_keys, HEAD, peer, own, y, true)


def _row(
    kind: str, d_in: int, d_out: int, peer: GraphProduct, own: Callable[[], None], y: np.ndarray, true: np.ndarray
) -> Row:
    seconds = _in_turn({"ggml": peer.run, "own": own}, time.perf_counter)
    theirs, ours = Side(seconds["ggml"], _error(peer.y, true)), Side(seconds["own"], _error(y, true))
    return Row(kind, d_in, d_out, theirs, ours, tokens=QUERIES, batch=KV_HEADS * GROUP)


Name = TypeVar("Name")


def _in_turn(contenders: Mapping[Name, Callable[[], None]], clock: Clock) -> dict[Name, float]:
    """The fastest of many runs of each, so that what else the machine did is left out."""
    best = dict.fromkeys(contenders, float("inf"))
    started, turns = time.perf_counter(), 0
    while turns < TURNS or time.perf_counter() - started < SECONDS * len(contenders):
        for name, run in contenders.items():
            begun = clock()
            run()
            best[name] = min(best[name], clock() - begun)
        turns += 1
    return best


def _error(y: np.ndarray, true: np.ndarray) -> float:
    return float(np.abs(y.reshape(true.shape) - true).max() / np.abs(true).max())
