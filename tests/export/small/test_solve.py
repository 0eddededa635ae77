"""Grids are ggml's to the bit, and moving their codes keeps what rounding forgets."""

from __future__ import annotations

import gguf
import numpy as np
import pytest

from core.engine.ggml.lib import load
from core.engine.model.weight_layouts import quantize_rows
from core.export.small import solve
from core.export.small.grid import FINER, KINDS, Grid, Kind, pack, unpack
from core.export.small.solve import fit

EVERY = pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: gguf.GGMLQuantizationType(kind.number).name)


def on_grid(kind: Kind, rows: np.ndarray) -> Grid:
    """The rows as ggml quantizes them."""
    data = np.frombuffer(quantize_rows(load(), kind.number, rows).tobytes(), np.uint8)
    return unpack(kind, data, len(rows))


def weights(n: int, d_in: int) -> np.ndarray:
    return np.random.default_rng(1).normal(size=(n, d_in)).astype(np.float32)


def inputs(d_in: int, n_tokens: int = 900) -> np.ndarray:
    """Of a linear: a few directions are far stronger than the rest, as in models."""
    random = np.random.default_rng(2)
    strong = random.normal(size=(n_tokens, 8)) @ random.normal(size=(8, d_in))
    return (strong + random.normal(size=(n_tokens, d_in))).astype(np.float32)


@pytest.fixture
def unbiased(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error of the outputs alone is made small."""
    for name in ("_BIAS", "_PRESSED"):
        monkeypatch.setattr(solve, name, np.float32(0))


def cost(change: np.ndarray, products: np.ndarray) -> float:
    return float(np.einsum("ni,ij,nj->", change, products, change, dtype=np.float64))


@EVERY
def test_that_a_grid_is_ggmls_to_the_bit(kind: Kind) -> None:
    rows = np.concatenate([weights(5, 512), np.zeros((1, 512), np.float32)])  # a block without any size, too
    data = np.frombuffer(quantize_rows(load(), kind.number, rows).tobytes(), np.uint8)
    grid = unpack(kind, data, len(rows))
    expected = gguf.quants.dequantize(data.reshape(len(rows), -1), gguf.GGMLQuantizationType(kind.number))
    np.testing.assert_array_equal(grid.values(), expected)
    np.testing.assert_array_equal(pack(grid), data)


@pytest.mark.parametrize("kind", FINER, ids=lambda kind: kind.name)
def test_that_one_bit_more_holds_the_same_values(kind: gguf.GGMLQuantizationType) -> None:
    grid = on_grid(KINDS[kind], weights(5, 512))
    finer = grid.finer(KINDS[FINER[kind]])
    written = unpack(finer.kind, pack(finer), 5)
    np.testing.assert_array_equal(written.values(), grid.values())
    np.testing.assert_allclose(written.steps, grid.steps / 2)


@EVERY
def test_that_what_rounding_forgets_is_kept(kind: Kind) -> None:
    """A change of one hundredth, as a training makes it, along a few directions."""
    random = np.random.default_rng(3)
    base = on_grid(kind, weights(64, 512))
    before = base.values()
    learnt = (random.normal(size=(64, 4)) @ random.normal(size=(4, 512)) * 0.005).astype(np.float32)
    x = inputs(512)
    products = x.T @ x
    rounded = on_grid(kind, before + learnt).values() - before
    fit(base, before + learnt, products, 2)
    found = unpack(kind, pack(base), 64).values() - before  # what a file would say
    whole = cost(learnt, products)
    kept, kept_rounded = (float(np.vdot(change @ products, learnt)) / whole for change in (found, rounded))
    assert kept == pytest.approx(1, abs=0.12)
    assert kept_rounded < 0.4 or kind.number == gguf.GGMLQuantizationType.Q8_0


@EVERY
@pytest.mark.usefixtures("unbiased")
def test_that_no_step_makes_it_worse_and_codes_stay_in_their_range(kind: Kind) -> None:
    """Also where much was learnt, so that codes run against the end of their range."""
    base = on_grid(kind, weights(16, 512))
    exact = base.values() + 2 * weights(16, 512)[::-1]
    x = inputs(512)
    products = x.T @ x
    costs = [cost(base.values() - exact, products)]
    for _ in range(3):
        fit(base, exact, products, 1)
        costs.append(cost(base.values() - exact, products))
    assert costs == sorted(costs, reverse=True) and costs[-1] < 0.7 * costs[0]
    assert base.codes.min() >= kind.lowest and base.codes.max() <= kind.highest
    np.testing.assert_array_equal(unpack(kind, pack(base), 16).values(), base.values())


@pytest.mark.usefixtures("unbiased")
def test_that_the_last_code_moved_is_at_its_best() -> None:
    """Brute force: after enough rounds no single code does better elsewhere."""
    kind = KINDS[gguf.GGMLQuantizationType.Q4_1]
    base = on_grid(kind, weights(3, 64))
    exact = base.values() + 0.05 * weights(3, 64)[::-1]
    x = inputs(64)
    products = x.T @ x
    fit(base, exact, products, 60)
    least = cost(base.values() - exact, products)
    for row, column in np.ndindex(3, 64):
        for step in (-1, 1):
            code = base.codes[row, column] + step
            if kind.lowest <= code <= kind.highest:
                base.codes[row, column] += step
                assert cost(base.values() - exact, products) >= least * (1 - 1e-4)
                base.codes[row, column] -= step
