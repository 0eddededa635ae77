"""Trainings from choices: what the reference said is asked once and kept, and stopping changes nothing."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from core.base.errors import LuthierError
from core.data.example import Example
from core.data.tokens.pack import PackedRows, pack_groups
from core.engine.ggml.tensor import read, write
from core.engine.model.weights import LoadedModel, load_for_engine
from core.engine.train.objective import Dpo, Kto, Objective, Orpo, objective_of
from core.engine.train.plan.search import plan_memory
from core.engine.train.reference import Reference, known_reference, remember_reference
from core.engine.train.rows import NO_LABEL, PackedRow, RowChoices
from core.engine.train.training import Training
from core.protocol.config import TrainConfig
from tests.support.checkpoints import quiet
from tests.support.short_training import CONFIG, NOTES

OBJECTIVES = {
    "dpo": Dpo(0.3),
    "normalized": Dpo(0.3, normalized=True, smoothing=0.2),
    "orpo": Orpo(0.3),
    "kto": Kto(0.3),
    "kto, weighted": Kto(0.3, good_weight=2.5),
}


@pytest.fixture(scope="module")
def loaded(demo_gguf: Path) -> LoadedModel:
    loaded = load_for_engine(demo_gguf, threads=1)
    plan_memory(loaded, CONFIG, 128)  # which times products, once
    return loaded


def pairs(count: int, seed: int = 0) -> PackedRows:
    """Pairs of answers to prompts of 17 tokens, of which a row holds one."""
    draw, made = np.random.default_rng(seed), []
    for _ in range(count):
        prompt = draw.integers(5, 4000, 17)
        for n in draw.integers(3, 12, 2):
            tokens = np.concatenate([prompt, draw.integers(5, 4000, n)]).astype(np.int32)
            made.append(Example(tokens, np.arange(len(tokens)) >= 17))
    sides = np.tile(np.array([1, -1], np.int8), count)
    return pack_groups(made, np.repeat(np.arange(count), 2), np.full(2 * count, 16), sides, 128, packed=True)


def training(loaded: LoadedModel, rows: PackedRows, objective: str = "dpo", dropout: float = 0.0) -> Training:
    config = msgspec.structs.replace(CONFIG, objective=objective, dropout=dropout, threads=1)
    return Training(loaded, config, rows, rows, plan_memory(loaded, config, 128), quiet)


def row_of(draw: np.random.Generator, sides: list[int]) -> tuple[PackedRow, np.ndarray]:
    """A row of answers of different lengths, and the losses of its supervised tokens."""
    lengths = draw.integers(2, 6, len(sides))
    segments = np.repeat(np.arange(len(sides)), lengths).astype(np.int32)
    labels = np.where(np.diff(segments, append=-1) != 0, NO_LABEL, 7).astype(np.int32)
    losses = draw.random(int((labels != NO_LABEL).sum())) + 0.1
    choices = RowChoices(np.array(sides, np.int8), -draw.random(len(sides)) * 4)
    row = PackedRow(segments, segments, segments, labels, len(segments), len(losses), choices)
    return row, losses


@pytest.mark.parametrize("objective", OBJECTIVES.values(), ids=OBJECTIVES.keys())
def test_that_weights_are_the_derivatives_of_the_loss_by_each_tokens(objective: Objective) -> None:
    row, losses = row_of(np.random.default_rng(4), [1, -1] * 3)
    weights = objective.weights(row, losses)
    for token in range(len(losses)):
        away = 1e-6 * np.eye(len(losses))[token]
        slope = (objective.loss(row, losses + away) - objective.loss(row, losses - away)) / 2e-6
        assert weights[token] == pytest.approx(slope, rel=1e-5, abs=1e-8)


def test_that_strangers_only_say_how_far_the_model_has_moved() -> None:
    draw = np.random.default_rng(5)
    row, losses = row_of(draw, [1, 0, -1, 0])
    assert row.choices is not None
    gained = row.log_probabilities(losses) - row.choices.reference
    z = max(0.0, float(gained[[1, 3]].mean()))
    kto = Kto(0.3)
    good, bad = (1 - 1 / (1 + np.exp(-0.3 * side * (gained[at] - z))) for at, side in ((0, 1), (2, -1)))
    assert kto.loss(row, losses) == pytest.approx(good + bad) and kto.counted(row) == 2
    of = row.segments[row.labels != NO_LABEL]
    weights = kto.weights(row, losses)
    assert (weights[of == 0] > 0).all() and (weights[of == 2] < 0).all() and not weights[of % 2 == 1].any()
    assert (kto.totals(row, losses).n_good, kto.totals(row, losses).n_bad) == (1, 1)


def test_that_settings_name_the_objective() -> None:
    config = TrainConfig(objective="dpo", preference_beta=0.2, length_normalized=True, label_smoothing=0.1)
    assert objective_of(config) == Dpo(0.2, normalized=True, smoothing=0.1)
    assert config.row_tokens == 2 * config.context and config.choices == "pairs"
    assert objective_of(TrainConfig(objective="kto", good_weight=2.0)) == Kto(good_weight=2.0)
    for name in ("kto", "orpo"):
        assert objective_of(TrainConfig(objective=name)).measure.name == name  # type: ignore[arg-type]
    assert objective_of(TrainConfig()).measure.is_per_token and not TrainConfig().choices


def test_that_the_reference_is_what_training_begins_with_and_asked_once(loaded: LoadedModel, tmp_path: Path) -> None:
    file, rows, asked = tmp_path / "reference.npz", pairs(2), []
    run = training(loaded, rows, dropout=0.3)  # which is off while it is asked
    run.know_reference(file, lambda done, total: asked.append(total))
    assert not file.exists()  # until it is certain that these are the run's rows
    run.keep_reference(file)
    assert run.evaluate(quiet).loss == pytest.approx(np.log(2), abs=1e-6) and asked[-1] == 2 * len(rows)
    later = training(loaded, pairs(2))
    write(loaded.ggml, later.adapter.values, np.full(later.adapter.n_values, 0.02, np.float32))
    later.know_reference(file, lambda done, total: pytest.fail("asked twice"), may_ask=False)
    assert later.evaluate(quiet).loss != pytest.approx(np.log(2), abs=1e-4)


def test_that_a_reference_of_other_rows_or_a_damaged_one_is_not_used(loaded: LoadedModel, tmp_path: Path) -> None:
    file, rows = tmp_path / "reference.npz", pairs(3)
    said = Reference(np.arange(6.0), np.arange(6.0) + 1)
    for others in (Reference(np.arange(5.0), said.evaluation), Reference(said.train, np.full(6, np.nan))):
        remember_reference(others, file, rows, rows)
        assert known_reference(file, rows, rows) is None
    remember_reference(said, file, rows, rows)
    known = known_reference(file, rows, rows)
    assert known is not None and known.evaluation.tolist() == said.evaluation.tolist()
    assert known_reference(file, pairs(3, seed=1), rows) is None and known_reference(file, rows, []) is None
    whole = file.read_bytes()
    for content in (b"", whole[:200], whole.replace(b"NUMPY", b"LUMPY")):
        file.write_bytes(content)
        assert known_reference(file, rows, rows) is None
    with pytest.raises(LuthierError) as caught:
        training(loaded, rows).know_reference(file, quiet, may_ask=False)
    assert caught.value.code == "resume.no-reference"


@pytest.mark.slow
@pytest.mark.parametrize("objective", ["dpo", "kto", "orpo"])
def test_that_a_resumed_training_from_choices_matches_an_uninterrupted_one_to_the_bit(
    loaded: LoadedModel, tmp_path: Path, objective: str
) -> None:
    file, rows = tmp_path / "reference.npz", pairs(30)

    def begun() -> Training:
        run = training(loaded, rows, objective)
        run.know_reference(file, quiet)
        run.keep_reference(file)
        return run

    whole, first = begun(), begun()
    losses = [whole.step().result.loss for _ in range(6)]
    before = [first.step().result.loss for _ in range(3)]
    first.save(tmp_path, NOTES)
    second = begun()
    second.restore(tmp_path)
    assert before + [second.step().result.loss for _ in range(3)] == losses and losses[-1] < losses[0]
    np.testing.assert_array_equal(*(read(loaded.ggml, run.adapter.values) for run in (second, whole)))
