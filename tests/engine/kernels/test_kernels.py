"""Our own kernels against the scalar reference, float64 products, and ggml's errors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Storage
from core.engine.ggml.lib import Ggml
from core.engine.kernels.interface import BF16, INT4, INT6, INT8, KINDS
from core.engine.kernels.library import library_file
from core.engine.kernels.panels import (
    can_pack,
    new_packed_weight,
    packed_bytes,
)
from core.engine.model.copies import dequantize_rows, hold_copies
from core.engine.model.frozen import FrozenLinear
from core.engine.model.weight_layouts import (
    K_QUANTS,
    PACKED_AS,
    Q4_0,
    Q4_K,
    Layout,
    forward_kinds,
    quantize_rows,
    transposed_kinds,
)
from core.engine.ops.autograd import Tape
from core.engine.ops.frozen_product import frozen_product
from tests.support.checkpoints import quiet
from tests.support.own_kernels import (
    AVAILABLE,
    TRANSPOSED,
    error,
    every_kernel,
    is_amx,
    needs_kernels,
    numbers,
    product,
)

SHAPES = [  # depth, rows: of real models, of every number of panels left over, and of the parts of a depth
    (576, 576), (576, 192), (192, 576), (1536, 576), (896, 128), (128, 896), (4864, 896), (2048, 512),
    (32, 16), (64, 32), (96, 64), (576, 80), (608, 48), (8192, 64),
]  # fmt: skip
WHOLE_SHAPES = [(1536, 576), (4864, 896), (2048, 512), (256, 16), (512, 32), (768, 80), (8192, 64)]  # of 256 by 256
FILES = {INT8: abi.Q8_0, INT6: abi.Q6_K, INT4: Q4_K, BF16: abi.Q8_0}  # of what type copies are tested
every_kernel_and_shape = pytest.mark.parametrize(
    ("kind", "choice", "file", "depth", "rows"),
    [
        pytest.param(kind, choice, file, *shape, id=f"{name}-{file}-{shape[0]}-{shape[1]}")
        for kind, choice, name in AVAILABLE
        for file in ([Q4_K, Q4_0] if kind == INT4 else [FILES[kind]])
        for shape in (WHOLE_SHAPES if file in K_QUANTS else SHAPES)
    ],
)
every_transposed_kernel = pytest.mark.parametrize(
    ("kind", "choice"),
    [pytest.param(kind, choice, id=name) for kind, choice, name in AVAILABLE if kind in TRANSPOSED],
)


class Frozen:
    """A weight in a file's type, given as F32 [rows, depth]."""

    def __init__(self, backend: Backend, values: np.ndarray, kind: int = abi.Q8_0) -> None:
        self.backend, self.storage = backend, Storage(backend, 1)
        weight = self.storage.new(*values.shape[::-1], kind=kind)
        self.storage.allocate()
        packed = quantize_rows(backend.ggml, kind, values)
        backend.ggml.backend_tensor_set(weight.address, packed.ctypes.data, 0, packed.nbytes)
        self.linear = FrozenLinear("w", weight)
        self.values = dequantize_rows(backend.ggml, weight, 0, len(values)).astype(np.float64)

    def forward(self, x: np.ndarray, kind: int | None) -> np.ndarray:
        """W x by a copy of that type; None: by the file's own."""
        copies = hold_copies(self.backend, [self.linear], [Layout(forward=kind)], quiet)
        y = product(self.backend, self.linear.forward or self.linear.weight, x)
        del copies
        return y

    def transposed(self, x: np.ndarray, kind: int) -> np.ndarray:
        """W^T x by a copy of that type."""
        copies = hold_copies(self.backend, [self.linear], [Layout(transposed=kind)], quiet)
        assert self.linear.transposed is not None
        y = product(self.backend, self.linear.transposed, x)
        del copies
        return y


