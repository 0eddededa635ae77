"""Our own Q6_K blocks are read by ggml, and are about as near to the weights as those that ggml makes."""

import numpy as np
import pytest
from numpy.typing import NDArray

from core.engine.ggml import abi
from core.engine.ggml.lib import Ggml
from core.engine.model.weight_layouts import Q6_K_BLOCK, Q6_K_BYTES, quantize_columns, quantize_rows


def columns(kind: str, n: int = 1300) -> NDArray[np.float32]:
    rng = np.random.default_rng(0)
    if kind == "normal":
        return rng.normal(scale=0.02, size=(Q6_K_BLOCK, n)).astype(np.float32)
    if kind == "outliers":
        return (0.01 * rng.standard_t(3, size=(Q6_K_BLOCK, n))).astype(np.float32)
    return (rng.normal(size=(Q6_K_BLOCK, n)) * 10.0 ** rng.uniform(-4, 3, size=(1, n))).astype(np.float32)


def unpacked(ggml: Ggml, packed: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The columns [256, n] that ggml reads from the blocks."""
    values = np.empty((len(packed), Q6_K_BLOCK), np.float32)
    ggml.get_type_traits(abi.Q6_K).contents.to_float(packed.ctypes.data, values.ctypes.data, values.size)
    return values.T


@pytest.mark.parametrize("kind", ["normal", "outliers", "many magnitudes"])
def test_that_blocks_are_about_as_exact_as_those_of_ggml(ggml: Ggml, kind: str) -> None:
    exact = columns(kind)
    theirs = quantize_rows(ggml, abi.Q6_K, exact.T).reshape(-1, Q6_K_BYTES)
    ours = np.linalg.norm(unpacked(ggml, quantize_columns(exact)) - exact, axis=0)
    assert np.mean(ours / np.linalg.norm(unpacked(ggml, theirs) - exact, axis=0)) < 1.1


def test_that_a_column_of_zeros_stays_one(ggml: Ggml) -> None:
    exact = columns("normal", 3)
    exact[:, 1] = 0
    exact[:16, 2] = 0
    read = unpacked(ggml, quantize_columns(exact))
    assert not read[:, 1].any() and not read[:16, 2].any() and read[16:, 2].any()


def test_that_values_at_the_ends_of_the_range_are_not_turned_over(ggml: Ggml) -> None:
    exact = np.full((Q6_K_BLOCK, 2), 0.5, np.float32)
    exact[::2, 0], exact[1::2, 1] = -0.5, -0.4999
    assert np.abs(unpacked(ggml, quantize_columns(exact)) - exact).max() < 0.02
