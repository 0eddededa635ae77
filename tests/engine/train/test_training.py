"""Training as a whole on the bundled model: what a step computes, and that stopping and resuming changes nothing."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from core.base.errors import LuthierError
from core.data.tokens.pack import pack_rows, unpacked_rows
from core.engine.ggml import abi
from core.engine.ggml.tensor import read, write
from core.engine.model.weight_layouts import Layout
from core.engine.model.weights import LoadedModel, load_for_engine
from core.engine.train.checkpoint import list_checkpoints
from core.engine.train.plan.changes import leanest_plan
from core.engine.train.plan.draft import Plan
from core.engine.train.plan.search import plan_memory
from core.engine.train.rows import PackedRow
from core.engine.train.step import train_step
from core.engine.train.training import Training
from core.memory.monitor import SHARE_OF_BUDGET
from core.protocol import MemoryPlan
from core.protocol.config import TrainConfig
from tests.support.short_training import CONFIG, NOTES, sequences


@pytest.fixture(scope="module")
def loaded(demo_gguf: Path) -> LoadedModel:
    return load_for_engine(demo_gguf, threads=2)


def training(loaded: LoadedModel, rows: list[PackedRow], config: TrainConfig = CONFIG) -> Training:
    plan = plan_memory(loaded, config, 64)
    return Training(loaded, config, rows, rows[:2], plan, lambda done, total: None)


def values(run: Training) -> np.ndarray:
    return read(run.loaded.ggml, run.adapter.values)


@pytest.mark.slow
def test_that_a_resumed_run_matches_an_uninterrupted_one_to_the_bit(loaded: LoadedModel, tmp_path: Path) -> None:
    rows = pack_rows(sequences(20), 64)
    whole = training(loaded, rows)
    losses = [whole.step().result.loss for _ in range(6)]
    first = training(loaded, rows)
    before = [first.step().result.loss for _ in range(3)]
    first.save(tmp_path, NOTES)
    second = training(loaded, rows)
    second.restore(tmp_path)
    after = [second.step().result.loss for _ in range(3)]
    assert before + after == losses
    np.testing.assert_array_equal(values(second), values(whole))
    assert second.finished
    assert second.progress.tokens_seen == whole.progress.tokens_seen


@pytest.mark.slow
def test_that_a_resumed_run_sees_the_batches_it_would_have_seen(loaded: LoadedModel, tmp_path: Path) -> None:
    """Within an epoch and in those after it, from rows that were packed anew."""
    config = msgspec.structs.replace(CONFIG, max_steps=40)
    first = training(loaded, pack_rows(sequences(20), 64), config)
    for _ in range(3):
        first.step()
    first.save(tmp_path, NOTES)
    second = training(loaded, pack_rows(sequences(20), 64), config)
    second.restore(tmp_path)
    assert first.batches.steps_per_epoch > 3
    assert second.progress.step == 3
    for step in range(second.progress.step, 40):
        expected, seen = first.batches.rows_of(step), second.batches.rows_of(step)
        assert [row.tokens.tolist() for row in seen] == [row.tokens.tolist() for row in expected]
        assert [row.labels.tolist() for row in seen] == [row.labels.tolist() for row in expected]


@pytest.mark.slow
def test_that_copies_kept_on_disk_change_nothing(
    loaded: LoadedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, notices = pack_rows(sequences(20), 64), []
    plan = plan_memory(loaded, CONFIG, 64)
    assert plan.memory.transposed > 0

    def train() -> tuple[list[float], np.ndarray]:
        run = Training(loaded, CONFIG, rows, [], plan, lambda done, total: None, lambda *what: notices.append(what[0]))
        return [run.step().result.loss for _ in range(3)], values(run)

    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "home"))
    cold, warm = train(), train()
    assert len(list((tmp_path / "home/cache/copies").iterdir())) == 1 and not notices
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "barred"))
    (tmp_path / "barred").write_text("no folder can be made here")
    without = train()
    assert notices == ["cache.not-kept"]
    for losses, trained in (warm, without):
        assert losses == cold[0]
        np.testing.assert_array_equal(trained, cold[1])


def test_that_a_broken_newest_checkpoint_falls_back_to_the_one_before(loaded: LoadedModel, tmp_path: Path) -> None:
    rows = pack_rows(sequences(20), 64)
    run = training(loaded, rows)
    for _ in range(2):
        run.step()
        run.save(tmp_path, NOTES)
    newest = list_checkpoints(tmp_path)[0]
    state = (newest / "state.safetensors").read_bytes()
    (newest / "state.safetensors").write_bytes(state[: len(state) // 2])
    again = training(loaded, rows)
    again.restore(tmp_path)
    assert again.progress.step == 1


def test_that_only_the_newest_checkpoints_are_kept(loaded: LoadedModel, tmp_path: Path) -> None:
    run = training(loaded, pack_rows(sequences(20), 64))
    for _ in range(4):
        run.step()
        run.save(tmp_path, NOTES)
    assert [path.name for path in list_checkpoints(tmp_path)] == ["step-000004", "step-000003"]
    assert not list(tmp_path.glob("*.part"))


def test_that_a_run_is_not_resumed_on_other_data(loaded: LoadedModel, tmp_path: Path) -> None:
    run = training(loaded, pack_rows(sequences(20), 64))
    run.step()
    run.save(tmp_path, NOTES)
    other = training(loaded, pack_rows(sequences(20, seed=1), 64))
    with pytest.raises(LuthierError, match="cannot go on") as caught:
        other.restore(tmp_path)
    assert caught.value.code == "resume.changed"
    assert "this version of Luthier reads them otherwise" in caught.value.hint and "adapter" in caught.value.hint


EXACT = TrainConfig(context=64, rank=4, max_grad_norm=0, backward="streamed", threads=2)


def kept(plan: Plan, layers: int) -> Plan:
    return Plan(msgspec.structs.replace(plan.memory, kept_layers=layers), [Layout()] * len(plan.layouts))


def gradients_of(loaded: LoadedModel, rows: list[PackedRow], plan: Plan | None = None) -> tuple[float, np.ndarray]:
    """Loss and gradient of one step over all rows, unclipped, at an adapter that is not zero; by default as exact as
    the engine computes them.
    """
    plan = plan or kept(plan_memory(loaded, EXACT, 64), 0)
    run = Training(loaded, EXACT, rows, rows[:2], plan, lambda done, total: None)
    rng = np.random.default_rng(5)
    write(loaded.ggml, run.adapter.values, rng.normal(size=run.adapter.n_values) * 0.02)
    result = train_step(run.engine, run.optimizer, rows, 0.0)
    return result.loss, read(loaded.ggml, run.adapter.gradients)


@pytest.mark.slow
def test_that_packed_unpacked_and_accumulated_rows_have_the_same_loss_and_gradient(loaded: LoadedModel) -> None:
    some = sequences(5)
    loss, gradient = gradients_of(loaded, unpacked_rows(some, 64))
    for rows in (pack_rows(some, 64), pack_rows(some, 256)):
        other_loss, other = gradients_of(loaded, rows)
        assert other_loss == pytest.approx(loss, rel=1e-5)
        assert np.linalg.norm(other - gradient) < 1e-3 * np.linalg.norm(gradient)


@pytest.mark.slow
def test_that_the_gradient_survives_a_step_of_many_tokens(demo_gguf_q8: Path) -> None:
    """The mean over 1,500 tokens has gradients too small for the F16 scales of Q8_0 products."""
    loaded = load_for_engine(demo_gguf_q8, threads=2)
    layouts = [Layout(transposed=abi.Q8_0)] * len(loaded.model.linears)
    plan = Plan(plan_memory(loaded, EXACT, 64).memory, layouts)
    rows = pack_rows(sequences(3), 64)
    few, many = (
        gradients_of(loaded, rows, plan),
        gradients_of(loaded, list(rows) * (1_500 // sum(row.n_supervised for row in rows)), plan),
    )
    assert np.linalg.norm(many[1] - few[1]) < 1e-2 * np.linalg.norm(few[1])


def test_that_a_step_that_is_not_finite_changes_nothing_and_is_counted(loaded: LoadedModel) -> None:
    run = training(loaded, pack_rows(sequences(20), 64))
    run.step()
    poisoned = values(run)
    poisoned[..., 0] = 3e38
    write(loaded.ggml, run.adapter.values, poisoned)
    measured = run.step()
    assert not measured.result.updated
    np.testing.assert_array_equal(values(run), poisoned)
    assert run.progress.skipped == 1


@pytest.mark.slow
def test_that_streamed_and_cached_backward_agree(loaded: LoadedModel) -> None:
    """As far as copies allow, which round the gradient by up to 0.4%, as the types do that are fastest here."""
    rows = pack_rows(sequences(8), 64)
    losses = {}
    for backward in ("cached", "streamed"):
        for linear in loaded.model.linears:
            linear.transposed = None
        config = TrainConfig(context=64, rank=4, max_steps=4, learning_rate=5e-3, backward=backward)
        run = training(loaded, rows, config)
        losses[backward] = [run.step().result.loss for _ in range(4)]
    np.testing.assert_allclose(losses["cached"], losses["streamed"], rtol=5e-3)


@pytest.mark.slow
def test_that_what_layers_keep_hardly_changes_the_gradient(loaded: LoadedModel) -> None:
    """They keep it in F16."""
    rows = pack_rows(sequences(8), 64)
    plan = plan_memory(loaded, EXACT, 64)
    gradients = []
    for layers in (0, 2, loaded.model.shape.n_layer):
        gradients.append(gradients_of(loaded, rows, kept(plan, layers))[1])
    for gradient in gradients[1:]:
        assert np.linalg.norm(gradient - gradients[0]) < 1e-3 * np.linalg.norm(gradients[0])


def test_that_fewer_layers_take_less_of_everything(loaded: LoadedModel) -> None:
    plans = [plan_memory(loaded, TrainConfig(layers=layers), 512).memory for layers in ("all", "last half")]
    for part in ("activations", "optimizer", "transposed", "kept_layers", "total"):
        every, some = (getattr(plan, part) for plan in plans)
        assert some < every, part
    lean = [leanest_plan(loaded.model, TrainConfig(layers=layers), 512).total for layers in ("all", "last half")]
    assert lean[1] < lean[0]


def test_that_a_memory_budget_chooses_the_plan(loaded: LoadedModel) -> None:
    def plan(budget: int) -> MemoryPlan:
        return plan_memory(loaded, TrainConfig(memory_budget=budget), 512).memory

    roomy = plan(8 << 30)
    assert (roomy.backward, roomy.kept_layers) == ("cached", loaded.model.shape.n_layer)
    enough = int(roomy.total / SHARE_OF_BUDGET) + 1
    refused, fits = 0, enough
    while fits - refused > 1:  # the smallest budget that is enough
        middle = (refused + fits) // 2
        try:
            plan(middle)
            fits = middle
        except LuthierError as error:
            assert error.code == "memory.too-small"
            refused = middle
    leanest = plan(fits)
    assert (leanest.backward, leanest.copies, leanest.transposed, leanest.kept_layers) == ("streamed", 0, 0, 0)
    between = [plan(fits + share * (enough - fits) // 4) for share in range(5)]
    spent = [found.copies + found.transposed + found.activations for found in between]
    assert spent == sorted(spent)
    assert all(found.total <= fits + share * (enough - fits) // 4 for share, found in enumerate(between))
