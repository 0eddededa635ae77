"""The gated delta rule by our own kernels against the scalar reference, and that against numpy, a token at a time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Scratch, Storage
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import read, write
from core.engine.kernels.library import load_kernels
from core.engine.ops.autograd import Tape
from core.engine.ops.gated_delta import DeltaInputs, gated_delta
from tests.support import reference
from tests.support.f32_kernels import CHOICES, every_choice, random
from tests.support.gated_delta import delta_inputs, positions_of
from tests.support.gated_delta import gated_delta as numpy_gated_delta

pytestmark = pytest.mark.skipif(not CHOICES, reason="no kernels on this processor")

SCALE = 0.25
ROWS = {
    "one token": [1],
    "less than a chunk": [47],
    "a chunk": [48],
    "one more": [49],
    "a long row": [201],
    "packed": [5, 1, 70, 20, 48, 3, 64, 33],
}
HEADS = [(3, 3, 64), (2, 4, 16), (1, 2, 96), (1, 1, 128)]  # of keys, of values, their width


def run(
    backend: Backend, inputs: Sequence[NDArray[np.float32]], positions: NDArray[np.int32], do: NDArray[np.float32]
) -> list[np.ndarray]:
    """The output and the gradients."""
    storage, tape = Storage(backend, 64), Tape(backend, 64)
    tensors = [storage.new(*x.shape[::-1], requires_grad=True) for x in inputs]
    where, upstream = storage.new(len(positions), kind=abi.I32), storage.new(*do.shape[::-1])
    o = gated_delta(tape, DeltaInputs(*tensors), where, SCALE)
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


@cache
def truth(heads: tuple[int, int, int], row: str) -> list[NDArray[np.float64]]:
    positions = positions_of(ROWS[row])
    return reference.delta(*delta_inputs(*heads, len(positions)), positions, SCALE, upstream(heads, row))


def upstream(heads: tuple[int, int, int], row: str) -> NDArray[np.float32]:
    return random((sum(ROWS[row]), heads[1], heads[2]), 9)


@every_choice
@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("heads", HEADS, ids=str)
def test_that_the_delta_rule_is_the_references(
    backend: Backend, ggml: Ggml, monkeypatch: pytest.MonkeyPatch, choice: int, heads: tuple[int, int, int], row: str
) -> None:
    monkeypatch.setattr(ggml, "kernels", load_kernels(choice))
    positions = positions_of(ROWS[row])
    got = run(backend, delta_inputs(*heads, len(positions)), positions, upstream(heads, row))
    for name, result, true in zip(("o", *DeltaInputs._fields), got, truth(heads, row), strict=True):
        assert np.linalg.norm(result.reshape(true.shape) - true) <= 2e-6 * np.linalg.norm(true) + 1e-12, name


@pytest.mark.parametrize("row", ["packed", "one token"])
def test_that_the_references_delta_rule_is_numpys(row: str) -> None:
    heads, positions = (2, 4, 16), positions_of(ROWS[row])
    inputs = [x.astype(np.float64) for x in delta_inputs(*heads, len(positions))]
    true = numpy_gated_delta(*inputs, positions, SCALE, upstream(heads, row).astype(np.float64))
    for found, expected in zip(truth(heads, row), true, strict=True):
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10)


@every_choice
def test_that_any_number_of_threads_computes_the_same_delta_rule(
    ggml: Ggml, monkeypatch: pytest.MonkeyPatch, choice: int
) -> None:
    monkeypatch.setattr(ggml, "kernels", load_kernels(choice))
    heads, positions = (3, 6, 32), positions_of(ROWS["packed"])
    inputs, do = delta_inputs(*heads, len(positions)), random((len(positions), 6, 32), 9)
    results = [run(Backend(ggml, threads), inputs, positions, do) for threads in (1, 2, 5)]
    for other in results[1:]:
        assert all(np.array_equal(a, b) for a, b in zip(results[0], other, strict=True))


def test_that_packed_sequences_do_not_feel_each_other(backend: Backend) -> None:
    lengths, begin = [60, 48, 7], 0
    n, heads = sum(lengths), (2, 2, 32)
    inputs, do = delta_inputs(*heads, n), random((n, *heads[1:]), 9)
    packed = [x.reshape(n, -1) for x in run(backend, inputs, positions_of(lengths), do)]
    for length in lengths:
        part = slice(begin, begin + length)
        alone = run(backend, [x[part] for x in inputs], positions_of([length]), do[part])
        for whole, one in zip(packed, alone, strict=True):
            np.testing.assert_allclose(whole[part], one.reshape(length, -1), rtol=0, atol=2e-6)
        begin += length


def test_that_what_is_no_number_stays_so_in_the_delta_rule(backend: Backend) -> None:
    for which in range(5):
        inputs = delta_inputs(1, 1, 16, 60)
        inputs[which][3] = np.nan
        o = run(backend, inputs, positions_of([60]), random((60, 1, 16), 9))[0].reshape(60, 16)
        assert np.isnan(o[3]).all() or (which == 3 and np.isnan(o[4]).all())
