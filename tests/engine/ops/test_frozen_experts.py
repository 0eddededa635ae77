"""Products with stacks of experts, and the gradients back through them, whatever type the stack has."""

import gguf
import numpy as np
import pytest

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Scratch, Storage
from core.engine.ggml.lib import load
from core.engine.ggml.tensor import Tensor, read, write
from core.engine.model.copies import dequantize_rows, hold_copies
from core.engine.model.frozen import FrozenLinear
from core.engine.model.weight_layouts import Layout, copies_bytes, transposed_kinds
from core.engine.ops import experts
from core.engine.ops.autograd import Tape
from tests.support.metal_double import MetalDouble

Q = gguf.GGMLQuantizationType
STACK_TYPES = [Q.F32, Q.F16, Q.BF16, Q.Q4_0, Q.Q5_1, Q.Q8_0, Q.Q2_K, Q.Q3_K, Q.Q4_K, Q.Q5_K, Q.Q6_K, Q.IQ4_XS]
D_IN, D_OUT, N_EXPERTS, N_USED, N = 768, 320, 5, 2, 7
TOLERANCE = {abi.F32: 1e-5, abi.BF16: 4e-3, abi.Q8_0: 1.5e-2, abi.Q6_K: 4e-2}
IDS = np.array([np.random.default_rng(n).permutation(N_EXPERTS)[:N_USED] for n in range(N)], np.int32)


def frozen_stack(backend: Backend, kind: Q) -> tuple[Storage, FrozenLinear, np.ndarray]:
    """Experts of that type, and the numbers they stand for, [n_experts, d_out, d_in]."""
    values = np.random.default_rng(int(kind)).normal(size=(N_EXPERTS * D_OUT, D_IN)).astype(np.float32)
    storage = Storage(backend, 2)
    stack = storage.new(D_IN, D_OUT, N_EXPERTS, kind=kind)
    storage.allocate()
    packed = gguf.quantize(values, kind) if kind in (Q.F32, Q.F16, Q.BF16) else quantized(backend, values, kind)
    backend.ggml.backend_tensor_set(stack.address, packed.ctypes.data, 0, packed.nbytes)
    exact = dequantize_rows(backend.ggml, stack, 0, N_EXPERTS * D_OUT).reshape(N_EXPERTS, D_OUT, D_IN)
    return storage, FrozenLinear("blk.0.ffn_up_exps.weight", stack), exact


def quantized(backend: Backend, values: np.ndarray, kind: Q) -> np.ndarray:
    rows, width = values.shape
    packed = np.empty(rows * backend.ggml.row_size(kind, width), np.uint8)
    backend.ggml.quantize_chunk(kind, values.ctypes.data, packed.ctypes.data, 0, rows, width, None)
    return packed


def gradient_through(backend: Backend, linear: FrozenLinear, dy: np.ndarray, *, combined: bool) -> np.ndarray:
    """dy [n, used, d_out] -> [n, used or 1, d_in]."""
    storage = Storage(backend, 4)
    ids, upstream = storage.new(N_USED, N, kind=abi.I32), storage.new(*dy.shape[::-1])
    place = storage.new(D_IN, 1 if combined else N_USED, N)
    tape = Tape(backend, 128)
    tape.store(input_gradient(tape, linear, upstream, ids, combined), place)
    storage.allocate()
    scratch = Scratch(backend)
    scratch.add(tape)
    write(backend.ggml, upstream, dy)
    write(backend.ggml, ids, IDS)
    backend.compute(tape)
    return read(backend.ggml, place)[0]


def input_gradient(tape: Tape, linear: FrozenLinear, dy: Tensor, ids: Tensor, combined: bool) -> Tensor:
    return experts.expert_input_gradient(tape, linear.weight, linear.transposed, dy, ids, combined=combined)


@pytest.mark.parametrize("combined", [False, True], ids=["by slot", "combined"])
@pytest.mark.parametrize("kind", STACK_TYPES, ids=lambda kind: kind.name)
def test_that_the_input_gradient_is_that_of_the_dequantized_experts(
    backend: Backend, monkeypatch: pytest.MonkeyPatch, kind: Q, combined: bool
) -> None:
    monkeypatch.setattr(experts, "COLUMNS_BYTES", 4 * 512 * D_OUT * N_EXPERTS)  # 512 of the 768 columns, then the rest
    keep, linear, values = frozen_stack(backend, kind)
    dy = np.random.default_rng(1).normal(size=(N, N_USED, D_OUT)).astype(np.float32)
    exact = np.einsum("nko,nkoi->nki", dy, values[IDS])
    if combined:
        exact = exact.sum(axis=1, keepdims=True)
    streamed = gradient_through(backend, linear, dy, combined=combined)
    assert np.linalg.norm(streamed - exact) < 1e-5 * np.linalg.norm(exact)
    (copy,) = transposed_kinds(backend.ggml, linear, is_head=False)
    layout = Layout(transposed=copy)
    copies = hold_copies(backend, [linear], [layout], lambda done, total: None)
    cached = gradient_through(backend, linear, dy, combined=combined)
    assert np.linalg.norm(cached - exact) < TOLERANCE[copy] * np.linalg.norm(exact)
    assert copies.bytes >= sum(copies_bytes(backend.ggml, linear, layout)) > N_EXPERTS * D_IN * D_OUT
    assert keep.bytes > 0


@pytest.mark.parametrize("combined", [False, True], ids=["by slot", "combined"])
@pytest.mark.parametrize("kind", [Q.F32, Q.Q8_0, Q.Q4_K])
def test_that_a_device_streams_experts_by_their_rows(monkeypatch: pytest.MonkeyPatch, kind: Q, combined: bool) -> None:
    monkeypatch.setattr(experts, "COLUMNS_BYTES", 4 * 128 * D_IN * N_EXPERTS)  # 128 of the 320 rows at a time
    metal = MetalDouble(load(), rounds=False)
    keep, linear, values = frozen_stack(metal, kind)
    dy = np.random.default_rng(1).normal(size=(N, N_USED, D_OUT)).astype(np.float32)
    exact = np.einsum("nko,nkoi->nki", dy, values[IDS])
    if combined:
        exact = exact.sum(axis=1, keepdims=True)
    streamed = gradient_through(metal, linear, dy, combined=combined)
    assert np.linalg.norm(streamed - exact) < 1e-5 * np.linalg.norm(exact)
    assert keep.bytes > 0


def test_that_two_stacks_are_streamed_one_after_the_other(backend: Backend) -> None:
    # Each block and its transpose exist at once, but none of one stack while the other's are made.
    storage, up, _ = frozen_stack(backend, Q.Q8_0)
    more, down, _ = frozen_stack(backend, Q.Q4_K)
    inputs = Storage(backend, 3)
    ids, dy = inputs.new(N_USED, N, kind=abi.I32), inputs.new(D_OUT, N_USED, N)
    place = inputs.new(D_IN, N_USED, N)
    tape = Tape(backend, 256)
    between = input_gradient(tape, down, dy, ids, combined=False)
    hidden = tape.emit("cont", tape.emit("view_3d", between, D_OUT, N_USED, N, *between.strides[1:3], 0))
    tape.store(input_gradient(tape, up, hidden, ids, combined=False), place)
    inputs.allocate()
    scratch = Scratch(backend)
    scratch.add(tape)
    one_stack = experts.streaming(D_IN, D_OUT, N_EXPERTS, N_USED).bytes
    assert one_stack <= scratch.bytes < 1.2 * one_stack
    assert storage.bytes > 0 and more.bytes > 0
