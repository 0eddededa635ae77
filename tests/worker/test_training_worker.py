"""The training job in a real worker process: stop, pause, kill and resume."""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from core import protocol as p
from core.engine.lora.adapter_file import read_adapter
from core.engine.train.checkpoint import list_checkpoints
from core.protocol.config import TrainConfig
from core.runs.run import Run
from tests.support.data import write_book
from tests.support.refusals import command_refuses
from tests.support.worker import Worker

CONFIG = TrainConfig(
    context=64, rank=4, max_steps=8, grad_accumulation=1, learning_rate=3e-3, eval_share=0.02, save_every=2, threads=1
)


@pytest.fixture
def job(demo_gguf: Path, tmp_path: Path, text: Path) -> p.TrainJob:
    return p.TrainJob(model=str(demo_gguf), data=str(text), run=str(tmp_path / "run"), config=CONFIG)


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few pages of the bundled book."""
    return write_book(tmp_path_factory.mktemp("text") / "pages.txt", 30_000)


def adapter_of(run: Path) -> dict[str, np.ndarray]:
    return {name: b for name, (_, b) in read_adapter(run / "adapter.gguf").tensors.items()}


@pytest.fixture(scope="module")
def uninterrupted(demo_gguf: Path, text: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, np.ndarray]:
    """The adapter that such a job makes when nothing gets in its way."""
    run = tmp_path_factory.mktemp("whole") / "run"
    job = p.TrainJob(model=str(demo_gguf), data=str(text), run=str(run), config=CONFIG)
    assert isinstance(Worker(job).finish(), p.Finished)
    return adapter_of(run)


def assert_same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> None:
    assert one.keys() == other.keys()
    for name, values in one.items():
        np.testing.assert_array_equal(values, other[name], err_msg=name)


def test_that_a_finished_run_reports_and_keeps_everything(job: p.TrainJob) -> None:
    finished = Worker(job).finish()
    assert isinstance(finished, p.Finished) and finished.outcome == "done"
    assert finished.result["steps"] == 8
    assert finished.result["eval_loss_after"] < finished.result["eval_loss_before"]
    run = Run(Path(job.run))
    assert run.status() == "done"
    kinds = {type(event) for event in run.events()}
    assert kinds >= {p.Hello, p.DataSummary, p.MemoryPlan, p.Step, p.Evaluation, p.Memory, p.Checkpoint, p.Finished}
    assert sorted(path.name for path in run.checkpoints_dir.glob("step-*")) == ["step-000006", "step-000008"]


def test_that_stop_leaves_a_usable_adapter_and_resume_continues_to_the_bit(
    job: p.TrainJob, uninterrupted: dict[str, np.ndarray]
) -> None:
    worker = Worker(job)
    worker.until(p.Step, step=3)
    worker.send(p.Stop())
    stopped = worker.finish()
    assert isinstance(stopped, p.Finished) and stopped.outcome == "stopped"
    assert stopped.result["steps"] < 8
    assert any(values.any() for values in adapter_of(Path(job.run)).values())
    assert Run(Path(job.run)).status() == "stopped"
    assert isinstance(Worker(p.ResumeJob(run=job.run)).finish(), p.Finished)
    assert_same(adapter_of(Path(job.run)), uninterrupted)


def test_that_a_killed_worker_costs_only_the_steps_since_the_checkpoint(
    job: p.TrainJob, uninterrupted: dict[str, np.ndarray]
) -> None:
    worker = Worker(job)
    worker.until(p.Step, step=5)
    worker.process.kill()
    worker.process.wait(timeout=60)
    run = Run(Path(job.run))
    assert run.status() == "interrupted"
    resumed = Worker(p.ResumeJob(run=job.run))
    started = resumed.until(p.TrainingStarted)
    assert isinstance(started, p.TrainingStarted) and started.step >= 4
    assert isinstance(resumed.finish(), p.Finished)
    assert run.status() == "done"
    assert_same(adapter_of(run.folder), uninterrupted)


def test_that_one_process_at_a_time_works_on_a_run(job: p.TrainJob, uninterrupted: dict[str, np.ndarray]) -> None:
    worker = Worker(job)
    worker.until(p.Step, step=2)
    worker.send(p.Pause())
    worker.until(p.State)
    for other in (p.ResumeJob(run=job.run), job):
        failed = Worker(other).finish()
        assert isinstance(failed, p.Failed) and failed.code == "runs.busy" and failed.hint
        assert job.run in failed.message and f"(process {worker.process.pid}), since 20" in failed.message
    command_refuses(["train", "--resume", job.run], f"(process {worker.process.pid}), since 20")
    assert Run(Path(job.run)).status() == "running"
    worker.process.kill()
    worker.process.wait(timeout=60)
    workers = [Worker(p.ResumeJob(run=job.run)) for _ in range(3)]
    for worker in workers:
        worker.send(p.Pause())  # so that the one that has the run keeps it until the others have asked for it
    first = {worker: next(e for e in worker.events if isinstance(e, p.State | p.Failed)) for worker in workers}
    (winner,) = (worker for worker, event in first.items() if isinstance(event, p.State))
    assert [event.code for event in first.values() if isinstance(event, p.Failed)] == ["runs.busy"] * 2
    winner.send(p.Resume())
    assert isinstance(winner.finish(), p.Finished)
    assert_same(adapter_of(Path(job.run)), uninterrupted)


def test_that_a_run_goes_on_from_the_newest_good_checkpoint_to_the_bit(
    job: p.TrainJob, uninterrupted: dict[str, np.ndarray]
) -> None:
    worker = Worker(job)
    worker.until(p.Checkpoint, step=6)
    worker.process.kill()
    worker.process.wait(timeout=60)
    run = Run(Path(job.run))
    damaged, good, *_ = list_checkpoints(run.checkpoints_dir)
    state = load_file(damaged / "state.safetensors")
    state["values"][3] = np.nan
    save_file(state, damaged / "state.safetensors")
    resumed = Worker(p.ResumeJob(run=job.run))
    notice = resumed.until(p.Notice)
    assert isinstance(notice, p.Notice) and notice.code == "resume.passed-over"
    assert str(damaged) in notice.message and "state.safetensors" in notice.message and good.name[-1] in notice.hint
    assert isinstance(resumed.finish(), p.Finished)
    assert_same(adapter_of(run.folder), uninterrupted)
    assert [path.name for path in list_checkpoints(run.checkpoints_dir)] == ["step-000008", "step-000006"]


def test_that_a_run_killed_in_its_first_checkpoint_starts_again_and_one_without_a_good_one_says_so(
    job: p.TrainJob, uninterrupted: dict[str, np.ndarray]
) -> None:
    worker = Worker(job)
    worker.until(p.Checkpoint)
    worker.process.kill()
    worker.process.wait(timeout=60)
    run = Run(Path(job.run))
    for checkpoint in list_checkpoints(run.checkpoints_dir):
        (checkpoint / "progress.json").write_bytes(b"")
    failed = Worker(p.ResumeJob(run=job.run)).finish()
    assert isinstance(failed, p.Failed) and failed.code == "resume.no-checkpoint"
    for checkpoint in list_checkpoints(run.checkpoints_dir):
        assert f"{checkpoint.name}: progress.json is damaged" in failed.message
        checkpoint.rename(checkpoint.with_name(checkpoint.name + ".part"))
    assert isinstance(Worker(p.ResumeJob(run=job.run)).finish(), p.Finished)
    assert_same(adapter_of(run.folder), uninterrupted)


def test_that_a_model_that_is_written_to_while_it_is_trained_ends_the_run(
    job: p.TrainJob, uninterrupted: dict[str, np.ndarray], tmp_path: Path
) -> None:
    """In place: one that is deleted or replaced stays mapped as it was."""
    original, model = Path(job.model), Path(shutil.copy(job.model, tmp_path / "model.gguf"))
    job = p.TrainJob(model=str(model), data=job.data, run=job.run, config=job.config)
    worker = Worker(job)
    worker.until(p.Step, step=3)
    worker.send(p.Pause())
    worker.until(p.State)
    with model.open("r+b") as file:
        file.seek(-1000, os.SEEK_END)
        file.write(bytes(1000))
    worker.send(p.Resume())
    failed = worker.finish()
    assert isinstance(failed, p.Failed) and failed.code == "model.changed"
    assert str(model) in failed.message and "--resume" in failed.hint
    refused = Worker(p.ResumeJob(run=job.run)).finish()
    assert isinstance(refused, p.Failed) and refused.code == "resume.changed-model"
    os.truncate(model, model.stat().st_size - 1000)
    refused = Worker(p.ResumeJob(run=job.run)).finish()
    assert isinstance(refused, p.Failed) and refused.code == "model.truncated"
    shutil.copyfile(original, model)
    worker = Worker(p.ResumeJob(run=job.run))
    worker.until(p.TrainingStarted)
    model.unlink()
    assert isinstance(worker.finish(), p.Finished)
    assert_same(adapter_of(Path(job.run)), uninterrupted)


def test_that_ctrl_c_finishes_the_step_and_checkpoints(job: p.TrainJob) -> None:
    worker = Worker(job)
    worker.until(p.Step, step=2)
    os.kill(worker.process.pid, signal.SIGINT)
    stopped = worker.finish()
    assert isinstance(stopped, p.Finished) and stopped.outcome == "stopped"
    assert Run(Path(job.run)).has_checkpoint()


def test_that_a_worker_whose_parent_dies_checkpoints_and_ends(job: p.TrainJob) -> None:
    worker = Worker(job)
    worker.until(p.Step, step=2)
    assert worker.process.stdin is not None
    worker.process.stdin.close()
    stopped = worker.finish()
    assert isinstance(stopped, p.Finished) and stopped.outcome == "stopped"


def test_that_a_paused_run_waits_and_goes_on(job: p.TrainJob) -> None:
    worker = Worker(job)
    worker.until(p.Step, step=2)
    worker.send(p.Pause())
    paused = worker.until(p.State)
    assert isinstance(paused, p.State) and paused.state == "paused"
    worker.send(p.Resume())
    finished = worker.finish()
    assert isinstance(finished, p.Finished) and finished.outcome == "done"


def test_that_cancel_ends_without_a_result(job: p.TrainJob) -> None:
    worker = Worker(job)
    worker.until(p.Step, step=1)
    worker.send(p.Cancel())
    cancelled = worker.finish()
    assert isinstance(cancelled, p.Finished) and cancelled.outcome == "cancelled"


def test_that_early_stopping_ends_a_run_that_no_longer_improves(job: p.TrainJob) -> None:
    config = TrainConfig(
        context=64, rank=4, max_steps=60, grad_accumulation=1, learning_rate=0.1, eval_share=0.02, eval_every=1,
        early_stopping_patience=2, threads=1,
    )  # fmt: skip
    finished = Worker(p.TrainJob(model=job.model, data=job.data, run=job.run, config=config)).finish()
    assert isinstance(finished, p.Finished) and finished.result["steps"] < 60


def test_that_a_run_that_diverges_ends_with_advice(job: p.TrainJob) -> None:
    config = TrainConfig(
        context=64, rank=4, max_steps=60, grad_accumulation=1, learning_rate=1.0, schedule="constant", warmup_ratio=0.0,
        max_grad_norm=0.0, alpha=4000, eval_share=0.02, threads=1,
    )  # fmt: skip
    failed = Worker(p.TrainJob(model=job.model, data=job.data, run=job.run, config=config)).finish()
    assert isinstance(failed, p.Failed) and failed.code == "train.diverged"
    assert "learning rate" in failed.hint
    events = list(Run(Path(job.run)).events())
    assert [event.count for event in events if isinstance(event, p.Skipped)][-1] >= 10
    assert [(event.to, event.rate_factor) for event in events if isinstance(event, p.WentBack)] == [(0, 0.5), (0, 0.25)]
