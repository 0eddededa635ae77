"""Our own kernel of Mamba-2's recurrence against numpy, a token at a time in double."""

from __future__ import annotations

import numpy as np
import pytest

from core.engine.ggml.backend import Backend
from core.engine.ggml.lib import Ggml
from core.engine.kernels.library import load_kernels
from core.engine.ops.selective_scan import StateHeads
from tests.support.f32_kernels import CHOICES, every_choice
from tests.support.selective_scan import check, packed, run, scan_inputs

pytestmark = pytest.mark.skipif(not CHOICES, reason="no kernels on this processor")

ROWS = {"one token": [1], "packed": [5, 1, 70, 48, 3], "longer than a chunk": [150]}
SIZES = [StateHeads(4, 8, 1, 16), StateHeads(6, 4, 2, 32), StateHeads(3, 64, 1, 128)]


@every_choice
@pytest.mark.parametrize("lengths", ROWS.values(), ids=ROWS)
@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_that_the_scan_is_the_recurrence_token_by_token(
    backend: Backend, ggml: Ggml, monkeypatch: pytest.MonkeyPatch, choice: int, sizes: StateHeads, lengths: list[int]
) -> None:
    monkeypatch.setattr(ggml, "kernels", load_kernels(choice))
    check(backend, sizes, packed(lengths), scan_inputs(sizes, sum(lengths)), 2e-6)


@pytest.mark.parametrize("sizes", [StateHeads(16, 80, 8, 128), StateHeads(2, 128, 1, 256)], ids=str)
def test_that_it_takes_heads_of_the_families_that_have_the_widest(backend: Backend, sizes: StateHeads) -> None:
    """Nemotron-H's groups and heads, Falcon-H1's states."""
    check(backend, sizes, packed([40, 30]), scan_inputs(sizes, 70), 2e-6)


def test_that_the_scan_is_the_same_on_any_number_of_threads(ggml: Ggml) -> None:
    sizes, positions = StateHeads(6, 8, 2, 16), packed([40, 90])
    inputs = scan_inputs(sizes, len(positions))
    one, many = (run(Backend(ggml, threads), sizes, positions, inputs) for threads in (1, 5))
    for a, b in zip(one, many, strict=True):
        np.testing.assert_array_equal(a, b)