def test_that_set_up_compiled_the_kernels() -> None:
    flags = Path("/proc/cpuinfo").read_text().split() if Path("/proc/cpuinfo").exists() else []
    if not {"avx2", "asimd"} & set(flags):
        pytest.skip("this processor has none")
    assert library_file().exists()
    assert any(kind == INT8 for kind, *_ in AVAILABLE)
    assert bool({"avx512_bf16", "bf16"} & set(flags)) == any(kind == BF16 for kind, *_ in AVAILABLE)


@needs_kernels
@every_kernel_and_shape
def test_that_a_product_is_no_further_off_than_ggmls(
    backend: Backend, choose: Callable[[int], None], kind: int, choice: int, file: int, depth: int, rows: int
) -> None:
    choose(choice)
    values, x = numbers(depth, rows, 97)
    frozen = Frozen(backend, values, file)
    true = x.astype(np.float64) @ frozen.values.T
    theirs = error(frozen.forward(x, abi.BF16 if kind == BF16 else None), true)
    assert 0 < error(frozen.forward(x, kind), true) < 1.02 * theirs


@needs_kernels
@every_transposed_kernel
@pytest.mark.parametrize(("depth", "rows"), [(576, 192), (192, 576), (1536, 576), (128, 896)])
def test_that_a_transposed_copy_is_no_further_off_than_ggmls(
    backend: Backend, choose: Callable[[int], None], kind: int, choice: int, depth: int, rows: int
) -> None:
    choose(choice)
    values, _ = numbers(depth, rows, 97)
    _, dy = numbers(rows, depth, 97)
    for file in (abi.Q8_0, abi.F32):
        frozen = Frozen(backend, values, file)
        true = dy.astype(np.float64) @ frozen.values
        theirs = error(frozen.transposed(dy, TRANSPOSED[kind]), true)
        assert 0 < error(frozen.transposed(dy, kind), true) < 1.02 * theirs


@needs_kernels
@pytest.mark.parametrize("file", PACKED_AS)
def test_that_a_files_numbers_are_held_exactly(backend: Backend, choose: Callable[[int], None], file: int) -> None:
    """Tokens whose largest is 127 are not rounded: nothing is left but what F32 sums lose, and a K-quant's scales,
    products of two numbers, in F16. AMX rounds what it unpacks to BF16.
    """
    values, _ = numbers(512, 192, 5)
    x = np.random.default_rng(3).integers(-127, 128, (5, 512)).astype(np.float32)
    x[:, ::32] = 127
    for choice, name in ((choice, name) for kind, choice, name in AVAILABLE if kind == PACKED_AS[file]):
        choose(choice)
        frozen = Frozen(backend, values, file)
        found = frozen.forward(x, PACKED_AS[file])
        tolerance = 2e-3 if is_amx(name) else 1e-3 if file in K_QUANTS else 1e-6
        assert error(found, x.astype(np.float64) @ frozen.values.T) < tolerance, name


@needs_kernels
@pytest.mark.parametrize(("kind", "file"), [(INT8, abi.Q8_0), (INT6, abi.Q6_K), (INT4, Q4_K)])
def test_that_all_integer_kernels_and_numbers_of_threads_agree_to_the_bit(
    ggml: Ggml, choose: Callable[[int], None], kind: int, file: int
) -> None:
    values, x = numbers(1536, 208, 331)
    found: dict[bool, list[np.ndarray]] = {True: [], False: []}  # AMX adds up in BF16
    for choice, name in ((choice, name) for each, choice, name in AVAILABLE if each == kind):
        choose(choice)
        for threads in (1, 2, 3):
            backend = Backend(ggml, threads)
            found[is_amx(name)].append(Frozen(backend, values, file).forward(x, kind))
    for alike in found.values():
        for y in alike[1:]:
            np.testing.assert_array_equal(y, alike[0])


