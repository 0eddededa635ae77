"""Every vector-Jacobian rule against central finite differences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import pytest

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Scratch, Storage
from core.engine.ggml.lib import load
from core.engine.ggml.tensor import Tensor, read, write
from core.engine.kernels.interface import workspace_numbers
from core.engine.kernels.library import load_kernels
from core.engine.model.frozen import FrozenLinear
from core.engine.ops import elementwise, experts, gated_delta
from core.engine.ops.attention.blocked import QueryBlock, blocked_attention, device_attention
from core.engine.ops.attention.fused import fused_attention
from core.engine.ops.attention.interface import Scores
from core.engine.ops.autograd import Tape
from core.engine.ops.causal_conv import causal_conv
from core.engine.ops.elementwise import geglu, relu_squared, swiglu
from core.engine.ops.frozen_product import frozen_mul_mat
from core.engine.ops.gated_delta import DeltaInputs
from core.engine.ops.low_rank import LowRank, adapted_product, contract, expand
from core.engine.ops.norm import rms_norm
from core.engine.ops.rope import Rope
from core.engine.ops.selective_scan import StateHeads, selective_scan
from tests.support.devices import OnDevice
from tests.support.metal_double import MetalDouble


@dataclass
class Case:
    """A function of trainable inputs (numpy shapes); `fixed` are inputs without a gradient."""

    build: Callable[..., Tensor]  # (tape, trainable..., fixed...) -> output
    inputs: Sequence[tuple[int, ...]]
    fixed: Sequence[np.ndarray] = ()
    step: float = 1e-2  # F32 arithmetic: small enough for the curvature, large enough for the rounding
    tolerance: float = 3e-3


def causal(n_keys: int, start: int, n: int, cut: int = 0) -> np.ndarray:
    """Mask [n, n_keys]: key <= query; queries from `cut` on attend to no key before it."""
    query, key = np.arange(start, start + n)[:, None], np.arange(n_keys)[None]
    allowed = (key <= query) & ~((query >= cut) & (key < cut))
    return np.where(allowed, 0.0, -np.inf).astype(np.float32)


def two_blocks(
    cap: float, second_from: int = 0, form: Callable[..., Tensor] = blocked_attention, sizes: tuple[int, int] = (4, 3)
) -> Callable[..., Tensor]:
    """second_from: the first key that the second block reads. sizes: queries of each."""

    def build(
        tape: Tape, q: Tensor, k: Tensor, v: Tensor, first: Tensor, second: Tensor, sinks: Tensor | None = None
    ) -> Tensor:
        blocks = [QueryBlock(0, sizes[0], first), QueryBlock(*sizes, second)]
        blocks[1].keys.first = second_from
        return form(tape, q, k, v, blocks, Scores(0.5, cap, sinks))

    return build


def rope(mode: int) -> Callable[..., Tensor]:
    def build(tape: Tape, x: Tensor, positions: Tensor, factors: Tensor) -> Tensor:
        return Rope(n_dims=8, mode=mode, freq_base=100.0, factors=factors).apply(tape, x, positions)

    return build


YARN = Rope(8, 2, 100.0, 0.25, 8, ext_factor=1.0, attn_factor=1.1, beta_fast=2.0)


def tempered(tape: Tape, q: Tensor, positions: Tensor) -> Tensor:
    return Rope(n_dims=8, mode=2, freq_base=100.0, n_ctx_orig=2, temperature=0.5).temper(tape, q, positions)


def convolved(tape: Tape, x: Tensor, kernel: Tensor, positions: Tensor, bias: Tensor | None = None) -> Tensor:
    return causal_conv(tape, x, kernel, positions, bias)


def split_and_joined(tape: Tape, x: Tensor) -> Tensor:
    """Parts that are read once and twice, in another order than theirs."""
    a, b, c = elementwise.split(tape, x, 8, 8, 8)
    return elementwise.mul(tape, elementwise.add(tape, elementwise.mul(tape, c, b), b), a)


def expert_product(tape: Tape, x: Tensor, ids: Tensor, w: Tensor, w_transposed: Tensor | None = None) -> Tensor:
    return experts.expert_mul_mat(tape, frozen(w, w_transposed), x, ids)


def expert_sum(
    tape: Tape, x: Tensor, weights: Tensor, ids: Tensor, w: Tensor, w_transposed: Tensor | None = None
) -> Tensor:
    return experts.expert_sum(tape, frozen(w, w_transposed), x, weights, ids)


def contracted(tape: Tape, x: Tensor, a: Tensor, ids: Tensor) -> Tensor:
    return experts.contract_experts(tape, a, x, ids)


def expanded(*, combined: bool) -> Callable[..., Tensor]:
    def build(tape: Tape, h: Tensor, b: Tensor, ids: Tensor) -> Tensor:
        return experts.expand_experts(tape, b, h, ids, combined=combined)

    return build


def fused(cap: float) -> Callable[..., Tensor]:
    def build(
        tape: Tape, q: Tensor, k: Tensor, v: Tensor, mask: Tensor, workspace: Tensor, sinks: Tensor | None = None
    ) -> Tensor:
        return fused_attention(tape, q, k, v, mask, workspace, Scores(0.5, cap, sinks))

    return build


def adapted(tape: Tape, x: Tensor, a: Tensor, b: Tensor, w: Tensor, w_transposed: Tensor | None = None) -> Tensor:
    return adapted_product(tape, frozen(w, w_transposed), LowRank(a, b, 1.5, None), x, x)


def adapted_with_dropout(tape: Tape, x: Tensor, a: Tensor, b: Tensor, w: Tensor, mask: Tensor) -> Tensor:
    return adapted_product(tape, frozen(w), LowRank(a, b, 1.5, None), x, elementwise.mul(tape, x, mask))


def frozen(w: Tensor, w_transposed: Tensor | None = None) -> FrozenLinear:
    return FrozenLinear("w", w, transposed=w_transposed)


def delta_rule(tape: Tape, q: Tensor, k: Tensor, v: Tensor, decay: Tensor, beta: Tensor, positions: Tensor) -> Tensor:
    inputs = DeltaInputs(q, k, v, logarithm(tape, decay), beta)
    return gated_delta.by_ggml(tape, inputs, positions, 0.5)


def scan(tape: Tape, xbc: Tensor, decay: Tensor, step: Tensor, positions: Tensor, skip: Tensor) -> Tensor:
    return selective_scan(tape, xbc, logarithm(tape, decay), step, positions, skip, SCANNED)


def logarithm(tape: Tape, x: Tensor) -> Tensor:
    """Of a decay, which is never above zero."""
    return elementwise.scale(tape, elementwise.mul(tape, x, x), -1.0)


rng = np.random.default_rng(7)
WEIGHT = rng.normal(size=(6, 8)).astype(np.float32)
GAIN = np.random.default_rng(6).normal(size=32).astype(np.float32)
WIDE = np.random.default_rng(8).normal(size=(16, 32)).astype(np.float32)
MASK = np.random.default_rng(9).integers(0, 2, (3, 32)).astype(np.float32)
POSITIONS = np.array([0, 1, 2, 0, 1], np.int32)
FACTORS = np.array([1, 1, 2, 4], np.float32)
EXPERTS = rng.normal(size=(4, 6, 8)).astype(np.float32)  # four, from 8 to 6 wide
EXPERTS_TRANSPOSED = EXPERTS.swapaxes(1, 2).copy()
EXPERT_IDS = np.array([[1, 3], [0, 1], [3, 2]], np.int32)  # two for each of three tokens
SCANNED, SKIP = StateHeads(4, 2, 2, 3), np.array([0.5, -1, 1, 2], np.float32)
SINKS = np.array([0.5, -1, 1, 0], np.float32)
ATTENTION = ([(7, 4, 8), (7, 2, 8), (7, 2, 8)], [causal(4, 0, 4, 2), causal(7, 4, 3, 5)])

CASES = {
    "add": Case(elementwise.add, [(3, 8), (3, 8)]),
    "add a frozen row": Case(elementwise.add, [(3, 8)], [rng.normal(size=8).astype(np.float32)]),
    "scale": Case(lambda tape, x: elementwise.scale(tape, x, -1.7), [(3, 8)]),
    "mul": Case(elementwise.mul, [(3, 8), (3, 8)]),
    "mul by a frozen row": Case(elementwise.mul, [(3, 8)], [rng.normal(size=8).astype(np.float32)]),
    "mul by a trained row": Case(elementwise.mul, [(3, 8), (8,)]),
    "divide": Case(elementwise.divide, [(8,)], [rng.uniform(1, 2, 8).astype(np.float32)]),
    "reshape": Case(lambda tape, x: elementwise.reshape(tape, x, 4, 2, 3), [(3, 8)]),
    "contract": Case(contract, [(6, 8), (3, 8)]),
    "expand": Case(expand, [(6, 8), (3, 6)]),
    "frozen mul_mat, transposed copy": Case(
        lambda tape, x, w, wt: frozen_mul_mat(tape, frozen(w, wt), x), [(3, 8)], [WEIGHT, WEIGHT.T.copy()]
    ),
    "frozen mul_mat, streamed": Case(lambda tape, x, w: frozen_mul_mat(tape, frozen(w), x), [(3, 8)], [WEIGHT]),
    "adapted product": Case(adapted, [(3, 32), (4, 32), (4, 16)], [WIDE, WIDE.T.copy()]),
    "adapted product, streamed": Case(adapted, [(3, 32), (4, 32), (4, 16)], [WIDE]),
    "adapted product, dropout": Case(adapted_with_dropout, [(3, 32), (4, 32), (4, 16)], [WIDE, MASK]),
    "adapted product, no whole vectors": Case(adapted, [(3, 8), (4, 8), (4, 6)], [WEIGHT, WEIGHT.T.copy()]),
    "rms_norm": Case(lambda tape, x, gain: rms_norm(tape, x, gain, 1e-5), [(3, 8)], [GAIN[:8]]),
    "rms_norm without a gain": Case(lambda tape, x: rms_norm(tape, x, None, 1e-5), [(3, 8)]),
    "mul by a frozen number": Case(elementwise.mul, [(3, 8)], [np.array([0.7], np.float32)]),
    "rms_norm, whole vectors": Case(lambda tape, x, gain: rms_norm(tape, x, gain, 1e-5), [(3, 32)], [GAIN]),
    "swiglu": Case(swiglu, [(3, 8), (3, 8)]),
    "swiglu, whole vectors": Case(swiglu, [(3, 32), (3, 32)]),
    "squared relu": Case(relu_squared, [(3, 8)]),
    "split": Case(split_and_joined, [(3, 24)]),
    "soft_cap": Case(lambda tape, x: elementwise.soft_cap(tape, x, 1.5), [(3, 8)]),
    # The gelu of the forward pass comes from a table in F16: larger steps, so that its rounding matters less.
    "geglu": Case(geglu, [(3, 8), (3, 8)], step=0.1, tolerance=1e-2),
    "rope, neighbouring pairs": Case(rope(0), [(5, 2, 8)], [POSITIONS, FACTORS]),
    "rope, halves": Case(rope(2), [(5, 2, 8)], [POSITIONS, FACTORS]),
    "rope, YaRN": Case(lambda tape, x, positions: YARN.apply(tape, x, positions), [(5, 2, 8)], [POSITIONS]),
    "queries scaled by their position": Case(tempered, [(5, 2, 8)], [POSITIONS]),
    "causal convolution": Case(convolved, [(5, 8)], [rng.normal(size=(8, 3)).astype(np.float32), POSITIONS]),
    "causal convolution, whole vectors": Case(
        convolved, [(5, 32)], [np.random.default_rng(4).normal(size=(32, 4)).astype(np.float32), POSITIONS, GAIN]
    ),
    "attention": Case(two_blocks(cap=0.0), *ATTENTION),
    "attention with capped scores": Case(two_blocks(cap=2.0), *ATTENTION),
    "attention with heads of 64": Case(two_blocks(cap=0.0), [(7, 4, 64), (7, 2, 64), (7, 2, 64)], ATTENTION[1]),
    "attention with sinks": Case(two_blocks(cap=0.0), ATTENTION[0], [*ATTENTION[1], SINKS]),
    "attention for devices with sinks": Case(
        two_blocks(cap=0.0, form=device_attention), ATTENTION[0], [*ATTENTION[1], SINKS]
    ),
    "attention for devices": Case(two_blocks(cap=0.0, form=device_attention), *ATTENTION),
    "attention for devices with capped scores": Case(two_blocks(cap=2.0, form=device_attention), *ATTENTION),
    "weigh": Case(experts.weigh, [(3, 2, 8), (3, 2, 1)]),
    "expert_mul_mat": Case(expert_product, [(3, 2, 8)], [EXPERT_IDS, EXPERTS, EXPERTS_TRANSPOSED]),
    "expert_mul_mat, streamed": Case(expert_product, [(3, 2, 8)], [EXPERT_IDS, EXPERTS]),
    "expert_mul_mat, one input for all slots": Case(
        expert_product, [(3, 1, 8)], [EXPERT_IDS, EXPERTS, EXPERTS_TRANSPOSED]
    ),
    "expert_mul_mat, one input for all slots, streamed": Case(expert_product, [(3, 1, 8)], [EXPERT_IDS, EXPERTS]),
    "expert_sum": Case(expert_sum, [(3, 2, 8), (3, 2, 1)], [EXPERT_IDS, EXPERTS, EXPERTS_TRANSPOSED]),
    "expert_sum, streamed": Case(expert_sum, [(3, 2, 8), (3, 2, 1)], [EXPERT_IDS, EXPERTS]),
    "contract_experts, one input for all slots": Case(contracted, [(3, 1, 8), (4, 2, 8)], [EXPERT_IDS]),
    "contract_experts": Case(contracted, [(3, 2, 8), (4, 2, 8)], [EXPERT_IDS]),
    "expand_experts": Case(expanded(combined=False), [(3, 2, 2), (4, 2, 8)], [EXPERT_IDS]),
    "expand_experts, combined": Case(expanded(combined=True), [(3, 2, 2), (4, 2, 8)], [EXPERT_IDS]),
    "gated delta rule, composed": Case(
        delta_rule, [(5, 1, 4), (5, 1, 4), (5, 2, 4), (5, 2), (5, 2)], [POSITIONS], tolerance=5e-3
    ),
    "selective scan, composed": Case(scan, [(5, 20), (5, 4), (5, 4)], [POSITIONS, SKIP]),
    "a value used twice": Case(lambda tape, x: elementwise.add(tape, swiglu(tape, x, x), x), [(3, 8)]),
}


if load_kernels().f32 is not None:  # where this processor has our kernels
    FUSED = (
        [(7, 4, 16), (7, 2, 16), (7, 2, 16)],
        [np.array([[0, 0, 2, 2, 2, 4, 4], [0] * 7, [0] * 5 + [2] * 2], np.int32)],
    )
    WORKSPACE = np.zeros((2, workspace_numbers(7, 16)), np.float32)  # of two threads
    CASES |= {
        "fused attention": Case(fused(cap=0.0), FUSED[0], [*FUSED[1], WORKSPACE]),
        "fused attention with capped scores": Case(fused(cap=2.0), FUSED[0], [*FUSED[1], WORKSPACE]),
        "fused attention with sinks": Case(fused(cap=0.0), FUSED[0], [*FUSED[1], WORKSPACE, SINKS]),
    }


class Harness:
    """loss = sum(output * weights), with the gradient of every input."""

    def __init__(self, backend: Backend, case: Case) -> None:
        self.backend, self.ggml = backend, backend.ggml
        storage = self.storage = Storage(backend, 32)
        kinds = {np.dtype(np.int32): abi.I32, np.dtype(np.float32): abi.F32}
        self.inputs = [storage.new(*shape[::-1], requires_grad=True) for shape in case.inputs]
        fixed = [storage.new(*array.shape[::-1], kind=kinds[array.dtype]) for array in case.fixed]
        self.tape = Tape(backend, 768)
        output = case.build(self.tape, *self.inputs, *fixed)
        self.output = storage.new(*output.shape)
        seed = storage.new(*output.shape)
        self.gradients = [storage.new(*x.shape) for x in self.inputs]
        self.tape.store(output, self.output)
        self.tape.backward(output, seed)
        for x, place in zip(self.inputs, self.gradients, strict=True):
            gradient = self.tape.gradient(x)
            assert gradient is not None
            self.tape.store(gradient, place)
        storage.allocate()
        self.scratch = Scratch(backend)
        self.scratch.add(self.tape)
        rng = np.random.default_rng(7)  # its own, so that cases do not depend on their order
        self.weights = rng.normal(size=output.shape[::-1]).astype(np.float32)
        self.values = [rng.normal(size=x.shape[::-1]).astype(np.float32) for x in self.inputs]
        write(self.ggml, seed, self.weights)
        for tensor, array in zip(fixed, case.fixed, strict=True):
            write(self.ggml, tensor, array)
        self.loss()

    def loss(self) -> float:
        for tensor, array in zip(self.inputs, self.values, strict=True):
            write(self.ggml, tensor, array)
        self.backend.compute(self.tape)
        return float(np.sum(read(self.ggml, self.output).astype(np.float64) * self.weights))

    def results(self) -> list[np.ndarray]:
        """The output and every gradient."""
        return [read(self.ggml, place) for place in (self.output, *self.gradients)]

    def finite_difference(self, which: int, step: float) -> np.ndarray:
        flat = self.values[which].reshape(-1)
        result = np.empty(flat.size)
        for i, kept in enumerate(flat.copy()):
            flat[i] = kept + step
            above = self.loss()
            flat[i] = kept - step
            result[i] = (above - self.loss()) / (2 * step)
            flat[i] = kept
        self.loss()
        return result.reshape(self.values[which].shape)


CHUNKED = ("gated delta rule, composed", "selective scan, composed")  # on devices: the file of each
LONGEST = ("attention with heads of 64", *CHUNKED)  # more numbers or nodes than the others


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow) if n in LONGEST else n for n in CASES])
def test_that_a_rule_agrees_with_finite_differences(backend: Backend, name: str) -> None:
    check_case(backend, CASES[name])


def check_case(backend: Backend, case: Case) -> None:
    harness = Harness(backend, case)
    for which, place in enumerate(harness.gradients):
        expected = harness.finite_difference(which, case.step)
        got = read(harness.ggml, place)
        assert np.linalg.norm(got - expected) <= case.tolerance * np.linalg.norm(expected), f"input {which}"


THE_CPUS_OWN = (  # devices have another
    "attention", "attention with capped scores", "attention with heads of 64", "attention with sinks", *CHUNKED,
)  # fmt: skip


@pytest.mark.parametrize("name", [name for name in CASES if name not in THE_CPUS_OWN and "fused" not in name])
def test_that_a_device_computes_what_the_processor_does(backend: Backend, device: OnDevice, name: str) -> None:
    """Whose gradients are those of finite differences."""
    expected, got = Harness(backend, CASES[name]).results(), Harness(device.backend, CASES[name]).results()
    for which, (right, found) in enumerate(zip(expected, got, strict=True)):
        error = np.linalg.norm(found - right) / np.linalg.norm(right)
        assert error < device.tolerance.operation, f"result {which}"


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in CASES if name not in THE_CPUS_OWN and "fused" not in name])
def test_that_what_metal_computes_agrees_with_finite_differences(name: str) -> None:
    check_case(MetalDouble(load(), rounds=False), CASES[name])


@pytest.mark.parametrize("cap", [0.0, 2.0])
def test_that_keys_left_out_on_a_device_are_as_good_as_masked(device: OnDevice, cap: float) -> None:
    """As below, by as many keys as attention leaves out at a time: a device cannot look into a buffer anywhere."""
    shapes, first = [(80, 2, 8), (80, 1, 8), (80, 1, 8)], causal(64, 0, 64)
    long_blocks = partial(two_blocks, cap, form=device_attention, sizes=(64, 16))
    masked = Harness(device.backend, Case(long_blocks(), shapes, [first, causal(80, 64, 16, cut=64)]))
    left_out = Harness(device.backend, Case(long_blocks(64), shapes, [first, causal(80, 64, 16)]))
    for expected, got in zip(masked.results(), left_out.results(), strict=True):
        assert np.linalg.norm(got - expected) < device.tolerance.operation * np.linalg.norm(expected)


@pytest.mark.parametrize("cap", [0.0, 2.0])
def test_that_keys_left_out_are_as_good_as_masked(backend: Backend, cap: float) -> None:
    shapes, first = ATTENTION[0], causal(4, 0, 4)
    masked = Harness(backend, Case(two_blocks(cap), shapes, [first, causal(7, 4, 3, cut=3)]))
    left_out = Harness(backend, Case(two_blocks(cap, second_from=3), shapes, [first, causal(7, 4, 3)]))

    def check() -> None:
        left_out.loss()
        for expected, got in zip(masked.results(), left_out.results(), strict=True):
            np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-6)

    check()
    larger = Tape(backend, 16)
    x = larger.emit("new_tensor_4d", abi.F32, 1 << 16, 1, 1, 1)
    larger.compute(larger.emit("scale", x, 2.0))
    left_out.scratch.add(larger)  # moves the graph
    check()
