"""Rotations whose context was stretched, against their formulas in double."""

from __future__ import annotations

import numpy as np
import pytest

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Scratch, Storage
from core.engine.ggml.lib import load
from core.engine.ggml.tensor import read, write
from core.engine.ops.autograd import Tape
from core.engine.ops.rope import Rope, stretch

N, WIDTH, BASE, FACTOR, ORIGINAL = 40, 32, 500.0, 4.0, 16


def computed(rope: Rope, method: str, x: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """x [T, heads, head_dim] through a method of Rope."""
    backend = Backend(load(), 1)
    storage, tape = Storage(backend), Tape(backend, 64)
    given, places = storage.new(*x.shape[::-1]), storage.new(len(x), kind=abi.I32)
    output = storage.new(*x.shape[::-1])
    tape.store(getattr(rope, method)(tape, given, places), output)
    storage.allocate()
    scratch = Scratch(backend)
    scratch.add(tape)
    write(backend.ggml, given, x)
    write(backend.ggml, places, positions)
    backend.compute(tape)
    return read(backend.ggml, output)[0]


def yarn_frequencies(fast: float, slow: float) -> np.ndarray:
    """arXiv:2309.00071, section 3.2: by how often a pair turns within the original context; bounds whole numbers."""
    own = BASE ** (-np.arange(0, WIDTH, 2) / WIDTH)

    def pair(turns: float) -> float:
        return WIDTH * np.log(ORIGINAL / (turns * 2 * np.pi)) / (2 * np.log(BASE))

    low, high = max(np.floor(pair(fast)), 0), min(np.ceil(pair(slow)), WIDTH - 1)
    kept = 1 - np.clip((np.arange(WIDTH // 2) - low) / max(high - low, 0.001), 0, 1)
    return own * kept + own / FACTOR * (1 - kept)


@pytest.mark.parametrize(("fast", "slow"), [(32.0, 1.0), (1.5, 0.1)])
def test_that_yarn_slows_down_what_turns_slowly(fast: float, slow: float) -> None:
    x = np.random.default_rng(0).normal(size=(N, 2, WIDTH)).astype(np.float32)
    positions = np.arange(N, dtype=np.int32)
    angles = positions[:, None, None] * yarn_frequencies(fast, slow)
    a, b = np.split(x.astype(np.float64), 2, axis=-1)
    turned = np.concatenate([a * np.cos(angles) - b * np.sin(angles), b * np.cos(angles) + a * np.sin(angles)], -1)
    # ggml stretches by `stretch` on its own.
    rope = Rope(WIDTH, 2, BASE, 1 / FACTOR, ORIGINAL, 1.0, 1.3, fast, slow)
    np.testing.assert_allclose(computed(rope, "apply", x, positions), 1.3 * stretch(FACTOR) * turned, atol=2e-5)


@pytest.mark.parametrize("original", [3, 7, 16])
def test_that_queries_grow_with_every_original_context_they_are_beyond(original: int) -> None:
    """To the very token: a lap that is rounded down would show where it begins."""
    q = np.random.default_rng(1).normal(size=(N, 2, WIDTH)).astype(np.float32)
    positions = np.concatenate([np.arange(25), np.arange(N - 25)]).astype(np.int32)  # two packed sequences
    grown = 1 + 0.3 * np.log1p(positions // original)
    rope = Rope(WIDTH, 2, BASE, n_ctx_orig=original, temperature=0.3)
    np.testing.assert_allclose(computed(rope, "temper", q, positions), q * grown[:, None, None], rtol=1e-6)


def test_that_rows_within_the_original_context_cost_nothing() -> None:
    backend = Backend(load(), 1)
    storage, tape = Storage(backend), Tape(backend, 64)
    q, positions = storage.new(WIDTH, 2, N), storage.new(N, kind=abi.I32)
    assert Rope(WIDTH, 2, BASE, n_ctx_orig=N, temperature=0.3).temper(tape, q, positions) is q
