"""Gradients pass through a frozen weight of any type that ggml can dequantize."""

from collections.abc import Callable

import gguf
import numpy as np
import pytest

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Scratch, Storage
from core.engine.ggml.tensor import Tensor, read, write
from core.engine.kernels import interface as own
from core.engine.model.copies import dequantize_rows, hold_copies
from core.engine.model.frozen import FrozenLinear
from core.engine.model.on_device import device_kind, multiplies
from core.engine.model.weight_layouts import Layout, copies_bytes, forward_kinds, transposed_kinds
from core.engine.ops.autograd import Tape
from core.engine.ops.frozen_product import frozen_product, input_gradient
from tests.support.devices import OnDevice

Q = gguf.GGMLQuantizationType
TRAINED_TYPES = [
    Q.F32, Q.F16, Q.BF16, Q.Q4_0, Q.Q4_1, Q.Q5_0, Q.Q5_1, Q.Q8_0, Q.Q2_K, Q.Q3_K, Q.Q4_K, Q.Q5_K, Q.Q6_K,
    Q.IQ2_XXS, Q.IQ2_XS, Q.IQ2_S, Q.IQ3_XXS, Q.IQ3_S, Q.IQ1_S, Q.IQ1_M, Q.IQ4_NL, Q.IQ4_XS, Q.TQ1_0, Q.TQ2_0, Q.MXFP4,
]  # fmt: skip
TABLES = (Q.IQ2_XXS, Q.IQ2_XS, Q.IQ2_S, Q.IQ1_S, Q.IQ1_M)  # whose quantizers take seconds to make tables
EACH = [pytest.param(q, marks=pytest.mark.slow if q in TABLES else (), id=q.name) for q in TRAINED_TYPES]
COMMON = (Q.F32, Q.Q8_0, Q.Q4_K, Q.TQ1_0)  # one read as it lies, one copied, one gathered, one that Metal lacks
D_IN, D_OUT, N = 512, 256, 5
TOLERANCE = {abi.F32: 1e-5, abi.BF16: 4e-3, abi.Q8_0: 1.5e-2, abi.Q6_K: 4e-2, own.BF16: 4e-3, own.INT8: 1.5e-2}


def frozen_weight(backend: Backend, kind: Q) -> tuple[Storage, Tensor, np.ndarray]:
    """A weight [d_in, d_out] of that type, and the numbers it stands for."""
    rng = np.random.default_rng(int(kind))
    values = rng.normal(size=(D_OUT, D_IN)).astype(np.float32)
    importance = np.ones(D_IN, np.float32)
    storage = Storage(backend, 2)
    weight = storage.new(D_IN, D_OUT, kind=kind)
    storage.allocate()
    packed = np.empty(D_OUT * backend.ggml.row_size(kind, D_IN), np.uint8)
    backend.ggml.quantize_chunk(
        kind, values.ctypes.data, packed.ctypes.data, 0, D_OUT, D_IN, importance.ctypes.data
    )  # fmt: skip
    if kind == Q.F32:
        packed = values.view(np.uint8)
    backend.ggml.backend_tensor_set(weight.address, packed.ctypes.data, 0, packed.nbytes)
    return storage, weight, dequantized(backend, kind, packed)


def dequantized(backend: Backend, kind: Q, packed: np.ndarray) -> np.ndarray:
    """By the CPU, wherever the weight lies."""
    host = Storage(Backend(backend.ggml, threads=1), 1)
    weight = host.new(D_IN, D_OUT, kind=kind)
    host.allocate()
    backend.ggml.backend_tensor_set(weight.address, packed.ctypes.data, 0, packed.nbytes)
    return dequantize_rows(backend.ggml, weight, 0, D_OUT)


def gradient_through(backend: Backend, linear: FrozenLinear, dy: np.ndarray) -> np.ndarray:
    return run(backend, dy, D_IN, lambda tape, x: input_gradient(tape, linear.weight, linear.transposed, x))


def product(backend: Backend, linear: FrozenLinear, x: np.ndarray) -> np.ndarray:
    return run(backend, x, D_OUT, lambda tape, y: frozen_product(tape, linear.forward or linear.weight, y))


def run(backend: Backend, x: np.ndarray, width: int, build: Callable[[Tape, Tensor], Tensor]) -> np.ndarray:
    storage = Storage(backend, 4)
    source, place = storage.new(x.shape[1], N), storage.new(width, N)
    tape = Tape(backend, 128)
    tape.store(build(tape, source), place)
    storage.allocate()
    scratch = Scratch(backend)
    scratch.add(tape)
    write(backend.ggml, source, x)
    backend.compute(tape)
    return read(backend.ggml, place).reshape(N, width)


@pytest.mark.parametrize("kind", EACH)
def test_that_the_input_gradient_is_that_of_the_dequantized_weight(backend: Backend, kind: Q) -> None:
    keep, weight, values = frozen_weight(backend, kind)
    linear = FrozenLinear("w", weight)
    dy = np.random.default_rng(1).normal(size=(N, D_OUT)).astype(np.float32)
    exact = dy @ values
    streamed = gradient_through(backend, linear, dy)
    assert np.linalg.norm(streamed - exact) < 1e-5 * np.linalg.norm(exact)
    for copy in transposed_kinds(backend.ggml, linear, is_head=False):
        layout = Layout(transposed=copy)
        copies = hold_copies(backend, [linear], [layout], lambda done, total: None)
        cached = gradient_through(backend, linear, dy)
        assert np.linalg.norm(cached - exact) < TOLERANCE[copy] * np.linalg.norm(exact)
        assert copies.bytes >= sum(copies_bytes(backend.ggml, linear, layout)) > 0
    assert keep.bytes > 0


@pytest.mark.parametrize("kind", EACH)
def test_that_a_forward_copy_is_no_further_from_the_file_than_the_files_own_product(backend: Backend, kind: Q) -> None:
    keep, weight, values = frozen_weight(backend, kind)
    linear = FrozenLinear("w", weight)
    x = np.random.default_rng(1).normal(size=(N, D_IN)).astype(np.float32)
    exact = x @ values.T
    own = np.linalg.norm(product(backend, linear, x) - exact)
    for copy in forward_kinds(backend.ggml, linear):
        copies = hold_copies(backend, [linear], [Layout(forward=copy)], lambda done, total: None)
        assert np.linalg.norm(product(backend, linear, x) - exact) < 1.05 * own + 1e-5 * np.linalg.norm(exact)
        assert copies.bytes > 0
    assert keep.bytes > 0


@pytest.mark.parametrize("kind", [q if q in COMMON else pytest.param(q, marks=pytest.mark.slow) for q in TRAINED_TYPES])
def test_that_a_device_streams_a_weight_of_any_type_that_it_multiplies(device: OnDevice, kind: Q) -> None:
    backend = device.backend
    keep, weight, values = frozen_weight(backend, kind)
    if not multiplies(backend, kind, D_IN, D_OUT):
        assert device_kind(backend, weight) == abi.F16  # in which it is held there
        return
    dy = np.random.default_rng(1).normal(size=(N, D_OUT)).astype(np.float32)
    streamed = gradient_through(backend, FrozenLinear("w", weight), dy)
    assert np.linalg.norm(streamed - dy @ values) < device.tolerance.operation * np.linalg.norm(dy @ values)
    assert keep.bytes > 0
