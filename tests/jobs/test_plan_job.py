"""The live plan: what it says of memory, steps and time, and what would fit where something does not."""

from __future__ import annotations

from math import ceil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core import protocol as p
from core.advice.advice import ONE_WORDING
from core.base import paths
from core.base.errors import LuthierError
from core.engine.train.plan.changes import leanest_plan, smallest_changes
from core.gguf.header import read_header
from core.jobs.context import JobContext
from core.jobs.data.prepare import prepare_data
from core.jobs.planning.pace import LOW
from core.jobs.planning.plan import Planner, outlined
from core.jobs.training.dry_run import dry_run
from core.protocol.config import HELD_EVERY, HELD_TOKENS, TrainConfig
from core.runs import run as runs

CHATS = paths.DEMO / "chat.jsonl"


@pytest.fixture(scope="module")
def planner(demo_gguf: Path) -> Planner:
    with JobContext(lambda event: None) as context:
        planner = Planner(p.PlanJob(model=str(demo_gguf), data=str(CHATS)), context)
        planner.read_data()
    return planner


def codes(plan: p.TrainingPlan) -> dict[str, dict[str, Any]]:
    return {one.code: one.settings for one in plan.advice}


@pytest.mark.slow
@pytest.mark.parametrize("packing", [True, False])
def test_that_the_plan_counts_the_steps_that_training_will_have(
    planner: Planner, demo_gguf: Path, packing: bool
) -> None:
    config = TrainConfig(context=256, epochs=2, packing=packing)  # no row is cut
    plan = planner.plan(config)
    with JobContext(lambda event: None) as context:
        data = prepare_data(read_header(demo_gguf), str(CHATS), None, config, context)
    assert plan.sequences == len(data.train_rows)
    assert plan.steps == ceil(2 * ceil(len(data.train_rows) / 4))
    assert plan.eval_rows == data.summary.eval_rows
    assert 0 < plan.seconds_low < plan.seconds_high


def test_that_the_plan_holds_out_the_rows_that_a_folder_has_for_it(demo_gguf: Path, tmp_path: Path) -> None:
    lines = CHATS.read_text().splitlines(keepends=True)[:60]
    (tmp_path / "train.jsonl").write_text("".join(lines[:50]))
    (tmp_path / "valid.jsonl").write_text("".join(lines[45:]))  # five are in both
    with JobContext(lambda event: None) as context:
        planner = Planner(p.PlanJob(model=str(demo_gguf), data=str(tmp_path)), context)
        planner.read_data()
        for share in (0.05, 0.0):
            config = TrainConfig(context=256, eval_share=share)
            plan = planner.plan(config)
            data = prepare_data(read_header(demo_gguf), str(tmp_path), None, config, context)
            assert (plan.eval_rows, plan.rows) == (data.summary.eval_rows, len(data.dataset.units))
            assert (plan.eval_rows, plan.rows) == ((15, 45) if share else (0, 50))
            assert plan.sequences == len(data.train_rows)
            said = {one.code: one.text for one in plan.advice}
            told = {notice.code: notice.message for notice in data.dataset.notices}
            for code in ("data.splits", "data.leaked"):
                assert said.get(code) == told.get(code)


def test_that_the_parts_of_memory_are_all_of_it(planner: Planner) -> None:
    plan = planner.plan(TrainConfig(context=256))
    parts = plan.weights + plan.copies + plan.activations + plan.optimizer + plan.compute + plan.process
    assert plan.total == parts and plan.least <= plan.total <= plan.budget and plan.fits and not plan.changes


def test_that_the_smallest_change_fits_and_the_next_larger_does_not(demo_gguf: Path) -> None:
    model, config = outlined(str(demo_gguf), 0).model, TrainConfig(context=1024, rank=64)

    def least(asked: TrainConfig) -> int:
        return leanest_plan(model, asked, asked.row_tokens).total

    budget = (least(config) + least(TrainConfig(context=1024, rank=32))) // 2
    changes = smallest_changes(model, config, budget)
    assert changes and all(change.total <= budget for change in changes)
    for change in changes:
        changed = msgspec.structs.replace(config, **change.settings)
        assert least(changed) == change.total
        if "context" in change.settings:
            assert least(msgspec.structs.replace(changed, context=changed.context + 64)) > budget
    assert {"rank": 32} in [change.settings for change in changes]
    huge = smallest_changes(model, TrainConfig(context=8192, rank=1024), least(TrainConfig(context=64, rank=8)))
    assert [sorted(change.settings) for change in huge] == [["context", "rank"]]
    assert not smallest_changes(model, config, 1 << 20)


def test_that_what_should_be_thought_of_is_said_with_what_mends_it(planner: Planner) -> None:
    found = codes(planner.plan(TrainConfig(context=2048, epochs=1, eval_share=0)))
    assert found["context-beyond-model"] == {"context": 1024}
    assert found["nothing-held-out"] == {"eval_share": 0.05}
    assert "nothing-held-out" not in codes(planner.plan(TrainConfig(context=256, goal="qa", eval_share=0)))
    assert codes(planner.plan(TrainConfig(context=256, epochs=200))).keys() & {"many-epochs", "long"}
    steps = found["few-steps"]
    assert planner.plan(msgspec.structs.replace(TrainConfig(context=1024), **steps)).steps >= 40
    assert "cut" in codes(planner.plan(TrainConfig(context=64)))
    assert codes(planner.plan(TrainConfig(context=256, epochs=10))).keys() <= {"data.duplicates", "data.same-beginning"}


