"""A training that learns well and then becomes far too fast: back to what was good, twice, then over."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from core import protocol as p
from core.cli.commands import app
from core.engine.lora.adapter_file import read_adapter
from core.protocol.config import TrainConfig
from core.runs.run import Run
from tests.support.worker import Worker

# The rate rises step by step, so that some dozens of steps are good ones, and half and a quarter of it too much later.
RISING = TrainConfig(
    context=32, rank=4, grad_accumulation=1, learning_rate=0.04, warmup_ratio=0.95, max_steps=300, save_every=10,
    eval_share=0, threads=1,
)  # fmt: skip


@pytest.fixture(scope="module")
def whole(demo_gguf: Path, tmp_path_factory: pytest.TempPathFactory) -> Worker:
    """What a worker said that nothing has ended; of its run the adapter is asked."""
    return finished(Worker(job(demo_gguf, tmp_path_factory.mktemp("whole"))))


def job(model: Path, folder: Path) -> p.TrainJob:
    from core.base import paths

    return p.TrainJob(model=str(model), data=str(paths.DEMO / "holmes.txt"), run=str(folder / "run"), config=RISING)


def finished(worker: Worker) -> Worker:
    worker.finish()
    return worker


def run_of(worker: Worker) -> Run:
    return Run(Path(worker.of(p.Checkpoint)[-1].adapter).parent)  # type: ignore[attr-defined]


def returns(worker: Worker) -> list[p.WentBack]:
    return [event for event in worker.seen if isinstance(event, p.WentBack)]


def test_that_it_goes_back_to_a_checkpoint_that_had_learnt_with_half_the_rate(whole: Worker) -> None:
    once, twice = returns(whole)
    assert 0 < once.to < once.step - 16 and 0 < twice.to < twice.step - 16
    assert (once.rate_factor, twice.rate_factor) == (0.5, 0.25)
    rates = {(step.step, step.learning_rate) for step in whole.seen if isinstance(step, p.Step)}
    again = next(rate for step, rate in rates if step == once.to + 1 and rate < rising_at(once.to))
    assert again == pytest.approx(rising_at(once.to) / 2)


def rising_at(step: int) -> float:
    """The rate of the step that is begun after so many, when nothing has gone wrong."""
    return RISING.learning_rate * (step + 1) / (0.95 * RISING.max_steps + 1)


def test_that_the_third_time_ends_it_with_what_was_good(whole: Worker) -> None:
    failed = whole.seen[-1]
    assert isinstance(failed, p.Failed) and failed.code == "train.diverged"
    assert all(f"step {back.step} {back.reason}" in failed.message for back in returns(whole))
    assert "before the trouble, is kept" in failed.hint
    factors = [factor for pair in read_adapter(run_of(whole).adapter).tensors.values() for factor in pair]
    assert all(np.isfinite(factor).all() for factor in factors) and any(factor.any() for factor in factors[1::2])


def test_that_runs_show_tells_of_it(whole: Worker) -> None:
    folder = str(run_of(whole).folder)
    shown = json.loads(CliRunner().invoke(app, ["runs", "show", folder, "--json"]).stdout)
    assert (shown["status"], shown["trouble_code"]) == ("failed", "train.diverged")
    assert [(back["at"], back["to"], back["learning_rate"]) for back in shown["went_back"]] == [
        (back.step, back.to, RISING.learning_rate * back.rate_factor) for back in returns(whole)
    ]
    text = CliRunner().invoke(app, ["runs", "show", folder]).stdout
    for back in returns(whole):
        assert f"at step {back.step} to {back.to}" in text and back.reason in text
    assert "Training has diverged, 3 times" in text


@pytest.mark.slow
def test_that_a_kill_after_going_back_changes_nothing(whole: Worker, demo_gguf: Path, tmp_path: Path) -> None:
    worker = Worker(job(demo_gguf, tmp_path))
    worker.until(p.WentBack)
    back = worker.until(p.WentBack)
    assert isinstance(back, p.WentBack)
    worker.until(p.Step, step=back.to + 3)
    worker.process.kill()
    worker.process.wait(timeout=60)
    resumed = finished(Worker(p.ResumeJob(run=str(tmp_path / "run"))))
    started = next(event for event in resumed.seen if isinstance(event, p.TrainingStarted))
    assert started.step >= back.to  # it may have been some steps further when it was killed
    assert message_of(resumed) == message_of(whole)
    ours, theirs = (read_adapter(run_of(one).adapter).tensors for one in (resumed, whole))
    for name, pair in ours.items():
        for one, other in zip(pair, theirs[name], strict=True):
            np.testing.assert_array_equal(one, other, err_msg=name)


def message_of(worker: Worker) -> str:
    failed = worker.seen[-1]
    assert isinstance(failed, p.Failed)
    return failed.message
