"""A model held to itself while it learns: the divergence, its gradient, and that a run goes on to the bit."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from core.base.errors import LuthierError
from core.data.example import Example
from core.data.tokens.pack import PackedRows, pack_rows
from core.engine.ggml.tensor import read, write
from core.engine.model.weights import LoadedModel, load_for_engine
from core.engine.train.engine import logits_of
from core.engine.train.hold import drawn
from core.engine.train.plan.search import plan_memory
from core.engine.train.rows import PackedRow
from core.engine.train.training import Training
from core.protocol.config import HELD_EVERY, TrainConfig
from tests.support.short_training import CONFIG, NOTES, sequences

HELD = msgspec.structs.replace(CONFIG, hold=1.0)
LENGTH = 48


def held_rows(n: int = 5) -> PackedRows:
    """Rows of ordinary text, one length, some shorter than that."""
    random = np.random.default_rng(7)
    tokens = [random.integers(5, 400, LENGTH - 3 * i).astype(np.int32) for i in range(n)]
    examples = [Example(one, np.arange(len(one)) >= 4) for one in tokens]
    return PackedRows(examples, np.arange(n), np.arange(n + 1), np.full(n, LENGTH), np.zeros(n, np.int64))


@pytest.fixture(scope="module")
def loaded(demo_gguf: Path) -> LoadedModel:
    return load_for_engine(demo_gguf, threads=2)


def training(loaded: LoadedModel, config: TrainConfig = HELD, held: PackedRows | None = None) -> Training:
    rows, plan = pack_rows(sequences(20), 64), plan_memory(loaded, config, 64)
    made = Training(
        loaded, config, rows, rows[:2], plan, lambda done, total: None, held_rows=held_rows() if held is None else held
    )
    assert made.hold is not None
    made.hold.ask(lambda done, total: None)
    return made


def moved(made: Training, seed: int = 3) -> np.ndarray:
    """Give the adapter values as if it had learnt something; return them."""
    values = np.random.default_rng(seed).normal(0, 0.02, made.adapter.n_values).astype(np.float32)
    write(made.loaded.ggml, made.adapter.values, values)
    return values


def gradient_of(made: Training, step: int = 0, counted: int = 1) -> tuple[float, np.ndarray]:
    assert made.hold is not None
    made.adapter.zero_gradients()
    found = made.hold.passes(step, counted)
    made.adapter.gather_gradients()
    return found, read(made.loaded.ggml, made.adapter.gradients).reshape(-1) / made.engine.loss_scale


def test_that_nothing_pulls_a_model_that_has_not_moved(loaded: LoadedModel) -> None:
    distance, gradient = gradient_of(training(loaded))
    assert distance == 0.0
    assert not gradient.any()


def test_that_the_divergence_is_that_of_the_whole_vocabulary(loaded: LoadedModel) -> None:
    made = training(loaded)
    assert made.hold is not None
    steps = (0, HELD_EVERY, 2 * HELD_EVERY)
    rows = [made.hold.row_of(step)[1] for step in steps]
    before = [log_shares(made, row) for row in rows]
    moved(made)
    for step, row, expected in zip(steps, rows, before, strict=True):
        distance, _ = gradient_of(made, step)
        wanted = np.sum(np.exp(expected) * (expected - log_shares(made, row)), axis=-1)
        assert distance == pytest.approx(wanted[drawn(row, HELD.seed, step)].mean(), rel=1e-4)


def log_shares(made: Training, row: PackedRow) -> np.ndarray:
    """The logarithms of what the model expects after each token of a row, [n_tokens, n_vocab]."""
    tokens = row.tokens
    logits = logits_of(made.loaded, made.adapter, tokens.tolist(), len(tokens)).astype(np.float64)
    shifted = logits - logits.max(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)))


def test_that_the_gradient_is_the_slope_of_the_divergence(loaded: LoadedModel) -> None:
    """Along itself, where it is steepest."""
    made = training(loaded)
    values = moved(made)
    _, gradient = gradient_of(made, counted=3)
    steepness = float(np.linalg.norm(gradient))
    found = []
    for sign in (1, -1):
        write(loaded.ggml, made.adapter.values, values + sign * 0.02 * gradient / steepness)
        found.append(gradient_of(made)[0])
    assert steepness / 3 / HELD_EVERY == pytest.approx((found[0] - found[1]) / 0.04, rel=0.05)


def test_that_a_held_run_goes_on_to_the_bit(loaded: LoadedModel, tmp_path: Path) -> None:
    whole = training(loaded)
    results = [whole.step().result for _ in range(6)]
    first = training(loaded)
    before = [first.step().result for _ in range(3)]
    first.save(tmp_path, NOTES)
    second = training(loaded)
    second.restore(tmp_path)
    assert before + [second.step().result for _ in range(3)] == results
    np.testing.assert_array_equal(read(loaded.ggml, second.adapter.values), read(loaded.ggml, whole.adapter.values))
    looked = [result.distance for result in results]
    assert [distance is not None for distance in looked] == [step % HELD_EVERY == 0 for step in range(6)]
    assert looked[0] == 0.0 and looked[2] is not None and looked[2] > 0


def test_that_a_run_does_not_go_on_held_by_other_text(loaded: LoadedModel, tmp_path: Path) -> None:
    training(loaded).save(tmp_path, NOTES)
    with pytest.raises(LuthierError) as caught:
        training(loaded, held=held_rows(3)).restore(tmp_path)
    assert caught.value.code == "resume.changed"


def test_that_holding_keeps_a_model_nearer_to_itself(loaded: LoadedModel) -> None:
    """On rows of which none holds it."""
    apart = {}
    for hold in (1e-9, 1.0):
        made = training(loaded, msgspec.structs.replace(HELD, hold=hold, max_steps=12, learning_rate=2e-3))
        other = held_rows(9)[8]
        before = log_shares(made, other)
        for _ in range(12):
            made.step()
        apart[hold] = float(np.mean(np.sum(np.exp(before) * (before - log_shares(made, other)), axis=-1)))
    assert apart[1.0] < 0.3 * apart[1e-9]


def test_that_a_model_of_no_numbers_is_refused(loaded: LoadedModel) -> None:
    made = training(loaded)
    values = moved(made)
    write(loaded.ggml, made.adapter.values, values * np.float32("inf"))
    assert made.hold is not None
    with pytest.raises(LuthierError) as caught:
        made.hold.ask(lambda done, total: None)
    assert caught.value.code == "train.not-finite"
