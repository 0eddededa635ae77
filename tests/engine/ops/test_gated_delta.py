"""The gated delta rule by ggml's nodes, on the processor and on devices, against numpy, a token at a time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Scratch, Storage
from core.engine.ggml.lib import load
from core.engine.ggml.tensor import read, write
from core.engine.ops.autograd import Tape
from core.engine.ops.chunks import CHUNK
from core.engine.ops.gated_delta import DeltaInputs, by_ggml
from tests.support.devices import OnDevice
from tests.support.f32_kernels import random
from tests.support.gated_delta import delta_inputs, gated_delta, positions_of

SCALE = 0.25
ROWS = {
    "one token": [1],
    "a chunk": [CHUNK],
    "two and a half": [2 * CHUNK + 31],
    "packed": [5, 1, CHUNK - 6, 20, 3, 70],
}


def run(backend: Backend, inputs: Sequence[np.ndarray], lengths: Sequence[int], do: np.ndarray) -> list[np.ndarray]:
    """The output and the gradients of all inputs."""
    storage, tape, positions = Storage(backend, 64), Tape(backend, 1024), positions_of(lengths)
    tensors = [storage.new(*x.shape[::-1], requires_grad=True) for x in inputs]
    where, upstream = storage.new(len(positions), kind=abi.I32), storage.new(*do.shape[::-1])
    o = by_ggml(tape, DeltaInputs(*tensors), where, SCALE)
    places = [storage.new(*x.shape) for x in (o, *tensors)]
    tape.store(o, places[0])
    tape.backward(o, upstream)
    for x, place in zip(tensors, places[1:], strict=True):
        gradient = tape.gradient(x)
        assert gradient is not None
        tape.store(gradient, place)
    storage.allocate()
    scratch = Scratch(backend)
    scratch.add(tape)
    for tensor, value in zip((*tensors, where, upstream), (*inputs, positions, do), strict=True):
        write(backend.ggml, tensor, value)
    for _ in range(2):  # a graph runs many times
        backend.compute(tape)
    return [read(backend.ggml, place) for place in places]


def check(backend: Backend, heads: tuple[int, int, int], row: str, tolerance: float) -> None:
    n = sum(ROWS[row])
    inputs, do = delta_inputs(*heads, n), random((n, *heads[1:]), 9)
    wide: list[NDArray[np.float64]] = [x.astype(np.float64) for x in inputs]
    true = gated_delta(*wide, positions_of(ROWS[row]), SCALE, do.astype(np.float64))
    for name, got, expected in zip(("o", *DeltaInputs._fields), run(backend, inputs, ROWS[row], do), true, strict=True):
        error = np.linalg.norm(got.reshape(expected.shape) - expected)
        assert error <= tolerance * np.linalg.norm(expected) + 1e-6, name


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("heads", [(2, 4, 8), (2, 2, 32)], ids=str)
def test_that_the_delta_rule_of_ggmls_nodes_is_numpys(heads: tuple[int, int, int], row: str) -> None:
    check(Backend(load(), threads=2), heads, row, 1e-5)


def test_that_a_device_computes_the_delta_rule(device: OnDevice) -> None:
    check(device.backend, (2, 4, 16), "packed", 2 * device.tolerance.operation)


def test_that_the_gradients_derived_by_hand_are_those_of_differences() -> None:
    """Of what everything else is compared with, in double."""
    lengths, heads, step = [4, 1, 3], (1, 2, 3), 1e-5
    inputs = [x.astype(np.float64) for x in delta_inputs(*heads, sum(lengths))]
    do, positions = random((sum(lengths), *heads[1:]), 9).astype(np.float64), positions_of(lengths)

    def loss() -> float:
        return float(np.sum(gated_delta(*inputs, positions, SCALE, do)[0] * do))

    for x, gradient in zip(inputs, gated_delta(*inputs, positions, SCALE, do)[1:], strict=True):
        flat = x.reshape(-1)
        for i, expected in enumerate(gradient.reshape(-1)):
            kept, flat[i] = flat[i], flat[i] + step
            above, flat[i] = loss(), kept - step
            found, flat[i] = (above - loss()) / (2 * step), kept
            assert abs(found - expected) < 1e-8
