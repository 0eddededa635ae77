"""Who goes to which expert and how much each counts: against numpy, and every rule against finite differences."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Scratch, Storage
from core.engine.ggml.tensor import Tensor, read, write
from core.engine.ops import elementwise, experts
from core.engine.ops.autograd import Tape
from core.engine.ops.elementwise import swiglu_oai
from core.engine.ops.experts import LEAST_SUM, Routing, route
from tests.engine.ops.test_autograd import CASES as OTHERS
from tests.engine.ops.test_autograd import Case, Harness, check_case
from tests.support.devices import OnDevice

EVERY = {
    "shares of all": Routing(2),
    "shares of the chosen": Routing(2, "chosen"),
    "normalized": Routing(2, normalized=True),
    "normalized and scaled": Routing(2, normalized=True, scale=2.5),
    "sigmoid": Routing(2, "sigmoid"),
    "sigmoid, normalized and scaled": Routing(2, "sigmoid", normalized=True, scale=2.5),
    "sigmoid in groups": Routing(2, "sigmoid", normalized=True, groups=4, groups_used=2),
    "softmax in groups": Routing(3, normalized=True, groups=2, groups_used=1),
}
N_EXPERT = 8


def weights_of_all(logits: NDArray[np.float64], routing: Routing, bias: NDArray[np.float64] | None) -> np.ndarray:
    """logits [T, E] -> weights [T, E], zero for those that were not chosen; the formulas once more."""
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    scores = {"sigmoid": 1 / (1 + np.exp(-logits)), "chosen": logits}.get(
        routing.scores, e / e.sum(axis=1, keepdims=True)
    )
    by = scores if bias is None else scores + bias
    if routing.groups > 1:
        grouped = by.reshape(len(by), routing.groups, -1)
        best = np.sort(grouped, axis=2)[:, :, -2:].sum(axis=2)
        left_out = np.argsort(-best, axis=1)[:, routing.groups_used :]
        np.put_along_axis(grouped := grouped.copy(), left_out[:, :, None], -np.inf, axis=1)
        by = grouped.reshape(by.shape)
    ids = np.argsort(-by, axis=1)[:, : routing.n_used]
    chosen = np.take_along_axis(scores, ids, axis=1)
    if routing.scores == "chosen":
        chosen = np.exp(chosen - chosen.max(axis=1, keepdims=True))
        chosen /= chosen.sum(axis=1, keepdims=True)
    if routing.normalized:
        chosen = chosen / np.maximum(chosen.sum(axis=1, keepdims=True), LEAST_SUM)
    weights = np.zeros_like(logits)
    np.put_along_axis(weights, ids, routing.scale * chosen, axis=1)
    return weights


def routed(backend: Backend, logits: np.ndarray, routing: Routing, bias: np.ndarray | None) -> np.ndarray:
    """The same by the graph."""
    storage, tape = Storage(backend, 8), Tape(backend, 64)
    x, b = storage.new(N_EXPERT, len(logits)), storage.new(N_EXPERT)
    ids, weights = route(tape, x, routing, None if bias is None else b)
    places = storage.new(routing.n_used, len(logits), kind=abi.I32), storage.new(routing.n_used, len(logits))
    tape.store(tape.emit("cont", ids), places[0])
    tape.store(tape.emit("reshape_3d", weights, routing.n_used, len(logits), 1), places[1])
    storage.allocate()
    scratch = Scratch(backend)
    scratch.add(tape)
    write(backend.ggml, x, logits)
    write(backend.ggml, b, np.zeros(N_EXPERT, np.float32) if bias is None else bias)
    backend.compute(tape)
    result = np.zeros(logits.shape)
    chosen, found = (read(backend.ggml, place)[0, 0] for place in places)
    np.put_along_axis(result, chosen.astype(np.int64), found, axis=1)
    return result


@pytest.mark.parametrize("biased", [False, True])
@pytest.mark.parametrize("name", EVERY)
def test_that_weights_are_those_of_the_formulas(backend: Backend, name: str, biased: bool) -> None:
    rng = np.random.default_rng(3)
    logits = (2 * rng.normal(size=(40, N_EXPERT))).astype(np.float32)
    bias = rng.normal(size=N_EXPERT).astype(np.float32) if biased else None
    expected = weights_of_all(logits.astype(np.float64), EVERY[name], None if bias is None else bias.astype(np.float64))
    np.testing.assert_allclose(routed(backend, logits, EVERY[name], bias), expected, rtol=2e-6, atol=1e-7)


def test_that_a_selection_bias_picks_and_does_not_weigh(backend: Backend) -> None:
    logits, bias = np.zeros((1, N_EXPERT), np.float32), np.zeros(N_EXPERT, np.float32)
    bias[[2, 5]] = 9
    weights = routed(backend, logits, Routing(2, "sigmoid", normalized=True), bias)
    np.testing.assert_allclose(weights[0, [2, 5]], 0.5)


def test_that_hardly_any_score_is_not_made_much_of(backend: Backend) -> None:
    """Sigmoids of 1e-9 are divided by the least sum, as llama.cpp does."""
    logits = np.full((1, N_EXPERT), np.log(1e-9), np.float32)
    weights = routed(backend, logits, Routing(2, "sigmoid", normalized=True), None)
    np.testing.assert_allclose(weights.sum(), 2e-9 / LEAST_SUM, rtol=1e-5)


def far_apart(routing: Routing, bias: bool = False) -> Callable[..., Tensor]:
    """The chosen experts' logits are far above the others', so that a small change does not change the choice."""

    def build(tape: Tape, x: Tensor, gap: Tensor, picks: Tensor) -> Tensor:
        logits = elementwise.add(tape, elementwise.scale(tape, x, 0.5), gap)
        return route(tape, logits, routing, picks if bias else None)[1]

    return build


GAP = np.full((3, N_EXPERT), -6, np.float32)
for token, chosen in enumerate(([1, 3, 0, 2], [5, 4, 7, 6], [2, 1, 3, 0])):  # a group of two, one of four
    GAP[token, chosen] = [2, 0, -2, -4]
PICKS = np.array([0.1, 0, -0.1, 0, 0.1, 0, 0, 0], np.float32)
ROWS = np.random.default_rng(4).normal(size=(N_EXPERT, 8)).astype(np.float32)
SCALES = np.random.default_rng(5).uniform(1, 2, N_EXPERT).astype(np.float32)
IDS = np.array([[1, 3], [0, 1], [7, 2]], np.int32)
TINY = np.log(1e-7).astype(np.float32) + GAP
# Away from the limits of 7, where there is no slope.
BEYOND = (6 * np.random.default_rng(7).normal(size=(6, 32))).astype(np.float32)
BEYOND[np.abs(np.abs(BEYOND) - 7) < 0.2] = 3


def gated(tape: Tape, gate: Tensor, up: Tensor, gates: Tensor, ups: Tensor) -> Tensor:
    return swiglu_oai(tape, elementwise.add(tape, gate, gates), elementwise.add(tape, up, ups))


CASES = {
    **{name: Case(far_apart(routing), [(3, N_EXPERT)], [GAP, PICKS]) for name, routing in EVERY.items()},
    "softmax with a selection bias": Case(
        far_apart(Routing(2, normalized=True), bias=True), [(3, N_EXPERT)], [GAP, PICKS]
    ),
    "sigmoid with a selection bias": Case(
        far_apart(Routing(2, "sigmoid", normalized=True), bias=True), [(3, N_EXPERT)], [GAP, PICKS]
    ),
    "hardly any score": Case(
        far_apart(Routing(2, "sigmoid", normalized=True)), [(3, N_EXPERT)], [TINY, PICKS], step=0.1, tolerance=1e-2
    ),
    "a bias of each expert": Case(
        lambda tape, x, bias, ids: experts.add_bias(tape, x, bias, ids), [(3, 2, 8)], [ROWS, IDS]
    ),
    "a weighed bias of each expert": Case(
        lambda tape, weights, bias, ids: experts.weighed_bias(tape, bias, weights, ids), [(3, 2, 1)], [ROWS, IDS]
    ),
    "a scale of each expert": Case(experts.scaled_by_expert, [(3, 2, 1)], [SCALES, IDS]),
    "shared experts gated by token": Case(experts.gated_by_token, [(3, 16), (3, 8)], [ROWS[0]]),
    "swiglu of gpt-oss": Case(gated, [(3, 8), (3, 8)], [BEYOND[:3, :8].copy(), BEYOND[3:, :8].copy()]),
    "swiglu of gpt-oss, whole vectors": Case(gated, [(3, 32), (3, 32)], [BEYOND[:3], BEYOND[3:]]),
}
assert not CASES.keys() & OTHERS.keys()


@pytest.mark.parametrize("name", CASES)
def test_that_a_rule_agrees_with_finite_differences(backend: Backend, name: str) -> None:
    check_case(backend, CASES[name])


@pytest.mark.parametrize("name", CASES)
def test_that_a_device_computes_what_the_processor_does(backend: Backend, device: OnDevice, name: str) -> None:
    expected, got = Harness(backend, CASES[name]).results(), Harness(device.backend, CASES[name]).results()
    for which, (right, found) in enumerate(zip(expected, got, strict=True)):
        error = np.linalg.norm(found - right) / np.linalg.norm(right)
        assert error < device.tolerance.operation, f"result {which}"
