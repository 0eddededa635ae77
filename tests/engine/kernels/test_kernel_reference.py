"""Products of packed weights against the scalar reference, and what packing holds."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Storage
from core.engine.ggml.tensor import row_address
from core.engine.kernels.interface import BF16, BLOCK, INT4, INT6, INT8, KINDS
from core.engine.kernels.library import Kernels
from core.engine.kernels.panels import (
    PackedWeight,
    Scales,
    new_packed_weight,
    pack_weight_columns,
    pack_weight_rows,
    packed_bytes,
)
from tests.support import reference
from tests.support.own_kernels import AVAILABLE, TRANSPOSED, error, every_kernel, is_amx, numbers, product

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="no kernels on this processor")

SHAPES = [(32, 16), (64, 32), (96, 64), (576, 80), (608, 48), (1536, 112), (2080, 16)]
TOKENS = [1, 2, 3, 7, 8, 95, 97, 130, 192]


def packed(storage: Storage, kernels: Kernels, kind: int, rows: np.ndarray) -> PackedWeight:
    """Rows [rows, depth] in panels, 4 and 6 bits with scales that fit them; any depth that is whole blocks."""
    weight = new_packed_weight(storage, kind, *rows.shape[::-1])
    storage.allocate()
    scales = None
    if kind == INT4:
        blocks = rows.reshape(len(rows), -1, BLOCK)
        scales = Scales((blocks.max(-1) - blocks.min(-1)) / 15, -blocks.min(-1))
    elif kind == INT6:
        scales = Scales(np.abs(rows.reshape(len(rows), -1, BLOCK // 2)).max(-1) / 31)
    pack_weight_rows(kernels, weight, 0, rows, scales)
    return weight


def bytes_of(weight: PackedWeight) -> np.ndarray:
    size = packed_bytes(weight.kind, *weight.shape[:2])
    return np.frombuffer((abi.c.c_uint8 * size).from_address(row_address(weight, 0)), np.uint8)


@every_kernel
@pytest.mark.parametrize(("depth", "rows"), SHAPES)
def test_that_a_product_is_the_references(
    backend: Backend, choose: Callable[[int], None], kind: int, choice: int, depth: int, rows: int
) -> None:
    """Integers to the bit, rounding of tokens included; BF16 and AMX but for the order of F32 sums."""
    choose(choice)
    kernels, storage = backend.ggml.kernels, Storage(backend, 1)
    weight = packed(storage, kernels, kind, numbers(depth, rows, 0)[0])
    x = numbers(depth, rows, max(TOKENS))[1]
    true = reference.product(kind, is_amx(kernels.name(kind)), bytes_of(weight), rows, x)
    for n in TOKENS:
        found = product(backend, weight, x[:n])
        if kind == BF16 or is_amx(kernels.name(kind)):
            assert error(found, true[:n]) < 1e-6, n
        else:
            np.testing.assert_array_equal(found, true[:n], err_msg=str(n))


@pytest.mark.parametrize("kind", KINDS)
def test_that_packing_loses_no_more_than_rounding(backend: Backend, kind: int) -> None:
    storage, (rows, _) = Storage(backend, 1), numbers(96, 48, 0)
    held = reference.dequantize(kind, bytes_of(packed(storage, backend.ggml.kernels, kind, rows)), *rows.shape)
    largest = np.abs(rows).max()
    assert np.abs(held - rows).max() < {INT8: 0.5 / 127, INT6: 0.5 / 31, INT4: 1.1 / 15, BF16: 1 / 256}[kind] * largest


@pytest.mark.parametrize("kind", TRANSPOSED)
def test_that_columns_are_packed_as_rows_of_the_transpose_are(backend: Backend, kind: int) -> None:
    rows, kernels = numbers(96, 64, 0)[0], backend.ggml.kernels
    storages = [Storage(backend, 1) for _ in range(2)]
    by_rows = packed(storages[0], kernels, kind, np.ascontiguousarray(rows.T))
    by_columns = new_packed_weight(storages[1], kind, 64, 96)
    storages[1].allocate()
    for first in (0, 32):
        pack_weight_columns(kernels, by_columns, first, rows[first : first + 32])
    np.testing.assert_array_equal(bytes_of(by_columns), bytes_of(by_rows))
