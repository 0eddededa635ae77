"""Objectives beside cross-entropy: tokens that count for more or less, made here, and choices between answers, compared
with the model without its adapter. Their losses, gradients and steps.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.data.example import Example
from core.data.tokens.pack import pack_groups, pack_rows
from core.engine.ggml.tensor import read, write
from core.engine.lora.adapter import LoraAdapter
from core.engine.model.weights import LoadedModel, load_for_engine
from core.engine.train.engine import Engine
from core.engine.train.objective import CROSS_ENTROPY, CrossEntropy, Dpo, Kto, Objective, Orpo
from core.engine.train.optimizer import AdamW
from core.engine.train.plan.search import plan_memory
from core.engine.train.rows import NO_LABEL, PackedRow, PerSegment, PerToken
from core.engine.train.step import train_step
from core.engine.train.training import Training
from core.protocol.measure import wrong_share
from tests.support.checkpoints import quiet
from tests.support.peft import Reference, of_fixture, relative_error
from tests.support.short_training import CONFIG, sequences

pytestmark = pytest.mark.usefixtures("exact_gelu")

BETA = 0.5


class Weighted(CrossEntropy):
    """A token counts as often as its weight says, and in the mean as one."""

    def __init__(self, weights: PerToken) -> None:
        self._weights = weights  # [n_supervised]

    def weights(self, _row: PackedRow, _losses: Callable[[], PerToken], /) -> PerToken:
        return self._weights

    def loss(self, _row: PackedRow, losses: PerToken, /) -> float:
        return float((self._weights * losses).sum())


@pytest.fixture(scope="module", params=["llama", "gemma3"])
def reference(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Reference:
    return of_fixture(request.param, tmp_path_factory.mktemp("reference"))


@pytest.fixture(scope="module")
def loaded(reference: Reference) -> LoadedModel:
    return load_for_engine(reference.model, threads=1)


def pair(reference: Reference) -> PackedRow:
    """A chosen answer of 9 tokens and a rejected one of 6 to one prompt of 41, which the row holds once."""
    draw, n_vocab = np.random.default_rng(3), int(reference.truth["ids"].max())
    prompt, *answers = (draw.integers(3, n_vocab, n) for n in (41, 9, 6))
    both = [
        Example(tokens := np.concatenate([prompt, answer]).astype(np.int32), np.arange(len(tokens)) >= len(prompt))
        for answer in answers
    ]
    rows = pack_groups(both, np.zeros(2, np.int64), np.array([40, 40]), np.array([1, -1], np.int8), 64, packed=True)
    assert len(rows) == 1 and rows.n_shared == 40
    return rows[0]


def knowing(row: PackedRow, said: PerSegment) -> PackedRow:
    """The row of choices, with what the reference says of its answers."""
    assert row.choices is not None
    return replace(row, choices=replace(row.choices, reference=said))


def learnt(loaded: LoadedModel, adapter: LoraAdapter, objective: Objective, row: PackedRow) -> tuple[float, PerToken]:
    """The row's loss and its gradient, [n] as the adapter's values."""
    engine = Engine(loaded, adapter, len(row.tokens), objective=objective)
    adapter.zero_gradients()
    engine.load(row)
    engine.forward()
    loss = engine.loss(weight=engine.loss_scale)
    engine.backward()
    return loss, read(loaded.ggml, adapter.gradients).reshape(-1).astype(np.float64) / engine.loss_scale


def only(row: PackedRow, wanted: NDArray[np.bool_]) -> PackedRow:
    """The row with these of its supervised tokens."""
    labels = row.labels.copy()
    labels[np.flatnonzero(labels != NO_LABEL)[~wanted]] = NO_LABEL
    return replace(row, labels=labels, n_supervised=int(wanted.sum()))


def test_that_tokens_count_by_their_weights(reference: Reference, loaded: LoadedModel, adapter: LoraAdapter) -> None:
    row = reference.rows[0]
    is_heavy = np.arange(row.n_supervised) % 3 == 0
    (heavy_loss, heavy), (light_loss, light) = (
        learnt(loaded, adapter, CROSS_ENTROPY, only(row, wanted)) for wanted in (is_heavy, ~is_heavy)
    )
    loss, gradient = learnt(loaded, adapter, Weighted(np.where(is_heavy, 2.0, 0.25)), row)
    assert loss == pytest.approx(2 * heavy_loss + light_loss / 4, rel=1e-6)
    assert relative_error(gradient, 2 * heavy + light / 4) < 1e-5


@pytest.mark.parametrize(
    "objective",
    [Dpo(BETA), Dpo(BETA, normalized=True, smoothing=0.1), Orpo(BETA), Kto(BETA)],
    ids=["dpo", "normalized and smoothed", "orpo", "kto"],
)
def test_that_a_pairs_gradient_is_the_slope_of_its_loss(
    reference: Reference, loaded: LoadedModel, adapter: LoraAdapter, objective: Objective
) -> None:
    row, step = pair(reference), 5e-3
    before = next(Engine(loaded, adapter, len(row.tokens), trainable=False).log_probabilities([row], quiet))
    row = knowing(row, before - [0.0, 0.5])
    _, gradient = learnt(loaded, adapter, objective, row)
    length, values = np.linalg.norm(gradient), read(loaded.ggml, adapter.values).reshape(-1)

    def loss_at(away: float) -> float:
        write(loaded.ggml, adapter.values, (values + away * gradient / length).astype(np.float32))
        adapter.refresh()
        return learnt(loaded, adapter, objective, row)[0]

    assert (loss_at(step) - loss_at(-step)) / (2 * step) == pytest.approx(length, rel=2e-3)


def test_that_pairs_are_learnt_against_the_model_without_its_adapter(reference: Reference, loaded: LoadedModel) -> None:
    row = pair(reference)
    without = Engine(loaded, None, len(row.tokens), trainable=False)
    row = knowing(row, next(without.log_probabilities([row], quiet)))
    objective, adapter = Dpo(BETA), LoraAdapter(loaded.backend, loaded.model, reference.config)
    adapter.initialize(seed=1)  # B is zero: it is off
    engine = Engine(loaded, adapter, len(row.tokens), objective=objective)
    before = engine.evaluate([row], quiet)
    assert before.loss == pytest.approx(np.log(2), abs=1e-5)
    assert (before.tokens, before.answers) == (15, 1)
    optimizer = AdamW(loaded.backend, engine.scratch, adapter, reference.config)
    one, same = (train_step(engine, optimizer, rows, 0.0) for rows in ([row], [row, row]))
    assert (same.loss, same.grad_norm) == pytest.approx((one.loss, one.grad_norm))  # a mean over pairs
    losses = [train_step(engine, optimizer, [row], 1e-2).loss for _ in range(5)]
    assert losses == sorted(losses, reverse=True) and losses[-1] < 0.9 * before.loss
    after = engine.evaluate([row], quiet)
    assert after.loss < losses[-1] and (after.right, after.answers) == (1, 1)
    assert wrong_share(after) < 1e-8
    totals = after.choices
    assert totals is not None and totals.moved > 0 and (totals.n_good, totals.n_bad, totals.tokens) == (1, 1, 15)
    assert totals.reward_good - totals.reward_bad == pytest.approx(-np.log(np.expm1(after.loss)), rel=1e-6)


@pytest.mark.slow
def test_that_adapters_are_judged_as_the_objective_says(demo_gguf: Path) -> None:
    """Here by another number than the loss: held-out rows that the model finds harder are called better."""

    perverse = replace(CROSS_ENTROPY.measure, judged_by=lambda measured: -(measured.loss or 0.0))
    loaded, rows = load_for_engine(demo_gguf, threads=2), pack_rows(sequences(20), 64)
    run = Training(loaded, CONFIG, rows, rows[:2], plan_memory(loaded, CONFIG, 64), lambda done, total: None)
    run.engine.objective = CrossEntropy(perverse)
    measured = [run.evaluate(quiet)]
    for _ in range(3):
        run.step()
        measured.append(run.evaluate(quiet))
    losses = [one.loss for one in measured if one is not None]
    # At this rate rounding, so the processor, decides which step's loss is the highest.
    worst = max(range(1, 4), key=losses.__getitem__)
    assert losses[worst] > min(losses)
    assert run.progress.best_step == worst and run.progress.best_loss == -losses[worst]
    assert run.progress.eval_loss_before == losses[0]
