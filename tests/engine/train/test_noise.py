"""Dropout and NEFTune: what is drawn, that it is drawn only in training, and that backward sees what forward saw."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from core.data.example import Example
from core.data.tokens.beginnings import shared_beginnings
from core.data.tokens.pack import pack_rows
from core.engine.ggml.tensor import Tensor, read, write
from core.engine.model.targets import noise_width
from core.engine.model.weights import LoadedModel, load_for_engine
from core.engine.train.noise import Noise, RowOfStep
from core.engine.train.plan.search import plan_memory
from core.engine.train.rows import PackedRow
from core.engine.train.training import Training
from core.protocol.config import TrainConfig

CONFIG = TrainConfig(
    context=64, rank=4, max_steps=4, grad_accumulation=2, learning_rate=5e-3, dropout=0.25, neftune_alpha=5, threads=2
)


@pytest.fixture(scope="module")
def loaded(demo_gguf: Path) -> LoadedModel:
    return load_for_engine(demo_gguf, threads=2)


@pytest.fixture(scope="module")
def rows() -> list[PackedRow]:
    rng = np.random.default_rng(3)
    lengths = rng.integers(12, 40, 12)
    return pack_rows([Example(rng.integers(5, 4000, n).astype(np.int32), np.arange(n) > 2) for n in lengths], 64)


def new_noise(loaded: LoadedModel, config: TrainConfig = CONFIG) -> Noise:
    return Noise(loaded.backend, loaded.model.shape, config, 64)


def new_training(loaded: LoadedModel, rows: list[PackedRow], config: TrainConfig = CONFIG) -> Training:
    plan = plan_memory(loaded, config, 64)
    return Training(loaded, config, rows, rows[:2], plan, lambda done, total: None)


def drawn(
    loaded: LoadedModel, noise: Noise, row: PackedRow, row_of_step: RowOfStep | None, layer: int
) -> dict[str, np.ndarray]:
    noise.start(row, row_of_step)
    noise.enter_layer(layer)
    return {name: numbers(loaded, mask) for (name, _), mask in noise.masks.items()}


def numbers(loaded: LoadedModel, tensor: Tensor) -> np.ndarray:
    return read(loaded.ggml, tensor).reshape(tensor.shape[1], tensor.shape[0])


def test_that_masks_keep_the_mean_and_leave_out_the_share_asked_for(loaded: LoadedModel, rows: list[PackedRow]) -> None:
    masks = drawn(loaded, new_noise(loaded), rows[0], RowOfStep(0, 0), 0)
    assert {name: mask.shape for name, mask in masks.items()} == {
        "attention": (64, 256), "o": (64, 256), "ffn": (64, 256), "down": (64, 768)
    }  # fmt: skip
    for mask in masks.values():
        assert set(np.unique(mask)) == {np.float32(0), np.float32(4 / 3)}
        assert np.mean(mask == 0) == pytest.approx(0.25, abs=0.015)


def test_that_every_step_row_and_layer_has_its_own_masks_and_the_same_again(
    loaded: LoadedModel, rows: list[PackedRow]
) -> None:
    noise = new_noise(loaded)
    cases = [(RowOfStep(0, 0), 0), (RowOfStep(1, 0), 0), (RowOfStep(0, 1), 0), (RowOfStep(0, 0), 1)]
    masks = [drawn(loaded, noise, rows[0], *case)["ffn"] for case in cases]
    for i, mask in enumerate(masks):
        assert all((mask != other).mean() > 0.3 for other in masks[:i])
        np.testing.assert_array_equal(drawn(loaded, noise, rows[0], *cases[i])["ffn"], mask)
    other_seed = new_noise(loaded, msgspec.structs.replace(CONFIG, seed=1))
    assert (drawn(loaded, other_seed, rows[0], *cases[0])["ffn"] != masks[0]).mean() > 0.3


def test_that_only_inputs_of_adapted_linears_have_masks(loaded: LoadedModel) -> None:
    noise = new_noise(loaded, TrainConfig(dropout=0.1, targets="k,down"))
    assert set(noise.masks_of(0)) == {"attention", "down"}
    assert noise.embedding is None
    assert noise_width(loaded.model.shape, TrainConfig(dropout=0.1, targets="k,down")) == 256 + 768
    assert not new_noise(loaded, TrainConfig()).masks


def test_that_the_embeddings_noise_is_bounded_by_each_sequences_length(
    loaded: LoadedModel, rows: list[PackedRow]
) -> None:
    noise, row = new_noise(loaded), rows[0]
    noise.start(row, RowOfStep(0, 0))
    assert noise.embedding is not None
    values = numbers(loaded, noise.embedding)
    for segment in np.unique(row.segments):
        here = row.segments == segment
        bound = 5 / np.sqrt(here.sum() * 256)
        assert 0.98 * bound < np.abs(values[here]).max() <= bound
        assert np.abs(values[here].mean()) < 0.05 * bound


def test_that_a_sequence_with_a_shared_beginning_is_as_long_as_it_is_alone(loaded: LoadedModel) -> None:
    prompt = np.arange(5, 37, dtype=np.int32)
    same = [Example(np.append(prompt, [50 + i, 9]).astype(np.int32), np.arange(34) > 32) for i in range(8)]
    row = pack_rows(same, 64, shared_beginnings(same))[0]
    assert row.segments.max() > 1 and row.positions[row.segments == 1].tolist()[0] > 0
    noise = new_noise(loaded)
    noise.start(row, RowOfStep(0, 0))
    assert noise.embedding is not None
    values = numbers(loaded, noise.embedding)[: row.n_tokens]
    bound = 5 / np.sqrt(34 * 256)
    assert all(0.98 * bound < np.abs(token).max() <= bound for token in values)


@pytest.mark.slow
def test_that_evaluation_knows_neither_dropout_nor_noise(loaded: LoadedModel, rows: list[PackedRow]) -> None:
    plain = new_training(loaded, rows, msgspec.structs.replace(CONFIG, dropout=0, neftune_alpha=0))
    noisy = new_training(loaded, rows)
    factors = np.random.default_rng(5).normal(size=noisy.adapter.n_values) * 0.02
    for run in (plain, noisy):
        write(loaded.ggml, run.adapter.values, factors)
    expected = plain.engine.evaluate(rows, lambda done, total: None).loss
    noisy.engine.load(rows[0], RowOfStep(0, 0))
    noisy.engine.forward()
    trained_on = noisy.engine.loss(1.0) / rows[0].n_supervised
    assert abs(trained_on - plain.engine.evaluate(rows[:1], lambda done, total: None).loss) > 1e-4
    assert noisy.engine.evaluate(rows, lambda done, total: None).loss == expected


@pytest.mark.parametrize("setting", [{"neftune_alpha": 0}, {"dropout": 0}])
def test_that_the_gradient_is_the_losss_slope_under_the_same_draw(
    loaded: LoadedModel, rows: list[PackedRow], setting: dict[str, float]
) -> None:
    """A step along the gradient changes the loss by what the gradient says: backward drew what forward drew."""
    run = new_training(loaded, rows, msgspec.structs.replace(CONFIG, **setting, max_grad_norm=0, backward="streamed"))
    ggml, row = loaded.ggml, rows[0]
    start = (np.random.default_rng(5).normal(size=run.adapter.n_values) * 0.02).astype(np.float32)

    def loss_at(values: np.ndarray) -> float:
        write(ggml, run.adapter.values, values)
        run.engine.load(row, RowOfStep(3, 1))
        run.engine.forward()
        return run.engine.loss(1.0)

    loss_at(start)
    run.adapter.zero_gradients()
    run.engine.backward()
    gradient = read(ggml, run.adapter.gradients).reshape(-1)
    reach = 0.02 / np.linalg.norm(gradient)
    slope = (loss_at(start + reach * gradient) - loss_at(start - reach * gradient)) / (2 * reach)
    assert slope == pytest.approx(float(gradient @ gradient), rel=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("settings", [{}, {"dora": True, "lora_plus_ratio": 4.0}], ids=["LoRA", "DoRA"])
def test_that_a_run_with_dropout_and_noise_resumes_to_the_bit(
    loaded: LoadedModel, rows: list[PackedRow], tmp_path: Path, settings: dict[str, object]
) -> None:
    config = msgspec.structs.replace(CONFIG, **settings)
    whole = new_training(loaded, rows, config)
    losses = [whole.step().result.loss for _ in range(4)]
    first = new_training(loaded, rows, config)
    before = [first.step().result.loss for _ in range(2)]
    first.evaluate(lambda done, total: None)  # does not move the randomness on
    first.save(tmp_path, {})
    second = new_training(loaded, rows, config)
    second.restore(tmp_path)
    assert before + [second.step().result.loss for _ in range(2)] == losses
    np.testing.assert_array_equal(read(loaded.ggml, second.adapter.values), read(loaded.ggml, whole.adapter.values))
