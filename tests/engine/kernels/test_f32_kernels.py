"""Our own kernels of attention and of LoRA's thin products against the scalar reference, and that against numpy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from core.engine.ggml.backend import Backend, Scratch, Storage
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor, read, write
from core.engine.kernels.library import load_kernels
from core.engine.model.frozen import FrozenLinear
from core.engine.ops.attention.blocked import BlockedAttention
from core.engine.ops.attention.fused import FusedAttention, attention_for
from core.engine.ops.attention.interface import Attended, Heads, Scores, attended_keys
from core.engine.ops.autograd import Tape
from core.engine.ops.low_rank import LowRank, adapted_product
from tests.support import reference
from tests.support.f32_kernels import CHOICES, every_choice, random

pytestmark = pytest.mark.skipif(not CHOICES, reason="no kernels on this processor")


def run(
    backend: Backend, build: Callable[..., Tensor], inputs: Sequence[np.ndarray], seed: int = 0
) -> list[np.ndarray]:
    """The output, and the gradient of each input for random numbers as the output's gradient."""
    storage, tape = Storage(backend, 64), Tape(backend, 256)
    tensors = [storage.new(*x.shape[::-1], requires_grad=True) for x in inputs]
    y = build(storage, tape, *tensors)
    places = [storage.new(*x.shape) for x in (y, *tensors)]
    upstream = storage.new(*y.shape)
    tape.store(y, places[0])
    tape.backward(y, upstream)
    for x, place in zip(tensors, places[1:], strict=True):
        gradient = tape.gradient(x)
        assert gradient is not None
        tape.store(gradient, place)
    storage.allocate()
    scratch = Scratch(backend)
    scratch.add(tape)
    for tensor, value in zip(tensors, inputs, strict=True):
        write(backend.ggml, tensor, value)
    write(backend.ggml, upstream, random(y.shape[::-1], seed))
    if hasattr(build, "set_mask"):
        build.set_mask()
    for _ in range(2):  # a graph runs many times
        backend.compute(tape)
    return [read(backend.ggml, place) for place in places]


