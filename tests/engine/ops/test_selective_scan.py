"""Mamba-2's recurrence by ggml's nodes, on the processor and on devices, against numpy, a token at a time."""

from __future__ import annotations

import numpy as np
import pytest

from core.engine.ggml.backend import Backend, Graph
from core.engine.ggml.lib import load
from core.engine.ggml.tensor import Tensor
from core.engine.ops.chunks import CHUNK
from core.engine.ops.selective_scan import StateHeads
from tests.support.devices import OnDevice
from tests.support.selective_scan import check, packed, scan_inputs, scanned

ROWS = {
    "one token": [1],
    "a chunk": [CHUNK],
    "two and a half": [2 * CHUNK + 31],
    "packed": [5, 1, CHUNK - 6, 20, 3, 70],
}
SMALL, GROUPED = StateHeads(4, 8, 1, 16), StateHeads(6, 4, 2, 12)


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("sizes", [SMALL, GROUPED, StateHeads(3, 5, 3, 7)], ids=str)
def test_that_the_scan_of_ggmls_nodes_is_numpys(sizes: StateHeads, row: str) -> None:
    n = sum(ROWS[row])
    check(Backend(load(), threads=2), sizes, packed(ROWS[row]), scan_inputs(sizes, n), 1e-6)


DECAYS = {"weak": (0.9999, 1.0), "strong": (1e-30, 1e-20), "any": (1e-9, 1.0)}


@pytest.mark.parametrize("decays", DECAYS)
def test_that_no_decay_is_too_weak_or_too_strong(decays: str) -> None:
    lengths = [300, 40, 700]
    check(Backend(load(), threads=2), SMALL, packed(lengths), scan_inputs(SMALL, sum(lengths), DECAYS[decays]), 1e-6)


def forgetting(n: int) -> list[np.ndarray]:
    """Tokens that let the whole state go, in between such that keep all of it."""
    xbc, decay, *others = scan_inputs(SMALL, n, (0.99, 1.0))
    decay[3::7] = -3000
    return [xbc, decay, *others]


def test_that_a_token_which_forgets_all_takes_no_digits_from_those_behind_it() -> None:
    check(Backend(load(), threads=2), SMALL, packed([200]), forgetting(200), 1e-6)


def test_that_it_is_the_same_where_no_sums_along_rows_are_to_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = Graph.offered

    def without(graph: Graph, name: str, *arguments: Tensor | float | None) -> Tensor | None:
        return None if name in ("cumsum", "repeat_back") else offered(graph, name, *arguments)

    monkeypatch.setattr(Graph, "offered", without)
    n = sum(ROWS["packed"])
    check(Backend(load(), threads=2), GROUPED, packed(ROWS["packed"]), scan_inputs(GROUPED, n), 1e-5)


@pytest.mark.parametrize("sizes", [StateHeads(16, 80, 8, 128), StateHeads(2, 128, 1, 256)], ids=str)
def test_that_it_takes_heads_of_the_families_that_have_the_widest(sizes: StateHeads) -> None:
    """Nemotron-H's groups and heads, Falcon-H1's states."""
    check(Backend(load(), threads=2), sizes, packed([40, 30]), scan_inputs(sizes, 70), 1e-6)


@pytest.mark.parametrize("sizes", [SMALL, GROUPED], ids=str)
def test_that_a_device_computes_the_scan(device: OnDevice, sizes: StateHeads) -> None:
    n = sum(ROWS["packed"])
    check(device.backend, sizes, packed(ROWS["packed"]), scan_inputs(sizes, n), device.tolerance.operation)


def test_that_the_gradients_derived_by_hand_are_those_of_differences() -> None:
    """Of what everything else is compared with, in double."""
    sizes, positions, step = StateHeads(4, 2, 2, 3), packed([4, 1, 3]), 1e-5
    *inputs, dy, skip = (x.astype(np.float64) for x in scan_inputs(sizes, len(positions)))

    def loss() -> float:
        return float(np.sum(scanned(sizes, *inputs, positions, dy, skip)[0] * dy))

    for x, gradient in zip(inputs, scanned(sizes, *inputs, positions, dy, skip)[1:], strict=True):
        flat = x.reshape(-1)
        for i, expected in enumerate(gradient.reshape(-1)):
            kept, flat[i] = flat[i], flat[i] + step
            above, flat[i] = loss(), kept - step
            found, flat[i] = (above - loss()) / (2 * step), kept
            assert abs(found - expected) < 1e-8
