"""Trainings from choices, from rows with two answers to an adapter: planned, stopped, gone on with and measured."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from core import protocol as p
from core.engine.train.checkpoint import list_checkpoints
from core.jobs.context import JobContext
from core.jobs.data.inspect import inspect_data
from core.jobs.data.prepare import prepare_data
from core.jobs.planning.plan import Planner
from core.jobs.training.evaluate import evaluate_model
from core.protocol.config import TrainConfig
from core.runs import run as runs
from tests.support.choices import write_pairs
from tests.support.kept_runs import trained
from tests.support.worker import Worker

CONFIG = TrainConfig(
    objective="dpo", context=128, max_steps=4, eval_every=2, eval_share=0.2, rank=2, targets="v", layers="last 1",
    learning_rate=1e-2, threads=1, device="cpu",
)  # fmt: skip
N = 60


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_pairs(tmp_path_factory.mktemp("choices") / "pairs.jsonl", N)


@pytest.mark.slow
@pytest.mark.parametrize("objective", ["dpo", "kto"])
def test_that_the_plan_counts_choices_as_training_lays_them_down(demo_gguf: Path, data: Path, objective: str) -> None:
    config = msgspec.structs.replace(CONFIG, objective=objective, max_steps=0)
    with JobContext(lambda event: None) as context:
        planner = Planner(p.PlanJob(model=str(demo_gguf), data=str(data), config=config), context)
        planner.read_data()
        plan, prepared = planner.plan(config), prepare_data(demo_gguf, str(data), None, config, context)
        assert planner.plan(msgspec.structs.replace(config, objective="sft")).steps == 0  # it is read in another way
    rows = prepared.train_rows
    assert plan.sequences == len(rows) and rows.n_shared > 0
    assert plan.tokens == pytest.approx(rows.n_tokens + rows.n_shared, rel=0.01)
    assert plan.tokens_shared == pytest.approx(rows.n_shared, rel=0.05)


def test_that_inspecting_counts_pairs(demo_gguf: Path, data: Path) -> None:
    job = p.InspectJob(model=str(demo_gguf), data=str(data), config=CONFIG, limit=2)
    with JobContext(lambda event: None) as context:
        result = inspect_data(job, context)[1]
    assert (result.rows, result.train_rows + result.eval_rows, result.format) == (N, N, "preference")
    assert result.statistics is not None and result.statistics.rows == result.train_rows
    assert len(result.preview) == 2


@pytest.mark.slow
@pytest.mark.parametrize(("objective", "dora"), [("dpo", False), ("dpo", True), ("kto", False), ("orpo", False)])
def test_that_a_training_from_choices_is_gone_on_with_to_the_bit(
    demo_gguf: Path, data: Path, tmp_path: Path, objective: str, dora: bool
) -> None:
    config = msgspec.structs.replace(CONFIG, objective=objective, dora=dora)
    whole, halved = runs.Run(tmp_path / "whole"), runs.Run(tmp_path / "halved")
    jobs = [
        p.TrainJob(model=str(demo_gguf), data=str(data), run=str(run.folder), config=config) for run in (whole, halved)
    ]
    events = trained(jobs[0])
    measured = [event for event in events if isinstance(event, p.Evaluation)]
    assert [event.step for event in measured] == [0, 2, 4] and measured[-1].loss < measured[0].loss
    (summary,) = (event for event in events if isinstance(event, p.DataSummary))
    a_pair = 2 if objective == "kto" else 1  # each of its answers is judged by itself
    assert measured[-1].right > measured[0].right and measured[-1].answers == a_pair * summary.eval_rows > 0
    of = measured[-1].choices
    assert of is not None and of.margin > measured[0].choices.margin and (of.distance is None) == (objective == "orpo")
    assert whole.reference.is_file() == (objective != "orpo")
    if objective != "orpo":  # DoRA, too, begins as the model that it is compared with
        assert measured[0].choices.distance == pytest.approx(0, abs=1e-6)
    trained(jobs[1], steps=1)
    before = halved.reference.read_bytes() if halved.reference.is_file() else b""
    trained(p.ResumeJob(run=str(halved.folder)))
    assert (halved.reference.read_bytes() if before else b"") == before
    states = [list_checkpoints(run.checkpoints_dir)[0] / "state.safetensors" for run in (whole, halved)]
    assert states[0].read_bytes() == states[1].read_bytes()
    with JobContext(lambda event: None) as context:
        job = p.EvalJob(model=str(demo_gguf), data=str(data), adapter=str(whole.folder), config=config)
        result = evaluate_model(job, context)[1]
        assert result.answers == a_pair * N and result.right > N / 2


@pytest.mark.slow
@pytest.mark.process
def test_that_a_worker_that_is_killed_is_gone_on_with_to_the_bit(demo_gguf: Path, data: Path, tmp_path: Path) -> None:
    config = msgspec.structs.replace(CONFIG, save_every=1, max_steps=6)
    whole, killed = runs.Run(tmp_path / "whole"), runs.Run(tmp_path / "killed")
    jobs = [
        p.TrainJob(model=str(demo_gguf), data=str(data), run=str(run.folder), config=config) for run in (whole, killed)
    ]
    trained(jobs[0])
    worker = Worker(jobs[1])
    worker.until(p.Checkpoint, step=2)
    worker.process.kill()
    worker.process.wait()
    steps = list_checkpoints(killed.checkpoints_dir)
    assert steps and steps[0].name < "step-000006"
    asked = killed.reference.read_bytes()
    events = trained(p.ResumeJob(run=str(killed.folder)))
    assert [event for event in events if isinstance(event, p.Step)][-1].step == 6
    states = [list_checkpoints(run.checkpoints_dir)[0] / "state.safetensors" for run in (whole, killed)]
    assert states[0].read_bytes() == states[1].read_bytes() and killed.reference.read_bytes() == asked