class Attend:
    """Attention for rows of tokens whose queries attend to such keys."""

    def __init__(
        self,
        backend: Backend,
        heads: Heads,
        keys: Attended,
        cap: float,
        sinks: NDArray[np.float32] | None = None,
    ) -> None:
        self.backend, self.heads, self.keys, self.cap, self.sinks = backend, heads, keys, cap, sinks

    def __call__(self, storage: Storage, tape: Tape, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        self.attention = FusedAttention(self.backend, storage, len(self.keys.own), self.heads)
        self.place = None if self.sinks is None else storage.new(len(self.sinks))
        return self.attention.attend(tape, q, k, v, Scores(self.heads.width**-0.5, self.cap, self.place))

    def set_mask(self) -> None:
        self.attention.set_mask(self.keys)
        if self.place is not None and self.sinks is not None:
            write(self.backend.ggml, self.place, self.sinks)


def numpy_attention(
    q: NDArray[np.float64], k: NDArray[np.float64], v: NDArray[np.float64], keys: Attended, cap: float,
    sinks: NDArray[np.float32] | None, do: NDArray[np.float64],
) -> list[np.ndarray]:  # fmt: skip
    """o, dq, dk, dv for q [T, H, d], k and v [T, H_kv, d], sinks [H]."""
    group, scale = q.shape[1] // k.shape[1], q.shape[2] ** -0.5
    many_k, many_v = (np.repeat(x, group, axis=1) for x in (k, v))
    s, tanh = np.einsum("qhd,khd->hqk", q, many_k) * scale, None
    if cap:
        tanh = np.tanh(s / cap)
        s = cap * tanh
    query, key = np.arange(len(q))[:, None], np.arange(len(q))[None]
    own, shared, shared_end = (of_query[:, None] for of_query in keys)
    s = np.where((key >= own) & (key <= query) | (key >= shared) & (key < shared_end), s, -np.inf)
    p = np.exp(s - s.max(axis=-1, keepdims=True))
    sink = 0 if sinks is None else np.exp(sinks[:, None, None].astype(np.float64) - s.max(axis=-1, keepdims=True))
    p /= p.sum(axis=-1, keepdims=True) + sink
    dp = np.einsum("qhd,khd->hqk", do, many_v)
    ds = p * (dp - (p * dp).sum(axis=-1, keepdims=True)) * scale
    if tanh is not None:
        ds *= 1 - tanh**2
    dk, dv = (
        np.einsum("hqk,qhd->khd", weights, x).reshape(len(q), k.shape[1], group, -1).sum(axis=2)
        for weights, x in ((ds, q), (p, do))
    )
    return [np.einsum("hqk,khd->qhd", p, many_v), np.einsum("hqk,khd->qhd", ds, many_k), dk, dv]


def packed(lengths: Sequence[int], shared: Sequence[int] | None = None, window: int = 0) -> Attended:
    """shared: how many tokens each sequence has in the last before it that shares none."""
    segments = np.repeat(np.arange(len(lengths)), lengths).astype(np.int32)
    starts = shared or [0] * len(lengths)
    positions = [np.arange(start, start + n, dtype=np.int32) for start, n in zip(starts, lengths, strict=True)]
    return attended_keys(segments, np.concatenate(positions), window)


TREE = [60, 33, 20, 5, 90, 1, 40, 2, 130, 3, 70], [0, 50, 50, 7, 50, 59, 0, 30, 33, 0, 1]


MASKS = {
    "one token": packed([1]),
    "less than a block": packed([47]),
    "one block": packed([48]),
    "one more": packed([49]),
    "a panel and more": packed([65]),
    "a long row": packed([389]),
    "packed": packed([5, 1, 70, 48, 3, 64, 33]),
    "a window": packed([200], window=37),
    "packed, with a window": packed([90, 4, 110], window=50),
    "a shared beginning": packed([130, 100, 47, 3, 70], shared=[0, 97, 97, 97, 97]),
    "shared beginnings": packed(*TREE),
    "shared beginnings, with a window": packed(*TREE, window=45),
    "shared beginnings that lie in a block": packed([5, 3, 9, 2, 11, 7, 4, 4], shared=[0, 4, 3, 0, 2, 1, 0, 4]),
}
HEADS = Heads(9, 3, 64)
CASES = [  # with the bound of the scores, and whether there are sinks
    (HEADS, 0.0, False), (HEADS, 3.0, False), (Heads(4, 4, 16), 0.0, True), (Heads(2, 2, 96), 0.0, False),
    (Heads(4, 1, 256), 3.0, True),
]  # fmt: skip


def attention_inputs(heads: Heads, n: int) -> list[NDArray[np.float32]]:
    """q, k, v and the gradient of the output; q so that the softmax has something to choose."""
    q, k, v = (random((n, h, heads.width), i) for i, h in enumerate((heads.queries, heads.keys, heads.keys)))
    return [2 * q, k, v, random((n, heads.queries, heads.width), 5)]


def sinks_of(heads: Heads, *, there: bool) -> NDArray[np.float32] | None:
    """Among the scores, above them and below."""
    return random((heads.queries,), 6) + np.resize(np.array([0, 30, -30], np.float32), heads.queries) if there else None


@cache
def true_attention(heads: Heads, mask: str, cap: float, sinks: bool) -> list[NDArray[np.float64]]:
    """o, dq, dk, dv."""
    q, k, v, do = attention_inputs(heads, len(MASKS[mask].own))
    return reference.attention(q, k, v, MASKS[mask], cap, sinks_of(heads, there=sinks), do)


@every_choice
@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize(("heads", "cap", "sinks"), CASES, ids=lambda case: str(getattr(case, "width", case)))
def test_that_attention_is_the_references(
    backend: Backend, ggml: Ggml, monkeypatch: pytest.MonkeyPatch, choice: int, heads: Heads, mask: str, cap: float,
    sinks: bool,
) -> None:  # fmt: skip
    monkeypatch.setattr(ggml, "kernels", load_kernels(choice))
    inputs = attention_inputs(heads, len(MASKS[mask].own))[:3]
    got = run(backend, Attend(backend, heads, MASKS[mask], cap, sinks_of(heads, there=sinks)), inputs, seed=5)
    for result, true in zip(got, true_attention(heads, mask, cap, sinks), strict=True):
        assert np.linalg.norm(result.reshape(true.shape) - true) <= 1e-6 * np.linalg.norm(true) + 1e-12


@pytest.mark.parametrize("mask", ["packed, with a window", "one token", "shared beginnings, with a window"])
@pytest.mark.parametrize(("cap", "sinks"), [(0.0, False), (3.0, False), (0.0, True)])
def test_that_the_references_attention_is_numpys(mask: str, cap: float, sinks: bool) -> None:
    q, k, v, do = attention_inputs(HEADS, len(MASKS[mask].own))
    wide = (x.astype(np.float64) for x in (q, k, v))
    for found, true in zip(
        true_attention(HEADS, mask, cap, sinks),
        numpy_attention(*wide, MASKS[mask], cap, sinks_of(HEADS, there=sinks), do.astype(np.float64)),
        strict=True,
    ):
        np.testing.assert_allclose(found, true, rtol=0, atol=1e-12)


@every_choice
@pytest.mark.parametrize("mask", ["packed", "shared beginnings"])
def test_that_any_number_of_threads_computes_the_same_to_the_bit(
    ggml: Ggml, monkeypatch: pytest.MonkeyPatch, choice: int, mask: str
) -> None:
    monkeypatch.setattr(ggml, "kernels", load_kernels(choice))
    heads, keys = HEADS, MASKS[mask]
    inputs = [random((len(keys.own), h, heads.width), i) for i, h in enumerate((heads.queries, heads.keys, heads.keys))]
    results = []
    for threads in (1, 2, 3, 5):
        backend = Backend(ggml, threads)
        results.append(run(backend, Attend(backend, heads, keys, 0.0), inputs))
    for other in results[1:]:
        assert all(np.array_equal(a, b) for a, b in zip(results[0], other, strict=True))


def test_that_a_row_may_be_packed_anew(backend: Backend) -> None:
    heads, storage, tape = HEADS, Storage(backend, 16), Tape(backend, 64)
    q, k, v = (storage.new(64, h, 50) for h in (9, 3, 3))
    attention, place = FusedAttention(backend, storage, 50, heads), storage.new(64, 9, 50)
    tape.store(attention.attend(tape, q, k, v, Scores(0.125)), place)
    storage.allocate()
    scratch = Scratch(backend)
    scratch.add(tape)
    values = [random((50, h, heads.width), h) for h in (9, 3, 3)]
    for tensor, value in zip((q, k, v), values, strict=True):
        write(backend.ggml, tensor, value)
    for keys in (packed([50]), packed([20, 30]), packed([20, 30], shared=[0, 15]), packed([50])):
        attention.set_mask(keys)
        backend.compute(tape)
        true = reference.attention(*values, keys, 0.0, None, np.zeros_like(values[0]))[0]
        np.testing.assert_allclose(read(backend.ggml, place).reshape(true.shape), true, atol=1e-5)


@pytest.mark.parametrize("which", [0, 1, 2])
def test_that_what_is_no_number_stays_so(backend: Backend, which: int) -> None:
    inputs = [random((50, h, 64), h) for h in (9, 3, 3)]
    inputs[which][3] = np.nan
    o = run(backend, Attend(backend, HEADS, packed([50]), 0.0), inputs)[0].reshape(50, 9, 64)
    assert np.isnan(o[3]).all()


def test_that_scores_of_any_size_are_compared(backend: Backend) -> None:
    inputs = [random((50, h, 64), h) * (1e4 if h == 9 else 1) for h in (9, 3, 3)]
    for result in run(backend, Attend(backend, HEADS, packed([50]), 0.0), inputs):
        assert np.isfinite(result).all()


@pytest.mark.parametrize("width", [8, 24, 100])
def test_that_heads_of_no_whole_vectors_are_left_to_ggml(ggml: Ggml, width: int) -> None:
    assert attention_for(ggml, Heads(4, 2, width)) is BlockedAttention
    assert attention_for(ggml, Heads(4, 2, 16)) is FusedAttention


THIN = [
    (576, 192, 16),
    (192, 576, 16),
    (32, 16, 1),
    (2048, 80, 7),
    (1536, 576, 64),
    (1040, 32, 33),
]  # d_in, d_out, rank


@every_choice
@pytest.mark.parametrize("tokens", [1, 23, 25, 130])
@pytest.mark.parametrize(("d_in", "d_out", "rank"), THIN)
def test_that_an_adapted_product_is_the_references(
    backend: Backend, ggml: Ggml, monkeypatch: pytest.MonkeyPatch, choice: int, d_in: int, d_out: int, rank: int,
    tokens: int,
) -> None:  # fmt: skip
    monkeypatch.setattr(ggml, "kernels", load_kernels(choice))
    w, x = random((d_out, d_in), 1), random((tokens, d_in), 2)
    a, b = random((rank, d_in), 3), random((rank, d_out), 4)
    held = Storage(backend, 2)
    weight, transposed = held.new(d_in, d_out), held.new(d_out, d_in)
    held.allocate()
    write(ggml, weight, w)
    write(ggml, transposed, w.T.copy())

    def build(_: Storage, tape: Tape, x: Tensor, a: Tensor, b: Tensor) -> Tensor:
        linear = FrozenLinear("w", weight, transposed=transposed)
        return adapted_product(tape, linear, LowRank(a, b, 0.5, None), x, x)

    got = run(backend, build, [x, a, b], seed=6)
    dy = random((tokens, d_out), 6)
    h, dh = (reference.contract(0.5, factor, y).astype(np.float32) for factor, y in ((a, x), (b, dy)))
    y, dx = (left.astype(np.float64) @ right.astype(np.float64) for left, right in ((x, w.T), (dy, w)))
    true = [reference.expand(y, b, h), reference.expand(dx, a, dh), reference.outer(x, dh), reference.outer(dy, h)]
    for result, expected in zip(got, true, strict=True):
        assert np.linalg.norm(result.reshape(expected.shape) - expected) <= 1e-6 * np.linalg.norm(expected)


def test_that_the_references_thin_products_are_numpys() -> None:
    a, x, h = random((7, 32), 1), random((5, 32), 2), random((5, 7), 3)
    wide_a, wide_x, wide_h = (value.astype(np.float64) for value in (a, x, h))
    np.testing.assert_allclose(reference.contract(0.5, a, x), 0.5 * wide_x @ wide_a.T, atol=1e-13)
    np.testing.assert_allclose(reference.expand(wide_x, a, h), wide_x + wide_h @ wide_a, atol=1e-13)
    np.testing.assert_allclose(reference.outer(x, h), wide_h.T @ wide_x, atol=1e-13)


def test_that_factors_of_no_whole_vectors_are_left_to_ggml(backend: Backend) -> None:
    kernels = backend.ggml.kernels
    assert kernels.takes(32, 32)
    assert not kernels.takes(32, 24)
    assert not kernels.takes(24, 32)