@pytest.mark.parametrize("wordings", [1, 2])
def test_that_other_wordings_are_offered_where_each_question_is_asked_in_one(
    demo_gguf: Path, tmp_path: Path, wordings: int
) -> None:
    data = tmp_path / "faq.csv"
    rows = [f"Asked {way}: what is {n}?,Number {n}." for n in range(30) for way in range(wordings)]
    data.write_text("\n".join(["question,answer", *rows]))
    with JobContext(lambda event: None) as context:
        planner = Planner(p.PlanJob(model=str(demo_gguf), data=str(data)), context)
        planner.read_data()
        found = {goal: codes(planner.plan(TrainConfig(context=256, goal=goal))) for goal in ("qa", "style")}
    assert (ONE_WORDING in found["qa"], ONE_WORDING in found["style"]) == (wordings == 1, False)


@pytest.mark.slow
def test_that_a_context_in_which_no_row_fits_is_told_with_one_that_does(demo_gguf: Path) -> None:
    with JobContext(lambda event: None) as context:
        planner = Planner(p.PlanJob(model=str(demo_gguf), data=str(CHATS)), context)
        planner.read_data()
        short = planner.plan(TrainConfig(context=16))
        assert short.no_row_fits and not short.steps
        (settings,) = codes(short).values()
        mended = planner.plan(TrainConfig(**settings))
    assert not mended.no_row_fits and mended.steps and "cut" not in codes(mended)


def test_that_a_folder_is_planned_with_before_it_is_converted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    context = JobContext(lambda event: None)
    planner = Planner(p.PlanJob(model=str(paths.SAMPLE_MODEL), data=str(CHATS)), context)
    planner.read_data()
    plan = planner.plan(TrainConfig(context=256))
    assert plan.fits and plan.steps and not (tmp_path / "models").exists()


def test_that_bad_data_is_told_and_memory_is_planned_all_the_same(demo_gguf: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").touch()
    events: list[p.Event] = []
    with JobContext(events.append) as context:
        planner = Planner(p.PlanJob(model=str(demo_gguf), data=str(tmp_path / "empty.jsonl")), context)
        planner.read_data()
    assert [event.id for event in events if isinstance(event, p.Refused)] == ["data"]
    assert planner.plan(TrainConfig()).steps == 0
    with pytest.raises(LuthierError):
        Planner(p.PlanJob(model=str(tmp_path / "none.gguf")), JobContext(events.append))


@pytest.mark.slow
def test_that_a_dry_run_measures_and_leaves_nothing(
    demo_gguf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    config = TrainConfig(context=64, grad_accumulation=1, rank=4)
    with JobContext(lambda event: None) as context:
        _, result = dry_run(p.DryRunJob(model=str(demo_gguf), data=str(CHATS), config=config), context)
    assert result.tok_s > 0 and result.tried >= 2 and result.loss is not None and result.loss > 1
    assert result.whole_seconds > result.steps * result.step_seconds / 4
    assert not (tmp_path / "runs").exists()


def test_that_a_dry_run_holds_as_a_training_does(demo_gguf: Path) -> None:
    def tokens_and_bytes(hold: float) -> tuple[float, float]:
        """Return the tokens that the whole run computes, and the bytes that it plans."""
        config = TrainConfig(context=64, grad_accumulation=1, rank=4, max_steps=40, eval_share=0, hold=hold)
        with JobContext(lambda event: None) as context:
            _, result = dry_run(p.DryRunJob(model=str(demo_gguf), data=str(CHATS), config=config), context)
        return result.whole_seconds * result.tok_s, result.planned_bytes

    (free, planned), (held, planned_held) = tokens_and_bytes(0.0), tokens_and_bytes(1.0)
    assert held - free == pytest.approx(40 / HELD_EVERY * HELD_TOKENS) and planned_held > planned


@pytest.mark.slow
def test_that_earlier_runs_with_the_model_tell_the_time(
    demo_gguf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    config = TrainConfig(context=256)
    _earlier(demo_gguf, tmp_path / "runs/slow", config, steps=6, tokens=1024, began=100.0, pace=30.0)  # too few steps
    _earlier(demo_gguf, tmp_path / "runs/long", config, steps=12, tokens=1024, began=5000.0, pace=20.0)
    _earlier(demo_gguf, tmp_path / "runs/votes", TrainConfig(context=256, objective="dpo"), 12, 9, 6000.0, 90.0)
    for n in range(3):  # of hardly any tokens: most of their time is loading, evaluations and samples
        _earlier(demo_gguf, tmp_path / f"runs/short{n}", config, 10, tokens=9, began=7000.0 + 100 * n, pace=1.0)
    with JobContext(lambda event: None) as context:
        planner = Planner(p.PlanJob(model=str(demo_gguf), data=str(CHATS)), context)
        planner.read_data()
        plan = planner.plan(config)
    took = 20 / 1024 * plan.tokens * config.epochs  # as slow as the long run was
    assert plan.earlier_runs == 4
    assert plan.seconds_low == pytest.approx(LOW * took, rel=0.2) and plan.seconds_high > took


def _earlier(
    model: Path, folder: Path, config: TrainConfig, steps: int, tokens: int, began: float, pace: float
) -> None:
    """A run as a worker leaves it. tokens, pace: of a step, in seconds."""
    run = runs.create(p.TrainJob(model=str(model), data=str(CHATS), run=str(folder), config=config))
    told: list[p.Event] = [p.TrainingStarted(time=began, run=folder.name, step=0, steps=steps, trainable=1)]
    told += [
        p.Step(
            time=began + pace * step, step=step, steps=steps, epoch=0.1, loss=2.0, learning_rate=1e-4, grad_norm=1.0,
            tok_s=tokens / pace, tokens_seen=tokens * step, tokens_trained=step, seconds_left=0.0,
        )
        for step in range(1, steps + 1)
    ]  # fmt: skip
    run.events_file.write_bytes(b"".join(p.encode(event) + b"\n" for event in told))
