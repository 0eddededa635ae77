"""Times of ggml's products and of our own, in turn on this machine, and what both are off a float64 product."""

from __future__ import annotations

import ctypes as c
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from core.ggml import abi
from core.ggml.backend import Backend
from core.model.layouts import forward_kinds
from core.model.weights import FrozenLinear
from core.train.plan import WORTH
from tests.bench.kernel.library import OwnProduct, aligned, at
from tests.bench.kernel.peer import GgmlProduct, dequantized, rows_of

TOKENS = 512
Q4_K = 12  # enum ggml_type
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
    is_planned: bool = False  # what training would multiply with, of a Q8_0 file

    @property
    def operations(self) -> int:
        return 2 * self.d_in * self.d_out * self.tokens * self.batch

    @property
    def gain(self) -> float:
        return self.ggml.seconds / self.own.seconds


def measure_weights(backend: Backend, library: c.CDLL, d_in: int, d_out: int) -> list[Row]:
    """Every type that the shape allows, all of them in turn."""
    ggml, rng = backend.ggml, np.random.default_rng(0)
    values = rng.standard_normal((d_out, d_in), np.float32) * np.float32(0.02)
    x = rng.standard_normal((TOKENS, d_in), np.float32)
    kinds = [abi.Q8_0, abi.BF16, abi.F32] + ([Q4_K] if d_in % 256 == 0 and d_out < 2**15 else [])
    rows = {kind: rows_of(ggml, kind, values) for kind in kinds}
    peers = {kind: GgmlProduct(backend, kind, rows[kind], (d_in, d_out), x) for kind in kinds}
    own = {kind: OwnProduct(library, ggml.type_name(kind), rows[kind], d_in, d_out, x) for kind in kinds}
    contenders: dict[tuple[str, int], Callable[[], None]] = {}
    for kind in kinds:
        contenders["ggml", kind] = peers[kind].run
        contenders["own", kind] = lambda kind=kind: own[kind].run(backend.threads)
    seconds = _in_turn(contenders)
    planned, found = _planned(peers, seconds), []
    for kind in kinds:
        true = x.astype(np.float64) @ dequantized(ggml, kind, rows[kind], d_in, d_out).T.astype(np.float64)
        theirs = Side(seconds["ggml", kind], _error(peers[kind].y, true))
        ours = Side(seconds["own", kind], _error(own[kind].y, true))
        found.append(Row(ggml.type_name(kind), d_in, d_out, theirs, ours, is_planned=kind == planned))
    return found


def _planned(peers: Mapping[int, GgmlProduct], seconds: Mapping[tuple[str, int], float]) -> int:
    """What training takes of a Q8_0 file's linear: as it is, or the fastest copy if it is worth its memory."""
    as_is = seconds["ggml", abi.Q8_0]
    copies = forward_kinds(FrozenLinear("weight", peers[abi.Q8_0].weight))
    copy = min(copies, key=lambda kind: seconds["ggml", kind])
    return copy if seconds["ggml", copy] < as_is * (1 - WORTH) else abi.Q8_0


def measure_scores(backend: Backend, library: c.CDLL, n_keys: int) -> Row:
    """k^T q of a block of queries; ours packs the keys each time."""
    rng = np.random.default_rng(0)
    keys = rng.standard_normal((KV_HEADS, n_keys, HEAD), np.float32)
    queries = rng.standard_normal((KV_HEADS * GROUP, QUERIES, HEAD), np.float32)
    peer = GgmlProduct(backend, abi.F32, keys, (HEAD, n_keys, KV_HEADS), queries)
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
    peer = GgmlProduct(backend, abi.F32, transposed, (n_keys, HEAD, KV_HEADS), p)
    y = np.empty((KV_HEADS, GROUP * QUERIES, HEAD), np.float32)
    sizes = (KV_HEADS, n_keys, GROUP * QUERIES)

    def own() -> None:
        library.weighted_values(at(values), at(p), at(y), *sizes, backend.threads)

    true = p.reshape(KV_HEADS, -1, n_keys).astype(np.float64) @ values
    return _row("values", n_keys, HEAD, peer, own, y, true)


def _row(
    kind: str, d_in: int, d_out: int, peer: GgmlProduct, own: Callable[[], None], y: np.ndarray, true: np.ndarray
) -> Row:
    seconds = _in_turn({"ggml": peer.run, "own": own})
    theirs, ours = Side(seconds["ggml"], _error(peer.y, true)), Side(seconds["own"], _error(y, true))
    return Row(kind, d_in, d_out, theirs, ours, tokens=QUERIES, batch=KV_HEADS * GROUP)


Name = TypeVar("Name")


def _in_turn(contenders: Mapping[Name, Callable[[], None]]) -> dict[Name, float]:
    """The fastest of many runs of each, so that what else the machine did is left out."""
    best = dict.fromkeys(contenders, float("inf"))
    started, turns = time.perf_counter(), 0
    while turns < TURNS or time.perf_counter() - started < SECONDS * len(contenders):
        for name, run in contenders.items():
            begun = time.perf_counter()
            run()
            best[name] = min(best[name], time.perf_counter() - begun)
        turns += 1
    return best


def _error(y: np.ndarray, true: np.ndarray) -> float:
    return float(np.abs(y.reshape(true.shape) - true).max() / np.abs(true).max())