@needs_kernels
@pytest.mark.parametrize(("kind", "file"), [(INT8, abi.Q8_0), (INT6, abi.Q6_K), (INT4, Q4_K)])
def test_that_amx_is_nearer_to_the_file_than_8_bit_tokens(
    backend: Backend, choose: Callable[[int], None], kind: int, file: int
) -> None:
    """With it, weights and tokens are rounded to BF16, which is why it may differ from the other kernels."""
    values, x = numbers(1536, 208, 331)
    errors: dict[bool, float] = {}
    for choice, name in ((choice, name) for each, choice, name in AVAILABLE if each == kind):
        choose(choice)
        frozen = Frozen(backend, values, file)
        errors[is_amx(name)] = error(frozen.forward(x, kind), x.astype(np.float64) @ frozen.values.T)
    if set(errors) != {True, False}:
        pytest.skip("this processor has no AMX")
    assert errors[True] < 0.5 * errors[False]


@needs_kernels
@every_kernel
def test_that_a_token_does_not_depend_on_its_neighbours(
    backend: Backend, choose: Callable[[int], None], kind: int, choice: int
) -> None:
    choose(choice)
    values, x = numbers(1536, 80, 101)
    frozen = Frozen(backend, values, FILES[kind])
    together = frozen.forward(x, kind)
    for some in (slice(0, 1), slice(5, 12), slice(95, 101)):
        np.testing.assert_array_equal(frozen.forward(x[some], kind), together[some])


@needs_kernels
@every_kernel
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_that_what_is_not_finite_stays_so(
    backend: Backend, choose: Callable[[int], None], kind: int, choice: int, bad: float
) -> None:
    choose(choice)
    values, x = numbers(256, 32, 5)
    x[2, 40] = bad
    y = Frozen(backend, values, FILES[kind]).forward(x, kind)
    assert not np.isfinite(y[2]).any()
    assert np.isfinite(np.delete(y, 2, axis=0)).all()


@needs_kernels
@every_kernel
@pytest.mark.parametrize("size", [0, 1e-40, 1e-25, 1e25])
def test_that_tiny_and_huge_tokens_are_multiplied(
    backend: Backend, choose: Callable[[int], None], kind: int, choice: int, size: float
) -> None:
    """Gradients have any size; numbers that F32 itself holds coarsely may become zero."""
    choose(choice)
    values, x = numbers(256, 32, 5)
    frozen, x = Frozen(backend, values, FILES[kind]), (x * size).astype(np.float32)
    y, true = frozen.forward(x, kind), x.astype(np.float64) @ frozen.values.T
    assert np.abs(y - true).max() <= max(1e-2 * np.abs(true).max(), 1e-30)


@needs_kernels
def test_that_weights_which_read_the_same_round_it_once(backend: Backend) -> None:
    storage, tape = Storage(backend, 4), Tape(backend, 16)
    x = storage.new(64, 5)
    for weight in (new_packed_weight(storage, INT8, 64, 32), new_packed_weight(storage, INT8, 64, 16)):
        tape.compute(frozen_product(tape, weight, x))
    assert backend.ggml.graph_n_nodes(tape.address) == 3


@needs_kernels
def test_that_a_weight_no_kernel_can_pack_is_left_to_ggml(backend: Backend) -> None:
    for d_in, d_out in ((96, 40), (64, 33)):
        linear = FrozenLinear("w", Storage(backend, 1).new(d_in, d_out, kind=abi.Q8_0))
        assert not can_pack(d_in, d_out)
        kinds = forward_kinds(backend.ggml, linear) + transposed_kinds(backend.ggml, linear, is_head=False)
        assert not set(kinds) & set(KINDS)


def test_that_packed_weights_take_little_more_than_a_file(ggml: Ggml) -> None:
    assert packed_bytes(INT8, 576, 192) == ggml.row_size(abi.Q8_0, 576) * 192
    assert packed_bytes(BF16, 576, 192) == ggml.row_size(abi.BF16, 576) * 192
    assert packed_bytes(INT6, 512, 192) < 1.4 * ggml.row_size(abi.Q6_K, 512) * 192
    assert packed_bytes(INT4, 512, 192) == ggml.row_size(Q4_K, 512) * 192 * 20 // 18
